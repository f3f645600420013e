"""The course of a channel: its line from site to site, its bed, its width."""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.worldgen.hashing import unit3
from orlop.engine.worldgen.noise import gradient_noise
from orlop.engine.worldgen.polyline import foot
from orlop.levels.forest.drainage import CELL, LONGEST, RIM
from orlop.levels.forest.relief import relief
from orlop.levels.forest.valleys import SIDE, floor_of, side

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

STEPS = 16
"""Straight pieces of a channel, 5 to 25 m each."""
WET = 2
"""Cells that water must have come to be seen."""
TURN = 0.55
"""How far a channel keeps its heading at a site, of its length."""
WIND = 0.12
"""How far it winds to either side, of its length."""
BEND_SEED = 21
FALL_SEED = 22
LAKE_SEED = 23


@kernel
def depth_of(reach: int) -> float:
    """Return how deep a channel has cut into the relief, metres."""
    return 3.0 + 6.0 * math.sqrt(reach) + 2.6 * reach


@kernel
def bed_of(height: float, reach: int) -> float:
    """Return how high a channel lies at a site: cut the deeper, the farther the water has come.

    Falls with falling height and with growing reach, so no bed rises downstream. Near sea level
    it is held above it, or half the valleys would drown.
    """
    cut = height - depth_of(reach)
    if height <= 0.0:
        return cut
    return max(cut, 0.2 * height)


@kernel
def width_of(reach: int) -> float:
    """Return a stream's width in metres: with the root of its flow, which grows as reach to the power of 1.7."""
    if reach < WET:
        return 0.0
    return 0.4 + 0.32 * reach / (1.0 + 0.012 * reach)


@kernel
def heading_at(points: Floats, below: Integers, main: Integers, i: int, j: int) -> tuple[float, float]:
    """Return the unit vector in which water passes a site: from where it comes to where it goes."""
    a, b = i + main[i, j, 0], j + main[i, j, 1]
    k, m = i + below[i, j, 0], j + below[i, j, 1]
    dx, dz = points[k, m, 0] - points[a, b, 0], points[k, m, 1] - points[a, b, 1]
    length = math.sqrt(dx * dx + dz * dz)
    if length < 1e-9:
        return 0.0, 0.0
    return dx / length, dz / length


@kernel
def lake_radius(seed: int, points: Floats, below: Integers, first: Integers, i: int, j: int) -> float:
    """Return the radius of the lake in a pit: it stays clear of the sites that drain into it."""
    square = CELL * CELL
    for k in range(i - 1, i + 2):
        for m in range(j - 1, j + 2):
            if (k != i or m != j) and k + below[k, m, 0] == i and m + below[k, m, 1] == j:
                dx, dz = points[k, m, 0] - points[i, j, 0], points[k, m, 1] - points[i, j, 1]
                square = min(square, dx * dx + dz * dz)
    return math.sqrt(square) * (0.45 + 0.2 * unit3(seed + LAKE_SEED, first[0] + i, first[1] + j, 0))


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
    other_ends, other_line, other_bed = np.empty(4, np.int64), np.empty((STEPS + 1, 2)), np.empty(STEPS + 1)
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
            lay_channel(seed, first, points, heights, below, main, reach, i, j, ends[count], lines[count], beds[count])
            p, q = k + main[k, m, 0], m + main[k, m, 1]
            if p != i or q != j:
                lay_channel(seed, first, points, heights, below, main, reach, p, q, other_ends, other_line, other_bed)
                sink(lines[count], beds[count], other_line, other_bed, floor_of(reach[p, q]))
            start, end = width_of(reach[i, j]), width_of(min(reach[i, j] + 1, LONGEST))
            for s in range(STEPS + 1):
                widths[count, s] = start + (end - start) * s / STEPS
                if start == 0.0:  # a spring, half-way down
                    widths[count, s] = end * max(0.0, 2.0 * s / STEPS - 1.0)
            widths[count, STEPS] = end  # to the bit: the next one begins with it
            count += 1
    return count, filled


@kernel
def lay_channel(
    seed: int,
    first: Integers,
    points: Floats,
    heights: Floats,
    below: Integers,
    main: Integers,
    reach: Integers,
    i: int,
    j: int,
    end: Integers,
    line: Floats,
    bed: Floats,
) -> None:
    """Lay line and bed from site (i, j) to the one below it; end (4,) is filled with reach at both and the cell."""
    k, m = i + below[i, j, 0], j + below[i, j, 1]
    end[0], end[1], end[2], end[3] = reach[i, j], reach[k, m], first[0] + i, first[1] + j
    trace_line(seed, points, below, main, i, j, k, m, line)
    high, low = bed_of(heights[i, j], reach[i, j]), bed_of(heights[k, m], reach[k, m])
    shore = 0.0
    if below[k, m, 0] == 0 and below[k, m, 1] == 0 and heights[k, m] > 0.0:
        shore = 1.35 * lake_radius(seed, points, below, first, k, m)
    hollow = 0.15 if k + main[k, m, 0] == i and m + main[k, m, 1] == j else 0.65
    lay_bed(seed, end, line, high, low, hollow, shore, bed)


@kernel
def sink(line: Floats, bed: Floats, other: Floats, other_bed: Floats, floor: float) -> None:
    """Lower a side stream's bed into the valley of the stream that it joins, or it would stand above it as a wall."""
    for s in range(1, STEPS):
        lowest = bed[s]
        for r in range(STEPS):
            square, t = foot(line[s, 0], line[s, 1], other[r, 0], other[r, 1], other[r + 1, 0], other[r + 1, 1])
            valley = other_bed[r] + (other_bed[r + 1] - other_bed[r]) * t
            lowest = min(lowest, valley + side(math.sqrt(square) - floor, SIDE)[0])
        bed[s] = max(bed[STEPS], min(bed[s - 1], lowest))


@kernel
def trace_line(
    seed: int, points: Floats, below: Integers, main: Integers, i: int, j: int, k: int, m: int, line: Floats
) -> None:
    """Lay the channel from site (i, j) to (k, m): a cubic that turns with the streams, and winds a little."""
    ax, az, bx, bz = points[i, j, 0], points[i, j, 1], points[k, m, 0], points[k, m, 1]
    length = math.sqrt((bx - ax) ** 2 + (bz - az) ** 2)
    ux, uz = heading_at(points, below, main, i, j)
    vx, vz = heading_at(points, below, main, k, m)
    if k + main[k, m, 0] != i or m + main[k, m, 1] != j:  # a side stream comes in at an angle
        vx, vz = (bx - ax) / length, (bz - az) / length
    for s in range(STEPS + 1):
        t = s / STEPS
        r = 1.0 - t
        p, q, u, v = (
            r * r * (1.0 + 2.0 * t),
            t * t * (3.0 - 2.0 * t),
            TURN * t * r * r * length,
            TURN * t * t * r * length,
        )
        x, z = p * ax + q * bx + u * ux - v * vx, p * az + q * bz + u * uz - v * vz
        wind = 16.0 * t * t * r * r * WIND * length * gradient_noise(seed + BEND_SEED, x / 120.0, z / 120.0)[0]
        line[s, 0], line[s, 1] = x - (bz - az) / length * wind, z + (bx - ax) / length * wind
    line[0, 0], line[0, 1], line[STEPS, 0], line[STEPS, 1] = ax, az, bx, bz


@kernel
def lay_bed(
    seed: int, end: Integers, line: Floats, high: float, low: float, hollow: float, shore: float, bed: Floats
) -> None:
    """Let the bed fall from `high` to `low`: with the relief, evenly where it is gentle, over steps where it is steep.

    hollow (0…1): how much steeper above than below. A side stream's is large, for it arrives
    beside a stream that is lower than itself. Within `shore` metres of the line's end it lies at `low`, the level of
    the lake there.
    """
    length, to_shore = 0.0, 0.0
    for s in range(STEPS):
        piece = math.sqrt((line[s + 1, 0] - line[s, 0]) ** 2 + (line[s + 1, 1] - line[s, 1]) ** 2)
        length += piece
        left = math.sqrt((line[s + 1, 0] - line[STEPS, 0]) ** 2 + (line[s + 1, 1] - line[STEPS, 1]) ** 2)
        if left >= shore:
            to_shore = length
    steep = min(max(((high - low) / max(to_shore, 1.0) - 0.08) / 0.2, 0.0), 0.6)
    falls = 2.0 + math.floor(2.0 * unit3(seed + FALL_SEED, end[2], end[3], 0))
    shift = unit3(seed + FALL_SEED, end[2], end[3], 1)
    bed[0] = high
    length = 0.0
    for s in range(1, STEPS + 1):
        length += math.sqrt((line[s, 0] - line[s - 1, 0]) ** 2 + (line[s, 1] - line[s - 1, 1]) ** 2)
        t = min(length / max(to_shore, 1e-9), 1.0)
        cut = (1.0 - t) * depth_of(int(end[0])) + t * depth_of(int(end[1]))
        relief_bed = relief(seed, line[s, 0], line[s, 1])[0] - cut
        t = t * (1.0 + hollow - hollow * t)
        turns = t * falls + shift
        inside = turns - math.floor(turns)
        stepped = (turns - inside + inside * inside * (3.0 - 2.0 * inside) - shift) / falls
        start = shift * shift * (3.0 - 2.0 * shift)
        stepped = min(max(stepped - (start - shift) / falls, 0.0), 1.0)
        even = high + (low - high) * (t + (stepped - t) * steep)
        bed[s] = max(low, min(bed[s - 1], even, relief_bed))
    bed[STEPS] = low


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    side_length = 2 * RIM + 1
    square = (side_length, side_length)
    ways, ends = np.zeros((*square, 2), np.int64), np.zeros((1, 4), np.int64)
    line, bed = np.zeros((1, STEPS + 1, 2)), np.zeros((1, STEPS + 1))
    points, heights, reach = np.zeros((*square, 2)), np.zeros(square), np.zeros(square, np.int64)
    first = np.zeros(2, np.int64)
    trace_channels(1, first, points, heights, ways, ways, reach, line, bed, bed, ends, np.zeros((1, 4)))
