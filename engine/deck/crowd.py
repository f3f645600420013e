"""Motors of one radius on one deck, moved by one call of the kernel."""

from typing import TYPE_CHECKING

import numpy as np

from orlop.engine.deck import mover
from orlop.engine.deck.boundary import Boundary
from orlop.engine.deck.motor_body import MotorBody

if TYPE_CHECKING:
    from orlop.engine.deck.deck import Deck

TOLERANCE = 1e-3
"""Overlap with a pusher that may remain at a tick's end, metres."""


ROUNDING = 1e-9


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
        self._rows = np.zeros((0, mover.MOTOR_COLUMNS))
        self._ends = np.zeros((0, mover.END_COLUMNS))
        self._ways = np.zeros((0, mover.BENDS, 2))

    def add(self, motor: MotorBody) -> None:
        """Take in a motor whose place is inside the air."""
        self.motors.append(motor)
        self._make_room()

    def remove(self, motor: MotorBody) -> None:
        """Let a motor go."""
        self.motors.remove(motor)
        self._make_room()

    def _make_room(self) -> None:
        count = len(self.motors)
        self._rows = np.zeros((count, mover.MOTOR_COLUMNS))
        self._ends = np.zeros((count, mover.END_COLUMNS))
        self._ways = np.zeros((count, mover.BENDS, 2))
        for motor, way in zip(self.motors, self._ways, strict=True):
            motor.way, motor.legs = way, 0

    def collect(self) -> None:
        """Read where the 2D world's step has taken each motor, as its wished way and velocity."""
        rows, offset = self._rows, self.deck.offset
        for i, motor in enumerate(self.motors):
            x, z = motor.body.position
            vx, vz = motor.body.velocity
            motor.vx, motor.vz = vx, vz
            motor.start_x, motor.start_z = motor.x, motor.z
            rows[i] = (motor.x, motor.z, x - motor.x, z - offset - motor.z, vx, vz)

    def move(self) -> None:
        """Compute where each motor gets to from its start, in `ends`, given the pushers as they stand now."""
        mover.move(self._rows, self._ends, self._ways, self.radius, TOLERANCE, *self.boundary.arrays, *self.deck.pushing)

    def take_over(self) -> None:
        """Give each motor what `move` found, and its circle of the 2D world, where that differs."""
        pushers = self.deck.pushers
        for motor, row, end in zip(self.motors, self._rows.tolist(), self._ends.tolist(), strict=True):
            x, z, vx, vz, hits, met, _, legs = end
            moved_freely = hits == 0.0 and abs(x - row[0] - row[2]) + abs(z - row[1] - row[3]) < ROUNDING
            motor.x, motor.z, motor.vx, motor.vz = x, z, vx, vz
            motor.hits, motor.legs = int(hits), int(legs)
            motor.met = pushers[int(met)] if met >= 0.0 else None
            if not moved_freely:
                motor.settle()
