"""Offers what is within reach, and uses it."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import esper

from orlop.components import Interactable, Player, Transform, WalkwayMotor
from orlop.engine.actions import Actions
from orlop.engine.events import Events
from orlop.engine.schedule import Stage, System

if TYPE_CHECKING:
    from orlop.engine.scene.sight import Sight

FIELD = math.cos(math.radians(60.0))
"""A thing is in front if its direction is within 60° of the heading."""

BREAST = 1.1
"""Height over the floor at which a thing may also be seen, metres: beneath a lintel, over a rail."""

NEARBY = 0.35
"""Closer than this, metres, direction says nothing: one stands on it."""


@dataclass(frozen=True, slots=True)
class Used:
    """Something was used: by a player's action, or by whoever walks a route."""

    entity: int
    user: int


class InteractionSystem(System):
    """Finds the nearest interactable in front of the player, and sends `Used` when the action is pressed.

    What stands still between the eye and a thing hides it, so nobody uses a door through a wall.

    Attributes
    ----------
    offered
        Entity that the action would use now, None if nothing is in reach.

    Parameters
    ----------
    actions
        Whether `use` is pressed.
    events
        Is told what was used.
    sight
        What hides things; without it nothing does.
    """

    stage = Stage.RESPOND

    def __init__(self, actions: Actions, events: Events, sight: "Sight | None" = None) -> None:
        self._actions = actions
        self._events = events
        self._sight = sight
        self.offered: int | None = None

    def process(self, dt: float) -> None:
        """Renew the offer, and take it if the player does."""
        self.offered = None
        things = esper.get_component(Interactable)
        if not things:
            return
        for entity, (player, transform, motor) in esper.get_components(Player, Transform, WalkwayMotor):
            self.offered = nearest_in_front(things, player.reach, transform.heading, motor, self._sight)
            if self.offered is not None and self._actions.pressed("use"):
                self._events.send(Used(self.offered, entity))


def nearest_in_front(
    things: list[tuple[int, Interactable]],
    reach: float,
    heading: float,
    motor: WalkwayMotor,
    sight: "Sight | None" = None,
) -> int | None:
    """Return the nearest of `things` that the motor, looking along `heading`, sees and can reach on its walkway."""
    x, z = motor.position
    walkway = motor.walkway
    sine, cosine = math.sin(heading), math.cos(heading)
    best, nearest = (math.inf, 0), None
    for entity, thing in things:
        dx, dz = thing.centre[0] - x, thing.centre[1] - z
        distance = math.hypot(dx, dz)
        if distance > reach + thing.radius or (thing.walkways and walkway not in thing.walkways):
            continue
        in_front = distance <= NEARBY or dx * sine - dz * cosine >= FIELD * distance
        # The lower entity of two equally near, in any order of the query; rays are cast for few.
        if in_front and (distance, entity) < best and (sight is None or sees(sight, motor, thing)):
            best, nearest = (distance, entity), entity
    return nearest


def sees(sight: "Sight", motor: WalkwayMotor, thing: Interactable) -> bool:
    """Tell whether nothing hides `thing` from the motor's eye: looked at level, or down to the breast's height.

    Only up to the thing's own radius before its centre, for its frame is no obstacle.
    """
    x, z = motor.position
    eye = (x, motor.floor_height + motor.height, z)
    dx, dz = thing.centre[0] - x, thing.centre[1] - z
    share = max(1.0 - thing.radius / max(math.hypot(dx, dz), 1e-9), 0.0)
    return any(
        sight.is_clear(eye, (x + dx * share, height, z + dz * share))
        for height in (eye[1], motor.floor_height + min(BREAST, motor.height))
    )
