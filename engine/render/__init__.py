"""Draws: the only part of the engine that does."""
