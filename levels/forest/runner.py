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
"""Ticks after which it makes a detour if it has come no farther."""
PROGRESS = 8.0
"""What counts as farther, metres along its heading."""
DETOUR = 2.4
"""How far a detour is turned from the last, radians; each is longer than the last by `IMPATIENCE` ticks."""


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

    def __init__(self, decks: Decks, entity: int, heading: float = 1.5) -> None:
        self._decks = decks
        self._entity = entity
        self._heading = heading
        self._course = heading
        self._ticks = 0
        self._farthest = -math.inf
        self._due = IMPATIENCE
        self._failures = 0
        self._detour_ends = 0

    def steer_tick(self, actions: Actions, dt: float) -> None:
        """Run on."""
        motor = esper.component_for_entity(self._entity, WalkwayMotor)
        transform = esper.component_for_entity(self._entity, Transform)
        self._judge(motor)
        if self._ticks % LOOKS == 0:
            self._course = self._clearest(motor)
        self._ticks += 1
        turn = math.remainder(self._course - transform.heading, math.tau)
        actions.set_tick({"move_forward": 1.0, "turn": turn})

    def _judge(self, motor: WalkwayMotor) -> None:
        """Take note of progress, and begin a detour if there has been none for long."""
        x, z = motor.position
        far = x * math.sin(self._heading) - z * math.cos(self._heading)
        if far > self._farthest + PROGRESS:
            self._farthest, self._failures = far, 0
            self._due = self._ticks + IMPATIENCE
        elif self._ticks >= self._due:
            self._failures += 1
            self._detour_ends = self._ticks + IMPATIENCE * self._failures
            self._due = self._detour_ends + IMPATIENCE

    def _clearest(self, motor: WalkwayMotor) -> float:
        body = self._decks.motors.get(self._entity)
        if body is None:
            return self._heading
        boundary, x, z = body.deck.boundary(motor.radius), body.x, body.z
        heading = self._heading + (DETOUR * self._failures if self._ticks < self._detour_ends else 0.0)
        half = CHOICES // 2
        turns = (math.pi * k / half for k in range(-half, half + 1))
        turn = max(turns, key=lambda turn: boundary.clear_way(x, z, heading + turn, SIGHT) - STRAY * abs(turn))
        return heading + turn
