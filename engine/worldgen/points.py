"""Points strewn over the plane, one in each cell of a lattice, and pushed apart.

A cell (i, j) covers [i, i + 1) × [j, j + 1) and its point is known from the seed and the cell
alone. Lengths here are in cells.
"""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.worldgen.hashing import unit3

Floats = NDArray[np.float64]

REACH = 2
"""A point is pushed by those of cells at most so far from its own, in cells; so no radius may exceed it."""


@kernel
def jittered(seed: int, i: int, j: int, jitter: float) -> tuple[float, float]:
    """Return the point of a cell: within `jitter` (0…1) of the cell's width around its centre."""
    return (
        i + 0.5 + (unit3(seed, i, j, 0) - 0.5) * jitter,
        j + 0.5 + (unit3(seed, i, j, 1) - 0.5) * jitter,
    )


@kernel
def jitter_cells(seed: int, first_i: int, first_j: int, jitter: float, out: Floats) -> None:
    """Fill `out` (ni, nj, 2) with the points of the cells from (first_i, first_j)."""
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[i, j, 0], out[i, j, 1] = jittered(seed, first_i + i, first_j + j, jitter)


@kernel
def push_apart(points: Floats, radius: float, pushed: Floats) -> None:
    """Move all points, read from `points` (ni, nj, 2), away from those nearer than `radius`.

    Each pair that is too near parts by half of what it lacks. Points of the outer `REACH` cells lack some
    neighbours, so what they become is not to be used.
    """
    ni, nj = points.shape[0], points.shape[1]
    for i in range(ni):
        for j in range(nj):
            x, z = points[i, j, 0], points[i, j, 1]
            move_x, move_z = 0.0, 0.0
            for k in range(max(i - REACH, 0), min(i + REACH + 1, ni)):
                for m in range(max(j - REACH, 0), min(j + REACH + 1, nj)):
                    dx, dz = x - points[k, m, 0], z - points[k, m, 1]
                    square = dx * dx + dz * dz
                    if 1e-12 < square < radius * radius:
                        distance = math.sqrt(square)
                        share = (radius - distance) / distance * 0.25
                        move_x += dx * share
                        move_z += dz * share
            pushed[i, j, 0], pushed[i, j, 1] = x + move_x, z + move_z


def effect_distance(iterations: int) -> int:
    """Return how far away a cell may be, in cells, whose point still moves this one."""
    return REACH * iterations


def relaxed_cells(seed: int, cells: tuple[int, int, int, int], radius: float, iterations: int) -> Floats:
    """Return one point for each cell of a window, spread more evenly than chance.

    The window is computed with a margin of `effect_distance`, so that two that overlap agree to the bit.

    Parameters
    ----------
    seed
        Any integer; its low 32 bits count.
    cells
        First and last cell, exclusive: (i0, j0, i1, j1).
    radius
        Distance that points try to keep, in cells, 0…2; 0.9 is firm.
    iterations
        How often all are pushed, ≥ 0.

    Returns
    -------
    (i1 - i0, j1 - j0, 2) float64, in cells. A point may have left its cell.
    """
    if not 0.0 <= radius <= REACH:
        raise ValueError(f"radius is {radius}, not within 0…{REACH} cells")
    i0, j0, i1, j1 = cells
    margin = effect_distance(iterations)
    points = np.empty((i1 - i0 + 2 * margin, j1 - j0 + 2 * margin, 2))
    jitter_cells(seed, i0 - margin, j0 - margin, 1.0, points)
    pushed = np.empty_like(points)
    for _ in range(iterations):
        push_apart(points, radius, pushed)
        points, pushed = pushed, points
    return points[margin : margin + i1 - i0, margin : margin + j1 - j0].copy()


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    relaxed_cells(1, (0, 0, 1, 1), 0.9, 1)
