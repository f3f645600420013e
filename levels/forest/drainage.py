"""Which way water runs: a tree of streams over a lattice of sites.

Each cell of the lattice has one site; water runs from it to the steepest below it of the eight around it. Two
ways never cross: of a square's diagonals only that to its lowest corner is open, and only if it runs inside. A site
that has none lower is a pit: it drains through a breach if there is a low enough brim near, or holds a lake.

Everything about a site follows from those within `MARGIN` cells, so any window can be computed alone.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.worldgen.flood import drain
from orlop.engine.worldgen.hashing import hash2
from orlop.engine.worldgen.points import jitter_cells
from orlop.levels.forest.relief import relief_at

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

CELL = 256.0
"""Width of a site's cell, metres."""
JITTER = 0.72
SITE_SEED = 11

LONGEST = 32
"""Upstream cells that count: beyond 8 km a stream grows no more."""
WINDOW = 6
"""How far from a pit a way out is sought, cells."""
DEEPEST = 55.0
"""How deep a breach may cut, metres; beyond that the pit holds a lake."""
ROUNDS = 2
"""How often pits are let out: the second time those that had a lower one beside them."""
MARGIN = LONGEST + 3 * WINDOW * ROUNDS + 2
"""Cells around a window that have a say in it."""
RIM = 6
"""Cells around a window that come with it: a channel is laid beside those that it joins, which keep off others."""
CLEARANCE = 20.0
"""How far a way keeps off the sites that it passes, metres."""


@dataclass(frozen=True, slots=True, eq=False)
class Drainage:
    """A window of sites and the ways between them.

    Attributes
    ----------
    first
        Cell (i, j) of the window's first site.
    points
        (ni, nj, 2) float64: (x, z) of each site, metres.
    heights
        (ni, nj) float64: the relief there, lowered where a breach was cut, metres.
    below
        (ni, nj, 2) int64: which neighbour takes its water, as (-1…1, -1…1); (0, 0) at a pit.
    main
        (ni, nj, 2) int64: the neighbour from which most water comes; (0, 0) at a source.
    reach
        (ni, nj) int64: cells that the water has come, 0 at a source … `LONGEST`. Never falls downstream.
    """

    first: tuple[int, int]
    points: Floats
    heights: Floats
    below: Integers
    main: Integers
    reach: Integers


def drainage(seed: int, cells: tuple[int, int, int, int]) -> Drainage:
    """Return the sites of cells (i0, j0) up to, not including, (i1, j1), and `RIM` more around them."""
    i0, j0, i1, j1 = cells
    first = (i0 - RIM - MARGIN, j0 - RIM - MARGIN)
    shape = (i1 - i0 + 2 * (RIM + MARGIN), j1 - j0 + 2 * (RIM + MARGIN))
    points = np.empty((*shape, 2))
    jitter_cells(seed + SITE_SEED, first[0], first[1], JITTER, points)
    points *= CELL
    heights = np.empty(shape)
    relief_at(seed, points.reshape(-1, 2), heights.reshape(-1))
    ties = np.empty(shape)
    break_ties(seed + SITE_SEED, first[0], first[1], ties)
    for _ in range(ROUNDS):
        heights = breached(points, heights, ties)
    below, main, reach = np.empty((*shape, 2), np.int64), np.empty((*shape, 2), np.int64), np.zeros(shape, np.int64)
    find_below(points, heights, ties, below)
    order = np.lexsort((ties.ravel(), heights.ravel()))[::-1].astype(np.int64)
    measure_reach(order, below, reach)
    find_main(heights, ties, below, reach, main)
    inner = (slice(MARGIN, -MARGIN), slice(MARGIN, -MARGIN))
    return Drainage(
        (i0 - RIM, j0 - RIM),
        points[inner].copy(),
        heights[inner].copy(),
        below[inner].copy(),
        main[inner].copy(),
        reach[inner].copy(),
    )


@kernel
def break_ties(seed: int, first_i: int, first_j: int, out: Floats) -> None:
    """Fill `out` with what decides between two sites of one height."""
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[i, j] = np.float64(hash2(seed, first_i + i, first_j + j))


@kernel
def is_lower(heights: Floats, ties: Floats, i: int, j: int, k: int, m: int) -> bool:
    """Tell whether site (i, j) lies lower than (k, m)."""
    if heights[i, j] != heights[k, m]:
        return bool(heights[i, j] < heights[k, m])
    return bool(ties[i, j] < ties[k, m])


@kernel
def find_below(points: Floats, heights: Floats, ties: Floats, below: Integers) -> None:
    """Set each site's way to where it falls most steeply, (0, 0) where all around is higher.

    By the drop alone, ways would lead to the corners, which are farther, and valleys would all run diagonally.
    """
    ni, nj = heights.shape
    for i in range(ni):
        for j in range(nj):
            below[i, j, 0], below[i, j, 1] = 0, 0
            steepest = -1.0
            for k in range(max(i - 1, 0), min(i + 2, ni)):
                for m in range(max(j - 1, 0), min(j + 2, nj)):
                    if not is_lower(heights, ties, k, m, i, j) or not is_open(points, heights, ties, i, j, k, m):
                        continue
                    dx, dz = points[k, m, 0] - points[i, j, 0], points[k, m, 1] - points[i, j, 1]
                    slope = (heights[i, j] - heights[k, m]) / math.sqrt(dx * dx + dz * dz)
                    if slope > steepest:
                        steepest = slope
                        below[i, j, 0], below[i, j, 1] = k - i, m - j


@kernel
def is_open(points: Floats, heights: Floats, ties: Floats, i: int, j: int, k: int, m: int) -> bool:
    """Tell whether water may run from a site straight to a lower one: of a square's diagonals, only the lowest's.

    Squares of sites aren't always convex: then one of the diagonals runs outside, and might cross others.
    """
    if i == k or j == m:
        return True
    return is_lower(heights, ties, k, m, i, m) and is_lower(heights, ties, k, m, k, j) and is_inside(points, i, j, k, m)


@kernel
def is_inside(points: Floats, i: int, j: int, k: int, m: int) -> bool:
    """Tell whether a diagonal passes clear between the two other corners of its square."""
    a, b = beside(points, i, j, k, m, i, m), beside(points, i, j, k, m, k, j)
    return min(a, b) < -CLEARANCE and max(a, b) > CLEARANCE


@kernel
def beside(points: Floats, i: int, j: int, k: int, m: int, p: int, q: int) -> float:
    """Return how far site (p, q) lies beside the line from site (i, j) to (k, m), metres: on one side negative."""
    ex, ez = points[k, m, 0] - points[i, j, 0], points[k, m, 1] - points[i, j, 1]
    x, z = points[p, q, 0] - points[i, j, 0], points[p, q, 1] - points[i, j, 1]
    return float((ex * z - ez * x) / math.sqrt(ex * ex + ez * ez))


@kernel
def measure_reach(order: Integers, below: Integers, reach: Integers) -> None:
    """Count how many cells water has come; `order` has the flat sites from the highest down."""
    nj = below.shape[1]
    for site in order:
        i, j = site // nj, site % nj
        bi, bj = i + below[i, j, 0], j + below[i, j, 1]
        if bi != i or bj != j:
            reach[bi, bj] = max(reach[bi, bj], min(reach[i, j] + 1, LONGEST))


@kernel
def find_main(heights: Floats, ties: Floats, below: Integers, reach: Integers, main: Integers) -> None:
    """Set the neighbour from which each site's longest stream comes; of two as long, the lower."""
    ni, nj = heights.shape
    for i in range(ni):
        for j in range(nj):
            bi, bj = i, j
            for k in range(max(i - 1, 0), min(i + 2, ni)):
                for m in range(max(j - 1, 0), min(j + 2, nj)):
                    if (k == i and m == j) or k + below[k, m, 0] != i or m + below[k, m, 1] != j:
                        continue
                    if bi == i and bj == j:
                        better = True
                    elif reach[k, m] != reach[bi, bj]:
                        better = reach[k, m] > reach[bi, bj]
                    else:
                        better = is_lower(heights, ties, k, m, bi, bj)
                    if better:
                        bi, bj = k, m
            main[i, j, 0], main[i, j, 1] = bi - i, bj - j


def breached(points: Floats, heights: Floats, ties: Floats) -> Floats:
    """Return heights in which pits above the sea have been given a way out, where one is near and low.

    Only a pit that is the lowest within two windows is let out, so that no two breaches
    meet and none depends on a third.
    """
    lowered = heights.copy()
    ways = np.empty((*heights.shape, 2), np.int64)
    find_below(points, heights, ties, ways)
    edge = 2 * WINDOW
    pits = np.argwhere((ways == 0).all(axis=2) & (heights > 0.0))
    for i, j in pits.tolist():
        if not (edge <= i < heights.shape[0] - edge and edge <= j < heights.shape[1] - edge):
            continue
        near = np.abs(pits - (i, j)).max(axis=1) <= edge
        if any(heights[k, m] < heights[i, j] for k, m in pits[near].tolist()):
            continue
        around = (slice(i - WINDOW, i + WINDOW + 1), slice(j - WINDOW, j + WINDOW + 1))
        way = breach(heights[around], ties[around])
        if way:
            sites = over_corners(points[around], np.array(way))
            falls = np.linspace(heights[i, j], heights[around].ravel()[way[-1]], len(sites))
            k, m = np.divmod(sites[1:-1], 2 * WINDOW + 1)
            lowered[i - WINDOW + k, j - WINDOW + m] = falls[1:-1]
    return lowered


def over_corners(points: Floats, way: Integers) -> Integers:
    """Return a way over flat sites that goes over the nearer corner where a diagonal would run outside of its square."""
    aside = points.shape[1]
    found = [way[:1]]
    for a, b in zip(way[:-1].tolist(), way[1:].tolist(), strict=True):
        (i, j), (k, m) = divmod(a, aside), divmod(b, aside)
        if i != k and j != m and not is_inside(points, i, j, k, m):
            first, second = beside(points, i, j, k, m, i, m), beside(points, i, j, k, m, k, j)
            found.append(np.array([i * aside + m if abs(first) < abs(second) else k * aside + j]))
        found.append(np.array([b]))
    return np.concatenate(found)


def breach(heights: Floats, ties: Floats) -> list[int]:
    """Return the flat sites from the middle of a window to a lower one, over the lowest brim; empty if too high."""
    middle = heights.size // 2
    pit = heights.ravel()[middle]
    outlets = heights < pit
    if not outlets.any():
        return []
    levels, receivers, _ = drain(heights, outlets, ties)
    if levels.ravel()[middle] > pit + DEEPEST:
        return []
    way = [middle]
    while receivers[way[-1]] >= 0:
        way.append(int(receivers[way[-1]]))
    return way


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    drainage(1, (0, 0, 1, 1))
