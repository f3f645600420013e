"""Borders of a map of cells, followed along the cracks between them."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel


def trace(mask: NDArray[np.bool_]) -> tuple[list[NDArray[np.int32]], NDArray[np.int32]]:
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
    if mask[0].any() or mask[-1].any() or mask[:, 0].any() or mask[:, -1].any():
        raise ValueError("mask: the outermost cells must be False")
    corners, starts, region = follow_cracks(np.ascontiguousarray(mask))
    return [corners[a:b] for a, b in pairwise(starts)], region


@kernel
def follow_cracks(mask):  # type: ignore[no-untyped-def]
    """Trace all rings of `mask` (nx, nz) bool: corners (n, 2), starts (rings + 1,), region (rings,)."""
    nx, nz = mask.shape
    run, number = number_runs(mask)
    cracks = find_cracks(mask)
    corners, count = np.empty((1024, 2), np.int32), 0
    starts, region, rings = np.zeros(256, np.int64), np.zeros(256, np.int32), 0
    for i in range(nx + 1):
        for j in range(nz + 1):
            while cracks[i, j]:
                d = 0
                while not cracks[i, j] & (1 << d):
                    d += 1
                p, q, before = i, j, -1
                # The open cell to the left of the first crack tells the region.
                left_i = p - (1 if d == 1 or d == 2 else 0)
                left_j = q - (1 if d == 2 or d == 3 else 0)
                if rings + 1 == starts.shape[0]:
                    more_starts, more_region = np.zeros(2 * rings + 2, np.int64), np.zeros(2 * rings + 2, np.int32)
                    more_starts[: rings + 1], more_region[: rings + 1] = starts, region
                    starts, region = more_starts, more_region
                region[rings] = number[run[left_i, left_j]]
                first = count
                while True:
                    if d != before:
                        if count == corners.shape[0]:
                            more = np.empty((2 * count, 2), np.int32)
                            more[:count] = corners
                            corners = more
                        corners[count, 0], corners[count, 1] = p, q
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
                if before == _direction(corners[first], corners[first + 1]):
                    # It began amid a straight run: the first corner is none.
                    for k in range(first, count - 1):
                        corners[k, 0], corners[k, 1] = corners[k + 1, 0], corners[k + 1, 1]
                    count -= 1
                rings += 1
                starts[rings] = count
    return corners[:count].copy(), starts[: rings + 1].copy(), region[:rings].copy()


@kernel
def find_cracks(mask):  # type: ignore[no-untyped-def]
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
def number_runs(mask):  # type: ignore[no-untyped-def]
    """Number the open regions by runs along z, joined where they touch from row to row.

    Returns run (nx, nz) int32, the run of each open cell, and number (runs,) int32, the region of
    each run, regions in the order of their first cell.
    """
    nx, nz = mask.shape
    run = np.empty((nx, nz), np.int32)
    root = np.empty(1024, np.int32)
    runs = 0
    for i in range(nx):
        for j in range(nz):
            if not mask[i, j]:
                continue
            begins = j == 0 or not mask[i, j - 1]
            if begins:
                if runs == root.shape[0]:
                    more = np.empty(2 * runs, np.int32)
                    more[:runs] = root
                    root = more
                root[runs] = runs
                runs += 1
            here = runs - 1
            run[i, j] = here
            if i > 0 and mask[i - 1, j] and (begins or not mask[i - 1, j - 1]):
                a, b = here, run[i - 1, j]
                while root[a] != a:
                    root[a] = root[root[a]]
                    a = root[a]
                while root[b] != b:
                    root[b] = root[root[b]]
                    b = root[b]
                root[max(a, b)] = min(a, b)
    number = np.empty(runs, np.int32)
    regions = 0
    for r in range(runs):
        if root[r] == r:
            number[r] = regions
            regions += 1
        else:
            number[r] = number[root[r]]
    return run, number


@kernel
def _direction(a, b):  # type: ignore[no-untyped-def]
    """Tell the way from corner a to corner b: 0 +x, 1 +z, 2 −x, 3 −z."""
    if a[1] == b[1]:
        return 0 if b[0] > a[0] else 2
    return 1 if b[1] > a[1] else 3


def warm() -> None:
    """Compile this file's kernels."""
    mask = np.zeros((4, 4), np.bool_)
    mask[1:3, 1:3] = True
    trace(mask)
