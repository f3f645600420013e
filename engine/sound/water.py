"""Water as samples."""

import math


def stretch_radius(width: float, length: float) -> float:
    """Return the radius of the disk that has as much surface as a stretch of water, in metres.

    The published article multiplies by π where the area of a disk, πr² = width · length, divides:
    its samples are π² times as loud as their water.

    Parameters
    ----------
    width, length
        Metres, 0 or more.
    """
    if not (width >= 0.0 and length >= 0.0):
        raise ValueError(f"a stretch's width and length are metres from 0 up, got {width} and {length}")
    return math.sqrt(width * length / math.pi)
