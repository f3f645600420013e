"""How pieces of floor hang together: kernels over spans and their links.

All take spans as `orlop.engine.walkway.build.spans.Spans` holds them: `start` (cells + 1,) int32,
`cell` (n,) int32, `height` (n,) float64; and `links` (n, 4) int32, each span's neighbour towards
+x, +z, −x, −z, -1 for none.
"""

import numpy as np

from orlop.engine.kernel import kernel


@kernel
def link_spans(start, height, solid, nx, nz, step):  # type: ignore[no-untyped-def]
    """Find for each open span its open neighbour within `step` towards +x, +z, −x, −z.

    Returns (spans, 4) int32, -1 for none.
    """
    links = np.full((height.shape[0], 4), np.int32(-1), np.int32)
    for i in range(nx):
        for j in range(nz):
            c = i * nz + j
            a, b = start[c], start[c + 1]
            if a == b:
                continue
            for d in range(2):
                if (i if d == 0 else j) + 1 == (nx if d == 0 else nz):
                    continue
                n = c + (nz if d == 0 else 1)
                o, p = start[n], start[n + 1]
                if b == a + 1 and p == o + 1:
                    if abs(height[o] - height[a]) <= step and not solid[a] and not solid[o]:
                        links[a, d], links[o, d + 2] = o, a
                elif o < p:
                    _link_storeys(links, d, a, b, o, p, height, solid, step)
                    _link_storeys(links, d + 2, o, p, a, b, height, solid, step)
    return links


@kernel
def _link_storeys(links, d, a, b, o, p, height, solid, step):  # type: ignore[no-untyped-def]
    """Link each of the spans a … b of a cell to the nearest in height of the spans o … p of the next towards `d`."""
    for s in range(a, b):
        best = step
        for t in range(o, p):
            gap = abs(height[t] - height[s])
            if gap <= best and not solid[s] and not solid[t]:
                best = gap
                links[s, d] = t


@kernel
def flood(links, kind):  # type: ignore[no-untyped-def]
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
def _linked_back(links, kind):  # type: ignore[no-untyped-def]
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
def _join(root, a, b):  # type: ignore[no-untyped-def]
    while root[a] != a:
        root[a] = root[root[a]]
        a = root[a]
    while root[b] != b:
        root[b] = root[root[b]]
        b = root[b]
    root[max(a, b)] = min(a, b)


@kernel
def overlapping(start, piece):  # type: ignore[no-untyped-def]
    """Tell which spans share their cell with another one of the same piece, (spans,) bool."""
    over = np.zeros(piece.shape[0], np.bool_)
    for c in range(start.shape[0] - 1):
        for a in range(start[c], start[c + 1]):
            for b in range(a + 1, start[c + 1]):
                if piece[a] >= 0 and piece[a] == piece[b]:
                    over[a] = True
                    over[b] = True
    return over


@kernel
def repeated(start, patch):  # type: ignore[no-untyped-def]
    """Tell which spans lie over one of the same patch in their cell, (spans,) bool."""
    above = np.zeros(patch.shape[0], np.bool_)
    for c in range(start.shape[0] - 1):
        for a in range(start[c], start[c + 1]):
            for b in range(start[c], a):
                if patch[a] >= 0 and patch[a] == patch[b]:
                    above[a] = True
    return above


@kernel
def grow(links, start, cell, height, patch, seed, apart, over_by, nx, nz):  # type: ignore[no-untyped-def]
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
def spread(links, piece, region):  # type: ignore[no-untyped-def]
    """Let regions grow over their pieces, breadth first; `region` (spans,) int32 is filled in."""
    queue = np.empty(region.shape[0], np.int32)
    head, tail = 0, 0
    for s in range(region.shape[0]):
        if region[s] >= 0:
            queue[tail] = s
            tail += 1
    while head < tail:
        s = queue[head]
        head += 1
        for d in range(4):
            o = links[s, d]
            if o >= 0 and piece[o] >= 0 and region[o] < 0:
                region[o] = region[s]
                queue[tail] = o
                tail += 1


@kernel
def take_in(links, start, cell, layer):  # type: ignore[no-untyped-def]
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
def conflicts(start, region):  # type: ignore[no-untyped-def]
    """List pairs of regions that share a cell, (n, 2) int32, repeats of the last pair left out."""
    pairs = np.empty((1024, 2), np.int32)
    count = 0
    for c in range(start.shape[0] - 1):
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
    repeated(start, flood(links, kind)[0])
    overlapping(start, kind)
    grow(links, start, cell, height, kind, 0, 1, 1.2, 2, 2)
    spread(links, kind, kind.copy())
    take_in(links, start, cell, np.zeros(3, np.int16))
    conflicts(start, kind)
