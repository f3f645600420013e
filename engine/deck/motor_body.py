"""A motor at run time: a row of its crowd, seen by name."""

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from orlop.engine.deck import mover

if TYPE_CHECKING:
    from orlop.engine.deck.crowd import Crowd
    from orlop.engine.deck.deck import Deck
    from orlop.engine.deck.pusher_body import PusherBody

MASS = 80.0
"""Of a walker, kilograms."""


class MotorBody:
    """A motor on a deck; made by `Decks.add_motor`.

    Attributes
    ----------
    owner
        The caller's number for it.
    radius
        Metres.
    crowd, row
        Where its numbers are.
    """

    __slots__ = ("crowd", "mass", "owner", "radius", "row")

    crowd: "Crowd"
    row: int

    def __init__(self, owner: int, radius: float, mass: float = MASS) -> None:
        if not 0.0 < mass < math.inf:
            raise ValueError(f"mass must be positive kilograms, got {mass!r}")
        self.owner = owner
        self.radius = radius
        self.mass = mass

    @property
    def deck(self) -> "Deck":
        """Where it is."""
        return self.crowd.deck

    @property
    def position(self) -> tuple[float, float]:
        """World (x, z), metres."""
        deck = self.crowd.deck
        return (self.x + deck.origin_x, self.z + deck.origin_z)

    @property
    def x(self) -> float:
        """Centre, metres, local to the walkway."""
        return self.crowd.ends.item(self.row, mover.END_X)

    @property
    def z(self) -> float:
        """Centre, metres, local to the walkway."""
        return self.crowd.ends.item(self.row, mover.END_Z)

    @property
    def start_x(self) -> float:
        """Centre at the tick's begin."""
        return self.crowd.rows.item(self.row, mover.X)

    @property
    def start_z(self) -> float:
        """Centre at the tick's begin."""
        return self.crowd.rows.item(self.row, mover.Z)

    @property
    def vx(self) -> float:
        """Velocity, metres a second."""
        return self.crowd.ends.item(self.row, mover.END_VX)

    @property
    def vz(self) -> float:
        """Velocity, metres a second."""
        return self.crowd.ends.item(self.row, mover.END_VZ)

    @property
    def want_x(self) -> float:
        """The velocity it should have, metres a second; set before `Decks.advance`, kept until set again."""
        return self.crowd.wants.item(self.row, 0)

    @want_x.setter
    def want_x(self, value: float) -> None:
        self.crowd.wants[self.row, 0] = value

    @property
    def want_z(self) -> float:
        """As `want_x`."""
        return self.crowd.wants.item(self.row, 1)

    @want_z.setter
    def want_z(self, value: float) -> None:
        self.crowd.wants[self.row, 1] = value

    @property
    def way(self) -> NDArray[np.float64]:
        """The points of this tick's way from the start on, `way[:legs]`."""
        way: NDArray[np.float64] = self.crowd.ways[self.row]
        return way

    @property
    def legs(self) -> int:
        """How many points of `way` count."""
        return int(self.crowd.ends.item(self.row, mover.LEGS))

    @property
    def hits(self) -> int:
        """How many planes stopped or turned it this tick."""
        return int(self.crowd.ends.item(self.row, mover.HITS))

    @property
    def met(self) -> "PusherBody | None":
        """The pusher it ran into this tick."""
        row = int(self.crowd.ends.item(self.row, mover.MET))
        return self.crowd.deck.pushers[row] if row >= 0 else None

    def place(self, x: float, z: float) -> None:
        """Put it at the local (x, z), as if the tick had ended there; it keeps its velocity."""
        end = self.crowd.ends[self.row]
        end[mover.END_X], end[mover.END_Z] = x, z

    def begin_at(self, x: float, z: float) -> None:
        """Let this tick have begun at the local (x, z); the points of its way, another deck's, are forgotten."""
        row = self.crowd.rows[self.row]
        row[mover.X], row[mover.Z] = x, z
        self.crowd.ends[self.row, mover.LEGS] = 0.0

    def set_velocity(self, vx: float, vz: float) -> None:
        """Give it a velocity, metres a second."""
        end = self.crowd.ends[self.row]
        end[mover.END_VX], end[mover.END_VZ] = vx, vz
