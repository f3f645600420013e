"""Loops and one-shot sounds made by code."""
