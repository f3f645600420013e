"""The `orlop` command and the developer scripts."""
