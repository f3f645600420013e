"""A pusher at run time: convex pieces with a pose, kinematic in the 2D world."""

import math
from typing import TYPE_CHECKING

import numpy as np
import pymunk
from numpy.typing import NDArray

from orlop.engine.deck.category import PUSHER_FILTER
from orlop.engine.deck.pushing import gap_to

if TYPE_CHECKING:
    from orlop.engine.deck.deck import Deck

Position = tuple[float, float, float]

FARTHEST_SWING = 0.8 * math.pi
"""A pusher that turns more in one tick was put there, not swung, radians."""


class PusherBody:
    """A door, railing or block on a deck; made by `Decks.add_pusher`.

    Attributes
    ----------
    owner
        The caller's number for it.
    deck
        Where it is.
    pieces
        Convex rings, each (n, 2), metres in its own frame.
    position
        In the world, (x, y, z) metres, as the caller gave it; put back when it is held up.
    x, z, heading
        Pose, metres local to the walkway and radians.
    row
        Of the kernel's arrays.
    enabled
        Whether it is an obstacle now.
    blocked
        Whether a motor that could not give way held it up in this tick.
    reach
        Distance of its farthest corner from its origin, metres.
    """

    __slots__ = (
        "back",
        "blocked",
        "body",
        "deck",
        "enabled",
        "fresh",
        "heading",
        "moved",
        "old",
        "owner",
        "pieces",
        "position",
        "reach",
        "row",
        "shapes",
        "x",
        "z",
    )

    def __init__(
        self, owner: int, deck: "Deck", pieces: list[NDArray[np.float64]], position: Position, heading: float
    ) -> None:
        self.owner = owner
        self.deck = deck
        self.pieces = pieces
        self.row = -1
        self._take_pose(position, heading)
        self.old = (self.x, self.z, heading)
        self.back = (position, heading, False)
        self.enabled = False
        self.fresh = False
        self.blocked = False
        self.moved = 0.0
        self.reach = max((float(np.hypot(*piece.T).max()) for piece in pieces), default=0.0)
        self.body = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
        self.shapes = [pymunk.Poly(self.body, [(float(px), float(pz)) for px, pz in piece]) for piece in pieces]
        for shape in self.shapes:
            shape.filter = PUSHER_FILTER
            shape.friction = 0.5
        self.settle()

    def settle(self) -> None:
        """Put its body of the 2D world where it is, at rest."""
        self.body.position = (self.x, self.z + self.deck.offset)
        self.body.angle = self.heading
        self.body.velocity = (0.0, 0.0)
        self.body.angular_velocity = 0.0

    def drive(self, dt: float) -> None:
        """Let its body of the 2D world move from the old pose to the new one in the next step."""
        x, z, heading = self.old
        self.body.position = (x, z + self.deck.offset)
        self.body.angle = heading
        self.body.velocity = ((self.x - x) / dt, (self.z - z) / dt)
        self.body.angular_velocity = (self.heading - heading) / dt

    def _take_pose(self, position: Position, heading: float) -> None:
        self.position, self.heading = position, heading
        self.x, self.z = position[0] - self.deck.origin_x, position[2] - self.deck.origin_z

    def turn_to(self, position: Position, heading: float) -> None:
        """Set the new pose; what moves too far for one tick is put there instead of swept."""
        x, z, old_heading = self.x, self.z, self.heading
        self.back = (self.position, old_heading, self.enabled)
        self._take_pose(position, heading)
        turn = heading - old_heading
        way = math.hypot(self.x - x, self.z - z)
        if abs(turn) > FARTHEST_SWING or way > 4.0 * (self.reach + 1.0):
            self.old = (self.x, self.z, heading)
            self.fresh = True
        else:
            self.old = (x, z, old_heading)
            self.moved = way + abs(turn) * self.reach

    def distance(self, x: float, z: float) -> float:
        """Return how far the world's (x, z) is from its shapes, metres, switched on or not; negative inside."""
        local_x, local_z = x - self.deck.origin_x, z - self.deck.origin_z
        return gap_to(local_x, local_z, self.row, 1.0, self.deck.pushing)[0]

    def enable(self) -> None:
        """Become an obstacle, unless a motor is found to stand in it."""
        self.back = (self.position, self.heading, False)
        self.enabled = self.fresh = True

    def step_back(self) -> None:
        """Undo this tick's change."""
        position, heading, self.enabled = self.back
        self._take_pose(position, heading)
        self.rest()

    def rest(self) -> None:
        """Take the present pose as the old one, too."""
        self.old = (self.x, self.z, self.heading)
        self.moved = 0.0
        self.fresh = False
