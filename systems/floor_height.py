"""Sets motors on the floor: height is looked up, never simulated."""

import esper

from orlop.components import Transform, Trapdoor, WalkwayMotor
from orlop.engine.deck.deck import Cover, Deck
from orlop.engine.deck.decks import Decks
from orlop.engine.schedule import Stage, System
from orlop.engine.walkway.floor import Floor
from orlop.systems.movement import MovementSystem
from orlop.systems.portal import PortalSystem

Found = list[tuple[int, Trapdoor]]


class FloorHeightSystem(System):
    """Reads height and normal under each motor, and places its entity there.

    Parameters
    ----------
    decks
        Where the motors are; enabled trapdoors become their decks' covers.
    """

    stage = Stage.SIMULATE
    after = (MovementSystem, PortalSystem)

    def __init__(self, decks: Decks) -> None:
        self._decks = decks
        self._found: Found = []
        self._bound: list[tuple[Trapdoor, Deck, Cover]] = []

    def process(self, dt: float) -> None:
        """Look each motor's floor up."""
        found = esper.get_component(Trapdoor)
        if found is not self._found:  # esper makes a new list when any entity came or went
            self._found = found
            self._bind(found)
        for trapdoor, _, cover in self._bound:
            cover.enabled = trapdoor.enabled
        bodies = self._decks.motors
        for entity, (motor, transform) in esper.get_components(WalkwayMotor, Transform):
            body = bodies.get(entity)
            if body is None:
                continue
            deck = body.deck
            ground = deck.ground(body.x, body.z)
            if ground is not None:  # over the floor's very rim the last height holds
                motor.floor_height, motor.floor_normal = ground[0] + deck.origin_y, ground[1]
            x, z = motor.position
            transform.previous_position = transform.position
            transform.position = (x, motor.floor_height, z)

    def _bind(self, found: Found) -> None:
        bound = {id(trapdoor): (trapdoor, deck, cover) for trapdoor, deck, cover in self._bound}
        kept = {id(trapdoor) for _, trapdoor in found}
        for trapdoor, deck, cover in self._bound:
            if id(trapdoor) not in kept:
                deck.covers.remove(cover)
        self._bound = [bound.get(id(trapdoor)) or self._lay(trapdoor) for _, trapdoor in sorted(found, key=_entity)]

    def _lay(self, trapdoor: Trapdoor) -> tuple[Trapdoor, Deck, Cover]:
        deck = self._decks.deck(trapdoor.walkway)
        cover = Cover(Floor.from_triangles(trapdoor.triangles - deck.walkway.origin), trapdoor.enabled)
        deck.covers.append(cover)
        return trapdoor, deck, cover


def _entity(each: tuple[int, Trapdoor]) -> int:
    return each[0]
