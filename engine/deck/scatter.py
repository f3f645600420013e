"""Motors strewn over a hashed grid, in which neighbours are found quickly."""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.deck.mover import AIM_X, AIM_Z, MOTOR_COLUMNS, X, Z
from orlop.engine.kernel import kernel

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MARGIN = 0.05
"""Motors this much farther apart than touching are looked at too, metres: pushes may bring them together."""

LEAST_CELL = 0.02


@kernel
def cell_for(radii: Floats) -> float:
    """Return how wide the cells must be for neighbours to be in adjacent ones, metres."""
    widest = 0.0
    for i in range(radii.shape[0]):
        widest = max(widest, radii[i])
    return max(2.0 * widest + MARGIN, LEAST_CELL)


@kernel
def scattered(rows: Floats, share: float, cell: float) -> tuple[Ints, Ints, Ints, Ints]:
    """Put motors, `share` of their way to their aims on, into a hashed grid of cells `cell` metres wide.

    Neither the size of a deck nor how far apart motors are matters. Returns column and line of
    each, and the motors of slot s: order[starts[s]:starts[s + 1]].
    """
    count, size = rows.shape[0], 8
    while size < 2 * count:
        size *= 2
    columns, lines, slots = np.empty(count, np.int64), np.empty(count, np.int64), np.empty(count, np.int64)
    starts, order = np.zeros(size + 1, np.int64), np.empty(count, np.int64)
    for i in range(count):
        x, z = rows[i, X] + rows[i, AIM_X] * share, rows[i, Z] + rows[i, AIM_Z] * share
        sound = math.isfinite(x) and math.isfinite(z)
        columns[i] = math.floor(x / cell) if sound else 0
        lines[i] = math.floor(z / cell) if sound else 0
        slots[i] = slot_of(columns[i], lines[i], size)
        starts[slots[i] + 1] += 1
    for s in range(size):
        starts[s + 1] += starts[s]
    filled = starts[:-1].copy()
    for i in range(count):
        order[filled[slots[i]]] = i
        filled[slots[i]] += 1
    return columns, lines, starts, order


@kernel
def slot_of(column: int, line: int, size: int) -> int:
    """Return where in the hashed table of `size`, a power of two, a cell is."""
    return int((column * 73856093 ^ line * 19349663) & (size - 1))


def warm() -> None:
    """Compile this file's kernels."""
    scattered(np.zeros((1, MOTOR_COLUMNS)), 1.0, cell_for(np.ones(1)))
