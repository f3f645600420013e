"""Where the way of a motor enters a rectangle."""

import numpy as np
from numpy.typing import NDArray

from orlop.engine.deck.mover import END_COLUMNS, END_X, END_Z, LEGS, MOTOR_COLUMNS, X, Z
from orlop.engine.kernel import kernel

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# Columns of a rectangle.
LOW_X, LOW_Z, HIGH_X, HIGH_Z, GROUP, OPEN = 0, 1, 2, 3, 4, 5
RECTANGLE_COLUMNS = 6


@kernel
def entry(x0: float, z0: float, x1: float, z1: float, rectangles: Floats, i: int) -> float:
    """Return the share 0 … 1 of the way (x0, z0) → (x1, z1) at which it enters rectangle `i`, 2.0 if it doesn't.

    A way that begins in the closed rectangle enters it at 0.
    """
    low_x, low_z, high_x, high_z = (
        rectangles[i, LOW_X],
        rectangles[i, LOW_Z],
        rectangles[i, HIGH_X],
        rectangles[i, HIGH_Z],
    )
    if max(x0, x1) < low_x or min(x0, x1) > high_x or max(z0, z1) < low_z or min(z0, z1) > high_z:
        return 2.0  # mostly so, and without a division
    first, last = 0.0, 1.0
    for axis in range(2):
        begin = x0 if axis == 0 else z0
        change = x1 - x0 if axis == 0 else z1 - z0
        low, high = rectangles[i, axis], rectangles[i, axis + 2]
        if change == 0.0:
            if begin < low or begin > high:
                return 2.0
        else:
            near, far = (low - begin) / change, (high - begin) / change
            first, last = max(first, min(near, far)), min(last, max(near, far))
    return first if first <= last else 2.0


@kernel
def first_entry(x: float, z: float, way: Floats, legs: int, rectangles: Floats, held: Ints) -> tuple[int, float, float]:
    """Return the open rectangle that a way enters first, and where; (-1, …) if none.

    The way goes from (x, z) through the first `legs` points of `way`; with none it is a mere
    standing. Rectangles of a group in `held` don't count.
    """
    for leg in range(max(legs, 1)):
        x1, z1 = (way[leg, 0], way[leg, 1]) if legs > 0 else (x, z)
        best, found = 2.0, -1
        for i in range(rectangles.shape[0]):
            if rectangles[i, OPEN] == 0.0:
                continue
            share = entry(x, z, x1, z1, rectangles, i)
            if share < best:
                free = True
                for h in range(held.shape[0]):
                    free = free and held[h] != int(rectangles[i, GROUP])
                if free:
                    best, found = share, i
        if found >= 0:
            return found, x + (x1 - x) * best, z + (z1 - z) * best
        x, z = x1, z1
    return -1, x, z


@kernel
def entering(rows: Floats, ends: Floats, ways: Floats, rectangles: Floats, found: Ints) -> int:
    """Write the rows of the motors whose way of this tick enters an open rectangle to `found`; return how many.

    rows, ends and ways as `mover.move` takes them.
    """
    nobody = np.zeros(0, np.int64)
    low_x, low_z, high_x, high_z = np.inf, np.inf, -np.inf, -np.inf
    for r in range(rectangles.shape[0]):
        low_x, low_z = min(low_x, rectangles[r, LOW_X]), min(low_z, rectangles[r, LOW_Z])
        high_x, high_z = max(high_x, rectangles[r, HIGH_X]), max(high_z, rectangles[r, HIGH_Z])
    count = 0
    for i in range(rows.shape[0]):
        legs = int(ends[i, LEGS])
        x, z, to_x, to_z = rows[i, X], rows[i, Z], ends[i, END_X], ends[i, END_Z]
        if legs <= 1 and (
            max(x, to_x) < low_x or min(x, to_x) > high_x or max(z, to_z) < low_z or min(z, to_z) > high_z
        ):
            continue  # mostly so, and far cheaper than looking at each rectangle
        if first_entry(x, z, ways[i], legs, rectangles, nobody)[0] >= 0:
            found[count] = i
            count += 1
    return count


@kernel
def in_group(x: float, z: float, rectangles: Floats, group: int) -> bool:
    """Tell whether (x, z) lies in any rectangle of `group`, open or not."""
    for i in range(rectangles.shape[0]):
        if int(rectangles[i, GROUP]) == group and entry(x, z, x, z, rectangles, i) <= 1.0:
            return True
    return False


def warm() -> None:
    """Compile the kernels."""
    rectangles, way, held = np.zeros((1, RECTANGLE_COLUMNS)), np.zeros((1, 2)), np.zeros(1, np.int64)
    first_entry(0.0, 0.0, way, 1, rectangles, held)
    in_group(0.0, 0.0, rectangles, 0)
    entering(np.zeros((1, MOTOR_COLUMNS)), np.zeros((1, END_COLUMNS)), np.zeros((1, 1, 2)), rectangles, held)
