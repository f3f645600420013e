"""Picks which of many things are drawn, and how finely: the inner loop of `StandPass`."""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel

Floats32 = NDArray[np.float32]
Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

ROW = 10
"""Numbers a thing: x, y, z, heading · radius, height · rank, later its fade · tint's red, green, blue."""
LEVELS = 4
"""Shapes a model has, from fine to coarse."""
BAND = 0.09
"""Over what share of a distance one shape fades into the next."""
WIDEN = 1.45
"""Far things stand for others that are left out, and grow at most so many times as wide."""


@kernel
def pick(
    rows: Floats32,
    slots: Integers,
    offset: Floats,
    planes: Floats,
    reaches: Floats,
    finest: int,
    out: Floats32,
    bins: Integers,
    used: int,
) -> int:
    """Append what is seen of a stand to `out`, and return how many rows it has then.

    Parameters
    ----------
    rows
        (n, ROW), see there; x, y, z from the stand's origin, metres.
    slots
        (n,): which model each is.
    offset
        (3,): the stand's origin relative to the eye, metres.
    planes
        (p, 4): what lies on the negative side of one of them, relative to the eye, is not seen.
    reaches
        (8,): up to how many metres everything stands, and up to how many one of four, see `reach_of`; up to how many
        heights anything is seen at all, and how far at most, metres; metres that are added to all that counts in
        heights; up to how many heights each shape but the coarsest is drawn.
    finest
        The finest shape allowed, 0 … LEVELS - 1.
    out
        (m, ROW), m at least `used` + 2 n: relative to the eye, and instead of the rank the fade: from 0 to 1, the
        share of pixels left out, from -1 to 0, the share of them drawn. A thing between two shapes has two rows.
    bins
        (m,): slot · LEVELS + shape of each row.
    """
    near, close, shapes = reaches[0], reaches[4], reaches[5:]
    for k in range(len(rows)):
        x, y, z = offset[0] + rows[k, 0], offset[1] + rows[k, 1], offset[2] + rows[k, 2]
        radius, height, rank = rows[k, 4], rows[k, 5], rows[k, 6]
        middle = y + 0.5 * height
        distance = math.sqrt(x * x + middle * middle + z * z)
        end = min(min(reach_of(rank, near, reaches[1]), height * reaches[2] + close), reaches[3])
        if distance >= end:
            continue
        around = max(0.5 * height, radius) + 0.2 * radius
        seen = True
        for p in range(len(planes)):
            if planes[p, 0] * x + planes[p, 1] * middle + planes[p, 2] * z + planes[p, 3] < -around:
                seen = False
                break
        if not seen:
            continue
        vanishing = max((distance / end - (1.0 - BAND)) / BAND, 0.0)
        wide = radius * min(max(distance / near, 1.0), WIDEN)
        shape, fade = finest, 0.0
        while shape < LEVELS - 1 and distance > height * shapes[shape] + close:
            shape += 1
        if shape < LEVELS - 1:
            fade = max((distance / (height * shapes[shape] + close) - (1.0 - BAND)) / BAND, 0.0)
        if fade > 0.0:
            used = put(out, bins, used, rows[k], slots[k] * LEVELS + shape + 1, x, y, z, wide, -fade)
        used = put(out, bins, used, rows[k], slots[k] * LEVELS + shape, x, y, z, wide, max(fade, vanishing))
    return used


@kernel
def reach_of(rank: float, whole: float, quarter: float) -> float:
    """Return how far a thing of this rank stands, metres.

    All do up to `whole`; at twice that distance only one of four. Those do up to `quarter`, and at twice that distance
    one of four of them, and so on: as many to each ring twice as wide.
    """
    if rank > 0.25:
        return min(whole / math.sqrt(rank), 2.0 * whole)
    return 0.5 * quarter / math.sqrt(max(rank, 1e-9))


@kernel
def put(
    out: Floats32,
    bins: Integers,
    used: int,
    row: Floats32,
    where: int,
    x: float,
    y: float,
    z: float,
    radius: float,
    fade: float,
) -> int:
    """Write one row to `out` and return the number of rows."""
    out[used, 0], out[used, 1], out[used, 2], out[used, 3] = x, y, z, row[3]
    out[used, 4], out[used, 5], out[used, 6] = radius, row[5], fade
    out[used, 7], out[used, 8], out[used, 9] = row[7], row[8], row[9]
    bins[used] = where
    return used + 1


@kernel
def sort_rows(out: Floats32, bins: Integers, used: int, ends: Integers, ordered: Floats32) -> None:
    """Put the first `used` rows of `out` into `ordered`, bin by bin; `ends` (b + 1,) then tells where each bin ends.

    Bin b lies in ends[b] … ends[b + 1].
    """
    ends[:] = 0
    for k in range(used):
        ends[bins[k] + 1] += 1
    for b in range(1, len(ends)):
        ends[b] += ends[b - 1]
    cursor = ends[:-1].copy()
    for k in range(used):
        at = cursor[bins[k]]
        cursor[bins[k]] = at + 1
        for column in range(ROW):
            ordered[at, column] = out[k, column]


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    rows, slots = np.ones((1, ROW), np.float32), np.zeros(1, np.int64)
    out, bins = np.zeros((2, ROW), np.float32), np.zeros(2, np.int64)
    used = pick(rows, slots, np.zeros(3), np.zeros((6, 4)), np.ones(5 + LEVELS - 1), 0, out, bins, 0)
    sort_rows(out, bins, used, np.zeros(LEVELS + 1, np.int64), out.copy())
