"""Somebody who runs through the forest, always on: for benches and tests."""

import math

import esper

from orlop.components import Transform, WalkwayMotor
from orlop.engine.actions import Actions
from orlop.engine.deck.decks import Decks

SIGHT = 24.0
"""How far it looks, metres."""
CHOICES = 33
"""Courses that it compares, all round."""
STRAY = 2.5
"""Metres of clear way that it gives up for each radian nearer to its course."""
LOOKS = 6
"""It looks every so many ticks."""
IMPATIENCE = 120
"""Ticks after which it tries another course, as long again, if it has not come far."""
DETOUR = 1.3
"""How far that one is turned from the last, radians."""


class Runner:
    """Steers a motor round trunks, and along slopes and shores where it can't go on.

    Parameters
    ----------
    decks
        Where it is.
    entity
        Its motor and transform.
    heading
        Where it would go, radians.
    """

    def __init__(self, decks: Decks, entity: int, heading: float = 0.3) -> None:
        self._decks = decks
        self._entity = entity
        self._heading = heading
        self._detour = 0.0
        self._course = heading
        self._ticks = 0
        self._last = (math.inf, math.inf)

    def steer_tick(self, actions: Actions, dt: float) -> None:
        """Run on."""
        motor = esper.component_for_entity(self._entity, WalkwayMotor)
        transform = esper.component_for_entity(self._entity, Transform)
        if self._ticks % IMPATIENCE == 0:
            far = math.dist(self._last, motor.position) > 0.25 * motor.speed * IMPATIENCE * dt
            self._detour = 0.0 if far else self._detour + DETOUR
            self._last = motor.position
        if self._ticks % LOOKS == 0:
            self._course = self._clearest(motor)
        self._ticks += 1
        turn = math.remainder(self._course - transform.heading, math.tau)
        actions.set_tick({"move_forward": 1.0, "turn": turn})

    def _clearest(self, motor: WalkwayMotor) -> float:
        body = self._decks.motors.get(self._entity)
        if body is None:
            return self._heading
        boundary, x, z = body.deck.boundary(motor.radius), body.x, body.z
        heading = self._heading + self._detour
        half = CHOICES // 2
        turns = (math.pi * k / half for k in range(-half, half + 1))
        turn = max(turns, key=lambda turn: boundary.clear_way(x, z, heading + turn, SIGHT) - STRAY * abs(turn))
        return heading + turn
