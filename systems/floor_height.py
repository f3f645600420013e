"""Sets motors on the floor: height is looked up, never simulated."""

from math import isnan

import esper
import numpy as np

from orlop.components import Transform, Trapdoor, WalkwayMotor
from orlop.engine.deck.crowd import Crowd
from orlop.engine.deck.deck import Cover, Deck
from orlop.engine.deck.decks import Decks
from orlop.engine.deck.mover import END_X, END_Z
from orlop.engine.schedule import Stage, System
from orlop.engine.walkway.floor import Floor
from orlop.systems.movement import MovementSystem
from orlop.systems.portal import PortalSystem
from orlop.systems.roster import Rank, Roster

Found = list[tuple[int, Trapdoor]]
Walker = tuple[WalkwayMotor, Transform]

FEW = 12
"""Up to so many motors it is quicker to look their floors up one by one."""


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
        self._version = -1
        self._bound: list[tuple[Trapdoor, Deck, Cover]] = []
        self._walkers: list[tuple[int, Walker]] = []
        self._roster = Roster[Walker]()

    def process(self, dt: float) -> None:
        """Look each motor's floor up."""
        found = esper.get_component(Trapdoor)
        # Esper makes a new list when any entity came or went.
        if found is not self._found or self._version != self._decks.version:
            self._found, self._version = found, self._decks.version
            self._bind(found)
        for trapdoor, _, cover in self._bound:
            cover.enabled = trapdoor.enabled
        walkers = esper.get_components(WalkwayMotor, Transform)
        if walkers is not self._walkers:
            self._walkers = walkers
            self._roster.enlist({entity: (motor, transform) for entity, (motor, transform) in walkers})
        for crowd in self._decks.busy:
            stand(crowd.deck, crowd, self._roster.of(crowd))

    def _bind(self, found: Found) -> None:
        bound = {id(trapdoor): (trapdoor, deck, cover) for trapdoor, deck, cover in self._bound}
        kept, decks = {id(trapdoor) for _, trapdoor in found}, set(self._decks)
        for trapdoor, deck, cover in self._bound:
            if id(trapdoor) not in kept or deck not in decks:
                deck.covers.remove(cover)
                bound.pop(id(trapdoor))
        self._bound = [bound.get(id(trapdoor)) or self._lay(trapdoor) for _, trapdoor in sorted(found, key=_entity)]

    def _lay(self, trapdoor: Trapdoor) -> tuple[Trapdoor, Deck, Cover]:
        deck = self._decks.deck(trapdoor.walkway)
        cover = Cover(Floor.from_triangles(trapdoor.triangles - deck.walkway.origin), trapdoor.enabled)
        deck.covers.append(cover)
        return trapdoor, deck, cover


def _entity(each: tuple[int, Trapdoor]) -> int:
    return each[0]


def stand(deck: Deck, crowd: Crowd, rank: Rank[Walker]) -> None:
    """Set the motors of a crowd on their floor; over the floor's very rim the last height holds."""
    if len(rank.members) > FEW:
        stand_together(deck, crowd, rank)
        return
    place = crowd.ends.item
    for row, (motor, transform) in zip(rank.rows, rank.members, strict=True):
        ground = deck.ground(place(row, END_X), place(row, END_Z))
        if ground is not None:
            motor.floor_height, motor.floor_normal = ground[0] + deck.origin_y, ground[1]
        x, z = motor.position
        transform.position = (x, motor.floor_height, z)


def stand_together(deck: Deck, crowd: Crowd, rank: Rank[Walker]) -> None:
    """As `stand`, with all floors looked up at once."""
    points = crowd.ends[:, :2] if rank.whole else crowd.ends[rank.rows, :2]
    heights, normals = deck.grounds(np.ascontiguousarray(points))
    heights += deck.origin_y
    nx, ny, nz = normals.T.tolist()
    # Normals are paired one by one, as old ones go: ten thousand at once would call the garbage collector.
    for (motor, transform), height, normal in zip(
        rank.members, heights.tolist(), zip(nx, ny, nz, strict=True), strict=True
    ):
        if not isnan(height):
            motor.floor_height, motor.floor_normal = height, normal
        x, z = motor.position
        transform.position = (x, motor.floor_height, z)
