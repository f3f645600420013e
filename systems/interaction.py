"""Offers what is within reach, and uses it."""

import math
from dataclasses import dataclass

import esper

from orlop.components import Interactable, Player, Transform, WalkwayMotor
from orlop.engine.actions import Actions
from orlop.engine.events import Events
from orlop.engine.schedule import Stage, System

FIELD = math.cos(math.radians(60.0))
"""A thing is in front if its direction is within 60° of the heading."""

NEARBY = 0.35
"""Closer than this, metres, direction says nothing: one stands on it."""


@dataclass(frozen=True, slots=True)
class Used:
    """Something was used: by a player's action, or by whoever walks a route."""

    entity: int
    user: int


class InteractionSystem(System):
    """Finds the nearest interactable in front of the player, and sends `Used` when the action is pressed.

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
    """

    stage = Stage.RESPOND

    def __init__(self, actions: Actions, events: Events) -> None:
        self._actions = actions
        self._events = events
        self.offered: int | None = None

    def process(self, dt: float) -> None:
        """Renew the offer, and take it if the player does."""
        self.offered = None
        things = esper.get_component(Interactable)
        if not things:
            return
        for entity, (player, transform, motor) in esper.get_components(Player, Transform, WalkwayMotor):
            self.offered = nearest_in_front(things, player.reach, transform.heading, motor)
            if self.offered is not None and self._actions.pressed("use"):
                self._events.send(Used(self.offered, entity))


def nearest_in_front(
    things: list[tuple[int, Interactable]], reach: float, heading: float, motor: WalkwayMotor
) -> int | None:
    """Return the nearest of `things` that the motor, looking along `heading`, can reach on its walkway."""
    x, z = motor.position
    walkway = motor.walkway
    sine, cosine = math.sin(heading), math.cos(heading)
    best, nearest = (math.inf, 0), None
    for entity, thing in things:
        dx, dz = thing.centre[0] - x, thing.centre[1] - z
        distance = math.hypot(dx, dz)
        if distance > reach + thing.radius or (thing.walkway and thing.walkway != walkway):
            continue
        in_front = distance <= NEARBY or dx * sine - dz * cosine >= FIELD * distance
        if in_front and (distance, entity) < best:  # the lower entity of two equally near, in any order of the query
            best, nearest = (distance, entity), entity
    return nearest
