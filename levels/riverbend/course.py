"""The river's course: where it runs, how wide and how wild it is."""

from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

SPRING, FALL, END = -38.0, 14.0, 44.0
"""World z of the spring, of the edge it falls from, and of where it leaves the level, metres."""

POOL = (18.0, 4.2)
"""World z of the middle of the pool under the fall, and its radius, metres."""

FORD = -20.0
"""North of this z the water is narrow enough to step across."""

STEP = 0.5
"""Between two stations, metres of z."""

TRICKLE, STREAM, TORRENT, WATERFALL = 0.0, 1.0, 2.0, 3.0
"""How wild the water is."""

_WILDNESS = ((SPRING, TRICKLE), (-26.0, TRICKLE), (-10.0, STREAM), (2.0, STREAM), (10.0, TORRENT), (FALL, WATERFALL))
_WILDNESS_BELOW = ((FALL + 0.7, WATERFALL), (17.5, WATERFALL), (20.5, 2.3), (26.0, STREAM), (END, STREAM))
_HALF_WIDTH = ((SPRING, 0.22), (-26.0, 0.35), (-10.0, 1.1), (8.0, 1.5), (FALL, 2.0), (24.0, 1.7), (END, 1.4))


def middle(z: ArrayLike) -> Floats:
    """Return the x of the river's middle at world z, metres."""
    along = np.asarray(z, np.float64)
    return np.asarray(7.0 * np.sin(along / 11.0) + 2.5 * np.sin(along / 4.7 + 0.8), np.float64)


def half_width(z: ArrayLike) -> Floats:
    """Return half the river's width, metres; in the pool that of the pool."""
    along = np.asarray(z, np.float64)
    pool = np.sqrt(np.maximum(POOL[1] ** 2 - (along - POOL[0]) ** 2, 0.0))
    return np.asarray(np.maximum(_between(_HALF_WIDTH, along), pool), np.float64)


def wildness(z: ArrayLike) -> Floats:
    """Return how wild the water is, TRICKLE … WATERFALL."""
    along = np.asarray(z, np.float64)
    return np.asarray(
        np.where(along <= FALL + 0.7, _between(_WILDNESS, along), _between(_WILDNESS_BELOW, along)), np.float64
    )


@cache
def stations() -> Floats:
    """Return the middle line as (n, 2) of (x, z), from the spring down."""
    z = np.arange(SPRING, END + STEP / 2, STEP)
    return np.stack([middle(z), z], axis=1)


def nearest(x: Floats, z: Floats) -> tuple[Floats, Floats]:
    """Return for points x, z (n,) the distance to the middle line, metres, and the z of the line there."""
    line = stations()
    distance, place = np.empty(len(x)), np.empty(len(x))
    for begin in range(0, len(x), 4096):
        block = slice(begin, begin + 4096)
        away = np.hypot(x[block, None] - line[:, 0], z[block, None] - line[:, 1])
        closest = away.argmin(axis=1)
        distance[block], place[block] = away[np.arange(len(away)), closest], line[closest, 1]
    return distance, place


def _between(knots: tuple[tuple[float, float], ...], at: Floats) -> Floats:
    places, values = zip(*knots, strict=True)
    return np.asarray(np.interp(at, places, values), np.float64)
