"""The mountain forest: valleys, streams, paths and trees without end."""
