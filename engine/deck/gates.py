"""All gates of some decks, and what they leave of the decks' meshes."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from orlop.engine.deck.deck import Deck
from orlop.engine.deck.decks import Decks
from orlop.engine.deck.gate import Gate
from orlop.engine.deck.navmesh import Navmesh

if TYPE_CHECKING:
    import shapely

Floats = NDArray[np.float64]
Some = frozenset[Gate]


class Gates:
    """Open portals and the walkways' seams, as they are for motors of one radius.

    A portal carries whoever enters it, so ways that don't use it keep out of it. Seams bar no ways: the ground goes
    on beyond them, so whoever is carried over one unawares is where it would be, and goes on from there.

    Parameters
    ----------
    decks
        What they join.
    radius
        Of the motor, metres.
    """

    def __init__(self, decks: Decks, radius: float) -> None:
        self._decks = decks
        self._radius = radius
        self._portals: Sequence[Gate] = ()
        self._seams: tuple[int, tuple[Gate, ...]] = (-1, ())
        self._meshes: dict[tuple[str, Some], tuple[object, Navmesh]] = {}
        self._berths: dict[Gate, tuple[Deck, Deck, list[shapely.Polygon]]] = {}
        self._joining: dict[Gate, Some] = {}
        self._held: dict[tuple[Gate, int], Some] = {}

    @property
    def portals(self) -> Sequence[Gate]:
        """Those that are open."""
        return self._portals

    @portals.setter
    def portals(self, portals: Sequence[Gate]) -> None:
        if portals is not self._portals:
            self._portals = portals
            self._forget()

    def all(self) -> tuple[Gate, ...]:
        """Return portals, then seams."""
        if self._seams[0] != self._decks.version:
            seams = tuple(
                Gate(deck.name, seam.destination, seam.rectangles + [deck.origin_x, deck.origin_z] * 2)
                for deck in self._decks
                for seam in deck.walkway.seams
            )
            if seams or self._seams[1]:
                self._forget()
            self._seams = self._decks.version, seams
        return (*self._portals, *self._seams[1])

    def _forget(self) -> None:
        self._meshes.clear()
        self._berths.clear()
        self._joining.clear()
        self._held.clear()

    def mesh(self, walkway: str, passable: Some) -> Navmesh:
        """Return the mesh of a walkway without the berths of the portals on it that aren't `passable`."""
        deck = self._decks.deck(walkway)
        barred = [gate for gate in self._portals if gate.source == walkway and gate not in passable]
        state = (deck, [self._decks.deck(gate.destination) for gate in barred])
        known = self._meshes.get((walkway, passable))
        if known is None or known[0] != state:
            mesh = deck.navmesh(self._radius).less([part for gate in barred for part in self._berth(gate)])
            known = self._meshes[walkway, passable] = state, mesh
        return known[1]

    def _berth(self, gate: Gate) -> "list[shapely.Polygon]":
        """Return what ways that don't use a portal keep out of, found once on the same ground."""
        source, destination = self._decks.deck(gate.source), self._decks.deck(gate.destination)
        known = self._berths.get(gate)
        if known is None or known[0] is not source or known[1] is not destination:
            known = self._berths[gate] = source, destination, gate.berth(source, destination, self._radius)
        return known[2]

    def beyond(self, walkway: str, x: float, z: float) -> str:
        """Return the walkway that the ground at (x, z) belongs to: where a seam carries one off, it is the other."""
        seams = (gate for gate in self.all()[len(self._portals) :] if gate.source == walkway)
        return next((seam.destination for seam in seams if seam.row_at(x, z) >= 0), walkway)

    def towards(self, walkway: str) -> list[Gate]:
        """Return the gates after which one can still come to a walkway, as far as their names tell."""
        found, left, reached = [], list(self.all()), {walkway}
        while more := [gate for gate in left if gate.destination in reached]:
            found += more
            left = [gate for gate in left if gate.destination not in reached]
            reached.update(gate.source for gate in more)
        return found

    def held(self, gate: Gate, row: int) -> Some:
        """Return the portals that carry nobody who came through a rectangle of `gate`, until it has left."""
        if (gate, row) not in self._held:
            self._held[gate, row] = self.meeting(gate.destination, gate.rectangles[row])
        return self._held[gate, row]

    def meeting(self, walkway: str, rectangle: Floats) -> Some:
        """Return the portals on a walkway that overlap or touch a rectangle (4,), world metres."""
        return frozenset(gate for gate in self._portals if gate.source == walkway and gate.meets(rectangle))

    def holding(self, walkway: str, x: float, z: float) -> Some:
        """Return the portals that may hold who stands at (x, z): those it stands in, or that meet where it came in."""
        rows = [(gate, gate.row_at(x, z)) for gate in self._portals if gate.destination == walkway]
        entered = [gate.rectangles[row] for gate, row in rows if row >= 0]
        return frozenset().union(*(self.meeting(walkway, each) for each in (np.array([x, z, x, z]), *entered)))

    def hold(self, walkway: str, held: Some) -> tuple[Some, Floats]:
        """Return the portals that carry nobody whom those of `held` hold, until it has left the rectangles (n, 4).

        That is also where it may have come in, and all that meet that.
        """
        entered = [
            rectangle
            for gate in self._portals
            if gate.destination == walkway
            for rectangle in gate.rectangles
            if any(one.meets(rectangle) for one in held)
        ]
        portals = held.union(*(self.meeting(walkway, each) for each in entered))
        parts = [gate.rectangles for gate in self._portals if gate in portals]
        return portals, np.vstack([np.zeros((0, 4)), *parts, *entered])

    def joining(self, gate: Gate) -> Some:
        """Return a portal and those beside it that lead to the same deck: it doesn't matter which of them one enters.

        A seam joins none.
        """
        if gate not in self._joining:
            apart = {
                each for each in self._portals if (each.source, each.destination) == (gate.source, gate.destination)
            }
            joined, growing = set(), [gate] if gate in apart else []
            while growing:
                joined.update(growing)
                apart.difference_update(growing)
                growing = [each for each in apart if any(each.meets(r) for one in growing for r in one.rectangles)]
            self._joining |= dict.fromkeys([gate, *joined], frozenset(joined))
        return self._joining[gate]
