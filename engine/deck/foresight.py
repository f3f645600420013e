"""Where each motor would get to if nobody gave way to anybody: by this they keep out of each other."""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.deck.mover import AIM_X, AIM_Z, DX, DZ, LONGS_X, LONGS_Z, MOTOR_COLUMNS, X, Z, find_near, ranked
from orlop.engine.deck.pushing import NO_PUSHING, Pushing
from orlop.engine.deck.scatter import cell_for, scattered, slot_of
from orlop.engine.deck.slide import BENDS, FREE, SLIDES, leg, slide
from orlop.engine.deck.sweep import NOTHING, Arrays, in_empty_cell, inside
from orlop.engine.kernel import kernel

Floats = NDArray[np.float64]

SHORT = 0.5
"""A way of less than this share of the radius leads through nobody."""


@kernel
def foresee(motors: Floats, radius: float, boundary: Arrays, pushing: Pushing) -> None:
    """Write what walls and pushers leave of each motor's way to its aim.

    Ways as wished would not do: they end behind walls, and whoever presses against one would
    shove those on its other side.

    motors (n, MOTOR_COLUMNS), as for `mover.move`, of one `radius`, metres.
    """
    poses = pushing[0]
    near, pushed_by = np.empty(poses.shape[0] + 1, np.int64), np.zeros(poses.shape[0], np.bool_)
    order, lows, widest = ranked(poses, motors.shape[0])
    planes, way = np.empty((SLIDES, 2)), np.empty((BENDS, 2))
    for row in range(motors.shape[0]):
        x, z, dx, dz = motors[row, X], motors[row, Z], motors[row, DX], motors[row, DZ]
        motors[row, AIM_X], motors[row, AIM_Z] = dx, dz
        length = math.hypot(dx, dz)
        if not 0.0 < length < np.inf or (poses.shape[0] == 0 and in_empty_cell(x, z, x + dx, z + dz, boundary)):
            continue
        find_near(x, z, length, radius, poses, order, lows, widest, near, pushed_by)
        touched = leg(x, z, dx / length, dz / length, length, radius, boundary, pushing, near)[1]
        if touched == FREE or not inside(x, z, boundary):  # mostly free, and quicker seen than slid
            continue
        wish_x, wish_z = motors[row, LONGS_X], motors[row, LONGS_Z]
        to_x, to_z, _, _, _ = slide(x, z, dx, dz, wish_x, wish_z, radius, boundary, pushing, near, way, 0, planes)
        motors[row, AIM_X], motors[row, AIM_Z] = to_x - x, to_z - z


@kernel
def halt(rows: Floats, radii: Floats) -> None:
    """End the ways of those who go far in a tick in the first motor before them.

    A little in it, that they push it, but not beyond its middle: they would be pushed on instead of
    back, and now the one, now the other. On the line to the aim, and by where the others began.
    """
    cell = cell_for(radii)
    none = np.empty(0, np.int64)
    columns, lines, starts, order = none, none, none, none
    for i in range(rows.shape[0]):
        length = math.hypot(rows[i, AIM_X], rows[i, AIM_Z])
        if not SHORT * radii[i] < length < np.inf:
            continue
        if starts.shape[0] == 0:
            columns, lines, starts, order = scattered(rows, 0.0, cell)
        size = starts.shape[0] - 1
        ux, uz, go = rows[i, AIM_X] / length, rows[i, AIM_Z] / length, length
        for step in range(math.ceil(length / cell) + 1):
            if step * cell - cell > go:
                break
            column = math.floor((rows[i, X] + ux * min(step * cell, length)) / cell)
            line = math.floor((rows[i, Z] + uz * min(step * cell, length)) / cell)
            for around in range(9):
                near_column, near_line = column + around // 3 - 1, line + around % 3 - 1
                slot = slot_of(near_column, near_line, size)
                for at in range(starts[slot], starts[slot + 1]):
                    j = order[at]
                    if j != i and columns[j] == near_column and lines[j] == near_line:
                        room = radii[i] + radii[j] - SHORT * min(radii[i], radii[j])
                        go = min(go, way_to(rows[i, X] - rows[j, X], rows[i, Z] - rows[j, Z], ux, uz, room))
        if go < length:
            rows[i, AIM_X], rows[i, AIM_Z] = ux * go, uz * go
            rows[i, DX], rows[i, DZ] = ux * go, uz * go


@kernel
def way_to(x: float, z: float, ux: float, uz: float, room: float) -> float:
    """Return how far it is from (x, z) along the unit (ux, uz) to the circle of radius `room` around zero; inf if never.

    From within it is no way at all inwards, and free outwards.
    """
    along = x * ux + z * uz
    if along >= 0.0:
        return np.inf
    outside = x * x + z * z - room * room
    if outside <= 0.0:
        return 0.0
    under = along * along - outside
    return -along - math.sqrt(under) if under >= 0.0 else np.inf


def warm() -> None:
    """Compile this file's kernels."""
    halt(np.ones((1, MOTOR_COLUMNS)), np.ones(1))
    foresee(np.ones((1, MOTOR_COLUMNS)), 0.4, NOTHING, NO_PUSHING)
