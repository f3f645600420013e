"""Questions to the boundary of an air, answered in its grid: what is hit, is it inside, is it tight.

All kernels take a `Boundary`'s arrays as one tuple: `segments` (n, 4) with the air on their left,
`grid` (low x, low z, cell, columns, rows), `starts` and `items` (the segments of each cell, padded
by `PAD`), `middles` (cells, 3) with a reference point (x, z) of each cell and whether it is inside.

They are watertight: on which side of a path a corner lies is computed from the same numbers for
both segments that meet there, so no path slips through between them.
"""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Arrays = tuple[Floats, Floats, Ints, Ints, Floats]

PAD = 2e-3
"""How far outside a cell a segment still belongs to it, metres: more than any distance asked for in a cell."""

NOTHING: Arrays = (
    np.zeros((0, 4)),
    np.array([0.0, 0.0, 1.0, 1.0, 1.0]),
    np.zeros(2, np.int64),
    np.zeros(0, np.int64),
    np.zeros((1, 3)),
)
"""A boundary without segments: nothing is inside."""

CLEARANCE = 1e-6
"""Least distance of an accepted position from the boundary, metres: far above float64's rounding
on a deck of 100 km, far below anything seen."""


@kernel
def cell_of(x: float, z: float, grid: Floats) -> int:
    """Return the index of the cell that holds (x, z), clamped to the grid's border."""
    column = min(max(math.floor((x - grid[0]) / grid[2]), 0), int(grid[3]) - 1)
    row = min(max(math.floor((z - grid[1]) / grid[2]), 0), int(grid[4]) - 1)
    return int(row * int(grid[3]) + column)


@kernel
def crosses(x0: float, z0: float, x1: float, z1: float, ax: float, az: float, bx: float, bz: float) -> bool:
    """Tell whether the way (x0, z0) → (x1, z1) crosses the segment a → b, either way."""
    dx, dz = x1 - x0, z1 - z0
    if (dx * (az - z0) - dz * (ax - x0) >= 0.0) == (dx * (bz - z0) - dz * (bx - x0) >= 0.0):
        return False
    ex, ez = bx - ax, bz - az
    return (ex * (z0 - az) - ez * (x0 - ax) >= 0.0) != (ex * (z1 - az) - ez * (x1 - ax) >= 0.0)


@kernel
def inside(x: float, z: float, boundary: Arrays) -> bool:
    """Tell whether (x, z) lies inside: as its cell's reference point, turned at each crossing between them."""
    segments, grid, starts, items, middles = boundary
    if not (math.isfinite(x) and math.isfinite(z)) or segments.shape[0] == 0:
        return False
    width, depth = grid[2] * grid[3], grid[2] * grid[4]
    if not (0.0 <= x - grid[0] < width and 0.0 <= z - grid[1] < depth):
        return False
    cell = cell_of(x, z, grid)
    within = bool(middles[cell, 2] != 0.0)
    for at in range(starts[cell], starts[cell + 1]):
        s = items[at]
        if crosses(
            middles[cell, 0],
            middles[cell, 1],
            x,
            z,
            segments[s, 0],
            segments[s, 1],
            segments[s, 2],
            segments[s, 3],
        ):
            within = not within
    return within


@kernel
def closest_on(x: float, z: float, ax: float, az: float, bx: float, bz: float) -> tuple[float, float]:
    """Return the point of the segment a → b that is closest to (x, z)."""
    ex, ez = bx - ax, bz - az
    square = ex * ex + ez * ez
    if square <= 0.0:
        return ax, az
    share = min(max(((x - ax) * ex + (z - az) * ez) / square, 0.0), 1.0)
    return ax + ex * share, az + ez * share


@kernel
def tight(x: float, z: float, boundary: Arrays) -> int:
    """Return a segment closer to (x, z) than `CLEARANCE`, or -1."""
    segments, grid, starts, items, _ = boundary
    cell = cell_of(x, z, grid)
    for at in range(starts[cell], starts[cell + 1]):
        s = items[at]
        cx, cz = closest_on(x, z, segments[s, 0], segments[s, 1], segments[s, 2], segments[s, 3])
        if (cx - x) * (cx - x) + (cz - z) * (cz - z) < CLEARANCE * CLEARANCE:
            return int(s)
    return -1


@kernel
def in_empty_cell(x0: float, z0: float, x1: float, z1: float, boundary: Arrays) -> bool:
    """Tell whether a way lies in one cell of the boundary's grid, and nothing else does."""
    _, grid, starts, _, _ = boundary
    cell = cell_of(x0, z0, grid)
    return bool(starts[cell] == starts[cell + 1] and cell == cell_of(x1, z1, grid))


@kernel
def first_hit(x: float, z: float, ux: float, uz: float, length: float, boundary: Arrays) -> tuple[float, int]:
    """Return how far the ray from (x, z), inside, along the unit (ux, uz) gets, and the segment it hits first.

    Walks the cells along the ray (Amanatides & Woo 1987). Within `length` metres; (length, -1)
    if nothing is hit.
    """
    segments, grid, starts, items, _ = boundary
    cell, columns, rows = grid[2], int(grid[3]), int(grid[4])
    column = min(max(math.floor((x - grid[0]) / cell), 0), columns - 1)
    row = min(max(math.floor((z - grid[1]) / cell), 0), rows - 1)
    step_x = 1 if ux > 0.0 else -1
    step_z = 1 if uz > 0.0 else -1
    next_x, next_z, each_x, each_z = np.inf, np.inf, np.inf, np.inf
    if ux != 0.0:
        next_x = (grid[0] + (column + (1 if ux > 0.0 else 0)) * cell - x) / ux
        each_x = cell / abs(ux)
    if uz != 0.0:
        next_z = (grid[1] + (row + (1 if uz > 0.0 else 0)) * cell - z) / uz
        each_z = cell / abs(uz)
    best, found = length, -1
    while True:
        here = row * columns + column
        for at in range(starts[here], starts[here + 1]):
            s = items[at]
            ax, az = segments[s, 0] - x, segments[s, 1] - z
            bx, bz = segments[s, 2] - x, segments[s, 3] - z
            # The air is on the left, so whoever leaves it has the begin on the right, the end on the left.
            if ux * az - uz * ax < 0.0 and ux * bz - uz * bx >= 0.0:
                ex, ez = segments[s, 2] - segments[s, 0], segments[s, 3] - segments[s, 1]
                side = ez * ax - ex * az
                if side > 0.0:
                    way = side / (ez * ux - ex * uz)
                    if way < best:
                        best, found = way, s
        leave = min(next_x, next_z)
        if leave > best:
            return best, found
        if next_x <= next_z:
            column += step_x
            next_x += each_x
        else:
            row += step_z
            next_z += each_z
        if column < 0 or row < 0 or column >= columns or row >= rows:
            return best, found


@kernel
def nearest_inside(x: float, z: float, offset: float, boundary: Arrays) -> tuple[float, float]:
    """Return the point inside nearest to (x, z), `offset` metres off the boundary; NaN if there is no room.

    Looks beside the closest point and the middle of every segment: a rare question may cost O(n).
    """
    if inside(x, z, boundary) and tight(x, z, boundary) < 0:
        return x, z
    segments = boundary[0]
    best, best_x, best_z = np.inf, np.nan, np.nan
    for s in range(segments.shape[0]):
        ax, az, bx, bz = segments[s, 0], segments[s, 1], segments[s, 2], segments[s, 3]
        length = math.hypot(bx - ax, bz - az)
        if length <= 0.0:
            continue
        nx, nz = (az - bz) / length, (bx - ax) / length
        cx, cz = closest_on(x, z, ax, az, bx, bz)
        for middle in range(2):
            if middle == 1:
                cx, cz = 0.5 * (ax + bx), 0.5 * (az + bz)
            tx, tz = cx + nx * offset, cz + nz * offset
            square = (tx - x) * (tx - x) + (tz - z) * (tz - z)
            if square < best and inside(tx, tz, boundary) and tight(tx, tz, boundary) < 0:
                best, best_x, best_z = square, tx, tz
    return best_x, best_z


def warm() -> None:
    """Compile this file's kernels."""
    first_hit(0.5, 0.5, 1.0, 0.0, 1.0, NOTHING)
    nearest_inside(0.5, 0.5, 1e-4, NOTHING)
