"""Walkways at run time: the 2D world and the mover that keeps a motor in the air."""
