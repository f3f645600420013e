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
from orlop.engine.walkway.build.paint import beside_others, bounds_of, paint
from orlop.engine.walkway.build.span_graph import (
    conflicts,
    flood,
    grow,
    link_spans,
    links_among,
    overlapping,
    repeated,
    spread,
    stacked,
    take_in,
)
from orlop.engine.walkway.build.spans import Spans
from orlop.engine.walkway.settings import WalkwaySettings

Ints = NDArray[np.int32]

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
    exact route asks for whole floors and finds walls for itself. Beyond each cut a layer goes on
    for the radius and half a metre, so that the air on either side of a cut is as wide as if
    there were none.
    """
    links = link_spans(spans.start, spans.height, solid, grid.nx, grid.nz, settings.step)
    rim = int(np.ceil((settings.radius + 0.5) / grid.cell))
    layer, layers = _numbered(grid, spans, links, solid, rim, settings)
    if not layers:
        return []
    if with_solid:
        links = link_spans(spans.start, spans.height, np.zeros_like(solid), grid.nx, grid.nz, settings.step)
        take_in(links, spans.start, spans.cell, layer)
    cuts = beside_others(links, layer) if layers > 1 else np.zeros(0, np.int32)
    boxes = bounds_of(spans.start, spans.cell, layer, layers, grid.nx, grid.nz)
    drawn = (
        paint(links, spans.start, spans.cell, spans.height, layer, number, cuts, box, rim, grid.nx, grid.nz, with_solid)
        for number, box in enumerate(boxes)
    )
    return [Layer(*each) for each in drawn]


def _numbered(
    grid: Grid, spans: Spans, links: Ints, solid: NDArray[np.bool_], rim: int, settings: WalkwaySettings
) -> tuple[NDArray[np.int16], int]:
    """Return the layer of each span, -1 for none, and the number of layers."""
    piece, area = flood(links, np.negative(solid, dtype=np.int32))
    area[area < LEAST_AREA_IN_RADII * settings.radius**2 / grid.cell**2] = 0
    if not area.any():
        return np.full(len(spans), -1, np.int16), 0
    drop_small(piece, area)
    stacks = stacked(spans.start)
    region, count = _regions(grid, spans, links, piece, stacks, rim, settings.brow * OVER)
    layer_of = _colour(spans, piece, area, region, stacks, count)
    return look_up(region, layer_of), int(layer_of.max()) + 1


def whole_layer(grid: Grid, spans: Spans) -> Layer:
    """Return all floor as one layer, whatever stands on it; `spans` must have but one in a cell."""
    height = np.full(grid.cells, np.nan, np.float32)
    height[spans.cell] = spans.height
    shape = (grid.nx, grid.nz)
    owner = np.where(np.isnan(height), -1, 0).astype(np.int16)
    return Layer(0, 0, height.reshape(shape), owner.reshape(shape))


def _regions(
    grid: Grid, spans: Spans, links: Ints, piece: Ints, stacks: Ints, rim: int, over_by: float
) -> tuple[Ints, int]:
    """Give each span a region, and return their number: no region lies over itself, nor within `rim` cells of doing so."""
    over = overlapping(spans.start, piece, stacks)
    winding = np.zeros(int(piece.max()) + 1, np.bool_)
    winding[piece[over]] = True
    patches, count = _patches(grid, spans, links_among(links, over), piece, over, rim, over_by)
    region = whole_pieces(piece, winding, count)
    region[over] = patches
    spread(links, piece, region, over)
    return region, count + len(winding)


def _patches(
    grid: Grid, spans: Spans, among: Ints, piece: Ints, over: Ints, rim: int, over_by: float
) -> tuple[Ints, int]:
    """Give each of the spans `over` others of their piece, (n,), a region, and return their number; `among` are their links."""
    cell, height, rest = spans.cell[over], spans.height[over], piece[over]
    region, count = np.full(len(over), -1, np.int32), 0
    start: Ints | None = None
    while np.any(rest >= 0):
        patch, size = flood(among, rest)
        winding = np.bincount(patch[repeated(cell, patch)], minlength=len(size)) > 0
        plain = (patch >= 0) & ~winding[patch]
        region[plain], rest[plain] = count + patch[plain], -1
        count += len(size)
        for number in np.flatnonzero(winding).tolist():
            if start is None:
                start = np.searchsorted(cell, np.arange(grid.cells + 1)).astype(np.int32)
            members = np.flatnonzero(patch == number)
            lowest = int(members[np.argmin(height[members])])
            taken = grow(among, start, cell, height, patch, lowest, 2 * rim, over_by, grid.nx, grid.nz)
            region[taken] = count
            count += 1
            rest[taken] = -1
    return region, count


def _colour(
    spans: Spans, piece: Ints, area: NDArray[np.int64], region: Ints, stacks: Ints, count: int
) -> NDArray[np.int16]:
    """Give each region a layer, so that regions over one another differ: greedy, lowest first.

    The regions of the largest piece come first, and within a piece the lower ones, so that the
    ground under many bridges is one layer.
    """
    size, height, storey, home = measure_regions(spans.start, spans.height, piece, region, stacks, count)
    height, rank = height / np.maximum(size, 1), np.round(storey / np.maximum(size, 1))
    pairs = conflicts(spans.start, region, stacks)
    against: dict[int, set[int]] = {}
    for pair in np.unique(pairs[:, 0].astype(np.int64) * count + pairs[:, 1]).tolist():
        a, b = divmod(pair, count)
        against.setdefault(a, set()).add(b)
        against.setdefault(b, set()).add(a)
    layer = np.full(count, -1, np.int16)
    for r in np.lexsort((height, -size, rank, home, -area[home])).tolist():
        if size[r]:
            taken = {int(layer[o]) for o in against.get(r, ())}
            layer[r] = next(n for n in range(count + 1) if n not in taken)
    return layer


@kernel
def drop_small(piece: Ints, area: NDArray[np.int64]) -> None:
    """Leave spans out of `piece` (spans,) int32, in place, whose piece has no `area`."""
    for s in range(piece.shape[0]):
        if piece[s] >= 0 and area[piece[s]] == 0:
            piece[s] = -1


@kernel
def whole_pieces(piece: Ints, winding: NDArray[np.bool_], first: int) -> Ints:
    """Return regions (spans,), numbered from `first`: each piece that is not `winding` (pieces,) is one, -1 for the rest."""
    region = np.empty(piece.shape[0], np.int32)
    for s in range(piece.shape[0]):
        region[s] = first + piece[s] if piece[s] >= 0 and not winding[piece[s]] else -1
    return region


@kernel
def measure_regions(
    start: Ints, height: NDArray[np.float64], piece: Ints, region: Ints, stacks: Ints, count: int
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Return for `count` regions the number of spans, the sums of height and of open spans below, and the piece."""
    size, home = np.zeros(count, np.int64), np.zeros(count, np.int64)
    heights, storeys = np.zeros(count), np.zeros(count)
    spans = region.shape[0]
    s = 0
    while s < spans:  # what follows one another in one region is summed in a register
        r, first, total = region[s], s, 0.0
        while s < spans and region[s] == r:
            total += height[s]
            s += 1
        if r >= 0:
            size[r] += s - first
            heights[r] += total
            home[r] = piece[first]
    for c in stacks:
        below = 0
        for s in range(start[c], start[c + 1]):
            if region[s] >= 0:
                storeys[region[s]] += below
            below += piece[s] >= 0
    return size, heights, storeys, home


@kernel
def look_up(region: Ints, layer_of: NDArray[np.int16]) -> NDArray[np.int16]:
    """Return the layer of each span, (spans,) int16, -1 for none."""
    layer = np.empty(region.shape[0], np.int16)
    for s in range(region.shape[0]):
        layer[s] = layer_of[region[s]] if region[s] >= 0 else -1
    return layer


def warm() -> None:
    """Compile this file's kernel."""
    start = np.array([0, 0, 0, 0, 0, 0, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3], np.int32)
    spans = Spans(start, np.array([5, 5, 6], np.int32), np.array([0.0, 3.0, 0.0]), np.zeros(3))
    find_layers(Grid(0.0, 0.0, 10.0, 4, 4), spans, np.zeros(3, np.bool_), WalkwaySettings())
