"""A motor at run time: a circle of the 2D world whose final word is the air."""

import math
from typing import TYPE_CHECKING

import numpy as np
import pymunk
from numpy.typing import NDArray

from orlop.engine.deck.category import MOTOR_FILTER

if TYPE_CHECKING:
    from orlop.engine.deck.deck import Deck
    from orlop.engine.deck.pusher_body import PusherBody

MASS = 80.0
"""Of a walker, kilograms."""

NO_WAY = np.zeros((0, 2))


class MotorBody:
    """A motor on a deck; made by `Decks.add_motor`.

    Attributes
    ----------
    owner
        The caller's number for it.
    deck
        Where it is.
    radius
        Metres.
    position
        In the world, (x, z) metres: a new tuple only when it changed.
    x, z
        Centre, metres, local to the walkway.
    start_x, start_z
        The same at the tick's begin.
    vx, vz
        Velocity, metres a second.
    want_x, want_z
        The velocity it should have, metres a second; set before each `Decks.advance`.
    way, legs
        The points of this tick's way from the start on, `way[:legs]`.
    hits
        How many planes stopped or turned it this tick.
    met
        The pusher it ran into this tick.
    """

    __slots__ = (
        "body",
        "circle",
        "deck",
        "hits",
        "legs",
        "met",
        "owner",
        "position",
        "radius",
        "start_x",
        "start_z",
        "vx",
        "vz",
        "want_x",
        "want_z",
        "way",
        "x",
        "z",
    )

    def __init__(self, owner: int, deck: "Deck", radius: float, x: float, z: float) -> None:
        self.owner = owner
        self.deck = deck
        self.radius = radius
        self.x = self.start_x = x
        self.z = self.start_z = z
        self.position = (x + deck.origin_x, z + deck.origin_z)
        self.vx = self.vz = 0.0
        self.want_x = self.want_z = 0.0
        self.way: NDArray[np.float64] = NO_WAY
        self.legs = 0
        self.hits = 0
        self.met: PusherBody | None = None
        self.body = pymunk.Body(MASS, math.inf)
        self.circle = pymunk.Circle(self.body, radius)
        self.circle.filter = MOTOR_FILTER
        self.circle.friction = 0.0
        self.settle()

    def show(self) -> None:
        """Renew `position`, if the motor moved."""
        position = (self.x + self.deck.origin_x, self.z + self.deck.origin_z)
        if position != self.position:
            self.position = position

    def settle(self) -> None:
        """Put the circle of the 2D world where the motor is, with its velocity."""
        self.body.position = (self.x, self.z + self.deck.offset)
        self.body.velocity = (self.vx, self.vz)

    def drive(self, dt: float) -> None:
        """Ask the 2D world for the wanted velocity.

        By force: the solver then weighs it against contacts. A velocity written before a step
        would overrule what the solver found in the last one.
        """
        gain_x, gain_z = self.want_x - self.vx, self.want_z - self.vz
        if gain_x or gain_z:
            self.body.force = (MASS * gain_x / dt, MASS * gain_z / dt)
