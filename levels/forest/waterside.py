"""What streams and lakes make of the ground right beside them: beds, banks, shores."""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.worldgen.noise import gradient_noise
from orlop.engine.worldgen.polyline import cells_near, foot

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

SHORE = 60.0
"""How far from water it is still felt, metres."""
LAKE_BEND = 110.0
"""Wavelength of a lake's bays, metres."""
COVE = 55.0
"""Wavelength of the coves in them, metres."""
BAYS, COVES = 0.3, 0.2
"""How deep they are, as a share of the distance from the middle."""
LAKE_REACH = 1.0 / (1.0 - BAYS - COVES)
"""A lake is felt so many times as far as its radius and `SHORE` say."""
LAKE_SEED = 33
UNDER = -1.0
"""Level in metres below which a stream is gone in the sea."""


@kernel
def bank(edge: float, half: float) -> float:
    """Return the ground's height over the water, `edge` metres from it, negative within; `half` its half width."""
    if edge >= 0.0:
        return 0.1 + 0.2 * edge
    inside = 1.0 + edge / half
    return -min(0.15 + 0.2 * half, 4.0) * (1.0 - inside * inside)


@kernel
def take_in(edge: float, half: float, level: float, i: int, j: int, wet: Floats, shore: Floats, water: Floats) -> None:
    """Let a water whose edge is `edge` metres from the sample (i, j) shape it."""
    if edge < shore[i, j]:
        shore[i, j], water[i, j] = edge, level
    soft = min(7.0 + 3.0 * half, 40.0)
    if edge >= soft or half <= 0.0:
        return
    share = 1.0 - max(edge, 0.0) / soft
    share = share * share * (3.0 - 2.0 * share)
    # The nearest decides almost alone, but the next sets in before its turn, so there is no step between them.
    weight = share / (0.05 + max(edge, 0.0)) ** 2
    wet[i, j, 0] += weight * (level + bank(edge, half))
    wet[i, j, 1] += weight
    wet[i, j, 2] = max(wet[i, j, 2], share)


@kernel
def find_streams(
    lines: Floats,
    beds: Floats,
    widths: Floats,
    first: Integers,
    spacing: float,
    wet: Floats,
    shore: Floats,
    water: Floats,
) -> None:
    """Take streams in.

    wet (ni, nj, 3), zero on entry: heights times weights, weights, and how far (0…1) they decide alone. shore (ni, nj),
    `SHORE` on entry: metres to the nearest water's edge, negative within. water (ni, nj): its level, metres.
    """
    ni, nj = shore.shape
    for c in range(len(lines)):
        for s in range(lines.shape[1] - 1):
            half = 0.5 * max(widths[c, s], widths[c, s + 1])
            if half <= 0.0 or beds[c, s] < UNDER:
                continue
            ax, az, bx, bz = lines[c, s, 0], lines[c, s, 1], lines[c, s + 1, 0], lines[c, s + 1, 1]
            i0, i1 = cells_near(min(ax, bx), max(ax, bx), SHORE + half, first[0], spacing, ni)
            j0, j1 = cells_near(min(az, bz), max(az, bz), SHORE + half, first[1], spacing, nj)
            for i in range(i0, i1):
                for j in range(j0, j1):
                    square, t = foot((first[0] + i) * spacing, (first[1] + j) * spacing, ax, az, bx, bz)
                    half = 0.5 * (widths[c, s] + (widths[c, s + 1] - widths[c, s]) * t)
                    level = beds[c, s] + (beds[c, s + 1] - beds[c, s]) * t
                    take_in(math.sqrt(square) - half, half, level, i, j, wet, shore, water)


@kernel
def lake_edge(seed: int, x: float, z: float, lake: Floats) -> float:
    """Return about how far (x, z) is from a lake's edge, metres, negative within: a circle with bays."""
    d = math.sqrt((x - lake[0]) ** 2 + (z - lake[1]) ** 2)
    bays = BAYS * gradient_noise(seed + LAKE_SEED, x / LAKE_BEND, z / LAKE_BEND)[0]
    coves = COVES * gradient_noise(seed + LAKE_SEED, x / COVE, z / COVE)[0]
    return float(d * (1.0 + bays + coves) - lake[2])


@kernel
def find_lakes(
    seed: int, lakes: Floats, first: Integers, spacing: float, wet: Floats, shore: Floats, water: Floats
) -> None:
    """Take lakes in, with bays; arrays as for `find_streams`."""
    ni, nj = shore.shape
    for k in range(len(lakes)):
        reach = LAKE_REACH * (SHORE + lakes[k, 2])
        i0, i1 = cells_near(lakes[k, 0], lakes[k, 0], reach, first[0], spacing, ni)
        j0, j1 = cells_near(lakes[k, 1], lakes[k, 1], reach, first[1], spacing, nj)
        for i in range(i0, i1):
            for j in range(j0, j1):
                x, z = (first[0] + i) * spacing, (first[1] + j) * spacing
                take_in(lake_edge(seed, x, z, lakes[k]), lakes[k, 2], lakes[k, 3], i, j, wet, shore, water)


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    first, wet, shore, water = np.zeros(2, np.int64), np.zeros((1, 1, 3)), np.zeros((1, 1)), np.zeros((1, 1))
    find_streams(np.zeros((1, 2, 2)), np.zeros((1, 2)), np.ones((1, 2)), first, 1.0, wet, shore, water)
    find_lakes(1, np.ones((1, 4)), first, 1.0, wet, shore, water)
