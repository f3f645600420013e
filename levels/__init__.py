"""Levels that come with Orlop, and the level that any scene file makes."""
