"""What `orlop walkway inspect` draws and writes."""
