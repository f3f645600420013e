"""Where a thing is drawn: between the last two ticks."""

import math

from orlop.components import Transform

Pose = tuple[tuple[float, float, float], float, float]
"""World position in metres, heading and pitch in radians."""


def between(transform: Transform, alpha: float) -> Pose:
    """Return the pose at `alpha`, 0 the tick before … 1 the last one."""
    (x0, y0, z0), (x1, y1, z1) = transform.previous_position, transform.position
    place = (x0 + (x1 - x0) * alpha, y0 + (y1 - y0) * alpha, z0 + (z1 - z0) * alpha)
    heading = transform.previous_heading + turn_to(transform.previous_heading, transform.heading) * alpha
    pitch = transform.previous_pitch + (transform.pitch - transform.previous_pitch) * alpha
    return place, heading, pitch


def turn_to(begin: float, end: float) -> float:
    """Return the turn from heading `begin` to `end` the short way round, −π … π."""
    return math.remainder(end - begin, math.tau)
