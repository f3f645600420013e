"""Valleys: how the channels cut into the relief.

The ground of a valley is its channel's bed, a floor that grows with the stream, and sides that
rise from it. Where several channels reach, the deepest cut counts.
"""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.worldgen.polyline import cells_near, foot

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

REACH = 480.0
"""How far a channel shapes the ground, metres."""
FAR = 180.0
"""How far from a valley's floor its nearness is felt, metres."""
SHOULDER = 10.0
"""Over what depth the valley's upper edge is rounded, metres."""
SIDE = 0.5
"""How steep the sides become on level ground, rise per metre."""
STEEPER = 1.0
"""How much steeper for each unit of the relief's slope: or a steep stream would be undercut by its own lower course."""
FOOT = 22.0
"""Over what distance they set in along a level stream, metres."""
NARROW = 5.0
"""A floor gets narrower with its stream's fall: half as wide where it would fall this part of a metre from one side to
the middle. So a steep stream cuts a notch; in a wide floor it would lie above the ground that its lower course cut."""
SHARP = 0.35
"""So do the feet of the sides: half as long where the stream falls 1 / this, metres, along them."""
COARSE, BLUNT = 20.0, 0.75
"""Samples farther apart than the first, metres, can't show a notch: it would be there at one and not at the next. They
get feet of at least so many times the distance between them."""
RIDGE = 6.0
"""Channels whose cuts differ by less than about this share the slope between them, metres."""


@kernel
def side(d: float, full: float, foot: float) -> tuple[float, float]:
    """Return how high a valley's side is, d metres from its floor, and how steep.

    `full` is how steep it becomes, `foot` over how many metres about.
    """
    if d <= 0.0:
        return 0.0, 0.0
    below = d + foot
    return full * d * d / below, full * (1.0 - foot * foot / (below * below))


@kernel
def side_of(slope_x: float, slope_z: float) -> float:
    """Return how steep a valley's sides become where the ground without it has these slopes."""
    return SIDE + STEEPER * math.sqrt(slope_x * slope_x + slope_z * slope_z)


@kernel
def floor_of(reach: int) -> float:
    """Return half the width of a level valley's floor, metres."""
    return 1.0 + 1.1 * reach


@kernel
def shape_of(reach: int, line: Floats, bed: Floats) -> tuple[float, float]:
    """Return half the width of a channel's floor, and how long the feet of the sides are, metres."""
    length = 0.0
    for s in range(len(bed) - 1):
        length += math.sqrt((line[s + 1, 0] - line[s, 0]) ** 2 + (line[s + 1, 1] - line[s, 1]) ** 2)
    fall = (bed[0] - bed[-1]) / max(length, 1e-9)
    floor = floor_of(reach)
    return floor / (1.0 + NARROW * floor * fall), FOOT / (1.0 + SHARP * FOOT * fall)


@kernel
def blend_weight(deep: float) -> float:
    """Return nearly exp(deep / RIDGE) - 1, in products alone."""
    power = 1.0 + deep / (16.0 * RIDGE)
    power *= power
    power *= power
    power *= power
    return power * power - 1.0


@kernel
def frame_valleys(lines: Floats, beds: Floats, reach: Integers, frames: Floats) -> None:
    """Fill `frames` (n, 6): where each channel begins and ends along x, and along z, and what `shape_of` tells of it."""
    for c in range(len(lines)):
        line = lines[c]
        frames[c, 0], frames[c, 1] = line[:, 0].min(), line[:, 0].max()
        frames[c, 2], frames[c, 3] = line[:, 1].min(), line[:, 1].max()
        frames[c, 4], frames[c, 5] = shape_of(reach[c, 0], line, beds[c])


@kernel
def cut_valleys(
    lines: Floats,
    beds: Floats,
    frames: Floats,
    first: Integers,
    spacing: float,
    base: Floats,
    cut: Floats,
    near: Floats,
) -> None:
    """Find how deep channels, framed by `frame_valleys`, cut into `base` (ni, nj, 3).

    cut (ni, nj, 4), zero on entry: the depth; then its slopes times a weight, and the weights. The slopes are
    blended, those of the deepest cut having by far the most weight: so they turn over some metres along a ridge, and
    the gullies, which follow them, don't break off there. near (ni, nj), `FAR` on entry: metres to the nearest
    channel's floor.
    """
    ni, nj = near.shape
    for c in range(len(lines)):
        line, bed = lines[c], beds[c]
        west, east, north, south = frames[c, 0], frames[c, 1], frames[c, 2], frames[c, 3]
        i0, i1 = cells_near(west, east, REACH, first[0], spacing, ni)
        j0, j1 = cells_near(north, south, REACH, first[1], spacing, nj)
        if i0 >= i1 or j0 >= j1:
            continue
        floor, sides = frames[c, 4], frames[c, 5]
        if spacing > COARSE:
            sides = max(sides, BLUNT * spacing)
        for i in range(i0, i1):
            for j in range(j0, j1):
                x, z = (first[0] + i) * spacing, (first[1] + j) * spacing
                away = math.sqrt(max(west - x, x - east, 0.0) ** 2 + max(north - z, z - south, 0.0) ** 2) - floor
                if away >= FAR and bed[-1] + side(away, SIDE, sides)[0] >= base[i, j, 0] + 0.5 * SHOULDER:
                    continue  # its valley has met the relief before: nine of ten
                cut_valley(line, bed, floor, sides, x, z, base[i, j], cut[i, j], near[i : i + 1, j])


@kernel
def cut_valley(
    line: Floats,
    bed: Floats,
    floor: float,
    sides: float,
    x: float,
    z: float,
    base: Floats,
    cut: Floats,
    near: Floats,
) -> None:
    """Let each piece of one channel cut into the sample at (x, z), whose base (3,), cut (4,) and near (1,) are given.

    floor, sides: see `shape_of`.
    """
    full = side_of(base[1], base[2])
    for s in range(len(bed) - 1):
        ex, ez = line[s + 1, 0] - line[s, 0], line[s + 1, 1] - line[s, 1]
        square, t = foot(x, z, line[s, 0], line[s, 1], line[s + 1, 0], line[s + 1, 1])
        if square >= REACH * REACH:
            continue
        d = math.sqrt(square)
        near[0] = min(near[0], max(d - floor, 0.0))
        rise, steep = side(d - floor, full, sides)
        deep = base[0] + 0.5 * SHOULDER - rise - (bed[s] + (bed[s + 1] - bed[s]) * t)
        if deep <= 0.0:
            continue
        share = 1.0 - square / (REACH * REACH)
        fade = -4.0 * share / (REACH * REACH) * deep
        share *= share
        px, pz = x - line[s, 0] - t * ex, z - line[s, 1] - t * ez
        out = steep / max(d, 1e-9)
        weight = blend_weight(deep * share)
        cut[0] = max(cut[0], deep * share)
        cut[1] += weight * (share * (base[1] - out * px) + fade * px)
        cut[2] += weight * (share * (base[2] - out * pz) + fade * pz)
        cut[3] += weight


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    frames = np.zeros((1, 6))
    frame_valleys(np.zeros((1, 2, 2)), np.zeros((1, 2)), np.zeros((1, 2), np.int64), frames)
    cut_valleys(
        np.zeros((1, 2, 2)),
        np.zeros((1, 2)),
        frames,
        np.zeros(2, np.int64),
        1.0,
        np.zeros((1, 1, 3)),
        np.zeros((1, 1, 4)),
        np.zeros((1, 1)),
    )
