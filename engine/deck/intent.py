"""From wishes to ways, and from ways to what is told: the arithmetic of many motors at once."""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.deck.mover import (
    DX,
    DZ,
    END_COLUMNS,
    END_VX,
    END_VZ,
    END_X,
    END_Z,
    LAST_X,
    LAST_Z,
    LONGS_X,
    LONGS_Z,
    MOTOR_COLUMNS,
    VX,
    VZ,
    X,
    Z,
)
from orlop.engine.kernel import kernel

Floats = NDArray[np.float64]

# Columns of an intent: what a motor's owner asks for, the floor it stands on, where it is said to
# be, and whether all this counts; else `wants` is written by the owner.
WISH_X, WISH_Z, SPEED, PACE, ACCELERATION, RESPONSE, NORMAL_X, NORMAL_Y, NORMAL_Z = 0, 1, 2, 3, 4, 5, 6, 7, 8
SAID_X, SAID_Z, STEERED = 9, 10, 11
INTENT_COLUMNS = 12
# Columns of an outcome: world position, velocity, whether something kept it from its wish.
AT_X, AT_Z, GOES_X, GOES_Z, BLOCKED = 0, 1, 2, 3, 4
OUTCOME_COLUMNS = 5

SLOWEST = 0.05
"""Below this intended speed nothing counts as blocked, metres a second."""


@kernel
def depart(
    intents: Floats, rows: Floats, ends: Floats, wants: Floats, origin_x: float, origin_z: float, dt: float
) -> int:
    """Begin a tick: each motor stands where the last one ended, and its way of `dt` seconds is as it wants.

    What a steered motor wants (n, 2) is found from its intent; another longs for just that. Returns how many of those are not
    where they are said to be.
    """
    astray = 0
    for i in range(rows.shape[0]):
        x, z = ends[i, END_X], ends[i, END_Z]
        rows[i, LONGS_X], rows[i, LONGS_Z] = wants[i, 0], wants[i, 1]
        if intents[i, STEERED] != 0.0:
            rows[i, LONGS_X], rows[i, LONGS_Z] = intents[i, WISH_X], intents[i, WISH_Z]
            intend(intents, i, ends, wants, dt)
            if intents[i, SAID_X] != x + origin_x or intents[i, SAID_Z] != z + origin_z:
                astray += 1
        rows[i, LAST_X], rows[i, LAST_Z] = x - rows[i, X], z - rows[i, Z]
        rows[i, X], rows[i, Z] = x, z
        rows[i, VX], rows[i, VZ] = wants[i, 0], wants[i, 1]
        rows[i, DX], rows[i, DZ] = wants[i, 0] * dt, wants[i, 1] * dt
    return astray


@kernel
def intend(intents: Floats, i: int, ends: Floats, wants: Floats, dt: float) -> None:
    """Write the velocity that motor `i` should have after `dt` seconds to `wants`.

    The wish is shortened to the motor's speed, a climb slows it, and the velocity follows it no
    faster than the acceleration allows.
    """
    wish_x, wish_z = intents[i, WISH_X], intents[i, WISH_Z]
    wished = math.hypot(wish_x, wish_z)
    if wished > 0.0:
        share = min(intents[i, SPEED] * intents[i, PACE] / wished, 1.0)
        share *= climb_factor(intents, i, wish_x / wished, wish_z / wished)
        wish_x, wish_z = wish_x * share, wish_z * share
    gain_x, gain_z = wish_x - ends[i, END_VX], wish_z - ends[i, END_VZ]
    gain, most = math.hypot(gain_x, gain_z), intents[i, ACCELERATION] * dt
    if gain > most:
        wish_x = ends[i, END_VX] + gain_x * (most / gain)
        wish_z = ends[i, END_VZ] + gain_z * (most / gain)
    wants[i, 0], wants[i, 1] = wish_x, wish_z


@kernel
def climb_factor(intents: Floats, i: int, ux: float, uz: float) -> float:
    """Return by how much the slope slows motor `i` along the unit (ux, uz): 1 on the level and downhill."""
    rise = -(intents[i, NORMAL_X] * ux + intents[i, NORMAL_Z] * uz)
    if rise <= 0.0:
        return 1.0
    up = float(intents[i, NORMAL_Y])
    response = float(intents[i, RESPONSE])
    return math.pow(up / math.hypot(up, rise), response)


@kernel
def conclude(intents: Floats, ends: Floats, wants: Floats, origin_x: float, origin_z: float, outcomes: Floats) -> None:
    """Write each motor's world position, its velocity, and whether half or more of what it wanted was denied."""
    for i in range(intents.shape[0]):
        vx, vz = ends[i, END_VX], ends[i, END_VZ]
        outcomes[i, AT_X], outcomes[i, AT_Z] = ends[i, END_X] + origin_x, ends[i, END_Z] + origin_z
        outcomes[i, GOES_X], outcomes[i, GOES_Z] = vx, vz
        wish_x, wish_z = intents[i, WISH_X], intents[i, WISH_Z]
        intended = wants[i, 0] * wish_x + wants[i, 1] * wish_z
        denied = vx * wish_x + vz * wish_z < 0.5 * intended
        blocked = denied and intended > SLOWEST * math.hypot(wish_x, wish_z)
        outcomes[i, BLOCKED] = 1.0 if blocked else 0.0


def warm() -> None:
    """Compile this file's kernels."""
    intents, outcomes = np.zeros((1, INTENT_COLUMNS)), np.zeros((1, OUTCOME_COLUMNS))
    rows, ends, wants = np.zeros((1, MOTOR_COLUMNS)), np.zeros((1, END_COLUMNS)), np.zeros((1, 2))
    depart(intents, rows, ends, wants, 0.0, 0.0, 0.1)
    conclude(intents, ends, wants, 0.0, 0.0, outcomes)
