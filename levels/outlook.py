"""Where there is most to see from where the player stands."""

import math
from collections.abc import Iterator
from contextlib import contextmanager

import esper

from orlop.components import Player, Transform, WalkwayMotor
from orlop.engine.deck.decks import Decks

HEADINGS = 16

SIGHT = 60.0
"""Metres that are looked ahead; what is further makes no better picture."""

WAYS = ((0.0, 2.0), (-0.35, 1.0), (0.35, 1.0))
"""Radians beside the heading, and weights: a view is not only its middle, lest it be a gap between two crates."""


@contextmanager
def looking_around(decks: Decks) -> Iterator[None]:
    """Turn the player to its outlook, level; afterwards it stands as before, so nothing of the game has changed."""
    turned = []
    for _, (_, transform, motor) in esper.get_components(Player, Transform, WalkwayMotor):
        heading = outlook(decks, motor, transform.heading)
        turned.append((transform, _turn(transform, (heading, 0.0, heading, 0.0))))
    try:
        yield
    finally:
        for transform, before in turned:
            _turn(transform, before)


def outlook(decks: Decks, motor: WalkwayMotor, heading: float = 0.0) -> float:
    """Return the heading, radians, in which `motor` could walk farthest: of those all round, `heading` being one."""
    deck = decks.deck(motor.walkway)
    boundary = deck.boundary(motor.radius)
    x, z = motor.position[0] - deck.origin_x, motor.position[1] - deck.origin_z

    def openness(turn: float) -> float:
        return sum(weight * boundary.clear_way(x, z, turn + aside, SIGHT) for aside, weight in WAYS)

    return max((heading + math.tau * k / HEADINGS for k in range(HEADINGS)), key=openness)


def _turn(transform: Transform, pose: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """Give heading and pitch, now and a tick ago; return those it had."""
    before = (transform.heading, transform.pitch, transform.previous_heading, transform.previous_pitch)
    transform.heading, transform.pitch, transform.previous_heading, transform.previous_pitch = pose
    return before
