"""Carries motors from deck to deck."""

from dataclasses import dataclass

import esper
import numpy as np

from orlop.components import Portal, WalkwayMotor
from orlop.engine.deck.deck import Deck
from orlop.engine.deck.decks import Decks
from orlop.engine.deck.motor_body import MotorBody
from orlop.engine.deck.passages import Passages
from orlop.engine.events import Events
from orlop.engine.schedule import Stage, System
from orlop.systems.movement import MovementSystem


@dataclass(frozen=True, slots=True)
class PortalPassed:
    """A motor went through a portal or over a seam."""

    entity: int
    source: str
    destination: str


@dataclass(frozen=True, slots=True)
class PortalRefused:
    """A motor entered a portal where its destination has no room: a fault of the level. Sent once a motor and place."""

    entity: int
    source: str
    destination: str


Found = list[tuple[int, Portal]]


class PortalSystem(System):
    """Carries motors that crossed into a portal, or over a walkway's own seam, to its destination.

    The way of this tick is swept, bend by bend, so no speed jumps over a portal. After a passage
    the rectangles around the motor are held until it has left them: nothing flips back.

    Parameters
    ----------
    decks
        Where the motors are.
    events
        Is told who passed.
    """

    stage = Stage.SIMULATE
    after = (MovementSystem,)

    def __init__(self, decks: Decks, events: Events) -> None:
        self._decks = decks
        self._events = events
        self._found: Found = []
        self._passages: dict[Deck, Passages] = {}
        self._groups: list[tuple[Portal, Passages, int]] = []
        self._open: list[bool] = []
        self._held: dict[int, list[int]] = {}
        self._refused: set[tuple[int, str, str]] = set()

    def process(self, dt: float) -> None:
        """Sweep each motor's way through the passages of its deck."""
        found = esper.get_component(Portal)
        if found is not self._found:  # esper makes a new list when any entity came or went
            self._found = found
            self._lay_out(found)
        self._switch()
        for entity, body in self._decks.motors.items():
            passages = self._passages.get(body.deck)
            if passages is None:
                passages = self._passages.setdefault(body.deck, _seams(body.deck))
            if len(passages.rectangles):
                self._sweep(entity, body, passages)

    def _sweep(self, entity: int, body: MotorBody, passages: Passages) -> None:
        if entity in self._held:
            held = np.array(self._held[entity], np.int64)
            group, x, z = passages.entered(body.start_x, body.start_z, body.way, body.legs, held)
        else:
            group, x, z = passages.entered(body.start_x, body.start_z, body.way, body.legs)
        if group >= 0:
            self._pass(entity, body, passages.destinations[group], x, z)
        elif entity in self._held:
            still = [group for group in self._held[entity] if passages.holds(body.x, body.z, group)]
            self._hold(entity, still)

    def _pass(self, entity: int, body: MotorBody, destination: str, x: float, z: float) -> None:
        source = body.deck.name
        if not self._decks.carry(body, destination, x, z):
            if (entity, source, destination) not in self._refused:
                self._refused.add((entity, source, destination))
                self._events.send(PortalRefused(entity, source, destination))
            return
        passages = self._passages.get(body.deck)
        if passages is None:
            passages = self._passages.setdefault(body.deck, _seams(body.deck))
        self._hold(entity, passages.around(body.x, body.z))
        motor = esper.component_for_entity(entity, WalkwayMotor)
        motor.walkway, motor.position = destination, body.position
        self._events.send(PortalPassed(entity, source, destination))

    def _hold(self, entity: int, groups: list[int]) -> None:
        if groups:
            self._held[entity] = groups
        else:
            self._held.pop(entity, None)

    def _switch(self) -> None:
        enabled = [portal.enabled for portal, _, _ in self._groups]
        if enabled != self._open:
            self._open = enabled
            for portal, passages, group in self._groups:
                passages.open(group, portal.enabled)

    def _lay_out(self, found: Found) -> None:
        # Group numbers change with the portals, so what each motor is held by is found anew.
        held = {e: self._decks.motors[e] for e in self._held if e in self._decks.motors}
        self._passages.clear()
        self._groups, self._open = [], []
        for _, portal in sorted(found, key=_entity):
            deck = self._decks.deck(portal.source)
            self._decks.deck(portal.destination)
            passages = self._passages.setdefault(deck, _seams(deck))
            shift = np.array([deck.origin_x, deck.origin_z] * 2)
            group = passages.add(portal.destination, np.array([*portal.low, *portal.high]) - shift)
            self._groups.append((portal, passages, group))
        self._held.clear()
        for entity, body in held.items():
            passages = self._passages.setdefault(body.deck, _seams(body.deck))
            self._hold(entity, passages.around(body.start_x, body.start_z))


def _seams(deck: Deck) -> Passages:
    """Passages with the seams that the walkway itself has."""
    passages = Passages()
    for seam in deck.walkway.seams:
        passages.add(seam.destination, seam.rectangles)
    return passages


def _entity(each: tuple[int, Portal]) -> int:
    return each[0]
