"""How far a scene leans."""

import math

Tilt = tuple[float, float]
"""Pitch and roll, radians."""


def checked_tilt(tilt: Tilt) -> Tilt:
    """Return `tilt` as two floats.

    Raises
    ------
    ValueError
        If it is no pair, or an angle is beyond ±π/2: degrees, mostly.
    """
    try:
        pitch, roll = (float(angle) for angle in tilt)
    except (TypeError, ValueError):
        raise ValueError(f"tilt is a pair of pitch and roll in radians, such as (0.35, 0.0), got {tilt!r}") from None
    if not all(abs(angle) <= math.pi / 2 for angle in (pitch, roll)):
        raise ValueError(f"tilt is in radians, within ±1.57, got {tilt!r}; math.radians turns degrees into them")
    return pitch, roll
