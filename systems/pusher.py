"""Slaves pushers to their entities' Transforms."""

from dataclasses import dataclass

import esper

from orlop.components import Transform, WalkwayPusher
from orlop.engine.deck.decks import Decks
from orlop.engine.deck.pusher_body import PusherBody
from orlop.engine.deck.resumption import stand
from orlop.engine.schedule import Stage, System


@dataclass(frozen=True, slots=True)
class PusherBlocked:
    """A pusher began to be held up by a motor that cannot give way; both are entities."""

    entity: int
    motor: int


Found = list[tuple[int, tuple[WalkwayPusher, Transform]]]


class PusherSystem(System):
    """Tells the decks where doors and obstacles are; whatever turned them, an animation or a script.

    Parameters
    ----------
    decks
        Gets a body for each pusher, and loses it when the entity is gone.
    """

    stage = Stage.SIMULATE

    def __init__(self, decks: Decks) -> None:
        self._decks = decks
        self._found: Found = []
        self._version = -1
        self._bound: list[tuple[WalkwayPusher, Transform, PusherBody]] = []

    def process(self, dt: float) -> None:
        """Pass on what changed since the last tick."""
        found = esper.get_components(WalkwayPusher, Transform)
        # Esper makes a new list when any entity came or went; with a walkway go the bodies on it.
        if found is not self._found or self._version != self._decks.version:
            self._found, self._version = found, self._decks.version
            self._bind(found)
        decks = self._decks
        for pusher, transform, body in self._bound:
            pusher.blocked = False
            if transform.position is not body.position or transform.heading != body.heading:
                decks.turn_pusher(body, transform.position, transform.heading)
            if pusher.enabled is not body.enabled:
                if pusher.enabled:
                    decks.enable(body, pusher.displaces)
                else:
                    decks.disable(body)

    def saved(self) -> object:
        """Return the pushers in the order of their decks, and which of them are obstacles."""
        return [(body.owner, body.enabled) for deck in self._decks for body in deck.pushers]

    def resume(self, saved: list[tuple[int, bool]]) -> None:
        """Let the pushers stand as they did, without pushing anybody."""
        for entity, enabled in saved:
            pusher = esper.component_for_entity(entity, WalkwayPusher)
            transform = esper.component_for_entity(entity, Transform)
            body = self._decks.add_pusher(
                entity, pusher.walkway, pusher.outlines, transform.position, transform.heading
            )
            if enabled:
                stand(self._decks, body)

    def _bind(self, found: Found) -> None:
        decks = self._decks
        kept = {id(pusher) for _, (pusher, _) in found}
        for pusher, _, body in self._bound:
            if id(pusher) not in kept and decks.pushers.get(body.owner) is body:
                decks.remove_pusher(body)
        self._bound = []
        for entity, (pusher, transform) in sorted(found, key=lambda each: each[0]):
            known = decks.pushers.get(entity)  # from before, or from a saved game
            body = known or decks.add_pusher(
                entity, pusher.walkway, pusher.outlines, transform.position, transform.heading
            )
            self._bound.append((pusher, transform, body))
