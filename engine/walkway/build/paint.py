"""Layers drawn cell by cell, with what they go on as beyond their cuts.

All kernels take `links`, `start`, `cell` and `height` as those of `span_graph` do, and `layer`
(spans,) int16, -1 for none.
"""

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel

Ints = NDArray[np.int32]
Layers = NDArray[np.int16]


@kernel
def beside_others(links: Ints, layer: Layers) -> Ints:
    """List the spans that link to one of another layer, (n,) int32."""
    found, count = np.empty(layer.shape[0], np.int32), 0
    for s in range(layer.shape[0]):
        beside = False
        for d in range(4):
            o = links[s, d]
            beside = beside or (o >= 0 and layer[o] >= 0 and layer[o] != layer[s])
        if beside and layer[s] >= 0:
            found[count] = s
            count += 1
    return found[:count]


@kernel
def paint(
    links: Ints, start: Ints, cell: Ints, height: NDArray[np.float64], layer: Layers, number: int, cuts: Ints,
    box: Ints, rim: int, nx: int, nz: int, keep_drops: bool,
) -> tuple[int, int, NDArray[np.float32], NDArray[np.int16]]:  # fmt: skip
    """Draw one layer and, `rim` cells beyond its cuts, what it goes on as.

    `cuts` lists the spans beside other layers, `box` are the layer's bounds. Returns the first
    cell (i, j), heights (mx, mz) float32, NaN for none, and owners (mx, mz) int16, -1 for none,
    with an empty rim. Of two neighbours that do not join, the lower one is taken out, unless
    `keep_drops`: a drop is a wall.
    """
    # No cell of the grid's own rim has floor, so there is one beyond the outermost of these.
    reach = 1 + (rim if cuts.shape[0] else 0)
    i0, i1, j0, j1 = max(box[0] - reach, 0), min(box[1] + reach, nx), max(box[2] - reach, 0), min(box[3] + reach, nz)
    holder = np.full((i1 - i0, j1 - j0), np.int32(-1), np.int32)
    for i in range(i0, i1):
        for s in range(start[i * nz + j0], start[i * nz + j1]):
            if layer[s] == number:
                holder[i - i0, cell[s] - i * nz - j0] = s
    go_on(links, cell, layer, number, cuts, rim, nz, i0, j0, holder)
    a0, a1, b0, b1 = _extent(holder)
    heights, owners = np.empty((a1 - a0, b1 - b0), np.float32), np.empty((a1 - a0, b1 - b0), np.int16)
    wide, flat = holder.shape[1], holder.reshape(-1)
    for a in range(a0, a1):
        for b in range(b0, b1):
            within = a0 < a < a1 - 1 and b0 < b < b1 - 1
            s = flat[a * wide + b] if within else -1
            heights[a - a0, b - b0], owners[a - a0, b - b0] = np.nan, -1
            if s >= 0 and (keep_drops or not _drops(links, height, s, flat, a * wide + b, wide)):
                heights[a - a0, b - b0], owners[a - a0, b - b0] = height[s], layer[s]
    return i0 + a0, j0 + b0, heights, owners


@kernel
def _drops(links: Ints, height: NDArray[np.float64], s: int, flat: Ints, k: int, wide: int) -> bool:
    """Tell whether one of the cells around cell `k` of `flat` has a higher span that `s` does not join."""
    for d in range(4):
        o = flat[k + (wide if d == 0 else (1 if d == 1 else (-wide if d == 2 else -1)))]
        if o >= 0 and links[s, d] != o and height[o] > height[s]:
            return True
    return False


@kernel
def bounds_of(start: Ints, cell: Ints, layer: Layers, layers: int, nx: int, nz: int) -> Ints:
    """Return of each layer the first row and the one after the last with a span of it, and the same along z, (layers, 4)."""
    boxes = np.empty((layers, 4), np.int32)
    for n in range(layers):
        boxes[n, 0], boxes[n, 1], boxes[n, 2], boxes[n, 3] = nx, 0, nz, 0
    for i in range(nx):
        s, end = start[i * nz], start[(i + 1) * nz]
        while s < end:
            n, first = layer[s], s
            while s < end and layer[s] == n:
                s += 1
            if n >= 0:
                boxes[n, 0], boxes[n, 1] = min(boxes[n, 0], i), i + 1
                boxes[n, 2] = min(boxes[n, 2], cell[first] - i * nz)
                boxes[n, 3] = max(boxes[n, 3], cell[s - 1] - i * nz + 1)
    return boxes


@kernel
def go_on(
    links: Ints, cell: Ints, layer: Layers, number: int, cuts: Ints, rim: int, nz: int, i0: int, j0: int, holder: Ints
) -> None:
    """Let a layer go on beyond its cuts, `rim` cells wide, breadth first, into `holder`, whose first cell is (i0, j0)."""
    queue = np.empty(cuts.shape[0] + holder.size, np.int32)
    head, tail = 0, 0
    for k in range(cuts.shape[0]):
        if layer[cuts[k]] == number:
            queue[tail] = cuts[k]
            tail += 1
    for _ in range(rim):
        last = tail
        while head < last:
            s = queue[head]
            head += 1
            for d in range(4):
                o = links[s, d]
                if o >= 0 and layer[o] >= 0 and layer[o] != number:
                    a, b = cell[o] // nz - i0, cell[o] % nz - j0
                    if holder[a, b] < 0:
                        holder[a, b] = o
                        queue[tail] = o
                        tail += 1


@kernel
def _extent(holder: Ints) -> tuple[int, int, int, int]:
    """Return the bounds of what is in `holder`, with a rim of one cell."""
    i0, i1, j0, j1 = holder.shape[0], 0, holder.shape[1], 0
    for i in range(holder.shape[0]):
        low, high = 0, holder.shape[1]
        while low < high and holder[i, low] < 0:
            low += 1
        while low < high and holder[i, high - 1] < 0:
            high -= 1
        if low < high:
            i0, i1, j0, j1 = min(i0, i - 1), i + 2, min(j0, low - 1), max(j1, high + 1)
    return i0, i1, j0, j1


def warm() -> None:
    """Compile this file's kernels."""
    start = np.array([0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2], np.int32)
    cell, height, layer = np.array([5, 6], np.int32), np.zeros(2), np.array([0, 1], np.int16)
    links = np.array([[-1, 1, -1, -1], [-1, -1, -1, 0]], np.int32)
    box = bounds_of(start, cell, layer, 2, 4, 4)[0]
    paint(links, start, cell, height, layer, 0, beside_others(links, layer), box, 1, 4, 4, False)
