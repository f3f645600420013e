"""The path through the valley: trodden in gravel, and the autopilot's round."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from orlop.levels.riverbend.course import middle

Floats = NDArray[np.float64]
Waypoints = tuple[tuple[float, float], ...]

BRIDGE = -13.0
"""World z of the bridge: the river runs straight south there."""


def beside(z: float, aside: float) -> tuple[float, float]:
    """Return the point `aside` metres east of the river's middle at z."""
    return float(middle(z)) + aside, z


WEST: Waypoints = tuple(beside(z, -4.5) for z in (-36.0, -31.0, -26.0, -21.0, -17.0))
OVER: Waypoints = (beside(BRIDGE, -4.5), beside(BRIDGE, 4.5))
EAST: Waypoints = (*(beside(z, 4.8) for z in (-9.0, -5.0, -1.0, 3.0, 7.0)), beside(11.5, 4.6))
DOWN: Waypoints = ((16.0, 8.0), (20.5, 12.0), (21.5, 19.0), (19.0, 26.0))
GROVE: Waypoints = ((15.0, 33.0), (18.0, 38.0), (22.0, 33.0), (19.0, 27.0), (13.0, 24.5), (10.6, 20.5))

PATH: Waypoints = WEST + OVER + EAST + DOWN + GROVE
"""One way: from the spring over the bridge to the fall, down and through the grove to the pool."""

ROUND: Waypoints = (*PATH, *reversed(WEST + OVER + EAST + DOWN))
"""The same, and back."""


def distance_to_path(points: Floats) -> Floats:
    """Return how far points (n, 2) of (x, z) are from the path's middle, metres."""
    corners = np.array(PATH)
    nearest = np.full(len(points), np.inf)
    for begin, end in pairwise(corners):
        way = end - begin
        share = np.clip((points - begin) @ way / (way @ way), 0.0, 1.0)
        nearest = np.minimum(nearest, np.linalg.norm(points - begin - share[:, None] * way, axis=1))
    return nearest
