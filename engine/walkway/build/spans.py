"""Floor, cell by cell: where one could stand, on one or several storeys."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.walkway.build.grid import Grid
from orlop.engine.walkway.settings import WalkwaySettings


@dataclass(frozen=True, slots=True)
class Spans:
    """Pieces of floor, each one cell wide; those of cell c are `start[c] … start[c + 1]`.

    A cell has floor where its centre has. Within a cell spans lie bottom up, further apart
    than the knee.

    Attributes
    ----------
    start
        (cells + 1,) int64.
    cell
        (n,) int64, the cell of each span.
    height
        (n,) float64, floor at the cell's centre, metres.
    rise
        (n,) float64, how far the floor rises or falls from the centre to the cell's corner.
    """

    start: NDArray[np.int64]
    cell: NDArray[np.int64]
    height: NDArray[np.float64]
    rise: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.cell)


def find_spans(grid: Grid, floor: NDArray[np.float64], covers: NDArray[np.float64], settings: WalkwaySettings) -> Spans:
    """Sample `floor` (n, 3, 3) at the cells' centres.

    Surfaces closer together than the knee count as one, the highest: a crate that is stepped
    on, a stair over the ground. Holes narrower than the settings' gap, between planks or where
    parts do not quite meet, are filled. `covers` (m, 3, 3) are trapdoors: floor as well, and
    whatever lies below them in the same cell is no span of its own.
    """
    triangles = np.concatenate([floor, covers]) if len(covers) else floor
    counts = np.zeros(grid.cells + 1, np.int64)
    frame = grid.frame()
    nothing = np.zeros(0, np.int64)
    none = np.zeros(0)
    sample_floor(triangles, frame, grid.nx, grid.nz, counts, False, nothing, none, none, nothing)
    start = np.zeros(grid.cells + 1, np.int64)
    np.cumsum(counts[:-1], out=start[1:])
    total = int(start[-1])
    cursor = start.copy()
    source = np.empty(total, np.int64)
    height, rise = np.empty(total), np.empty(total)
    sample_floor(triangles, frame, grid.nx, grid.nz, counts, True, cursor, height, rise, source)
    kept = merge_samples(start, height, rise, source, len(floor), settings.knee)
    spans = Spans(*leave_out(start, height, rise, kept))
    return _without_gaps(spans, grid, settings)


def _without_gaps(spans: Spans, grid: Grid, settings: WalkwaySettings) -> Spans:
    """Add spans where a hole is narrow along x or z and its sides are within a step."""
    widest = int(settings.gap / grid.cell + 1e-6)
    found = [
        bridge_gaps(spans.start, spans.cell, spans.height, grid.nx, grid.nz, along_x, widest, settings.step)
        for along_x in (True, False)
    ]
    added = np.concatenate([cells for cells, _ in found])
    if not len(added):
        return spans
    start, height, rise = put_in(spans.start, spans.height, spans.rise, added, np.concatenate([h for _, h in found]))
    kept = merge_samples(start, height, rise, np.zeros(len(height), np.int64), 1, settings.knee)
    return Spans(*leave_out(start, height, rise, kept))


@kernel
def sample_floor(triangles, frame, nx, nz, counts, fill, cursor, height, rise, source):  # type: ignore[no-untyped-def]
    """Count, or fill in, the cell centres below each triangle.

    triangles (n, 3, 3) float64; frame (x, z, cell); counts (cells + 1,) int64 grows when not
    `fill`, else cursor (cells + 1,) walks through height, rise, source (samples,).
    """
    x0, z0, cell = frame[0], frame[1], frame[2]
    for t in range(triangles.shape[0]):
        ax, ay, az = triangles[t, 0, 0], triangles[t, 0, 1], triangles[t, 0, 2]
        bx, by, bz = triangles[t, 1, 0], triangles[t, 1, 1], triangles[t, 1, 2]
        cx, cy, cz = triangles[t, 2, 0], triangles[t, 2, 1], triangles[t, 2, 2]
        twice = (bx - ax) * (cz - az) - (bz - az) * (cx - ax)
        if twice == 0.0:
            continue
        # The plane y = ay + p (x − ax) + q (z − az).
        p = ((by - ay) * (cz - az) - (cy - ay) * (bz - az)) / twice
        q = ((cy - ay) * (bx - ax) - (by - ay) * (cx - ax)) / twice
        half = 0.5 * cell * (abs(p) + abs(q))
        j0 = max(0, int(np.ceil((min(az, bz, cz) - z0) / cell - 0.5 - 1e-9)))
        j1 = min(nz - 1, int(np.floor((max(az, bz, cz) - z0) / cell - 0.5 + 1e-9)))
        for j in range(j0, j1 + 1):
            z = z0 + (j + 0.5) * cell
            left, right = np.inf, -np.inf
            for e in range(3):
                ux, uz = triangles[t, e, 0], triangles[t, e, 2]
                vx, vz = triangles[t, (e + 1) % 3, 0], triangles[t, (e + 1) % 3, 2]
                if z < min(uz, vz) - 1e-9 or z > max(uz, vz) + 1e-9:
                    continue
                if abs(vz - uz) < 1e-12:
                    left, right = min(left, ux, vx), max(right, ux, vx)
                else:
                    s = min(1.0, max(0.0, (z - uz) / (vz - uz)))
                    x = ux + s * (vx - ux)
                    left, right = min(left, x), max(right, x)
            if left > right:
                continue
            i0 = max(0, int(np.ceil((left - x0) / cell - 0.5 - 1e-9)))
            i1 = min(nx - 1, int(np.floor((right - x0) / cell - 0.5 + 1e-9)))
            for i in range(i0, i1 + 1):
                c = i * nz + j
                if fill:
                    k = cursor[c]
                    cursor[c] = k + 1
                    height[k] = ay + p * (x0 + (i + 0.5) * cell - ax) + q * (z - az)
                    rise[k] = half
                    source[k] = t
                else:
                    counts[c] += 1


@kernel
def merge_samples(start, height, rise, source, covers_from, knee):  # type: ignore[no-untyped-def]
    """Sort each cell's samples bottom up and tell which stay: (samples,) bool.

    start (cells + 1,); height, rise (samples,) float64; source (samples,) int64, at or above
    `covers_from` a trapdoor.
    """
    kept = np.zeros(height.shape[0], np.bool_)
    for c in range(start.shape[0] - 1):
        a, b = start[c], start[c + 1]
        for i in range(a + 1, b):
            h, r, s = height[i], rise[i], source[i]
            k = i - 1
            while k >= a and height[k] > h:
                height[k + 1], rise[k + 1], source[k + 1] = height[k], rise[k], source[k]
                k -= 1
            height[k + 1], rise[k + 1], source[k + 1] = h, r, s
        last = a
        for i in range(a, b):
            if source[i] >= covers_from:
                last = i
        for i in range(last, b):
            kept[i] = i == b - 1 or height[i + 1] - height[i] > knee
    return kept


@kernel
def leave_out(start, height, rise, kept):  # type: ignore[no-untyped-def]
    """Leave only what is `kept` (samples,): start (cells + 1,), cell, height and rise of what stays."""
    count = 0
    for s in range(kept.shape[0]):
        count += kept[s]
    left, cell = np.empty(start.shape[0], np.int64), np.empty(count, np.int64)
    heights, rises, count = np.empty(count), np.empty(count), 0
    for c in range(start.shape[0] - 1):
        left[c] = count
        for s in range(start[c], start[c + 1]):
            if kept[s]:
                cell[count], heights[count], rises[count] = c, height[s], rise[s]
                count += 1
    left[start.shape[0] - 1] = count
    return left, cell, heights, rises


@kernel
def put_in(start, height, rise, cells, heights):  # type: ignore[no-untyped-def]
    """Add level samples in `cells` (n,) after what is in them: start, height and rise of all."""
    more = np.zeros(start.shape[0], np.int64)
    for c in cells:
        more[c + 1] += 1
    for c in range(1, start.shape[0]):
        more[c] += more[c - 1]
    moved = start + more
    height_of, rise_of = np.empty(moved[-1]), np.zeros(moved[-1])
    free = moved[:-1].copy()
    for c in range(start.shape[0] - 1):
        for s in range(start[c], start[c + 1]):
            height_of[free[c]], rise_of[free[c]] = height[s], rise[s]
            free[c] += 1
    for k in range(cells.shape[0]):
        height_of[free[cells[k]]] = heights[k]
        free[cells[k]] += 1
    return moved, height_of, rise_of


@kernel
def bridge_gaps(start, cell, height, nx, nz, along_x, widest, step):  # type: ignore[no-untyped-def]
    """List cells to fill between two spans in one row, at most `widest` cells apart.

    The heights of the two differ by no more than `step`, and no other floor lies within a step
    between them. Returns cells (n,) int64 and their heights (n,), between the two.
    """
    cells, heights, count = np.empty(1024, np.int64), np.empty(1024), 0
    stride = nz if along_x else 1
    for s in range(cell.shape[0]):
        left = (nx - 1 - cell[s] // nz) if along_x else (nz - 1 - cell[s] % nz)
        other, wide = -1, 0
        for k in range(1, min(widest + 1, left) + 1):
            c = cell[s] + k * stride
            for o in range(start[c], start[c + 1]):
                if abs(height[o] - height[s]) <= step:
                    other = o
            if other >= 0:
                wide = k
                break
        for k in range(1, wide):
            if count == cells.shape[0]:
                more_cells, more_heights = np.empty(2 * count, np.int64), np.empty(2 * count)
                more_cells[:count], more_heights[:count] = cells, heights
                cells, heights = more_cells, more_heights
            cells[count] = cell[s] + k * stride
            heights[count] = height[s] + (height[other] - height[s]) * k / wide
            count += 1
    return cells[:count], heights[:count]


def warm() -> None:
    """Compile this file's kernels."""
    triangle = np.array([[[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]])
    gap = np.concatenate([triangle, triangle + np.array([1.1, 0.0, 0.0])])
    find_spans(Grid.over(gap, 0.05), gap, triangle, WalkwaySettings())
