"""Moves the motors of a deck: gives way to pushers, then goes each its own way, and never leaves the air."""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.deck.contact import MOST_PLANES, clipped, contacts
from orlop.engine.deck.convex import SKIN
from orlop.engine.deck.pushing import (
    ENABLED,
    FRESH,
    MOVED,
    NEW_X,
    NEW_Z,
    NO_PUSHING,
    REACH,
    SWEPT,
    TIMID,
    Pushing,
    gap_to,
)
from orlop.engine.deck.slide import BENDS, SLIDES, slide
from orlop.engine.deck.sweep import NOTHING, Arrays, in_empty_cell, inside
from orlop.engine.kernel import kernel

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

PUSHES = 8
"""Rounds of giving way to pushers in one step of theirs."""

STEP = 0.25
"""A pusher is followed in steps of this share of the motor's radius: none jumps over it."""

MOST_STEPS = 64

FEW_CHECKS = 512
"""Pairs of motor and pusher that are quicker looked at one by one."""

# Columns of a motor's row; the last tick's way and the aim, what is foreseen of this one's, are for `separate` alone.
# Where it longs for is the wish itself, which the velocity only follows as quickly as it may.
X, Z, DX, DZ, VX, VZ, LAST_X, LAST_Z, AIM_X, AIM_Z, LONGS_X, LONGS_Z = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
MOTOR_COLUMNS = 12
# Columns of a result.
END_X, END_Z, END_VX, END_VZ, HITS, MET, LEGS, OVERLAP = 0, 1, 2, 3, 4, 5, 6, 7
END_COLUMNS = 8


@kernel
def move(
    motors: Floats,
    ends: Floats,
    ways: Floats,
    radius: float,
    tolerance: float,
    boundary: Arrays,
    pushing: Pushing,
    blamed: Ints,
) -> None:
    """Move each of the motors of one radius on one deck by its (dx, dz), giving way to the pushers.

    motors (n, MOTOR_COLUMNS), metres and metres a second, local to the walkway; ends
    (n, END_COLUMNS) and ways (n, BENDS, 2) are written. A motor that still overlaps a pusher by more than `tolerance` metres blames all
    that pushed it: blamed[k] is set to its row.
    """
    poses = pushing[0]
    near = np.empty(poses.shape[0] + 1, np.int64)
    pushed_by = np.zeros(poses.shape[0], np.bool_)
    order, lows, widest = ranked(poses, motors.shape[0])
    planes, bends = np.empty((MOST_PLANES, 2)), np.empty((SLIDES, 2))
    for row in range(motors.shape[0]):
        x, z, dx, dz = motors[row, X], motors[row, Z], motors[row, DX], motors[row, DZ]
        ends[row, :] = 0.0
        ends[row, MET] = -1.0
        ends[row, END_X], ends[row, END_Z] = x, z
        if not (math.isfinite(dx) and math.isfinite(dz)) or not inside(x, z, boundary):
            continue
        steps = find_near(x, z, math.hypot(dx, dz), radius, poses, order, lows, widest, near, pushed_by)
        legs = 0
        if near[0] >= 0:
            x, z, legs = give_way(x, z, radius, steps, boundary, pushing, near, pushed_by, ways[row], bends)
        elif walk_freely(x, z, dx, dz, boundary, ends[row], ways[row]):  # mostly so, and five times as quick
            ends[row, END_VX], ends[row, END_VZ] = motors[row, VX], motors[row, VZ]
            continue
        pushed = math.hypot(x - motors[row, X], z - motors[row, Z])
        to_x, to_z = motors[row, LONGS_X], motors[row, LONGS_Z]
        x, z, hits, met, legs = slide(x, z, dx, dz, to_x, to_z, radius, boundary, pushing, near, ways[row], legs, bends)
        overlap = blame(x, z, radius, tolerance, pushed, pushing, near, pushed_by, blamed, row)
        vx, vz = motors[row, VX], motors[row, VZ]
        vx, vz = clipped(vx, vz, planes, contacts(x, z, radius, boundary, pushing, near, planes))
        ends[row, END_X], ends[row, END_Z], ends[row, END_VX], ends[row, END_VZ] = x, z, vx, vz
        ends[row, HITS], ends[row, MET], ends[row, LEGS], ends[row, OVERLAP] = hits, met, legs, overlap


@kernel
def walk_freely(x: float, z: float, dx: float, dz: float, boundary: Arrays, end: Floats, way: Floats) -> bool:
    """Go from (x, z), inside, by (dx, dz) if that is within an empty cell; tell whether it is. As `slide` would."""
    length = math.hypot(dx, dz)
    if not 1e-9 < length < np.inf:
        return False
    to_x, to_z = x + dx / length * length, z + dz / length * length
    if not in_empty_cell(x, z, to_x, to_z, boundary):
        return False
    way[0, 0], way[0, 1], end[LEGS] = to_x, to_z, 1.0
    end[END_X], end[END_Z] = to_x, to_z
    return True


@kernel
def ranked(poses: Floats, motors: int) -> tuple[Ints, Floats, float]:
    """Return the pushers in order of where they begin in x, those begins, and the widest of them.

    So that many motors among many doors need look at few. For few of either the ranking would
    cost more than it saves: then each pusher begins at minus infinity, and is as wide.
    """
    count = poses.shape[0]
    lows = np.full(count, -np.inf)
    if count * motors <= FEW_CHECKS:
        return np.arange(count), lows, np.inf
    widest = 0.0
    for k in range(count):
        reach = poses[k, REACH] + poses[k, MOVED]
        lows[k] = poses[k, NEW_X] - reach
        widest = max(widest, 2.0 * reach)
    order = np.argsort(lows, kind="mergesort")
    return order, lows[order], widest


@kernel
def find_near(
    x: float,
    z: float,
    way: float,
    radius: float,
    poses: Floats,
    order: Ints,
    lows: Floats,
    widest: float,
    near: Ints,
    pushed_by: NDArray[np.bool_],
) -> int:
    """Write the pushers that a motor could meet in this tick to `near`, ended by -1; return in how many steps they go.

    At least one step, since a motor also gives way to a pusher that stands still, but in it.
    """
    count, steps = 0, 1.0
    # Three radii: its own, and as far as giving way to another may take it.
    margin = 3.0 * radius + way
    first = np.searchsorted(lows, x - margin - widest) if widest < np.inf else 0
    for at in range(first, order.shape[0]):
        if lows[at] > x + margin:
            break
        k = order[at]
        reach = poses[k, REACH] + poses[k, MOVED] + margin
        if poses[k, ENABLED] != 0.0 and math.hypot(x - poses[k, NEW_X], z - poses[k, NEW_Z]) < reach:
            place = count
            while place > 0 and near[place - 1] > k:  # by number, whatever the order
                near[place] = near[place - 1]
                place -= 1
            near[place] = k
            pushed_by[k] = False
            count += 1
            steps = max(steps, math.ceil(poses[k, MOVED] / (STEP * radius)))
    near[count] = -1
    return int(min(steps, MOST_STEPS))


@kernel
def give_way(
    x: float,
    z: float,
    radius: float,
    steps: int,
    boundary: Arrays,
    pushing: Pushing,
    near: Ints,
    pushed_by: NDArray[np.bool_],
    way: Floats,
    bends: Floats,
) -> tuple[float, float, int]:
    """Follow the pushers `near` along their ways, and let each push the motor out of it, within the air.

    Returns x, z and the number of points written to `way`.
    """
    legs = 0
    nobody = np.full(1, -1, np.int64)
    for step in range(1, steps + 1):
        for _ in range(PUSHES):
            calm = True
            for k in near:
                if k < 0:
                    break
                gap, nx, nz = gap_to(x, z, int(k), step / steps, pushing)
                if gap < radius - 1e-9:
                    calm, pushed_by[k] = False, True
                    deep = radius - gap + SKIN
                    x, z, _, _, legs = slide(
                        x, z, nx * deep, nz * deep, nx, nz, radius, boundary, pushing, nobody, way, legs, bends
                    )
            if calm:
                break
    return x, z, legs


@kernel
def blame(
    x: float,
    z: float,
    radius: float,
    tolerance: float,
    pushed: float,
    pushing: Pushing,
    near: Ints,
    pushed_by: NDArray[np.bool_],
    blamed: Ints,
    row: int,
) -> float:
    """Return the overlap with a pusher that is left, metres; if too much, blame all moving ones that pushed.

    One that was just put there is also to blame for a motor it puts farther than its diameter, a
    timid one for any.
    """
    overlap = overlap_with(x, z, radius, pushing, near)
    poses = pushing[0]
    for k in near:
        if k < 0:
            break
        fresh = poses[k, FRESH] != SWEPT
        too_much = overlap > tolerance or (fresh and pushed > 2.0 * radius) or poses[k, FRESH] == TIMID
        if pushed_by[k] and too_much and (fresh or poses[k, MOVED] > 0.0):
            blamed[k] = row
    return overlap


@kernel
def overlap_with(x: float, z: float, radius: float, pushing: Pushing, near: Ints) -> float:
    """Return how deep the pushers `near` are in a motor, metres; 0 if they are not."""
    overlap = 0.0
    for k in near:
        if k < 0:
            break
        overlap = max(overlap, radius - gap_to(x, z, int(k), 1.0, pushing)[0])
    return overlap


def warm() -> None:
    """Compile the kernel, and with it all that it calls."""
    motors, ends, ways = np.zeros((1, MOTOR_COLUMNS)), np.zeros((1, END_COLUMNS)), np.zeros((1, BENDS, 2))
    move(motors, ends, ways, 0.4, 1e-3, NOTHING, NO_PUSHING, np.zeros(0, np.int64))
