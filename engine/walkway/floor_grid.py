"""Triangles sorted into square cells, so that those over any (x, z) are found at once.

Lengths in the plane are in cells here, counted from the grid's lowest corner: u along x,
v along z.

A triangle's record stands in every cell it reaches, and a cell's records stand together. It
costs memory, but spares the jump to a table of triangles, which on large floors misses the
cache: 0.7 of the time on 131,072 triangles.

A point is looked up in the cell that holds it, and within `BORDER` of a cell's border next
door too. So a triangle that merely touches a cell need not stand in it: where cells and
triangles are aligned, as on a regular terrain, a cell holds 2 of them instead of 7.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel

BORDER = 2.0**-20
"""Width of the strip along a cell's border whose points also look next door, in cells."""

RECORD = 16
"""Numbers in a record, two cache lines: three edges (a, b, c each; a·u + b·v + c ≥ 0 inside),
the height (per u, per v, at zero), the unit normal (x, y, z), one unused."""

SMALL = 1024
"""Floors of up to so many triangles get two cells for each of them and stay in the second-level
cache; larger ones get half a cell, for there each cell costs a miss more than a test saves."""

CROWD = 32
"""A grid is made coarser until it has fewer records than this for each triangle, plus a thousand:
without such a bound, overlapping slivers would fill the memory with the square of their number."""


@dataclass(frozen=True, slots=True, eq=False)
class FloorGrid:
    """Records of triangles by cell.

    Attributes
    ----------
    low
        Lowest corner (x, z), metres.
    per_metre
        Cells per metre, > 0.
    shape
        Cells along x and z, (nx, nz).
    starts
        (nx * nz + 1,) int32: cell (i, j) has the records from `starts[i * nz + j]` up to the
        next cell's start.
    records
        (n + 1, 16) float64, see `RECORD`. The last one is NaN, for a point without floor.
    """

    low: tuple[float, float]
    per_metre: float
    shape: tuple[int, int]
    starts: NDArray[np.int32]
    records: NDArray[np.float64]

    @classmethod
    def over(cls, triangles: NDArray[np.float64]) -> "FloorGrid":
        """Sort `triangles`, (n, 3, 3) metres, all facing up and none upright."""
        if not len(triangles):
            return cls((0.0, 0.0), 1.0, (1, 1), np.zeros(2, np.int32), np.full((1, RECORD), np.nan))
        cells = len(triangles) * 2 if len(triangles) <= SMALL else len(triangles) // 2
        while True:
            grid = _sorted_into(triangles, cells)
            if grid is not None:
                return grid
            cells //= 2


def _sorted_into(triangles: NDArray[np.float64], cells: int) -> FloorGrid | None:
    """Make a grid of about so many cells; None if the triangles crowd it."""
    corners = triangles[:, :, [0, 2]].reshape(-1, 2)
    low = corners.min(axis=0)
    width, depth = np.ptp(corners, axis=0).tolist()
    # Whole cells along x: on a regular terrain their borders then fall on those of its triangles.
    nx = min(max(1, round(math.sqrt(cells * width / depth))), cells)
    per_metre = min(nx / width, cells / depth)
    nz = max(1, math.ceil(depth * per_metre - BORDER))
    rounding = _rounding(float(np.abs(corners).max()) * per_metre + nx + nz)
    records, reach = _records((triangles[:, :, [0, 2]] - low) * per_metre, triangles[:, :, 1], per_metre, rounding)
    starts = np.zeros(nx * nz + 1, np.int32)
    most = CROWD * len(triangles) + 1000 if cells > 1 else np.iinfo(np.int32).max
    total = bin_triangles(records, reach, nx, nz, most, starts, np.zeros((0, RECORD)))
    if total > most:
        return None
    starts[1:] = np.cumsum(starts[:-1])
    starts[0] = 0
    binned = np.full((total + 1, RECORD), np.nan)
    bin_triangles(records, reach, nx, nz, most, starts.copy(), binned)
    return FloorGrid((float(low[0]), float(low[1])), per_metre, (nx, nz), starts, binned)


def _rounding(farthest: float) -> float:
    """How far outside an edge, in cells, a point counts as on it.

    Coordinates and edges are rounded in the last of 53 bits of the farthest coordinate; a
    few times that closes every crack, and is a fiftieth of a nanometre where the floor is 5 km away.
    """
    return farthest * 2.0**-48


def _records(
    plan: NDArray[np.float64], heights: NDArray[np.float64], per_metre: float, rounding: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the triangles' records (m, 16) and their reach (m, 4): u from, to, v from, to.

    plan (n, 3, 2): corners (u, v) in cells; heights (n, 3) of the corners, metres. Triangles
    narrower than twice the rounding are left out: their neighbours reach over them.
    """
    sides = np.roll(plan, -1, axis=1) - plan
    lengths = np.hypot(sides[..., 0], sides[..., 1])
    twice_area = sides[:, 0, 1] * sides[:, 1, 0] - sides[:, 0, 0] * sides[:, 1, 1]
    wide = twice_area > 2.0 * rounding * lengths.max(axis=1)
    plan, heights, sides, lengths, twice_area = (a[wide] for a in (plan, heights, sides, lengths, twice_area))
    records = np.full((len(plan), RECORD), np.nan)
    for k in range(3):
        # What faces up runs clockwise if (u, v) is read as (x, y): the inside is on the right.
        a, b = sides[:, k, 1] / lengths[:, k], -sides[:, k, 0] / lengths[:, k]
        records[:, 3 * k : 3 * k + 3] = np.stack([a, b, rounding - a * plan[:, k, 0] - b * plan[:, k, 1]], axis=1)
    (u1, v1), (u2, v2) = sides[:, 0].T, -sides[:, 2].T
    rise1, rise2 = heights[:, 1] - heights[:, 0], heights[:, 2] - heights[:, 0]
    per_u, per_v = (rise2 * v1 - rise1 * v2) / twice_area, (rise1 * u2 - rise2 * u1) / twice_area
    records[:, 9], records[:, 10] = per_u, per_v
    records[:, 11] = heights[:, 0] - per_u * plan[:, 0, 0] - per_v * plan[:, 0, 1]
    normals = np.stack([-per_u * per_metre, np.ones(len(plan)), -per_v * per_metre], axis=1)
    records[:, 12:15] = normals / np.linalg.norm(normals, axis=1, keepdims=True)
    u, v = plan[..., 0], plan[..., 1]
    return records, np.stack([u.min(axis=1), u.max(axis=1), v.min(axis=1), v.max(axis=1)], axis=1)


@kernel
def bin_triangles(
    records: NDArray[np.float64],
    reach: NDArray[np.float64],
    nx: int,
    nz: int,
    most: int,
    starts: NDArray[np.int32],
    binned: NDArray[np.float64],
) -> int:
    """Put the record of each triangle into the cells it reaches; return how often that was.

    records (n, 16) and reach (n, 4), in cells. starts (nx * nz + 1,): where the next record
    of each cell goes in `binned`; while that has no rows, the records are only counted, and
    no longer than until they exceed `most`.
    """
    total = 0
    for t in range(len(records)):
        i0, i1 = _cells_along(reach[t, 0], reach[t, 1], nx)
        j0, j1 = _cells_along(reach[t, 2], reach[t, 3], nz)
        for i in range(i0, i1 + 1):
            for j in range(j0, j1 + 1):
                if not _reaches(records, t, i + 0.5, j + 0.5):
                    continue
                cell = i * nz + j
                if len(binned):
                    binned[starts[cell]] = records[t]
                starts[cell] += 1
                total += 1
        if total > most:
            break
    return total


@kernel
def _cells_along(low: float, high: float, count: int) -> tuple[int, int]:
    """First and last cell along an axis that low … high enters by more than half a `BORDER`."""
    first = math.ceil(low - 1.0 + 0.5 * BORDER)
    last = math.floor(high - 0.5 * BORDER)
    if first > last:  # narrower than the strip and astride a border: whoever is there looks into both cells
        first = last = math.floor(0.5 * (low + high))
    return min(max(first, 0), count - 1), min(max(last, 0), count - 1)


@kernel
def _reaches(records: NDArray[np.float64], t: int, u: float, v: float) -> bool:
    """Tell whether none of a triangle's edges leaves all of the cell around (u, v) outside.

    The cell is wider by its strips, for points there look into its neighbour.
    """
    for k in (0, 3, 6):
        a, b, c = records[t, k], records[t, k + 1], records[t, k + 2]
        if a * u + b * v + c + (0.5 + BORDER) * (abs(a) + abs(b)) < 0.0:
            return False
    return True


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    bin_triangles(np.zeros((1, RECORD)), np.zeros((1, 4)), 1, 1, 1, np.zeros(2, np.int32), np.zeros((1, RECORD)))
