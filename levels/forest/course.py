"""The course of a channel by itself: its line from site to site, its bed, its width."""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.worldgen.hashing import unit3
from orlop.engine.worldgen.noise import gradient_noise
from orlop.engine.worldgen.polyline import foot
from orlop.levels.forest.drainage import CELL
from orlop.levels.forest.relief import SHARE, relief

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

STEPS = 16
"""Straight pieces of a channel, 5 to 25 m each."""
WET = 2
"""Cells that water must have come to be seen."""
NARROWEST = 2.1
"""About how wide the smallest streams are, metres."""
TURN = 0.55
"""How far a channel keeps its heading at a site, of its length."""
WIND = 0.12
"""How far it winds to either side, of its length."""
CALMER = 0.3
"""A channel that would get too near to another one turns and winds so much less, until it doesn't; a share of all."""
NEARER = 0.85
"""It must be nearer to its own sites' straight line than to any other's: at most so many times as far from it."""
BEND_SEED = 21
FALL_SEED = 22
LAKE_SEED = 23


@kernel
def depth_of(reach: int) -> float:
    """Return how deep a channel has cut into the relief, metres."""
    return SHARE + 3.0 + 6.0 * math.sqrt(reach) + 2.6 * reach


@kernel
def bed_of(height: float, reach: int) -> float:
    """Return how high a channel lies at a site: cut the deeper, the farther the water has come.

    Falls with falling height and with growing reach, so no bed rises downstream.
    """
    return sunk(height, depth_of(reach))


@kernel
def sunk(height: float, depth: float) -> float:
    """Return how high the bed is of a channel that would cut `depth` metres into the relief at `height`.

    Near sea level it is held above it, or half the valleys would drown; under the sea nothing is cut.
    """
    return max(height - depth, 0.2 * height if height > 0.0 else height)


@kernel
def width_of(reach: int) -> float:
    """Return a stream's width in metres: with the root of its flow, which grows as reach to the power of 1.7.

    But none is narrower than the ground's samples are apart, or its bed would show in some of its cells alone.
    """
    if reach < WET:
        return 0.0
    return math.hypot(NARROWEST, 0.4 + 0.32 * reach / (1.0 + 0.012 * reach))


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
def trace_line(
    seed: int, points: Floats, below: Integers, main: Integers, i: int, j: int, k: int, m: int, line: Floats
) -> None:
    """Lay the channel from site (i, j) to (k, m): it turns with the streams and winds, as far as others leave room."""
    most = 1.0
    while True:
        wind_line(seed, points, below, main, i, j, k, m, max(most, 0.0), line)
        if most <= 0.0 or keeps_clear(points, below, i, j, k, m, line):
            return
        most -= CALMER


@kernel
def wind_line(
    seed: int,
    points: Floats,
    below: Integers,
    main: Integers,
    i: int,
    j: int,
    k: int,
    m: int,
    most: float,
    line: Floats,
) -> None:
    """Lay a cubic that turns with the streams, and winds a little: all of it by a share of `most` (0…1)."""
    ax, az, bx, bz = points[i, j, 0], points[i, j, 1], points[k, m, 0], points[k, m, 1]
    length = math.sqrt((bx - ax) ** 2 + (bz - az) ** 2)
    ux, uz = heading_at(points, below, main, i, j)
    vx, vz = heading_at(points, below, main, k, m)
    if k + main[k, m, 0] != i or m + main[k, m, 1] != j:  # a side stream comes in at an angle
        vx, vz = (bx - ax) / length, (bz - az) / length
    for s in range(STEPS + 1):
        t = s / STEPS
        r = 1.0 - t
        p, q = r * r * (1.0 + 2.0 * t), t * t * (3.0 - 2.0 * t)
        u, v = most * TURN * t * r * r * length, most * TURN * t * t * r * length
        x, z = p * ax + q * bx + u * ux - v * vx, p * az + q * bz + u * uz - v * vz
        wind = 16.0 * t * t * r * r * WIND * length * gradient_noise(seed + BEND_SEED, x / 120.0, z / 120.0)[0]
        wind *= most
        line[s, 0], line[s, 1] = x - (bz - az) / length * wind, z + (bx - ax) / length * wind
    line[0, 0], line[0, 1], line[STEPS, 0], line[STEPS, 1] = ax, az, bx, bz


@kernel
def keeps_clear(points: Floats, below: Integers, i: int, j: int, k: int, m: int, line: Floats) -> bool:
    """Tell whether a line stays nearer to its own sites' straight line than to those of others.

    Straight lines don't cross, so neither do lines that keep clear. Those that end at the same site are left
    out: they join before they cross.
    """
    for a in range(min(i, k) - 2, max(i, k) + 3):
        for b in range(min(j, m) - 2, max(j, m) + 3):
            c, d = a + below[a, b, 0], b + below[a, b, 1]
            if (c == k and d == m) or (c == a and d == b):
                continue
            for s in range(1, STEPS):
                x, z = line[s, 0], line[s, 1]
                own, _ = foot(x, z, points[i, j, 0], points[i, j, 1], points[k, m, 0], points[k, m, 1])
                other, _ = foot(x, z, points[a, b, 0], points[a, b, 1], points[c, d, 0], points[c, d, 1])
                if own > NEARER * NEARER * other:
                    return False
    return True


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
        relief_bed = sunk(relief(seed, line[s, 0], line[s, 1])[0], cut)
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
    """Compile the kernels of this module, or fetch them from the cache: `confluence.warm` calls them all."""
    from orlop.levels.forest import confluence

    confluence.warm()
