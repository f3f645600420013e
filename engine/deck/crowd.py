"""Motors of one radius on one deck, moved by one call of the kernel."""

from typing import TYPE_CHECKING

import numpy as np

from orlop.engine.deck import mover
from orlop.engine.deck.boundary import Boundary
from orlop.engine.deck.motor_body import MotorBody
from orlop.engine.deck.pushing import Pushing
from orlop.engine.deck.slide import BENDS

if TYPE_CHECKING:
    from orlop.engine.deck.deck import Deck

TOLERANCE = 1e-3
"""Overlap with a pusher that may remain at a tick's end, metres."""


class Crowd:
    """The rows of the kernel and whose they are.

    Parameters
    ----------
    deck
        Where they walk.
    radius
        Of each motor, metres.
    """

    def __init__(self, deck: "Deck", radius: float) -> None:
        self.deck = deck
        self.radius = radius
        self.boundary: Boundary = deck.boundary(radius)
        self.motors: list[MotorBody] = []
        self._pushing: Pushing | None = None
        self._make_room()

    def add(self, motor: MotorBody) -> None:
        """Take in a motor whose place is inside the air."""
        if not self.motors:
            self.deck.busy.append(self)
        self.motors.append(motor)
        self._make_room()

    def remove(self, motor: MotorBody) -> None:
        """Let a motor go."""
        self.motors.remove(motor)
        if not self.motors:
            self.deck.busy.remove(self)
        self._make_room()

    def _make_room(self) -> None:
        count = len(self.motors)
        self._rows = np.zeros((count, mover.MOTOR_COLUMNS))
        self._ends = np.zeros((count, mover.END_COLUMNS))
        self._ways = np.zeros((count, BENDS, 2))
        self._pushing = None
        for motor, way in zip(self.motors, self._ways, strict=True):
            motor.way, motor.legs = way, 0

    def foresee(self, dt: float) -> None:
        """Write each motor's wished way: where its velocity takes it, with nobody to touch."""
        rows = self._rows
        for i, motor in enumerate(self.motors):
            x, z = motor.start_x, motor.start_z = motor.x, motor.z
            rows[i] = (x, z, motor.vx * dt, motor.vz * dt, motor.want_x, motor.want_z)

    def collect(self) -> None:
        """Write each motor's wished way: to where the step of the 2D world has taken it."""
        rows, offset = self._rows, self.deck.offset
        for i, motor in enumerate(self.motors):
            to_x, to_z = motor.body.position
            x, z = motor.start_x, motor.start_z = motor.x, motor.z
            rows[i] = (x, z, to_x - x, to_z - offset - z, *motor.body.velocity)

    def move(self) -> None:
        """Compute where each motor gets to from its start, given the pushers as they stand now."""
        pushing = self.deck.pushing
        if self._pushing is not pushing:
            self._pushing = pushing
            self._arguments = (
                self._rows,
                self._ends,
                self._ways,
                self.radius,
                TOLERANCE,
                self.boundary.arrays,
                pushing,
                self.deck.blamed,
            )
        mover.move(*self._arguments)

    def take_over(self, follow: bool) -> None:
        """Give each motor what `move` found; if told so, the 2D world follows where it was overruled."""
        for motor, end in zip(self.motors, self._ends.tolist(), strict=True):
            motor.x, motor.z, motor.vx, motor.vz, hits, met, legs, free, _ = end
            motor.show()
            motor.hits, motor.legs = int(hits), int(legs)
            motor.met = self.deck.pushers[int(met)] if met >= 0.0 else None
            if follow and free == 0.0:
                motor.settle()
