"""Carries motors from deck to deck."""

from dataclasses import dataclass

import esper
import numpy as np
from numpy.typing import NDArray

from orlop.components import Portal, WalkwayMotor
from orlop.engine.deck.arrival import Passage
from orlop.engine.deck.deck import Deck
from orlop.engine.deck.decks import Decks
from orlop.engine.deck.motor_body import MotorBody
from orlop.engine.deck.passages import NONE_HELD, Passages
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
Rectangle = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Hold:
    """What may not carry a motor that just arrived: groups of its deck, until it has left them and where it came in."""

    groups: NDArray[np.int64]
    entered: Rectangle

    def left_by(self, body: MotorBody, passages: Passages) -> bool:
        """Tell whether the motor is out of all of it."""
        low_x, low_z, high_x, high_z = self.entered
        x, z = body.x, body.z
        if low_x <= x <= high_x and low_z <= z <= high_z:
            return False
        return not any(passages.holds(x, z, group) for group in self.groups.tolist())


class PortalSystem(System):
    """Carries motors that crossed into a portal, or over a walkway's own seam, to its destination.

    The way of this tick is swept, bend by bend, so no speed jumps over a portal. After a passage
    the rectangles where the motor came in are held until it has left them: nothing flips back, not
    even where an author let the two directions overlap.

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
        self._version = -1
        self._passages: dict[Deck, Passages] = {}
        self._groups: list[tuple[Portal, Passages, int]] = []
        self._open: list[bool] = []
        self._held: dict[int, Hold] = {}
        self._refused: set[tuple[int, str, str]] = set()

    def process(self, dt: float) -> None:
        """Sweep each motor's way through the passages of its deck."""
        found = esper.get_component(Portal)
        # Esper makes a new list when any entity came or went.
        if found is not self._found or self._version != self._decks.version:
            self._found, self._version = found, self._decks.version
            self._lay_out(found)
        self._switch()
        for entity, body in self._entering():
            self._sweep(entity, body, self._passages_of(body.deck))

    def _entering(self) -> list[tuple[int, MotorBody]]:
        """Motors that enter a passage this tick or are held by one, by owner: rows are no lasting order."""
        motors = self._decks.motors
        found = {entity: motors[entity] for entity in self._held if entity in motors} if self._held else {}
        for crowd in self._decks.busy:
            for row in self._passages_of(crowd.deck).entering(crowd):
                found[crowd.motors[row].owner] = crowd.motors[row]
        return sorted(found.items(), key=_entity) if found else []

    def saved(self) -> object:
        """Return who is held by which place, and who was refused where."""
        return {entity: hold.entered for entity, hold in self._held.items()}, sorted(self._refused)

    def resume(self, saved: tuple[dict[int, Rectangle], list[tuple[int, str, str]]]) -> None:
        """Hold again whom `saved` tells of."""
        held, refused = saved
        self._refused = set(refused)
        self._found, self._version = esper.get_component(Portal), self._decks.version
        self._lay_out(self._found)
        for entity, entered in held.items():
            self._hold(entity, self._decks.motors[entity], entered)

    def _sweep(self, entity: int, body: MotorBody, passages: Passages) -> None:
        hold = self._held.get(entity)
        held = NONE_HELD if hold is None else hold.groups
        row, x, z = passages.entered(body.start_x, body.start_z, body.way, body.legs, held)
        if row >= 0:
            self._pass(entity, body, passages, row, x, z)
        elif hold is not None and hold.left_by(body, passages):
            del self._held[entity]

    def _pass(self, entity: int, body: MotorBody, passages: Passages, row: int, x: float, z: float) -> None:
        source, destination = body.deck, passages.destinations[passages.group_of(row)]
        passage = self._decks.carry(body, destination, x, z)
        if passage is Passage.NO_ROOM and (entity, source.name, destination) not in self._refused:
            self._refused.add((entity, source.name, destination))
            self._events.send(PortalRefused(entity, source.name, destination))
        if passage is not Passage.PASSED:
            return  # behind a door in the way it waits in the portal, and tries again
        shift_x, shift_z = source.origin_x - body.deck.origin_x, source.origin_z - body.deck.origin_z
        low_x, low_z, high_x, high_z = passages.rectangles[row, :4].tolist()
        entered = (low_x + shift_x, low_z + shift_z, high_x + shift_x, high_z + shift_z)
        self._hold(entity, body, entered)
        motor = esper.try_component(entity, WalkwayMotor)  # None: its owner steers the body itself
        if motor is not None:
            motor.walkway, motor.position = destination, body.position
        self._events.send(PortalPassed(entity, source.name, destination))

    def _hold(self, entity: int, body: MotorBody, entered: Rectangle) -> None:
        """Keep the passages that a motor arrived among from carrying it, until it is out of them."""
        passages = self._passages_of(body.deck)
        groups = passages.overlapping(*entered) + passages.overlapping(body.x, body.z, body.x, body.z)
        self._held[entity] = Hold(np.array(sorted(set(groups)), np.int64), entered)

    def _passages_of(self, deck: Deck) -> Passages:
        passages = self._passages.get(deck)
        if passages is None:
            passages = self._passages[deck] = _seams(deck)
        return passages

    def _switch(self) -> None:
        enabled = [portal.enabled for portal, _, _ in self._groups]
        if enabled != self._open:
            self._open = enabled
            for portal, passages, group in self._groups:
                passages.open(group, portal.enabled)

    def _lay_out(self, found: Found) -> None:
        # Group numbers change with the portals, so what each motor is held by is found anew.
        motors = self._decks.motors
        held = {entity: (motors[entity], hold.entered) for entity, hold in self._held.items() if entity in motors}
        self._passages.clear()
        self._held.clear()
        self._groups, self._open = [], []
        for _, portal in sorted(found, key=_entity):
            deck = self._decks.deck(portal.source)
            self._decks.deck(portal.destination)
            passages = self._passages_of(deck)
            shift = np.array([deck.origin_x, deck.origin_z] * 2)
            group = passages.add(portal.destination, np.array([*portal.low, *portal.high]) - shift)
            self._groups.append((portal, passages, group))
        for entity, (body, entered) in held.items():
            self._hold(entity, body, entered)


def _seams(deck: Deck) -> Passages:
    """Passages with the seams that the walkway itself has."""
    passages = Passages()
    for seam in deck.walkway.seams:
        passages.add(seam.destination, seam.rectangles)
    return passages


def _entity(each: tuple[int, object]) -> int:
    return each[0]
