"""Systems: one `esper.Processor` a file, reading and writing components."""
