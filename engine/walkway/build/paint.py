"""Layers drawn cell by cell, with what they go on as beyond their cuts.

All kernels take `links`, `start`, `cell` and `height` as those of `span_graph` do, and `layer`
(spans,) int16, -1 for none.
"""

import numpy as np

from orlop.engine.kernel import kernel


@kernel
def beside_others(links, layer):  # type: ignore[no-untyped-def]
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
def paint(links, start, cell, height, layer, number, cuts, rim, nx, nz, keep_drops):  # type: ignore[no-untyped-def]
    """Draw one layer and, `rim` cells beyond its cuts, what it goes on as.

    `cuts` lists the spans beside other layers. Returns the first cell (i, j), heights (mx, mz)
    float32, NaN for none, and owners (mx, mz) int16, -1 for none, with an empty rim. Of two
    neighbours that do not join, the lower one is taken out, unless `keep_drops`: a drop is a wall.
    """
    i0, i1, j0, j1 = bounds_of(start, cell, layer, number, nx, nz)
    # No cell of the grid's own rim has floor, so there is one beyond the outermost of these.
    i0, i1, j0, j1 = max(i0 - rim - 1, 0), min(i1 + rim + 1, nx), max(j0 - rim - 1, 0), min(j1 + rim + 1, nz)
    holder = np.full((i1 - i0, j1 - j0), np.int32(-1), np.int32)
    for i in range(i0, i1):
        for s in range(start[i * nz + j0], start[i * nz + j1]):
            if layer[s] == number:
                holder[i - i0, cell[s] - i * nz - j0] = s
    go_on(links, cell, layer, number, cuts, rim, nz, i0, j0, holder)
    a0, a1, b0, b1 = _extent(holder)
    heights = np.full((a1 - a0, b1 - b0), np.float32(np.nan), np.float32)
    owners = np.full((a1 - a0, b1 - b0), np.int16(-1), np.int16)
    wide, flat = holder.shape[1], holder.reshape(-1)
    for a in range(a0 + 1, a1 - 1):
        for k in range(a * wide + b0 + 1, a * wide + b1 - 1):
            s = flat[k]
            if s < 0:
                continue
            drop = False
            for d in range(0 if keep_drops else 4):
                o = flat[k + (wide if d == 0 else (1 if d == 1 else (-wide if d == 2 else -1)))]
                if o >= 0 and height[o] > height[s] and links[s, d] != o:
                    drop = True
            if not drop:
                heights[a - a0, k - a * wide - b0] = height[s]
                owners[a - a0, k - a * wide - b0] = layer[s]
    return i0 + a0, j0 + b0, heights, owners


@kernel
def bounds_of(start, cell, layer, number, nx, nz):  # type: ignore[no-untyped-def]
    """Return the first row and the one after the last with a span of layer `number`, and the same along z."""
    i0, i1, j0, j1 = nx, 0, nz, 0
    for i in range(nx):
        for s in range(start[i * nz], start[(i + 1) * nz]):
            if layer[s] == number:
                j = cell[s] - i * nz
                i0, i1, j0, j1 = min(i0, i), i + 1, min(j0, j), max(j1, j + 1)
    return i0, i1, j0, j1


@kernel
def go_on(links, cell, layer, number, cuts, rim, nz, i0, j0, holder):  # type: ignore[no-untyped-def]
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
def _extent(holder):  # type: ignore[no-untyped-def]
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
    start = np.array([0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2], np.int32)
    cell, height, layer = np.array([6, 7], np.int32), np.zeros(2), np.array([0, 1], np.int16)
    links = np.array([[-1, 1, -1, -1], [-1, -1, -1, 0]], np.int32)
    paint(links, start, cell, height, layer, 0, beside_others(links, layer), 1, 4, 4, False)
