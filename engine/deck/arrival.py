"""Where a motor that goes through a portal comes out."""

import math

from orlop.engine.deck.boundary import Boundary

ROUNDING = 1e-9

REACH = 0.05
"""How far a motor may be put beside its (x, z) on arrival, metres."""

Place = tuple[float, float]


def arrival(boundary: Boundary, entry: Place, end: Place) -> Place | None:
    """Return where a motor gets to in another air that it enters at `entry` on its way to `end`, local metres.

    To the last bit at `end` where the air allows, else sliding on towards it; None if the air
    begins more than a few centimetres away from the entry.
    """
    near = boundary.nearest_inside(*entry)
    if near is None or math.dist(near, entry) > REACH:
        return None
    place = boundary.slide(*near, end[0] - near[0], end[1] - near[1])
    if math.dist(place, end) < ROUNDING and boundary.inside(*end):
        return end
    return place
