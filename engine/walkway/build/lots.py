"""Obstacles parted by place, so that what stands far from a change need not be cut anew."""

import math
from collections.abc import Iterable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

SMALLEST = 4.0
"""Metres; sides of squares are this times a power of two."""

TRIANGLES = 256
"""About as many to a square, if they lie evenly: with fewer, each square's own cost outweighs its work."""


def lots(triangles: NDArray[np.float64], places: NDArray[np.float64] | None = None) -> list[NDArray[np.float64]]:
    """Part `triangles` (n, 3, 3) by the square of the plane (x, z) that each one's place (n, 2) is in.

    The same triangles, in the same order, are always parted alike, and a few that move change
    only the squares they leave and come to: the side of the squares follows from the extent
    and number of all, in powers of two.
    """
    if len(triangles) <= TRIANGLES:
        return [triangles]
    if places is None:
        places = middles(triangles)
    x, z = np.floor(np.ascontiguousarray(places.T) / _side(places)).astype(np.int64)
    square = (x - x.min()) * (z.max() - z.min() + 1) + (z - z.min())
    order = np.argsort(square, kind="stable")
    cuts = np.flatnonzero(np.diff(square[order])) + 1
    bounds = [0, *cuts.tolist(), len(order)]
    sorted_triangles = triangles[order]
    return [sorted_triangles[a:b] for a, b in pairwise(bounds)]


def places_of(things: Iterable[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Return a place for each triangle of `things`, (n, 3, 3) each: a small thing is in one place, a large one all over."""
    some = [triangles for triangles in things if len(triangles)]
    if not some:
        return np.zeros((0, 2))
    own = middles(np.concatenate(some))
    counts = np.array([len(triangles) for triangles in some])
    starts = np.cumsum(counts) - counts
    low, high = np.minimum.reduceat(own, starts), np.maximum.reduceat(own, starts)
    small = np.repeat((high - low).max(axis=1) < SMALLEST, counts)
    return np.where(small[:, None], np.repeat((low + high) / 2, counts, axis=0), own)


def middles(triangles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the middle (x, z) of each triangle, (n, 2)."""
    return (triangles[:, 0, ::2] + triangles[:, 1, ::2] + triangles[:, 2, ::2]) / 3


def _side(places: NDArray[np.float64]) -> float:
    extent = np.maximum([np.ptp(places[:, 0]), np.ptp(places[:, 1])], SMALLEST)  # an axis of two is slow to go along
    wanted = math.sqrt(float(np.prod(extent)) * TRIANGLES / len(places))
    return SMALLEST * 2.0 ** max(0, math.floor(math.log2(wanted / SMALLEST)))
