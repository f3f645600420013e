"""Layered generation: an endless, deterministic world of chunks."""
