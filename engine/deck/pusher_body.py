"""A pusher at run time: convex pieces with a pose, kinematic in the 2D world."""

import math
from typing import TYPE_CHECKING

import numpy as np
import pymunk
from numpy.typing import NDArray

from orlop.engine.deck import pushing
from orlop.engine.deck.category import PUSHER_FILTER

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
    fresh
        Whether it was put where it is in this tick, as `pushing` says, and not swept there.
    changing
        Whether it has been turned or switched on since the last tick.
    reach
        Distance of its farthest corner from its origin, metres.
    """

    __slots__ = (
        "back",
        "blocked",
        "body",
        "changing",
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
        self.fresh = pushing.SWEPT
        self.blocked = False
        self.changing = False
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
        self._begin_change()
        self._take_pose(position, heading)
        x, z, old_heading = self.old
        turn = heading - old_heading
        way = math.hypot(self.x - x, self.z - z)
        if abs(turn) > FARTHEST_SWING or way > 4.0 * (self.reach + 1.0):
            self.old = (self.x, self.z, heading)
            self.moved = 0.0
            self.fresh = self.fresh or pushing.PUT
        else:
            self.moved = way + abs(turn) * self.reach

    def _begin_change(self) -> None:
        """Keep what to step back to: as it was before the first change of this tick."""
        if not self.changing:
            self.changing = True
            self.back = (self.position, self.heading, self.enabled)

    def distance(self, x: float, z: float) -> float:
        """Return how far the world's (x, z) is from its shapes, metres, switched on or not; negative inside."""
        local_x, local_z = x - self.deck.origin_x, z - self.deck.origin_z
        return pushing.gap_to(local_x, local_z, self.row, 1.0, self.deck.pushing)[0]

    def enable(self, displaces: bool) -> None:
        """Become an obstacle, unless a motor stands in it that can't, or shall not, be put beside it."""
        self._begin_change()
        self.enabled = True
        self.fresh = pushing.PUT if displaces else pushing.TIMID

    def disable(self) -> None:
        """Be no obstacle from now on, whatever else is undone."""
        self.back = (*self.back[:2], False)
        self.enabled = False

    def move_over(self, deck: "Deck") -> None:
        """Stand at the same world position on another deck."""
        self.deck = deck
        self._take_pose(self.position, self.heading)
        self.rest()
        self.settle()

    def step_back(self) -> None:
        """Undo this tick's change."""
        position, heading, self.enabled = self.back
        self._take_pose(position, heading)
        self.rest()

    def rest(self) -> None:
        """Take the present pose as the old one, too."""
        self.old = (self.x, self.z, self.heading)
        self.moved = 0.0
        self.fresh = pushing.SWEPT
        self.changing = False
