"""Cuts floor that lies over itself into layers, each with one height at any (x, z).

Storeys joined by ramps are one connected floor. Where it lies over itself, the patches of each
storey keep apart; everything else joins the patch it can be walked to soonest, so that the cuts
fall midway on the ramps, as far as can be from any overlap.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.walkway.build.grid import Grid
from orlop.engine.walkway.build.span_graph import (
    conflicts,
    flood,
    grow,
    link_spans,
    overlapping,
    repeated,
    spread,
    take_in,
)
from orlop.engine.walkway.build.spans import Spans
from orlop.engine.walkway.settings import WalkwaySettings

LEAST_AREA_IN_RADII = 3.2
"""A piece of floor smaller than this many radii squared cannot hold the motor's circle (π r²)."""

OVER = 2 / 3
"""Floor this share of the brow above other floor nearby is another storey, no slope or stair of it."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer, cell by cell.

    Attributes
    ----------
    i, j
        The grid's cell that its first one is. A layer is as large as it needs to be, with a rim
        of one empty cell.
    height
        (mx, mz) float32, floor at the cell's centre; NaN where the layer has no open floor.
    owner
        (mx, mz) int16, the layer that a motor belongs to in this cell: the layer's own number,
        another one's in the rim beyond a cut, -1 where there is nothing.
    """

    i: int
    j: int
    height: NDArray[np.float32]
    owner: NDArray[np.int16]

    def grid(self, grid: Grid) -> Grid:
        """Return its own part of the `grid` it was found on."""
        return Grid(grid.x + self.i * grid.cell, grid.z + self.j * grid.cell, grid.cell, *self.height.shape)


def find_layers(
    grid: Grid, spans: Spans, solid: NDArray[np.bool_], settings: WalkwaySettings, with_solid: bool = False
) -> list[Layer]:
    """Part the open spans into layers, the largest piece of floor in the first.

    `with_solid` gives what is solid to the layer beside it, and keeps the floor below a drop: the
    exact route asks for whole floors and finds walls for itself. Beyond each cut a layer goes on for the radius and half a metre, so that the air on either
    side of a cut is as wide as if there were none.
    """
    step, radius = settings.step, settings.radius
    links = link_spans(spans.start, spans.cell, spans.height, solid, grid.nx, grid.nz, step)
    piece = flood(links, np.where(solid, -1, 0).astype(np.int32))
    least = LEAST_AREA_IN_RADII * radius**2 / grid.cell**2
    area = np.bincount(piece[piece >= 0], minlength=1)
    piece = np.where((piece >= 0) & (area[np.maximum(piece, 0)] >= least), piece, -1).astype(np.int32)
    if not np.any(piece >= 0):
        return []
    rim = int(np.ceil((radius + 0.5) / grid.cell))
    region = _regions(grid, spans, links, piece, rim, settings.brow * OVER)
    layer_of = _colour(spans, piece, region)
    count = int(layer_of.max()) + 1
    layer = np.where(region >= 0, layer_of[np.maximum(region, 0)], -1).astype(np.int16)
    if with_solid:
        links = link_spans(spans.start, spans.cell, spans.height, np.zeros_like(solid), grid.nx, grid.nz, step)
        take_in(links, spans.start, spans.cell, layer)
    painted = []
    for number in range(count):
        i, j, heights, owners = paint(
            links, spans.cell, spans.height, layer, number, rim, grid.cells, grid.nz, with_solid
        )
        painted.append(Layer(i, j, heights, owners))
    return painted


def _regions(
    grid: Grid, spans: Spans, links: NDArray[np.int32], piece: NDArray[np.int32], rim: int, over_by: float
) -> NDArray[np.int32]:
    """Give each span a region: no region lies over itself, nor within `rim` cells of doing so."""
    region = np.full(len(spans), -1, np.int32)
    over = overlapping(spans.start, spans.cell, piece)
    rest, count = np.where(over, piece, -1).astype(np.int32), 0
    while np.any(rest >= 0):
        patch = flood(links, rest)
        winding = np.bincount(patch[repeated(spans.start, patch)], minlength=int(patch.max()) + 1) > 0
        plain = (patch >= 0) & ~winding[np.maximum(patch, 0)]
        region[plain] = patch[plain] + count
        count += len(winding)
        rest = np.where(plain, -1, rest).astype(np.int32)
        for number in np.flatnonzero(winding).tolist():
            members = np.flatnonzero(patch == number)
            lowest = int(members[np.argmin(spans.height[members])])
            taken = grow(
                links, spans.start, spans.cell, spans.height, patch, lowest, 2 * rim, over_by, grid.nx, grid.nz
            )
            region[taken] = count
            count += 1
            rest[taken] = -1
    winding_pieces = np.bincount(piece[over], minlength=int(piece.max()) + 1) > 0
    alone = (piece >= 0) & ~winding_pieces[np.maximum(piece, 0)]
    region[alone] = piece[alone] + count
    spread(links, piece, region)
    return _renumbered(region)


def _renumbered(region: NDArray[np.int32]) -> NDArray[np.int32]:
    """Number the regions in use without gaps."""
    used = np.bincount(region[region >= 0]) > 0
    return np.where(region >= 0, (np.cumsum(used) - 1)[np.maximum(region, 0)], -1).astype(np.int32)


def _colour(spans: Spans, piece: NDArray[np.int32], region: NDArray[np.int32]) -> NDArray[np.int64]:
    """Give each region a layer, so that regions over one another differ: greedy, lowest first.

    The regions of the largest piece come first, and within a piece the lower ones, so that the
    ground under many bridges is one layer.
    """
    count = int(region.max()) + 1
    used = region >= 0
    size = np.bincount(region[used], minlength=count)
    height = np.bincount(region[used], weights=spans.height[used], minlength=count) / np.maximum(size, 1)
    home = np.zeros(count, np.int64)
    home[region[used]] = piece[used]
    piece_size = np.bincount(piece[piece >= 0])
    rank_sum = np.bincount(region[used], weights=_storey(spans, piece)[used], minlength=count)
    rank = np.round(rank_sum / np.maximum(size, 1))
    pairs = conflicts(spans.start, region)
    against: list[set[int]] = [set() for _ in range(count)]
    for pair in np.unique(pairs[:, 0].astype(np.int64) * count + pairs[:, 1]).tolist():
        a, b = divmod(pair, count)
        against[a].add(b)
        against[b].add(a)
    layer = np.full(count, -1, np.int64)
    for r in np.lexsort((height, -size, rank, home, -piece_size[home])).tolist():
        if size[r] == 0:
            continue
        taken = {int(layer[o]) for o in against[r]}
        layer[r] = next(n for n in range(count + 1) if n not in taken)
    return layer


def _storey(spans: Spans, piece: NDArray[np.int32]) -> NDArray[np.float64]:
    """Number of open spans below each span in its cell."""
    open_span = (piece >= 0).astype(np.int64)
    before = np.concatenate([[0], np.cumsum(open_span)[:-1]]) if len(open_span) else open_span
    return (before - before[spans.start[spans.cell]]).astype(np.float64)


@kernel
def paint(links, cell, height, layer, number, rim, cells, nz, keep_drops):  # type: ignore[no-untyped-def]
    """Draw one layer and, `rim` cells beyond its cuts, what it goes on as.

    Returns the first cell (i, j), heights (mx, mz) float32, NaN for none, and owners (mx, mz)
    int16, -1 for none, with an empty rim. Of
    two neighbours that do not join, the lower one is taken out, unless `keep_drops`: a drop is a wall.
    """
    holder = np.full(cells, -1, np.int32)
    away = np.zeros(cells, np.int32)
    queue = np.empty(cell.shape[0], np.int32)
    head, tail = 0, 0
    for s in range(cell.shape[0]):
        if layer[s] == number:
            holder[cell[s]] = s
            queue[tail] = s
            tail += 1
    while head < tail:
        s = queue[head]
        head += 1
        if away[cell[s]] == rim:
            continue
        for d in range(4):
            o = links[s, d]
            if o >= 0 and layer[o] >= 0 and layer[o] != number and holder[cell[o]] < 0:
                holder[cell[o]] = o
                away[cell[o]] = away[cell[s]] + 1
                queue[tail] = o
                tail += 1
    # No cell of the grid's own rim has floor, so there is one beyond the outermost of these.
    i0, i1, j0, j1 = cells, 0, nz, 0
    for k in range(tail):
        i, j = cell[queue[k]] // nz, cell[queue[k]] % nz
        i0, i1, j0, j1 = min(i0, i - 1), max(i1, i + 2), min(j0, j - 1), max(j1, j + 2)
    heights = np.full((i1 - i0, j1 - j0), np.float32(np.nan), np.float32)
    owners = np.full((i1 - i0, j1 - j0), np.int16(-1), np.int16)
    for k in range(tail):
        s = queue[k]
        c = cell[s]
        drop = False
        for d in range(0 if keep_drops else 4):
            n = c + (nz if d == 0 else (1 if d == 1 else (-nz if d == 2 else -1)))
            o = holder[n]
            if o >= 0 and links[s, d] != o and height[o] > height[s]:
                drop = True
        if not drop:
            heights[c // nz - i0, c % nz - j0] = height[s]
            owners[c // nz - i0, c % nz - j0] = layer[s]
    return i0, j0, heights, owners


def warm() -> None:
    """Compile this file's kernel."""
    start = np.array([0, 0, 0, 0, 0, 0, 0, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3], np.int64)
    spans = Spans(start, np.array([6, 6, 7], np.int64), np.array([0.0, 3.0, 0.0]), np.zeros(3))
    find_layers(Grid(0.0, 0.0, 10.0, 4, 4), spans, np.zeros(3, np.bool_), WalkwaySettings())
