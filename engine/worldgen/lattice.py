"""Things scattered over the plane from one global lattice, each with a rank.

Where a density d (0…1) is wanted, the things with rank < d stand. So a coarser level
of detail shows a part of the finer level's things, never others, and one that comes or goes is the same
thing for ever.

Ranks are spread like the thresholds of a Bayer pattern, but with chance in each step: of every
2 × 2 cells one has a rank below 1/4 and the one across from it the next, of every 4 × 4 one is below 1/16,
and so on. So the things stand evenly at every density, and few can be found without trying all.
"""

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.worldgen.hashing import hash3, unit3
from orlop.engine.worldgen.points import jittered

Floats = NDArray[np.float64]

STEPS = 8
"""Groupings of 2 × 2; below a density of 4⁻⁸ chance alone decides."""

RANK_SEED = 0x51
"""Keeps the ranks' chance apart from that of the places."""


@kernel
def turn_of(seed: int, i: int, j: int, step: int) -> tuple[int, int]:
    """Return how a group of 2 × 2 is numbered: which member is first, and which of two goes on.

    (i, j) is the group at `step`, 2^(step + 1) cells wide.
    """
    bits = hash3(seed + RANK_SEED, i, j, step)
    return int(np.int64(bits & np.uint64(3))), int(np.int64((bits >> np.uint64(2)) & np.uint64(1)))


@kernel
def rank(seed: int, i: int, j: int) -> float:
    """Return the rank of a cell's thing, in [0, 1)."""
    total, weight = 0.0, 0.25
    for step in range(STEPS):
        member = ((i >> step) & 1) + 2 * ((j >> step) & 1)
        first, other = turn_of(seed, i >> (step + 1), j >> (step + 1), step)
        apart = member ^ first
        if apart == 3:  # across from the first
            digit = 1
        elif apart == 0:
            digit = 0
        else:
            digit = 2 + ((apart - 1) ^ other)
        total += digit * weight
        weight *= 0.25
    return total + unit3(seed + RANK_SEED, i, j, STEPS) * weight * 4.0


@kernel
def first_member(seed: int, i: int, j: int, steps: int) -> tuple[int, int]:
    """Return the cell with the lowest rank of the group (i, j), which is 2^steps cells wide."""
    for step in range(steps - 1, -1, -1):
        member, _ = turn_of(seed, i, j, step)
        i, j = 2 * i + (member & 1), 2 * j + (member >> 1)
    return i, j


@kernel
def strew(seed: int, window: NDArray[np.int64], steps: int, jitter: float, most: float, out: Floats) -> int:
    """Write things with rank < `most` of the cells in `window` to `out`; return how many there are.

    window (4,): first and last cell, exclusive. steps: what groups are looked into, `most` ≤ 4^-steps.
    out (n, 5): x, z in cells, rank, and the cell. While it has no room, things are only counted.
    """
    count = 0
    for i in range(window[0] >> steps, ((window[2] - 1) >> steps) + 1):
        for j in range(window[1] >> steps, ((window[3] - 1) >> steps) + 1):
            ci, cj = first_member(seed, i, j, steps)
            if ci < window[0] or ci >= window[2] or cj < window[1] or cj >= window[3]:
                continue
            u = rank(seed, ci, cj)
            if u >= most:
                continue
            if count < len(out):
                x, z = jittered(seed, ci, cj, jitter)
                out[count, 0], out[count, 1], out[count, 2] = x, z, u
                out[count, 3], out[count, 4] = ci, cj
            count += 1
    return count


def scattered(seed: int, cells: tuple[int, int, int, int], most: float = 1.0, jitter: float = 0.8) -> Floats:
    """Return the things of a window with rank below `most`.

    Parameters
    ----------
    seed
        Any integer; its low 32 bits count.
    cells
        First and last cell, exclusive: (i0, j0, i1, j1).
    most
        The largest density that will be wanted, 0…1.
    jitter
        How much of its cell a thing may use, 0…1.

    Returns
    -------
    (n, 5) float64: x and z in cells, rank, and the cell (i, j); in the order of groups, x outer.
    """
    if min(cells[2] - cells[0], cells[3] - cells[1]) <= 0 or most <= 0.0:
        return np.zeros((0, 5))
    steps = 0
    while steps < STEPS and most <= 0.25 ** (steps + 1):
        steps += 1
    window = np.array(cells, np.int64)
    # One in each 4^steps cells is tried; a window may cut groups on all sides.
    room = ((cells[2] - cells[0] >> steps) + 2) * ((cells[3] - cells[1] >> steps) + 2)
    out = np.empty((room, 5))
    count = strew(seed, window, steps, jitter, most, out)
    return out[:count].copy()


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    scattered(1, (0, 0, 2, 2), 0.25)
