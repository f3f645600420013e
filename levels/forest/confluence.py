"""Channels beside each other: those that run to the same site join before they meet there.

Of them the longest comes first: its line is the valley's. Each of the others turns into the first of
its betters that it comes near, at one of that line's points; so streams neither cross nor run along side by side.
"""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.worldgen.polyline import foot
from orlop.levels.forest.course import STEPS, bed_of, lake_radius, lay_bed, trace_line, width_of
from orlop.levels.forest.drainage import LONGEST, RIM
from orlop.levels.forest.relief import relief
from orlop.levels.forest.valleys import shape_of, side, side_of

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

FAMILY = 8
"""Channels that may run to one site."""
BETWEEN = 4.0
"""With so little ground between two streams the lesser turns into the other, metres."""
BESIDE = 0.2
"""A stream may lie lower than another by so much for each metre between it and the other's floor."""
ASIDE = 3
"""Points of the other's line among which it finds one that lies low enough."""


@kernel
def trace_channels(
    seed: int,
    first: Integers,
    points: Floats,
    heights: Floats,
    below: Integers,
    main: Integers,
    reach: Integers,
    lines: Floats,
    beds: Floats,
    widths: Floats,
    ends: Integers,
    lakes: Floats,
) -> tuple[int, int]:
    """Fill the arrays of `Channels`; ends has reach and cells together. Return how many channels and lakes."""
    ni, nj = reach.shape
    family = np.empty((FAMILY, 2), np.int64)
    near_lines, near_beds = np.empty((FAMILY, STEPS + 1, 2)), np.empty((FAMILY, STEPS + 1))
    near_widths, near_ends = np.empty((FAMILY, STEPS + 1)), np.empty((FAMILY, 4), np.int64)
    count, filled = 0, 0
    for i in range(RIM, ni - RIM):
        for j in range(RIM, nj - RIM):
            k, m = i + below[i, j, 0], j + below[i, j, 1]
            if k == i and m == j:
                if heights[i, j] > 0.0:
                    lakes[filled, 0], lakes[filled, 1] = points[i, j, 0], points[i, j, 1]
                    lakes[filled, 2] = lake_radius(seed, points, below, first, i, j)
                    lakes[filled, 3] = bed_of(heights[i, j], reach[i, j])
                    filled += 1
                continue
            rank = find_betters(heights, below, main, reach, i, j, k, m, family)
            for r in range(rank + 1):
                a, b, end = family[r, 0], family[r, 1], near_ends[r]
                end[0], end[1], end[2], end[3] = reach[a, b], reach[k, m], first[0] + a, first[1] + b
                trace_line(seed, points, below, main, a, b, k, m, near_lines[r])
                lay_channel(seed, first, points, heights, below, k, m, r, near_ends, near_lines, near_beds, near_widths)
            lines[count], beds[count] = near_lines[rank], near_beds[rank]
            widths[count], ends[count] = near_widths[rank], near_ends[rank]
            count += 1
    return count, filled


@kernel
def find_betters(
    heights: Floats,
    below: Integers,
    main: Integers,
    reach: Integers,
    i: int,
    j: int,
    k: int,
    m: int,
    family: Integers,
) -> int:
    """Fill `family` with the sites that, as (i, j), drain into (k, m) and come before it, best first; then itself.

    Return how many they are, without itself.
    """
    count = 0
    for a in range(k - 1, k + 2):
        for b in range(m - 1, m + 2):
            if (a == k and b == m) or a + below[a, b, 0] != k or b + below[a, b, 1] != m:
                continue
            if (a != i or b != j) and not is_better(heights, main, reach, k, m, a, b, i, j):
                continue
            at = count
            while at > 0 and is_better(heights, main, reach, k, m, a, b, family[at - 1, 0], family[at - 1, 1]):
                family[at] = family[at - 1]
                at -= 1
            family[at, 0], family[at, 1] = a, b
            count += 1
    return count - 1


@kernel
def is_better(heights: Floats, main: Integers, reach: Integers, k: int, m: int, a: int, b: int, c: int, d: int) -> bool:
    """Tell whether the channel from (a, b) to (k, m) comes before that from (c, d): the longer one, then the lower."""
    a_is_main = a == k + main[k, m, 0] and b == m + main[k, m, 1]
    if a_is_main or (c == k + main[k, m, 0] and d == m + main[k, m, 1]):
        return bool(a_is_main)
    if reach[a, b] != reach[c, d]:
        return bool(reach[a, b] > reach[c, d])
    if heights[a, b] != heights[c, d]:
        return bool(heights[a, b] < heights[c, d])
    return a < c or (a == c and b < d)


@kernel
def lay_channel(
    seed: int,
    first: Integers,
    points: Floats,
    heights: Floats,
    below: Integers,
    k: int,
    m: int,
    r: int,
    ends: Integers,
    lines: Floats,
    beds: Floats,
    widths: Floats,
) -> None:
    """Give the channel `r` into site (k, m), whose line is traced, bed and width, when its betters have theirs."""
    high, low = (
        bed_of(heights[ends[r, 2] - first[0], ends[r, 3] - first[1]], ends[r, 0]),
        bed_of(heights[k, m], ends[r, 1]),
    )
    start, end = width_of(ends[r, 0]), width_of(min(ends[r, 0] + 1, LONGEST))
    shore = 0.0
    if below[k, m, 0] == 0 and below[k, m, 1] == 0 and heights[k, m] > 0.0:
        shore = 1.35 * lake_radius(seed, points, below, first, k, m)
    else:
        cut, other, at = meeting(high, r, lines, beds, widths, start, end)
        if other >= 0:
            shorten(lines[r], cut, lines[other, at])
            low, end = beds[other, at], min(end, widths[other, at])
    lay_bed(seed, ends[r], lines[r], high, low, 0.15 if r == 0 else 0.65, shore, beds[r])
    for other in range(r):
        sink(seed, lines[r], beds[r], ends[other, 0], lines[other], beds[other])
    for s in range(STEPS + 1):
        widths[r, s] = start + (end - start) * s / STEPS
        if start == 0.0:  # a spring, half-way down
            widths[r, s] = end * min(max(0.0, 6.0 * s / STEPS - 3.0), 1.0)
    widths[r, STEPS] = end  # to the bit: the next one begins with it


@kernel
def meeting(
    high: float, r: int, lines: Floats, beds: Floats, widths: Floats, start: float, end: float
) -> tuple[int, int, int]:
    """Return where line `r` turns aside, which of those before it joins, and at which of its points; -1 if none.

    That point must lie no higher than `high`, where the line begins. The line is `start` to `end` metres wide.
    """
    for s in range(1, STEPS + 1):
        nearest, other, at = np.inf, -1, -1
        for q in range(r):
            for p in range(STEPS):
                square, _ = foot(
                    lines[r, s, 0],
                    lines[r, s, 1],
                    lines[q, p, 0],
                    lines[q, p, 1],
                    lines[q, p + 1, 0],
                    lines[q, p + 1, 1],
                )
                away = math.sqrt(square) - 0.5 * (start + (end - start) * s / STEPS + widths[q, p])
                if s == STEPS:
                    away = np.inf  # where they end they meet anyhow
                if crosses(lines[r, s - 1], lines[r, s], lines[q, p], lines[q, p + 1]):
                    away = -1.0
                if away < min(nearest, BETWEEN):
                    for t in range(p + 1, min(p + 1 + ASIDE, STEPS + 1)):
                        if beds[q, t] <= high:
                            nearest, other, at = away, q, t
                            break
        if other >= 0:
            return s if nearest >= 0.0 else s - 1, other, at
    return 0, -1, -1


@kernel
def crosses(a: Floats, b: Floats, c: Floats, d: Floats) -> bool:
    """Tell whether the pieces from `a` to `b` and from `c` to `d` cross."""
    ux, uz, vx, vz = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    ab_c, ab_d = ux * (c[1] - a[1]) - uz * (c[0] - a[0]), ux * (d[1] - a[1]) - uz * (d[0] - a[0])
    cd_a, cd_b = vx * (a[1] - c[1]) - vz * (a[0] - c[0]), vx * (b[1] - c[1]) - vz * (b[0] - c[0])
    return bool(ab_c * ab_d < 0.0 and cd_a * cd_b < 0.0)


@kernel
def shorten(line: Floats, cut: int, end: Floats) -> None:
    """Let a line go straight to `end` from its point `cut`; its points are spread over it anew."""
    old = line[: cut + 2].copy()
    old[cut + 1] = end
    length = 0.0
    for s in range(cut + 1):
        length += math.sqrt((old[s + 1, 0] - old[s, 0]) ** 2 + (old[s + 1, 1] - old[s, 1]) ** 2)
    piece, passed = 0, 0.0
    here = math.sqrt((old[1, 0] - old[0, 0]) ** 2 + (old[1, 1] - old[0, 1]) ** 2)
    for s in range(1, STEPS):
        target = length * s / STEPS
        while piece < cut and passed + here < target:
            passed += here
            piece += 1
            here = math.sqrt((old[piece + 1, 0] - old[piece, 0]) ** 2 + (old[piece + 1, 1] - old[piece, 1]) ** 2)
        t = min((target - passed) / max(here, 1e-9), 1.0)
        line[s, 0] = old[piece, 0] + (old[piece + 1, 0] - old[piece, 0]) * t
        line[s, 1] = old[piece, 1] + (old[piece + 1, 1] - old[piece, 1]) * t
    line[STEPS] = end


@kernel
def sink(seed: int, line: Floats, bed: Floats, reach: int, other: Floats, other_bed: Floats) -> None:
    """Fit a side stream's bed into the valley of one that comes before it.

    Higher than the valley's side it would stand there as a wall, and lower than the other stream, beside it, it would
    drain it.
    """
    floor, sides = shape_of(reach, other, other_bed)
    for s in range(1, STEPS):
        highest, lowest, nearest = bed[s], bed[s], np.inf
        _, slope_x, slope_z = relief(seed, line[s, 0], line[s, 1])
        full = side_of(slope_x, slope_z)
        for r in range(STEPS):
            square, t = foot(line[s, 0], line[s, 1], other[r, 0], other[r, 1], other[r + 1, 0], other[r + 1, 1])
            level, away = other_bed[r] + (other_bed[r + 1] - other_bed[r]) * t, math.sqrt(square)
            highest = min(highest, level + side(away - floor, full, sides)[0])
            if away < nearest:
                nearest, lowest = away, level - BESIDE * max(away - floor, 0.0)
        bed[s] = max(bed[STEPS], min(bed[s - 1], max(highest, lowest)))


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    side_length = 2 * RIM + 1
    square = (side_length, side_length)
    ways, ends = np.zeros((*square, 2), np.int64), np.zeros((1, 4), np.int64)
    line, bed = np.zeros((1, STEPS + 1, 2)), np.zeros((1, STEPS + 1))
    points, heights, reach = np.zeros((*square, 2)), np.zeros(square), np.zeros(square, np.int64)
    first = np.zeros(2, np.int64)
    trace_channels(1, first, points, heights, ways, ways, reach, line, bed, bed, ends, np.zeros((1, 4)))
