"""Triangles sorted into square cells, so that one above any (x, z) is found at once.

Lengths in the plane are in cells here, counted from the grid's lowest corner: u along x,
v along z. A record stands in each cell that its triangle reaches, in the order in which a
query reads it: it costs memory, and saves the jump to a table of triangles that would miss
the cache.

A point is looked up in the cell that holds it, and within `BORDER` of a cell's border in the
neighbour too. So a triangle that merely touches a cell need not stand in it: on a regular
terrain a cell holds 2 triangles instead of 7.
"""

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel

BORDER = 2.0**-20
"""Width of the strip along a cell's border whose points also look next door, in cells."""

RECORD = 16
"""float64 per record: three edges (a, b, c), the plane (per u, per v, at zero), the normal, the top."""

Found = tuple[float, float, float, float]


@kernel
def bin_triangles(
    planes: NDArray[np.float64],
    bounds: NDArray[np.float64],
    shape: tuple[int, int],
    starts: NDArray[np.int64],
    records: NDArray[np.float64],
) -> None:
    """Count the records of each cell, or, given room for them, write them.

    planes (n, 16) float64: the record of each triangle; bounds (n, 4): its u0, u1, v0, v1.
    starts (nx * nz + 1,) int64: with empty records (0, 16) each cell's count is added to its
    own entry; else it is each cell's first record, and is left at the next cell's.
    """
    for t in range(len(planes)):
        i0, i1 = _span(bounds[t, 0], bounds[t, 1], shape[0])
        j0, j1 = _span(bounds[t, 2], bounds[t, 3], shape[1])
        for i in range(i0, i1 + 1):
            for j in range(j0, j1 + 1):
                if not _reaches(planes, t, i + 0.5, j + 0.5):
                    continue
                cell = i * shape[1] + j
                if len(records):
                    records[starts[cell]] = planes[t]
                starts[cell] += 1


@kernel
def _span(low: float, high: float, count: int) -> tuple[int, int]:
    """First and last cell along one axis that low … high reaches by more than half a `BORDER`."""
    first = int(np.ceil(low - 1.0 + 0.5 * BORDER))
    last = int(np.floor(high - 0.5 * BORDER))
    if first > last:  # thinner than the strip and astride a border: both sides look into either cell
        first = last = int(np.floor(0.5 * (low + high)))
    return min(max(first, 0), count - 1), min(max(last, 0), count - 1)


@kernel
def _reaches(planes: NDArray[np.float64], t: int, u: float, v: float) -> bool:
    """Tell whether no edge of triangle `t` keeps all of the cell around (u, v) outside."""
    for e in (0, 3, 6):
        a, b, c = planes[t, e], planes[t, e + 1], planes[t, e + 2]
        if a * u + b * v + c + (0.5 + BORDER) * (abs(a) + abs(b)) < 0.0:
            return False
    return True


@kernel
def _scan(
    starts: NDArray[np.int64],
    records: NDArray[np.float64],
    cell: int,
    u: float,
    v: float,
    cap: float,
    now: float,
    best: tuple[int, float, float],
) -> tuple[int, float, float]:
    """Return the better of `best` (record, score, height) and the records of one cell.

    The score is the height, or, where `now` is not NaN, the nearness to it.
    """
    found, score, height = best
    for k in range(starts[cell], starts[cell + 1]):
        record = records[k]
        e0 = record[0] * u + record[1] * v + record[2]
        e1 = record[3] * u + record[4] * v + record[5]
        e2 = record[6] * u + record[7] * v + record[8]
        if min(e0, e1, e2) < 0.0:
            continue
        y = record[9] * u + record[10] * v + record[11]
        s = y if np.isnan(now) else -abs(y - now)
        if y <= cap and (s > score or (s == score and y > height)):
            found, score, height = k, s, y
    return found, score, height


@kernel
def find(
    starts: NDArray[np.int64],
    records: NDArray[np.float64],
    reference: NDArray[np.float32],
    frame: tuple[float, float, float, int, int],
    reference_frame: tuple[float, float, float, float],
    x: float,
    z: float,
    now: float,
    step: float,
) -> Found:
    """Height and normal of the floor at (x, z), local metres; NaN where there is none.

    Where `now` is NaN the topmost floor, else the one nearest to `now` within `step`.
    frame: low x, low z, cells per metre, nx, nz; reference_frame: low x, low z, cells per
    metre, climb; reference (0, 0) for none.
    """
    low_x, low_z, per_metre, nx, nz = frame
    u = (x - low_x) * per_metre
    v = (z - low_z) * per_metre
    if not (-BORDER <= u <= nx + BORDER and -BORDER <= v <= nz + BORDER):
        return np.nan, np.nan, np.nan, np.nan
    cap = np.inf
    if reference.size:
        ref_x, ref_z, ref_per_metre, climb = reference_frame
        i = min(max(int(np.floor((x - ref_x) * ref_per_metre)), 0), reference.shape[0] - 1)
        j = min(max(int(np.floor((z - ref_z) * ref_per_metre)), 0), reference.shape[1] - 1)
        cap = np.float64(reference[i, j]) + climb
    best = (-1, -np.inf if np.isnan(now) else -step, -np.inf)
    i0, i1 = max(int(u - BORDER), 0), min(int(u + BORDER), nx - 1)
    j0, j1 = max(int(v - BORDER), 0), min(int(v + BORDER), nz - 1)
    for i in range(i0, i1 + 1):
        for j in range(j0, j1 + 1):
            best = _scan(starts, records, i * nz + j, u, v, cap, now, best)
    if best[0] < 0:
        return np.nan, np.nan, np.nan, np.nan
    record = records[best[0]]
    return best[2], record[12], record[13], record[14]


@kernel
def find_all(
    starts: NDArray[np.int64],
    records: NDArray[np.float64],
    reference: NDArray[np.float32],
    frame: tuple[float, float, float, int, int],
    reference_frame: tuple[float, float, float, float],
    points: NDArray[np.float64],
    nows: NDArray[np.float64],
    step: float,
    heights: NDArray[np.float64],
    normals: NDArray[np.float64],
) -> None:
    """`find` for all of points (n, 2); nows (n,) or empty for the topmost floor."""
    for p in range(len(points)):
        now = nows[p] if len(nows) else np.nan
        found = find(starts, records, reference, frame, reference_frame, points[p, 0], points[p, 1], now, step)
        heights[p], normals[p, 0], normals[p, 1], normals[p, 2] = found


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    planes = np.zeros((1, RECORD))
    starts, empty = np.zeros(2, np.int64), np.zeros((0, 0), np.float32)
    bin_triangles(planes, np.zeros((1, 4)), (1, 1), starts, np.zeros((0, RECORD)))
    frame, reference_frame = (0.0, 0.0, 1.0, 1, 1), (0.0, 0.0, 1.0, 0.0)
    find(starts, planes, empty, frame, reference_frame, 0.5, 0.5, np.nan, 0.0)
    points, heights, normals = np.zeros((1, 2)), np.zeros(1), np.zeros((1, 3))
    find_all(starts, planes, empty, frame, reference_frame, points, np.zeros(0), 0.0, heights, normals)
