"""Motors of one radius on one deck: arrays, a row a motor, that the kernels take whole."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from orlop.engine.deck import intent, mover
from orlop.engine.deck.boundary import Boundary
from orlop.engine.deck.foresight import foresee
from orlop.engine.deck.motor_body import MotorBody
from orlop.engine.deck.pushing import Pushing
from orlop.engine.deck.slide import BENDS

if TYPE_CHECKING:
    from orlop.engine.deck.deck import Deck

Floats = NDArray[np.float64]

Saved = tuple[str, float, list[int], list[Floats]]
"""Walkway, radius, owners by row, and their masses, rows, ends and wants."""

TOLERANCE = 1e-3
"""Overlap with a pusher that may remain at a tick's end, metres."""

FIRST_ROOM = 4


class Crowd:
    """The rows of the kernels and whose they are.

    Parameters
    ----------
    deck
        Where they walk.
    radius
        Of each motor, metres.

    Attributes
    ----------
    boundary
        Of the air that they share.
    motors
        By row. A motor that leaves is replaced by the last one.
    version
        Grows whenever a row gets another motor.
    rows
        (n, MOTOR_COLUMNS) float64: where this tick began and the way it should take.
    ends
        (n, END_COLUMNS) float64: where the motors are now.
    ways
        (n, BENDS, 2) float64: the points of this tick's ways.
    wants
        (n, 2) float64: the velocities they should have, metres a second.
    masses, radii
        (n,) float64, kilograms and metres.
    found
        (n,) int64: room for rows that a search finds.
    intents, outcomes
        What the owners of steered motors ask for, and what `conclude` tells them.
    """

    def __init__(self, deck: "Deck", radius: float) -> None:
        self.deck = deck
        self.radius = radius
        self.boundary: Boundary = deck.boundary(radius)
        self.motors: list[MotorBody] = []
        self.version = 0
        self._pushing: Pushing | None = None
        self._room = 0
        self._store: dict[str, Floats] = {}
        self._make_room(FIRST_ROOM)
        self._cut()

    def add(self, motor: MotorBody) -> None:
        """Take in a motor; the caller places it."""
        if not self.motors:
            self.deck.busy.append(self)
            self.deck.busy_anywhere.append(self)
        self.motors.append(motor)
        if len(self.motors) > self._room:
            self._make_room(2 * self._room)
        motor.crowd, motor.row = self, len(self.motors) - 1
        for column in self._store.values():
            column[motor.row] = 0.0
        self._store["ends"][motor.row, mover.MET] = -1.0
        self._store["masses"][motor.row] = motor.mass
        self._store["radii"][motor.row] = self.radius
        self._cut()

    def remove(self, motor: MotorBody) -> None:
        """Let a motor go."""
        last = self.motors.pop()
        if last is not motor:
            for column in self._store.values():
                column[motor.row] = column[last.row]
            self.motors[motor.row] = last
            last.row = motor.row
        if not self.motors:
            self.deck.busy.remove(self)
            self.deck.busy_anywhere.remove(self)
        self._cut()

    def _make_room(self, room: int) -> None:
        shapes = {
            "rows": (room, mover.MOTOR_COLUMNS),
            "ends": (room, mover.END_COLUMNS),
            "ways": (room, BENDS, 2),
            "wants": (room, 2),
            "masses": (room,),
            "radii": (room,),
            "intents": (room, intent.INTENT_COLUMNS),
            "outcomes": (room, intent.OUTCOME_COLUMNS),
        }
        grown = {name: np.zeros(shape) for name, shape in shapes.items()}
        for name, old in self._store.items():
            grown[name][: len(old)] = old
        self._store, self._room = grown, room

    def _cut(self) -> None:
        """Renew the views, which show the rows in use."""
        count, store = len(self.motors), self._store
        self.rows, self.ends, self.ways = store["rows"][:count], store["ends"][:count], store["ways"][:count]
        self.wants, self.masses, self.radii = store["wants"][:count], store["masses"][:count], store["radii"][:count]
        self.intents, self.outcomes = store["intents"][:count], store["outcomes"][:count]
        self.found = np.zeros(count, np.int64)
        self.version += 1
        self._pushing = None

    def saved(self) -> Saved:
        """Return all that the next tick depends on, in plain values."""
        owners = [motor.owner for motor in self.motors]
        numbers = [self.masses, self.rows, self.ends, self.wants]
        return self.deck.name, self.radius, owners, [array.copy() for array in numbers]

    def resume(self, numbers: Sequence[Floats]) -> None:
        """Take over the numbers that `saved` returned last, for the same motors in the same rows."""
        for array, saved in zip((self.masses, self.rows, self.ends, self.wants), numbers, strict=True):
            array[:] = saved

    def depart(self, dt: float) -> int:
        """Begin a tick of `dt` seconds; return how many steered motors are not where their intents say."""
        deck = self.deck
        return intent.depart(self.intents, self.rows, self.ends, self.wants, deck.origin_x, deck.origin_z, dt)

    def foresee(self) -> None:
        """Find where each motor would get to, were it alone."""
        foresee(self.rows, self.radius, self.boundary.arrays, self.deck.pushing)

    def move(self) -> None:
        """Compute where each motor gets to from its start, given the pushers as they stand now."""
        pushing = self.deck.pushing
        if self._pushing is not pushing:
            self._pushing = pushing
            self._arguments = (
                self.rows,
                self.ends,
                self.ways,
                self.radius,
                TOLERANCE,
                self.boundary.arrays,
                pushing,
                self.deck.blamed,
            )
        mover.move(*self._arguments)

    def conclude(self) -> None:
        """Write `outcomes`."""
        deck = self.deck
        intent.conclude(self.intents, self.ends, self.wants, deck.origin_x, deck.origin_z, self.outcomes)
