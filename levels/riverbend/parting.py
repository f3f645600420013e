"""Parts a mesh along a line that runs across its triangles: a shore."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SLIVER = 0.02
"""Corners closer to the line than this, metres, are taken to lie on it."""


def parted(triangles: Floats, depth: Callable[[Floats, Floats], Floats]) -> tuple[Floats, Floats]:
    """Cut triangles (n, 3, 3) where `depth` of their (x, z) is 0; return those where it is above and below.

    Each is cut along its own edges, so neighbours still share all corners, and stays in its plane: a
    sliver whose corners were moved to the ground's curve could be steeper than anything around it.
    """
    values = depth(triangles[..., 0].ravel(), triangles[..., 2].ravel()).reshape(-1, 3)
    values = np.where(np.abs(values) < SLIVER, 0.0, values)
    above = (values >= 0.0).all(axis=1) & (values > 0.0).any(axis=1)
    below = (values <= 0.0).all(axis=1)
    high, low = [triangles[above]], [triangles[below]]
    crossed = ~above & ~below
    for triangle, corner_values in zip(triangles[crossed], values[crossed], strict=True):
        for sign, pieces in ((1.0, high), (-1.0, low)):
            pieces.append(_kept(triangle, sign * corner_values))
    return np.concatenate(high), np.concatenate(low)


def _kept(triangle: Floats, values: Floats) -> Floats:
    """Return the part of one triangle where `values` (3,) at its corners are above 0, as triangles."""
    ring: list[Floats] = []
    for here in range(3):
        there = (here + 1) % 3
        if values[here] >= 0.0:
            ring.append(triangle[here])
        if values[here] * values[there] < 0.0:
            share = values[here] / (values[here] - values[there])
            ring.append(triangle[here] + share * (triangle[there] - triangle[here]))
    return np.array([[ring[0], ring[k], ring[k + 1]] for k in range(1, len(ring) - 1)]).reshape(-1, 3, 3)
