"""Keeps the motors of a deck out of each other, softly.

The ends of the ways, as foreseen, are pushed apart, the lighter of two the farther (position-based
dynamics, Müller et al. 2007). All pushes of a round are found from the same positions and applied
together, averaged over a motor's neighbours: the outcome does not swing with the order of pairs,
so a packed crowd comes to rest. Walls have the last word: the pushed ways are swept as any other.
"""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.deck.foresight import halt
from orlop.engine.deck.mover import AIM_X, AIM_Z, DX, DZ, LAST_X, LAST_Z, MOTOR_COLUMNS, VX, VZ, X, Z
from orlop.engine.deck.scatter import MARGIN, cell_for, scattered, slot_of
from orlop.engine.kernel import kernel

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ROUNDS = 4
"""Rounds of pushing in a tick; pressure spreads by as many motors a tick."""

EAGERNESS = 1.3
"""Over-relaxation of the averaged pushes, below 2."""

MOST_NEIGHBOURS = 16
"""Neighbours that a motor looks at; six circles of its size fit around it, more only in a heap."""

PUSH_SPEED = 3.0
"""A motor is pushed no faster than this beyond what stops it, metres a second: a heap spreads, it doesn't burst."""

REST_SPEED = 0.15
"""Whoever is pushed and would move slower than this stands still, metres a second: feet stick, crowds don't tremble."""

SPIN = 2.399963229728653  # the golden angle: those on one spot leave it in all directions


@kernel
def separate(rows: Floats, radii: Floats, masses: Floats, dt: float) -> None:
    """Change the ways and velocities of motors that would end up in each other.

    rows (n, MOTOR_COLUMNS), as for `mover.move`, with their aims; radii (n,) metres; masses (n,) kilograms. A
    velocity loses what runs into others, and gains nothing.
    """
    count = rows.shape[0]
    halt(rows, radii)
    pairs = neighbours(rows, radii)
    if pairs.shape[0] == 0:
        return
    push = np.zeros((count, 2))
    round_push, touched = np.zeros((count, 2)), np.zeros(count, np.int64)
    for _ in range(ROUNDS):
        for k in range(pairs.shape[0]):
            i, j = pairs[k, 0], pairs[k, 1]
            x = rows[i, X] + rows[i, AIM_X] + push[i, 0] - rows[j, X] - rows[j, AIM_X] - push[j, 0]
            z = rows[i, Z] + rows[i, AIM_Z] + push[i, 1] - rows[j, Z] - rows[j, AIM_Z] - push[j, 1]
            room = radii[i] + radii[j]
            square = x * x + z * z
            if square >= room * room:
                continue
            distance = math.sqrt(square)
            if distance > 1e-9:
                x, z = x / distance, z / distance
            else:
                x, z = math.cos(SPIN * i), math.sin(SPIN * i)
            share = masses[j] / (masses[i] + masses[j])
            deep = room - distance
            round_push[i, 0] += x * deep * share
            round_push[i, 1] += z * deep * share
            round_push[j, 0] -= x * deep * (1.0 - share)
            round_push[j, 1] -= z * deep * (1.0 - share)
            touched[i] += 1
            touched[j] += 1
        for i in range(count):
            if touched[i] > 0:
                weight = min(EAGERNESS / touched[i], 1.0)
                push[i, 0] += round_push[i, 0] * weight
                push[i, 1] += round_push[i, 1] * weight
                round_push[i, 0], round_push[i, 1], touched[i] = 0.0, 0.0, 0
    for i in range(count):
        if push[i, 0] != 0.0 or push[i, 1] != 0.0:
            give_in(rows[i], push[i, 0], push[i, 1], dt)


@kernel
def give_in(row: Floats, push_x: float, push_z: float, dt: float) -> None:
    """Bend a motor's way by a push, within bounds, and take from its velocity what ran against it.

    Whoever is pushed back stops first and turns in the next tick: two that push each other to
    and fro come to rest.
    """
    length = math.hypot(push_x, push_z)
    most = math.hypot(row[AIM_X], row[AIM_Z]) + PUSH_SPEED * dt
    ux, uz = push_x / length, push_z / length
    length = min(length, most)
    row[DX], row[DZ] = row[AIM_X] + ux * length, row[AIM_Z] + uz * length
    back = row[DX] * row[LAST_X] + row[DZ] * row[LAST_Z]
    if back < 0.0:
        share = 1.000001 * back / (row[LAST_X] * row[LAST_X] + row[LAST_Z] * row[LAST_Z])  # never back by rounding
        row[DX] -= row[LAST_X] * share
        row[DZ] -= row[LAST_Z] * share
    if math.hypot(row[DX], row[DZ]) < REST_SPEED * dt:
        row[DX] = row[DZ] = 0.0
    against = min(-(row[VX] * ux + row[VZ] * uz), length / dt)
    if against > 0.0:
        row[VX] += ux * against
        row[VZ] += uz * against


@kernel
def neighbours(rows: Floats, radii: Floats) -> Ints:
    """Return the pairs (k, 2) of motors whose ways end near each other, each pair once."""
    count = rows.shape[0]
    cell = cell_for(radii)
    columns, lines, starts, order = scattered(rows, 1.0, cell)
    size = starts.shape[0] - 1
    pairs = np.empty((count * MOST_NEIGHBOURS, 2), np.int64)
    found = 0
    for i in range(count):
        mine = 0
        for around in range(9):
            column, line = columns[i] + around // 3 - 1, lines[i] + around % 3 - 1
            slot = slot_of(column, line, size)
            for at in range(starts[slot], starts[slot + 1]):
                j = order[at]
                if mine == MOST_NEIGHBOURS:
                    break
                if j <= i or columns[j] != column or lines[j] != line:
                    continue
                x = rows[i, X] + rows[i, AIM_X] - rows[j, X] - rows[j, AIM_X]
                z = rows[i, Z] + rows[i, AIM_Z] - rows[j, Z] - rows[j, AIM_Z]
                reach = radii[i] + radii[j] + MARGIN
                if x * x + z * z < reach * reach:
                    pairs[found, 0], pairs[found, 1] = i, j
                    found += 1
                    mine += 1
    return pairs[:found]


def warm() -> None:
    """Compile this file's kernels."""
    separate(np.zeros((2, MOTOR_COLUMNS)), np.ones(2), np.ones(2), 0.1)
