"""Borders of a map of cells, followed along the cracks between them."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel

Bools = NDArray[np.bool_]
Ints = NDArray[np.int32]
Indices = NDArray[np.int64]
Cracks = NDArray[np.uint8]


def trace(mask: Bools) -> tuple[list[Ints], Ints]:
    """Follow every border of `mask` (nx, nz), whose outermost cells must be False.

    Two open cells that touch at a corner only are not joined: no motor squeezes between walls
    that meet at a corner.

    Returns
    -------
    rings
        Each (n, 2) int32, corners in cells, True on the left; counter-clockwise around an open
        region, clockwise around what is solid in it.
    region
        (rings,) int32: rings of one number bound the same open region.
    """
    corners, starts, region = trace_at_once(mask)
    return [corners[a:b] for a, b in pairwise(starts)], region


def trace_at_once(mask: Bools) -> tuple[Ints, Indices, Ints]:
    """As `trace`, with the rings one after another: corners (n, 2), and ring k is `corners[starts[k]:starts[k + 1]]`."""
    if mask[0].any() or mask[-1].any() or mask[:, 0].any() or mask[:, -1].any():
        raise ValueError("mask: the outermost cells must be False")
    return follow_cracks(np.ascontiguousarray(mask))


@kernel
def follow_cracks(mask: Bools) -> tuple[Ints, Indices, Ints]:
    """Trace all rings of `mask` (nx, nz) bool: corners (n, 2), starts (rings + 1,), region (rings,)."""
    first, ends = find_runs(mask)
    number = number_runs(first, ends)
    cracks = find_cracks(mask)
    width, at = cracks.shape[1], 0
    flat = cracks.reshape(-1)
    corners, count = np.empty((1024, 2), np.int32), 0
    starts, region, rings = np.zeros(256, np.int64), np.zeros(256, np.int32), 0
    while True:
        at = _next_crack(flat, at)
        if at == flat.shape[0]:
            break
        i, j, d = at // width, at % width, 0
        while not flat[at] & (1 << d):
            d += 1
        if rings + 1 == starts.shape[0]:
            more_starts, more_region = np.zeros(2 * rings + 2, np.int64), np.zeros(2 * rings + 2, np.int32)
            more_starts[: rings + 1], more_region[: rings + 1] = starts, region
            starts, region = more_starts, more_region
        # The open cell to the left of the first crack tells the region.
        left_i = i - (1 if d == 1 or d == 2 else 0)
        left_j = j - (1 if d == 2 or d == 3 else 0)
        region[rings] = number[_run_of(first, ends, left_i, left_j)]
        length = _follow(cracks, i, j, d, corners[count:])
        while length < 0:  # it had no room for the ring, and left the cracks as they were
            more = np.empty((2 * corners.shape[0], 2), np.int32)
            more[:count] = corners[:count]
            corners = more
            length = _follow(cracks, i, j, d, corners[count:])
        count += length
        rings += 1
        starts[rings] = count
    return corners[:count].copy(), starts[: rings + 1].copy(), region[:rings].copy()


@kernel
def _next_crack(flat: Cracks, at: int) -> int:
    """Return the first index from `at` on whose crack is not followed yet, or the length of `flat`."""
    while at < flat.shape[0] and flat[at] == 0:
        at += 1
    return at


@kernel
def _follow(cracks: Cracks, i: int, j: int, d: int, out: Ints) -> int:
    """Follow one ring from corner (i, j) towards `d`, and clear its cracks.

    Returns the number of corners put into `out` (n, 2); -1, with nothing changed, if there are more.
    """
    p, q, before, count = i, j, -1, 0
    begun, full = d, False
    while True:
        if d != before:
            if count == out.shape[0]:
                full = True
                break
            out[count, 0], out[count, 1] = p, q
            count += 1
        cracks[p, q] &= ~np.uint8(1 << d)
        before = d
        p += 1 if d == 0 else (-1 if d == 2 else 0)
        q += 1 if d == 1 else (-1 if d == 3 else 0)
        # A left turn keeps to the same open cell where two touch at a corner.
        if cracks[p, q] & (1 << (d + 1) % 4):
            d = (d + 1) % 4
        elif not cracks[p, q] & (1 << d):
            if cracks[p, q] & (1 << (d + 3) % 4):
                d = (d + 3) % 4
            else:
                break
    if full:
        _restore(cracks, out, count, p, q)
        return -1
    if before == begun:
        # It began amid a straight run: the first corner is none.
        for k in range(count - 1):
            out[k, 0], out[k, 1] = out[k + 1, 0], out[k + 1, 1]
        count -= 1
    return count


@kernel
def _restore(cracks: Cracks, corners: Ints, count: int, p: int, q: int) -> None:
    """Mark the cracks along `corners[:count]`, and from the last of them to (p, q), as not followed."""
    for k in range(count):
        i, j = corners[k, 0], corners[k, 1]
        to_i, to_j = (corners[k + 1, 0], corners[k + 1, 1]) if k + 1 < count else (p, q)
        step_i = (1 if to_i > i else 0) - (1 if to_i < i else 0)
        step_j = (1 if to_j > j else 0) - (1 if to_j < j else 0)
        bit = np.uint8(1 if step_i > 0 else (2 if step_j > 0 else (4 if step_i < 0 else 8)))
        while i != to_i or j != to_j:
            cracks[i, j] |= bit
            i, j = i + step_i, j + step_j


@kernel
def find_cracks(mask: Bools) -> Cracks:
    """Mark the cracks leaving corner (i, j) towards +x, +z, −x, −z, a bit each; the open cell is on the left."""
    nx, nz = mask.shape
    cracks = np.zeros((nx + 1, nz + 1), np.uint8)
    for i in range(1, nx - 1):
        for j in range(1, nz - 1):
            if mask[i, j]:
                if not mask[i, j - 1]:
                    cracks[i, j] |= 1
                if not mask[i + 1, j]:
                    cracks[i + 1, j] |= 2
                if not mask[i, j + 1]:
                    cracks[i + 1, j + 1] |= 4
                if not mask[i - 1, j]:
                    cracks[i, j + 1] |= 8
    return cracks


@kernel
def find_runs(mask: Bools) -> tuple[Ints, Ints]:
    """Find the runs of True cells along z of `mask` (nx, nz), the outermost of which are False.

    Returns first (nx + 1,) int32, the first run of each row, and ends (runs, 2) int32, the
    first cell of each run and the one after its last.
    """
    nx, nz = mask.shape
    first = np.zeros(nx + 1, np.int32)
    for i in range(nx):
        changes = 0
        for j in range(1, nz):
            changes += mask[i, j] != mask[i, j - 1]
        first[i + 1] = first[i] + changes // 2
    ends = np.empty((first[nx], 2), np.int32)
    for i in range(nx):
        k, inside = first[i], False
        if first[i + 1] == k:
            continue
        for j in range(1, nz):
            if mask[i, j] != inside:
                if inside:
                    ends[k, 1] = j
                    k += 1
                else:
                    ends[k, 0] = j
                inside = not inside
    return first, ends


@kernel
def number_runs(first: Ints, ends: Ints) -> Ints:
    """Number the open regions: runs joined where they touch from row to row, in the order of their first cell.

    first and ends are those of `find_runs`. Returns (runs,) int32.
    """
    runs = ends.shape[0]
    root = np.arange(runs).astype(np.int32)
    for i in range(1, first.shape[0] - 1):
        below, here = first[i - 1], first[i]
        while below < first[i] and here < first[i + 1]:
            if ends[below, 0] < ends[here, 1] and ends[here, 0] < ends[below, 1]:
                a, b = here, below
                while root[a] != a:
                    root[a] = root[root[a]]
                    a = root[a]
                while root[b] != b:
                    root[b] = root[root[b]]
                    b = root[b]
                root[max(a, b)] = min(a, b)
            if ends[below, 1] < ends[here, 1]:
                below += 1
            else:
                here += 1
    number = np.empty(runs, np.int32)
    regions = 0
    for r in range(runs):
        if root[r] == r:
            number[r] = regions
            regions += 1
        else:
            number[r] = number[root[r]]
    return number


@kernel
def _run_of(first: Ints, ends: Ints, i: int, j: int) -> int:
    """Return the run that holds the open cell (i, j)."""
    low, high = int(first[i]), int(first[i + 1]) - 1
    while low < high:
        middle = (low + high) // 2
        if ends[middle, 1] <= j:
            low = middle + 1
        else:
            high = middle
    return low


def warm() -> None:
    """Compile this file's kernels."""
    mask = np.zeros((4, 4), np.bool_)
    mask[1:3, 1:3] = True
    trace(mask)
