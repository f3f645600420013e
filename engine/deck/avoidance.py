"""Lets a walker step aside for those it would run into."""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

HORIZON = 1.5
"""How far ahead encounters count, seconds."""

CARE = 1.2
"""Cost of an encounter right now, in radians of turning aside."""

BERTH = 0.1
"""Room left between two that pass, metres."""

ASIDE = (0.0, 0.35, -0.35, 0.7, -0.7, 1.1, -1.1)
"""Turns that are compared, radians, the right-hand one of two first: two that meet pass each other on one side."""


@kernel
def step_aside(walkers: Ints, wishes: Floats, places: Floats, velocities: Floats, radii: Floats) -> None:
    """Turn the wishes (m, 2) of those rows of a deck that are `walkers` (m,) away from encounters.

    places and velocities (n, 2), radii (n,) of all on the deck, metres and metres a second. Each
    walker takes the turn with the least of: how far it turns, and how soon it would meet somebody.
    """
    for k in range(walkers.shape[0]):
        i = walkers[k]
        speed = math.hypot(wishes[k, 0], wishes[k, 1])
        if speed < 1e-6:
            continue
        best, best_x, best_z = np.inf, wishes[k, 0], wishes[k, 1]
        for turn in ASIDE:
            cosine, sine = math.cos(turn), math.sin(turn)
            x = wishes[k, 0] * cosine - wishes[k, 1] * sine
            z = wishes[k, 0] * sine + wishes[k, 1] * cosine
            soonest = first_meeting(i, x, z, places, velocities, radii, speed)
            cost = abs(turn) + CARE * max(1.0 - soonest / HORIZON, 0.0)
            if cost < best - 1e-9:
                best, best_x, best_z = cost, x, z
            if turn == 0.0 and soonest >= HORIZON:
                break
        wishes[k, 0], wishes[k, 1] = best_x, best_z


@kernel
def first_meeting(
    i: int, vx: float, vz: float, places: Floats, velocities: Floats, radii: Floats, speed: float
) -> float:
    """Return when row `i`, walking at (vx, vz), comes too near another that goes on as it does, seconds."""
    soonest = HORIZON
    for j in range(places.shape[0]):
        x, z = places[j, 0] - places[i, 0], places[j, 1] - places[i, 1]
        room = radii[i] + radii[j] + BERTH
        near = room + 2.0 * speed * HORIZON
        square = x * x + z * z
        if j == i or square > near * near:
            continue
        u, w = vx - velocities[j, 0], vz - velocities[j, 1]
        closing = x * u + z * w
        if closing <= 0.0:
            continue
        if square < room * room:
            return 0.0
        relative = u * u + w * w
        inner = closing * closing - relative * (square - room * room)
        if inner > 0.0:
            soonest = min(soonest, (closing - math.sqrt(inner)) / relative)
    return soonest


def warm() -> None:
    """Compile the kernels."""
    step_aside(np.zeros(1, np.int64), np.ones((1, 2)), np.zeros((2, 2)), np.zeros((2, 2)), np.ones(2))
