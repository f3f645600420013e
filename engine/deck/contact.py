"""What a motor's velocity loses to all that it touches."""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.deck.pushing import Pushing, gap_to
from orlop.engine.deck.sweep import Arrays, cell_of, closest_on
from orlop.engine.kernel import kernel

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

TOUCH = 3e-4
"""What is this near is touched, metres: a skin, a lift and some more."""

MOST_PLANES = 12


@kernel
def contacts(x: float, z: float, radius: float, boundary: Arrays, pushing: Pushing, near: Ints, planes: Floats) -> int:
    """Write the normals of the boundary and of the pushers `near` that a motor touches to `planes`; return how many."""
    segments, grid, starts, items, _ = boundary
    count = 0
    cell = cell_of(x, z, grid)
    for at in range(starts[cell], starts[cell + 1]):
        s = items[at]
        cx, cz = closest_on(x, z, segments[s, 0], segments[s, 1], segments[s, 2], segments[s, 3])
        square = (x - cx) * (x - cx) + (z - cz) * (z - cz)
        if 0.0 < square < TOUCH * TOUCH and count < planes.shape[0]:
            distance = math.sqrt(square)
            planes[count, 0], planes[count, 1] = (x - cx) / distance, (z - cz) / distance
            count += 1
    for k in near:
        if k < 0:
            break
        gap, nx, nz = gap_to(x, z, int(k), 1.0, pushing)
        if gap - radius < TOUCH and count < planes.shape[0]:
            planes[count, 0], planes[count, 1] = nx, nz
            count += 1
    return count


@kernel
def clipped(vx: float, vz: float, planes: Floats, touching: int) -> tuple[float, float]:
    """Return the velocity nearest to (vx, vz) that goes into none of the planes touched: zero in a corner.

    By what is touched, not by what was hit: in a corner each single tick hits only one wall, and
    the velocity would swing from one to the other.
    """
    if leads_out(vx, vz, planes, touching):
        return vx, vz
    best, best_x, best_z = np.inf, 0.0, 0.0
    for i in range(touching):
        into = vx * planes[i, 0] + vz * planes[i, 1]
        along_x, along_z = vx - into * planes[i, 0], vz - into * planes[i, 1]
        if into < 0.0 and -into < best and leads_out(along_x, along_z, planes, touching):
            best, best_x, best_z = -into, along_x, along_z
    return best_x, best_z


@kernel
def leads_out(vx: float, vz: float, planes: Floats, touching: int) -> bool:
    """Tell whether the velocity goes into none of the planes."""
    bound = -1e-9 * (abs(vx) + abs(vz))
    worst = 0.0
    for i in range(touching):
        worst = min(worst, vx * planes[i, 0] + vz * planes[i, 1])
    return worst >= bound


def warm() -> None:
    """Compile the kernel, as tests and authors call it."""
    clipped(0.0, 0.0, np.zeros((MOST_PLANES, 2)), 0)
