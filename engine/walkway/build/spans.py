"""Floor, cell by cell: where one could stand, on one or several storeys."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.walkway.build.grid import Grid
from orlop.engine.walkway.build.sweep import moved, sweep_floor
from orlop.engine.walkway.settings import WalkwaySettings

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]


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

    start: Ints
    cell: Ints
    height: Floats
    rise: Floats

    def __len__(self) -> int:
        return len(self.cell)


def find_spans(grid: Grid, floor: Floats, covers: Floats, settings: WalkwaySettings) -> Spans:
    """Sample `floor` (n, 3, 3) at the cells' centres.

    Surfaces closer together than the knee count as one, the highest: a crate that is stepped
    on, a stair over the ground. Holes narrower than the settings' gap, between planks or where
    parts do not quite meet, are filled. `covers` (m, 3, 3) are trapdoors: floor as well, and
    whatever lies below them in the same cell is no span of its own.
    """
    triangles = np.ascontiguousarray(np.concatenate([floor, covers]) if len(covers) else floor)
    start, cell, height, rise = sweep_floor(triangles, grid.frame(), grid.nx, grid.nz, len(floor), settings.knee)
    cells, heights = _gaps(start, height, grid, settings)
    return Spans(*put_in(start, cell, height, rise, cells, heights, settings.knee))


def _gaps(start: Ints, height: Floats, grid: Grid, settings: WalkwaySettings) -> tuple[Ints, Floats]:
    """Return cells (n,), sorted, and heights (n,), where a hole is narrow along x or z and its sides are within a step."""
    widest = int(settings.gap / grid.cell + 1e-6)
    found = [
        bridge_gaps(start, height, grid.nx, grid.nz, along_x, widest, settings.step)
        for along_x in ((True, False) if widest else ())
    ]
    cells = np.concatenate([np.zeros(0, np.int32), *(cells for cells, _ in found)])
    order = np.argsort(cells, kind="stable")
    return cells[order], np.concatenate([np.zeros(0), *(heights for _, heights in found)])[order]


@kernel
def put_in(
    start: Ints, cell: Ints, height: Floats, rise: Floats, cells: Ints, heights: Floats, knee: float
) -> tuple[Ints, Ints, Floats, Floats]:
    """Add level samples in `cells` (n,), sorted, to spans, and merge those closer than the knee.

    In place, where the spans' arrays have room, which they may beyond the last span that `start`
    (cells + 1,) tells of. A sample that would leave a cell with less floor than it has is left out.
    Returns start and, of all spans, cell, height and rise.
    """
    room = cells.shape[0]
    for k in range(cells.shape[0]):
        room += start[cells[k] + 1] - start[cells[k]]
    kept_height, kept_rise = np.empty(room), np.empty(room)
    changed, ends, groups, more, filled, k = np.empty_like(cells), np.empty_like(cells), 0, 0, 0, 0
    while k < cells.shape[0]:
        c, first = cells[k], filled
        for s in range(start[c], start[c + 1]):
            kept_height[filled], kept_rise[filled] = height[s], rise[s]
            filled += 1
        while k < cells.shape[0] and cells[k] == c:
            kept_height[filled], kept_rise[filled] = heights[k], 0.0
            filled, k = filled + 1, k + 1
        filled = _settle(first, filled, kept_height, kept_rise, knee)
        by = filled - first - (start[c + 1] - start[c])
        if by < 0:
            filled = first
        else:
            changed[groups], ends[groups] = c, filled
            groups, more = groups + 1, more + by
    last = start.shape[0] - 1
    total = start[last]
    if total + more > height.shape[0]:
        cell, height, rise = (
            moved(cell, total, total + more),
            moved(height, total, total + more),
            moved(rise, total, total + more),
        )
    by = more
    for g in range(groups - 1, -1, -1):  # from the last on, so that nothing is written over
        c = changed[g]
        if by:
            for s in range(start[last] - 1, start[c + 1] - 1, -1):
                cell[s + by], height[s + by], rise[s + by] = cell[s], height[s], rise[s]
            for n in range(c + 1, last + 1):
                start[n] += by
        last = c
        first = ends[g - 1] if g else 0
        by -= ends[g] - first - (start[c + 1] - by - start[c])
        for k in range(first, ends[g]):
            s = start[c] + by + k - first
            cell[s], height[s], rise[s] = c, kept_height[k], kept_rise[k]
    count = total + more
    return start, cell[:count], height[:count], rise[:count]


@kernel
def _settle(a: int, b: int, height: Floats, rise: Floats, knee: float) -> int:
    """Sort the samples a … b of one cell and leave only spans, from `a` on; returns the one after the last."""
    for i in range(a + 1, b):
        h, r = height[i], rise[i]
        k = i - 1
        while k >= a and height[k] > h:
            height[k + 1], rise[k + 1] = height[k], rise[k]
            k -= 1
        height[k + 1], rise[k + 1] = h, r
    count = a
    for i in range(a, b):
        if i == b - 1 or height[i + 1] - height[i] > knee:
            height[count], rise[count] = height[i], rise[i]
            count += 1
    return count


@kernel
def bridge_gaps(
    start: Ints, height: Floats, nx: int, nz: int, along_x: bool, widest: int, step: float
) -> tuple[Ints, Floats]:
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
def find_rims(start: Ints, height: Floats, stride: int, step: float) -> Ints:
    """List the cells with floor, save those whose spans all go on `stride` cells further; (n,) int32."""
    cells, count = start.shape[0] - 1, 0
    rims = np.empty(cells, np.int32)  # what is not written costs nothing
    for c in range(cells):
        a, b = start[c], start[c + 1]
        if a == b:
            continue
        n = min(c + stride, cells - 1)
        o = start[n]
        ends = b - a != start[n + 1] - o
        if not ends:
            for k in range(b - a):
                ends = ends or abs(height[o + k] - height[a + k]) > step
        if ends:
            rims[count] = c
            count += 1
    return rims[:count]


@kernel
def _across(start: Ints, height: Floats, c: int, s: int, stride: int, reach: int, step: float) -> tuple[int, int]:
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
