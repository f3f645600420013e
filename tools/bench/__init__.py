"""Measures for `orlop bench`."""
