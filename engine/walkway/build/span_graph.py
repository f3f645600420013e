"""How pieces of floor hang together: kernels over spans and their links.

All take spans as `orlop.engine.walkway.build.spans.Spans` holds them: `start` (cells + 1,) int32,
`cell` (n,) int32, `height` (n,) float64; and `links` (n, 4) int32, each span's neighbour towards
+x, +z, −x, −z, -1 for none.
"""

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Links = NDArray[np.int32]


def link_spans(start: Ints, height: Floats, solid: Bools, nx: int, nz: int, step: float) -> Links:
    """Find for each open span its open neighbour within `step` towards +x, +z, −x, −z; of storeys the nearest in height.

    Returns (spans, 4) int32, -1 for none.
    """
    links = np.empty((len(height), 4), np.int32)  # by numpy, in large pages
    _link(start, height, solid, nx, nz, step, links)
    return links


@kernel
def _link(start: Ints, height: Floats, solid: Bools, nx: int, nz: int, step: float, links: Links) -> None:
    """As `link_spans`, into `links`."""
    # A solid one is as near as what has no height: nothing joins it.
    open_height = np.empty(height.shape[0])
    for s in range(height.shape[0]):
        open_height[s] = np.nan if solid[s] else height[s]
    for i in range(nx):
        for j in range(nz):
            c = i * nz + j
            for s in range(start[c], start[c + 1]):
                now = open_height[s]
                for d in range(4):
                    within = (i + 1 < nx) if d == 0 else ((j + 1 < nz) if d == 1 else ((i > 0) if d == 2 else j > 0))
                    n = c + (nz if d == 0 else (1 if d == 1 else (-nz if d == 2 else -1)))
                    o, end, found = (start[n], start[n + 1], -1) if within else (0, 0, -1)
                    if end == o + 1:
                        found = o if abs(open_height[o] - now) <= step else -1
                    elif end > o:
                        best = step
                        for t in range(o, end):
                            gap = abs(open_height[t] - now)
                            if gap <= best:  # of equal ones the upper
                                best, found = gap, t
                    links[s, d] = found


@kernel
def flood(links: Links, kind: Ints) -> tuple[Ints, NDArray[np.int64]]:
    """Number the connected groups of spans of equal `kind` (spans,) int32, in the order of their first; -1 stays out.

    Returns label (spans,) int32 and the size of each group, (groups,) int64.
    """
    label, root = _linked_back(links, kind)
    count = 0
    for r in range(root.shape[0]):
        if root[r] == r:
            root[r], count = count, count + 1
        else:
            root[r] = root[root[r]]
    size = np.zeros(count, np.int64)
    for s in range(kind.shape[0]):
        if label[s] >= 0:
            label[s] = root[label[s]]
            size[label[s]] += 1
    return label, size


@kernel
def _linked_back(links: Links, kind: Ints) -> tuple[Ints, Ints]:
    """Join each span to those before it, by disjoint sets: label (spans,), and each label's root, no later than it."""
    spans = kind.shape[0]
    label, root, count = np.empty(spans, np.int32), np.empty(spans, np.int32), 0
    for s in range(spans):
        label[s] = -1
        if kind[s] < 0:
            continue
        for d in (3, 2):
            o = links[s, d]
            if o < 0 or kind[o] != kind[s]:
                continue
            if label[s] < 0:
                label[s] = label[o]
            elif label[o] != label[s]:
                _join(root, label[o], label[s])
        if label[s] < 0:
            root[count] = count
            label[s], count = count, count + 1
    # Of storeys in one cell the nearest is the neighbour: a link that leads on need not lead back.
    for s in range(spans):
        for d in range(2):
            o = links[s, d]
            if o >= 0 and label[s] != label[o] and label[s] >= 0 and kind[o] == kind[s]:
                _join(root, label[o], label[s])
    return label, root[:count]


@kernel
def _join(root: Ints, a: int, b: int) -> None:
    while root[a] != a:
        root[a] = root[root[a]]
        a = root[a]
    while root[b] != b:
        root[b] = root[root[b]]
        b = root[b]
    root[max(a, b)] = min(a, b)


@kernel
def stacked(start: Ints) -> Ints:
    """List the cells with more than one span, (n,) int32."""
    cells, count = np.empty(start.shape[0] - 1, np.int32), 0  # what is not written costs nothing
    for c in range(start.shape[0] - 1):
        cells[count] = c
        count += start[c + 1] > start[c] + 1
    return cells[:count].copy()


@kernel
def overlapping(start: Ints, piece: Ints, stacks: Ints) -> Ints:
    """List the spans that share their cell, one of `stacks`, with another one of the same piece, (n,) int32."""
    over, count = np.empty(piece.shape[0], np.int32), 0
    for c in stacks:
        for a in range(start[c], start[c + 1]):
            shared = False
            for b in range(start[c], start[c + 1]):
                shared = shared or (a != b and piece[a] >= 0 and piece[a] == piece[b])
            if shared:
                over[count] = a
                count += 1
    return over[:count].copy()


@kernel
def links_among(links: Links, chosen: Ints) -> Links:
    """Return the links of the `chosen` spans (n,) to one another, numbered by their places in it, (n, 4)."""
    place = np.full(links.shape[0], np.int32(-1), np.int32)
    for k in range(chosen.shape[0]):
        place[chosen[k]] = k
    among = np.empty((chosen.shape[0], 4), np.int32)
    for k in range(chosen.shape[0]):
        for d in range(4):
            o = links[chosen[k], d]
            among[k, d] = place[o] if o >= 0 else -1
    return among


@kernel
def repeated(cell: Ints, patch: Ints) -> Bools:
    """Tell which spans lie over one of the same patch in their cell, (spans,) bool."""
    above = np.zeros(patch.shape[0], np.bool_)
    for s in range(patch.shape[0]):
        o = s - 1
        while o >= 0 and cell[o] == cell[s]:
            above[s] = above[s] or (patch[s] >= 0 and patch[o] == patch[s])
            o -= 1
    return above


@kernel
def grow(
    links: Links, start: Ints, cell: Ints, height: Floats, patch: Ints,
    seed: int, apart: int, over_by: float, nx: int, nz: int,
) -> Bools:  # fmt: skip
    """Grow from `seed` over its patch, breadth first, keeping off floor that lies over what it has.

    A span stays out if, within `apart` cells, one of another height (by `over_by` metres) is in
    already. Twice the rim leaves room for the rims at both ends. Returns (spans,) bool.
    """
    taken = np.zeros(cell.shape[0], np.bool_)
    seen = np.zeros(cell.shape[0], np.bool_)
    queue = np.empty(cell.shape[0], np.int32)
    queue[0], head, tail = seed, 0, 1
    seen[seed] = True
    stride = max(1, apart // 6)
    while head < tail:
        s = queue[head]
        head += 1
        i, j = cell[s] // nz, cell[s] % nz
        clear = True
        for ni in range(max(0, i - apart), min(nx, i + apart + 1)):
            for nj in range(max(0, j - apart), min(nz, j + apart + 1)):
                if (ni - i) % stride or (nj - j) % stride:
                    continue
                for o in range(start[ni * nz + nj], start[ni * nz + nj + 1]):
                    if taken[o] and abs(height[o] - height[s]) > over_by:
                        clear = False
        if not clear:
            continue
        taken[s] = True
        for d in range(4):
            o = links[s, d]
            if o >= 0 and not seen[o] and patch[o] == patch[s]:
                seen[o] = True
                queue[tail] = o
                tail += 1
    return taken


@kernel
def spread(links: Links, piece: Ints, region: Ints, seeds: Ints) -> None:
    """Let the regions that `seeds` (n,) are in grow over their pieces, breadth first; `region` (spans,) int32 is filled in."""
    queue = np.empty(region.shape[0], np.int32)
    queue[: seeds.shape[0]] = seeds
    head, tail = 0, seeds.shape[0]
    while head < tail:
        s = queue[head]
        head += 1
        for d in range(4):
            o = links[s, d]
            if o >= 0 and region[o] < 0 and piece[o] >= 0:
                region[o] = region[s]
                queue[tail] = o
                tail += 1


@kernel
def take_in(links: Links, start: Ints, cell: Ints, layer: NDArray[np.int16]) -> None:
    """Let layers grow over floor that is in none, breadth first; no layer gets two spans of a cell.

    `layer` (spans,) int16, -1 for none, is filled in.
    """
    queue = np.empty(layer.shape[0], np.int32)
    head, tail = 0, 0
    for s in range(layer.shape[0]):
        if layer[s] >= 0:
            queue[tail] = s
            tail += 1
    while head < tail:
        s = queue[head]
        head += 1
        for d in range(4):
            o = links[s, d]
            if o < 0 or layer[o] >= 0:
                continue
            free = True
            for k in range(start[cell[o]], start[cell[o] + 1]):
                free = free and layer[k] != layer[s]
            if free:
                layer[o] = layer[s]
                queue[tail] = o
                tail += 1


@kernel
def conflicts(start: Ints, region: Ints, stacks: Ints) -> Ints:
    """List pairs of regions that share a cell, one of `stacks`; (n, 2) int32, repeats of the last pair left out."""
    pairs = np.empty((1024, 2), np.int32)
    count = 0
    for c in stacks:
        for a in range(start[c], start[c + 1]):
            for b in range(a + 1, start[c + 1]):
                if region[a] < 0 or region[b] < 0 or region[a] == region[b]:
                    continue
                low, high = min(region[a], region[b]), max(region[a], region[b])
                if count and pairs[count - 1, 0] == low and pairs[count - 1, 1] == high:
                    continue
                if count == pairs.shape[0]:
                    larger = np.empty((2 * count, 2), np.int32)
                    larger[:count] = pairs
                    pairs = larger
                pairs[count, 0], pairs[count, 1] = low, high
                count += 1
    return pairs[:count]


def warm() -> None:
    """Compile this file's kernels."""
    start, cell = np.array([0, 2, 3, 3, 3], np.int32), np.array([0, 0, 1], np.int32)
    height, kind = np.array([0.0, 3.0, 0.0]), np.zeros(3, np.int32)
    links = link_spans(start, height, np.zeros(3, np.bool_), 2, 2, 0.4)
    stacks = stacked(start)
    repeated(cell, flood(links, kind)[0])
    links_among(links, overlapping(start, kind, stacks))
    grow(links, start, cell, height, kind, 0, 1, 1.2, 2, 2)
    spread(links, kind, kind.copy(), kind)
    take_in(links, start, cell, np.zeros(3, np.int16))
    conflicts(start, kind, stacks)
