"""The floor at one point, and at many: the loops over a `FloorGrid`.

Both take a frame (9,) float64: the grid's low x, low z, cells per metre, nx, nz; then the
reference's low x, low z, cells per metre and climb. One array, since unpacking nine numbers
would take a single lookup half as long again. Without a reference, `reference` is (0, 0).
"""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.walkway.floor_grid import BORDER, RECORD

BLOCK = 256
"""Points whose cells are found before any is looked into: their cache misses overlap."""


@kernel
def find(
    starts: NDArray[np.int32],
    records: NDArray[np.float64],
    reference: NDArray[np.float32],
    frame: NDArray[np.float64],
    x: float,
    z: float,
    now: float,
    step: float,
) -> tuple[float, float, float, float]:
    """Height and unit normal at (x, z), local metres; NaN where there is no floor.

    Of several floors the topmost, or, unless `now` is NaN, the one nearest to height `now` and
    at most `step` away from it; of two equally near the upper.
    """
    u, v = (x - frame[0]) * frame[2], (z - frame[1]) * frame[2]
    nx, nz = int(frame[3]), int(frame[4])
    if not (-BORDER <= u <= nx + BORDER and -BORDER <= v <= nz + BORDER):
        return math.nan, math.nan, math.nan, math.nan
    ceiling = _ceiling(reference, frame, x, z)
    topmost = math.isnan(now)
    found, best, height = len(records) - 1, -math.inf if topmost else -step, -math.inf
    for i in range(max(int(u - BORDER), 0), min(int(u + BORDER), nx - 1) + 1):
        for j in range(max(int(v - BORDER), 0), min(int(v + BORDER), nz - 1) + 1):
            for k in range(starts[i * nz + j], starts[i * nz + j + 1]):
                y = _height(records, k, u, v)
                score = y if topmost else -abs(y - now)
                if y <= ceiling and (score > best or (score == best and y > height)):
                    found, best, height = k, score, y
    none = found == len(records) - 1
    return math.nan if none else height, records[found, 12], records[found, 13], records[found, 14]


@kernel
def find_all(
    starts: NDArray[np.int32],
    records: NDArray[np.float64],
    reference: NDArray[np.float32],
    frame: NDArray[np.float64],
    points: NDArray[np.float64],
    nows: NDArray[np.float64],
    step: float,
    heights: NDArray[np.float64],
    normals: NDArray[np.float64],
) -> None:
    """As `find` for each of points (n, 2), into heights (n,) and normals (n, 3).

    nows (n,), or (0,) for the topmost floor: that is the quick way, which leaves to `find`
    only the few points near a cell's border or beyond the grid.
    """
    nx, nz, none = int(frame[3]), int(frame[4]), len(records) - 1
    us, vs, ceilings = np.empty(BLOCK), np.empty(BLOCK), np.empty(BLOCK)
    cells = np.empty(BLOCK, np.int64)
    for begin in range(0, len(points), BLOCK):
        count = min(BLOCK, len(points) - begin)
        for b in range(count):
            x, z = points[begin + b, 0], points[begin + b, 1]
            u, v = (x - frame[0]) * frame[2], (z - frame[1]) * frame[2]
            i, j = int(u), int(v)
            amid = abs(u - i - 0.5) < 0.5 - BORDER and abs(v - j - 0.5) < 0.5 - BORDER
            quick = amid and 0 <= i < nx and 0 <= j < nz and not len(nows)
            us[b], vs[b], ceilings[b] = u, v, _ceiling(reference, frame, x, z)
            cells[b] = i * nz + j if quick else -1
        for b in range(count):
            p = begin + b
            if cells[b] < 0:
                now = nows[p] if len(nows) else math.nan
                found = find(starts, records, reference, frame, points[p, 0], points[p, 1], now, step)
                heights[p], normals[p, 0], normals[p, 1], normals[p, 2] = found
                continue
            k_found, height = none, -math.inf
            for k in range(starts[cells[b]], starts[cells[b] + 1]):
                y = _height(records, k, us[b], vs[b])
                better = (y <= ceilings[b]) & (y > height)
                height = y if better else height
                k_found = k if better else k_found
            heights[p] = height if k_found != none else math.nan
            normals[p, 0], normals[p, 1], normals[p, 2] = (
                records[k_found, 12],
                records[k_found, 13],
                records[k_found, 14],
            )


@kernel
def _height(records: NDArray[np.float64], k: int, u: float, v: float) -> float:
    """Height of triangle `k` at (u, v), NaN outside of it."""
    e0 = records[k, 0] * u + records[k, 1] * v + records[k, 2]
    e1 = records[k, 3] * u + records[k, 4] * v + records[k, 5]
    e2 = records[k, 6] * u + records[k, 7] * v + records[k, 8]
    y = records[k, 9] * u + records[k, 10] * v + records[k, 11]
    return y if (e0 >= 0.0) & (e1 >= 0.0) & (e2 >= 0.0) else math.nan


@kernel
def _ceiling(reference: NDArray[np.float32], frame: NDArray[np.float64], x: float, z: float) -> float:
    """How high the floor may lie at (x, z), metres; NaN where the reference has no floor."""
    if not reference.size:
        return math.inf
    i = min(max(int((x - frame[5]) * frame[7]), 0), reference.shape[0] - 1)
    j = min(max(int((z - frame[6]) * frame[7]), 0), reference.shape[1] - 1)
    return float(reference[i, j]) + float(frame[8])


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    starts, records, reference = np.zeros(2, np.int32), np.full((1, RECORD), np.nan), np.zeros((0, 0), np.float32)
    frame = np.array([0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0])
    find(starts, records, reference, frame, 0.5, 0.5, math.nan, 0.0)
    points, nows, heights, normals = np.zeros((1, 2)), np.zeros(0), np.zeros(1), np.zeros((1, 3))
    find_all(starts, records, reference, frame, points, nows, 0.0, heights, normals)
