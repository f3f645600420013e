"""Floor, cell by cell: where one could stand, on one or several storeys."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.walkway.build.grid import Grid
from orlop.engine.walkway.settings import WalkwaySettings

ROWS = 8
"""Rows of cells sampled at once: as many numbers as a cache line holds."""


@dataclass(frozen=True, slots=True)
class Spans:
    """Pieces of floor, each one cell wide; those of cell c are `start[c] … start[c + 1]`.

    A cell has floor where its centre has. Within a cell spans lie bottom up, further apart
    than the knee.

    Attributes
    ----------
    start
        (cells + 1,) int32.
    cell
        (n,) int32, the cell of each span.
    height
        (n,) float64, floor at the cell's centre, metres.
    rise
        (n,) float64, how far the floor rises or falls from the centre to the cell's corner.
    """

    start: NDArray[np.int32]
    cell: NDArray[np.int32]
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
    start = np.zeros(grid.cells + 2, np.int32)
    none, nothing = np.zeros(0), np.zeros(0, np.int32)
    sample_floor(triangles, grid.frame(), grid.nx, grid.nz, start, False, none, none, nothing)
    total = add_up(start)
    height, rise, source = np.empty(total), np.empty(total), np.empty(total, np.int32)
    sample_floor(triangles, grid.frame(), grid.nx, grid.nz, start, True, height, rise, source)
    cell, count = merge_samples(start[:-1], height, rise, source, len(floor), settings.knee)
    spans = Spans(start[:-1], cell[:count], height[:count], rise[:count])
    return _without_gaps(spans, grid, settings)


def _without_gaps(spans: Spans, grid: Grid, settings: WalkwaySettings) -> Spans:
    """Add spans where a hole is narrow along x or z and its sides are within a step."""
    widest = int(settings.gap / grid.cell + 1e-6)
    if widest < 1:
        return spans
    found = [
        bridge_gaps(spans.start, spans.height, grid.nx, grid.nz, along_x, widest, settings.step)
        for along_x in (True, False)
    ]
    added = np.concatenate([cells for cells, _ in found])
    if not len(added):
        return spans
    heights = np.concatenate([heights for _, heights in found])
    order = np.argsort(added, kind="stable")
    return Spans(*put_in(spans.start, spans.height, spans.rise, added[order], heights[order], settings.knee))


@kernel
def sample_floor(triangles, frame, nx, nz, start, fill, height, rise, source):  # type: ignore[no-untyped-def]
    """Count, or fill in, the cell centres below each triangle.

    triangles (n, 3, 3) float64; frame (x, z, cell). Cell c counts in `start[c + 2]`, (cells + 2,)
    int32; added up, `start[c + 1]` is where its next sample goes in height, rise and source (samples,).
    """
    x0, z0, cell = frame[0], frame[1], frame[2]
    first, last = np.empty(ROWS, np.int64), np.empty(ROWS, np.int64)
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
        # Cells lie in memory along z, edges are cut along x: a few rows at a time serve both.
        for low in range(j0, j1 + 1, ROWS):
            high = min(low + ROWS, j1 + 1)
            i0, i1 = nx, -1
            for j in range(low, high):
                left, right = _row_of(triangles, t, z0 + (j + 0.5) * cell)
                a, b = nx, -1
                if left <= right:
                    a = max(0, int(np.ceil((left - x0) / cell - 0.5 - 1e-9)))
                    b = min(nx - 1, int(np.floor((right - x0) / cell - 0.5 + 1e-9)))
                first[j - low], last[j - low] = a, b
                i0, i1 = min(i0, a), max(i1, b)
            for i in range(i0, i1 + 1):
                for j in range(low, high):
                    if i < first[j - low] or i > last[j - low]:
                        continue
                    c = i * nz + j
                    if fill:
                        k = start[c + 1]
                        start[c + 1] = k + 1
                        height[k] = ay + p * (x0 + (i + 0.5) * cell - ax) + q * (z0 + (j + 0.5) * cell - az)
                        rise[k] = half
                        source[k] = t
                    else:
                        start[c + 2] += 1


@kernel
def _row_of(triangles, t, z):  # type: ignore[no-untyped-def]
    """Return from where to where, along x, triangle `t` lies at `z`; from inf to -inf if it doesn't."""
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
    return left, right


@kernel
def add_up(counts):  # type: ignore[no-untyped-def]
    """Replace each of `counts` by the sum up to it, and return that of all."""
    total = 0
    for k in range(counts.shape[0]):
        total += counts[k]
        counts[k] = total
    return total


@kernel
def merge_samples(start, height, rise, source, covers_from, knee):  # type: ignore[no-untyped-def]
    """Sort each cell's samples bottom up and leave only spans, in place.

    start (cells + 1,); height, rise (samples,) float64; source (samples,) int32, at or above
    `covers_from` a trapdoor. Returns the spans' cells (samples,) int32, and their number.
    """
    cell = np.empty(height.shape[0], np.int32)
    count, b = 0, 0
    for c in range(start.shape[0] - 1):
        a, b = b, start[c + 1]
        start[c] = count
        if b == a + 1:
            cell[count], height[count], rise[count] = c, height[a], rise[a]
            count += 1
        elif b > a:
            count = _settle(a, b, height, rise, source, covers_from, knee, c, cell, count)
    start[start.shape[0] - 1] = count
    return cell, count


@kernel
def _settle(a, b, height, rise, source, covers_from, knee, c, cell, count):  # type: ignore[no-untyped-def]
    """Sort samples a … b of cell `c` and move what stays down to `count`; returns the new count."""
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
        if i == b - 1 or height[i + 1] - height[i] > knee:
            cell[count], height[count], rise[count] = c, height[i], rise[i]
            count += 1
    return count


@kernel
def put_in(start, height, rise, cells, heights, knee):  # type: ignore[no-untyped-def]
    """Add level samples in `cells` (n,), sorted, to spans, and merge those closer than the knee.

    Returns start (cells + 1,), cell, height and rise of all spans.
    """
    most = height.shape[0] + cells.shape[0]
    moved, cell = np.empty(start.shape[0], np.int32), np.empty(most, np.int32)
    height_of, rise_of, source = np.empty(most), np.empty(most), np.zeros(most, np.int32)
    count, added = 0, 0
    for c in range(start.shape[0] - 1):
        moved[c], begin, end = count, start[c], start[c + 1]
        if added == cells.shape[0] or cells[added] != c:
            for s in range(begin, end):
                cell[count], height_of[count], rise_of[count] = c, height[s], rise[s]
                count += 1
            continue
        filled = count
        for s in range(begin, end):
            height_of[filled], rise_of[filled] = height[s], rise[s]
            filled += 1
        while added < cells.shape[0] and cells[added] == c:
            height_of[filled], rise_of[filled] = heights[added], 0.0
            filled, added = filled + 1, added + 1
        count = _settle(count, filled, height_of, rise_of, source, 1, knee, c, cell, count)
    moved[start.shape[0] - 1] = count
    return moved, cell[:count], height_of[:count], rise_of[:count]


@kernel
def bridge_gaps(start, height, nx, nz, along_x, widest, step):  # type: ignore[no-untyped-def]
    """List cells to fill between two spans in one row, at most `widest` cells apart.

    The heights of the two differ by no more than `step`, and no other floor lies within a step
    between them. Returns cells (n,) int32 and their heights (n,), between the two.
    """
    cells, heights, count = np.empty(1024, np.int32), np.empty(1024), 0
    stride = nz if along_x else 1
    rims = find_rims(start, height, stride, step)
    for r in range(rims.shape[0]):
        c = rims[r]
        left = (nx - 1 - c // nz) if along_x else (nz - 1 - c % nz)
        for s in range(start[c], start[c + 1]):
            other, wide = _across(start, height, c, s, stride, min(widest + 1, left), step)
            for k in range(1, wide):
                if count == cells.shape[0]:
                    more_cells, more_heights = np.empty(2 * count, np.int32), np.empty(2 * count)
                    more_cells[:count], more_heights[:count] = cells, heights
                    cells, heights = more_cells, more_heights
                cells[count] = c + k * stride
                heights[count] = height[s] + (height[other] - height[s]) * k / wide
                count += 1
    return cells[:count], heights[:count]


@kernel
def find_rims(start, height, stride, step):  # type: ignore[no-untyped-def]
    """List the cells with floor, save those of one span that goes on `stride` cells further; (n,) int32."""
    cells, count = start.shape[0] - 1, 0
    rims = np.empty(cells, np.int32)  # what is not written costs nothing
    for c in range(cells):
        a, b = start[c], start[c + 1]
        if a == b:
            continue
        n = min(c + stride, cells - 1)
        o = start[n]
        if b != a + 1 or start[n + 1] != o + 1 or abs(height[o] - height[a]) > step:
            rims[count] = c
            count += 1
    return rims[:count]


@kernel
def _across(start, height, c, s, stride, reach, step):  # type: ignore[no-untyped-def]
    """Return the first span within a step of `s` up to `reach` cells on, and how many cells on; -1, 0 if none."""
    for k in range(1, reach + 1):
        other = -1
        for o in range(start[c + k * stride], start[c + k * stride + 1]):
            if abs(height[o] - height[s]) <= step:
                other = o
        if other >= 0:
            return other, k
    return -1, 0


def warm() -> None:
    """Compile this file's kernels."""
    triangle = np.array([[[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]])
    gap = np.concatenate([triangle, triangle + np.array([1.1, 0.0, 0.0])])
    find_spans(Grid.over(gap, 0.05), gap, triangle, WalkwaySettings())
