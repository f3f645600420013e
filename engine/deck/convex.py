"""A circle against a convex piece of a pusher: how far apart, and how far until they touch."""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel

Floats = NDArray[np.float64]

SKIN = 1e-4
"""Distance that a stopped motor keeps from what stopped it, metres: unseen, and a thousand times any rounding."""

CAST_STEPS = 24


@kernel
def apart(x: float, z: float, corners: Floats, first: int, last: int) -> tuple[float, float, float]:
    """Return the signed distance from (x, z) to a convex ring and the unit normal that leads away from it.

    The ring is `corners[first:last]`, counter-clockwise; the distance is negative inside.
    """
    deepest, deep_x, deep_z = -np.inf, 0.0, 0.0
    square, near_x, near_z = np.inf, 0.0, 0.0
    for i in range(first, last):
        j = i + 1 if i + 1 < last else first
        ax, az = corners[i, 0], corners[i, 1]
        ex, ez = corners[j, 0] - ax, corners[j, 1] - az
        length = math.hypot(ex, ez)
        if length <= 0.0:
            continue
        px, pz = x - ax, z - az
        height = (px * ez - pz * ex) / length
        if height > deepest:
            deepest, deep_x, deep_z = height, ez / length, -ex / length
        along = min(max((px * ex + pz * ez) / (length * length), 0.0), 1.0)
        ox, oz = px - ex * along, pz - ez * along
        if ox * ox + oz * oz < square:
            square, near_x, near_z = ox * ox + oz * oz, ox, oz
    distance = math.sqrt(square)
    if deepest <= 0.0 or distance < 1e-9:  # inside, or on the rim, where the difference has no direction
        return deepest, deep_x, deep_z
    return distance, near_x / distance, near_z / distance


@kernel
def cast(
    x: float, z: float, ux: float, uz: float, length: float, radius: float, corners: Floats, first: int, last: int
) -> tuple[float, float, float]:
    """Return how far a circle at (x, z) gets along the unit (ux, uz) before it touches, and the normal there.

    Conservative advancement: a plane through the nearest point has all of the convex piece
    behind it, so the distance to that plane can be gone safely. Returns `length` if nothing is
    touched; a circle that overlaps already is only kept from going deeper.
    """
    way = 0.0
    nx, nz = 0.0, 0.0
    for _ in range(CAST_STEPS):
        distance, nx, nz = apart(x + ux * way, z + uz * way, corners, first, last)
        approach = -(ux * nx + uz * nz)
        if approach <= 1e-12:
            return length, nx, nz
        gap = distance - radius
        if gap <= SKIN:
            return way, nx, nz
        way += (gap - 0.5 * SKIN) / approach
        if way >= length:
            return length, nx, nz
    return way, nx, nz


def warm() -> None:
    """Compile this file's kernels."""
    corners = np.array([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)])
    cast(3.0, 0.0, -1.0, 0.0, 5.0, 0.4, corners, 0, 3)
