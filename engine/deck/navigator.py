"""Ways over decks, through portals and seams, around what stands in the way."""

import heapq
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from orlop.engine.deck.deck import Deck
from orlop.engine.deck.decks import Decks
from orlop.engine.deck.navmesh import Navmesh
from orlop.engine.deck.pusher_body import PusherBody

Floats = NDArray[np.float64]

STRAY = 0.05
"""A crossing that no place of both decks' meshes is nearer to than this is none, metres."""

INSET = 0.02
"""So far within a rectangle ways cross it, metres: who comes so far has entered it."""

SAMPLES = 50
"""Places where a way may cross a gate, spread over its rectangles; at least one in each."""


class Spot(NamedTuple):
    """A place on a deck: walkway and world (x, z), metres."""

    walkway: str
    x: float
    z: float


@dataclass(frozen=True, slots=True, eq=False)
class Gate:
    """Rectangles (n, 4) of world x0, z0, x1, z1, metres, that lead from one walkway to another."""

    source: str
    destination: str
    rectangles: Floats


class Navigator:
    """Finds the shortest ways that a motor of one radius can walk.

    A deck's mesh holds its air less the pushers that stand in it, as they stand when a way is
    asked for; it is cut anew only after one of those has changed.

    Parameters
    ----------
    decks
        Where the ways lead.
    radius
        Of the motor, metres.
    is_passable
        Says of an enabled pusher whether ways may lead through it: a door that will be opened, say.

    Attributes
    ----------
    gates
        Portals that are open; seams are known from the walkways.
    """

    def __init__(
        self, decks: Decks, radius: float = 0.4, is_passable: Callable[[PusherBody], bool] = lambda pusher: False
    ) -> None:
        self._decks = decks
        self._radius = radius
        self._is_passable = is_passable
        self.gates: Sequence[Gate] = ()
        self._meshes: dict[str, tuple[object, Navmesh]] = {}
        self._seams: tuple[int, tuple[Gate, ...]] = (-1, ())
        self._places: dict[Gate, tuple[Navmesh, Navmesh, list[tuple[float, float]]]] = {}
        self._ways: dict[tuple[str, tuple[float, float], tuple[float, float]], tuple[float, Floats]] = {}

    def mesh(self, walkway: str) -> Navmesh:
        """Return the mesh of a walkway as it is now; OrlopError if there is no such walkway."""
        deck = self._decks.deck(walkway)
        standing = [pusher for pusher in deck.pushers if pusher.enabled and not self._is_passable(pusher)]
        state = (deck, tuple((pusher.owner, pusher.x, pusher.z, pusher.heading) for pusher in standing))
        known = self._meshes.get(walkway)
        if known is None or known[0] != state:
            rings = [ring for pusher in standing for ring in _placed(pusher)]
            known = self._meshes[walkway] = state, deck.navmesh(self._radius).without(rings, self._radius)
        return known[1]

    def path(self, start: Spot, goal: Spot) -> tuple[Spot, ...]:
        """Return the places at which a way from `start` to `goal` bends or changes decks, both ends included.

        A start or goal outside the air counts as the nearest place within. A change of decks
        is two spots at one (x, z). Empty if there is no way.
        """
        for spot in (start, goal):
            self._decks.deck(spot.walkway)
        self._ways.clear()  # of the last search; within one, many are asked for twice
        route = self._route(start, goal)
        if route is None:
            return ()
        crossings = [(gate, point) for gate, point in route]
        for k, (gate, _) in enumerate(crossings):  # once each, given the others: mostly ways have few
            before = crossings[k - 1][1] if k else (start.x, start.z)
            after = crossings[k + 1][1] if k + 1 < len(crossings) else (goal.x, goal.z)
            crossings[k] = (gate, self._best_crossing(gate, before, after))
        return self._joined(start, goal, crossings)

    def length(self, path: Sequence[Spot]) -> float:
        """Return how long a path is, metres."""
        return sum(math.dist(a[1:], b[1:]) for a, b in pairwise(path))

    def _route(self, start: Spot, goal: Spot) -> list[tuple[Gate, tuple[float, float]]] | None:
        """Return the gates of the shortest way over the gates' middles (Dijkstra), None if there is none."""
        gates = [gate for gate in (*self.gates, *self._seam_gates()) if self._crossings(gate)]
        middles = [self._middle(gate) for gate in gates]
        numbers = count()
        best: dict[int, float] = {}
        heap: list[tuple[float, int, int, tuple[int, ...]]] = [(0.0, next(numbers), -1, ())]
        while heap:
            way, _, at, passed = heapq.heappop(heap)
            if at == len(gates):
                return [(gates[k], middles[k]) for k in passed[:-1]]
            if way > best.get(at, math.inf):
                continue
            walkway = start.walkway if at < 0 else gates[at].destination
            place = start[1:] if at < 0 else middles[at]
            onward = [(k, middles[k]) for k, gate in enumerate(gates) if gate.source == walkway and k not in passed]
            if walkway == goal.walkway:
                onward.append((len(gates), goal[1:]))
            for k, target in onward:
                longer = way + self._way(walkway, place, target)[0]
                if longer < best.get(k, math.inf):
                    best[k] = longer
                    heapq.heappush(heap, (longer, next(numbers), k, (*passed, k)))
        return None

    def _joined(
        self, start: Spot, goal: Spot, crossings: Sequence[tuple[Gate, tuple[float, float]]]
    ) -> tuple[Spot, ...]:
        spots: list[Spot] = []
        walkway, place = start.walkway, (start.x, start.z)
        for target_walkway, target in [*((gate.destination, at) for gate, at in crossings), ("", goal[1:])]:
            length, points = self._way(walkway, place, target)
            if math.isinf(length):
                return ()
            spots += [Spot(walkway, x, z) for x, z in points.tolist()]
            walkway, place = target_walkway, target
        return tuple(spots)

    def _way(self, walkway: str, begin: tuple[float, float], end: tuple[float, float]) -> tuple[float, Floats]:
        known = self._ways.get((walkway, begin, end))
        if known is None:
            deck = self._decks.deck(walkway)
            origin = np.array([deck.origin_x, deck.origin_z])
            local = [(x - deck.origin_x, z - deck.origin_z) for x, z in (begin, end)]
            length, points = self.mesh(walkway).path(*local)
            known = self._ways[walkway, begin, end] = length, points + origin
        return known

    def _seam_gates(self) -> tuple[Gate, ...]:
        if self._seams[0] != self._decks.version:
            gates = tuple(
                Gate(deck.name, seam.destination, seam.rectangles + [deck.origin_x, deck.origin_z] * 2)
                for deck in self._decks
                for seam in deck.walkway.seams
            )
            self._seams = self._decks.version, gates
            self._places.clear()
        return self._seams[1]

    def _crossings(self, gate: Gate) -> list[tuple[float, float]]:
        """Places in the gate's rectangles that both decks' meshes hold."""
        source, destination = self.mesh(gate.source), self.mesh(gate.destination)
        known = self._places.get(gate)
        if known is None or known[0] is not source or known[1] is not destination:
            known = self._places[gate] = source, destination, self._sampled(gate)
        return known[2]

    def _sampled(self, gate: Gate) -> list[tuple[float, float]]:
        aside = max(1, round(math.sqrt(SAMPLES / len(gate.rectangles)))) if len(gate.rectangles) else 0
        share = np.linspace(0.0, 1.0, aside) if aside > 1 else np.array([0.5])
        found = []
        for x0, z0, x1, z1 in gate.rectangles.tolist():
            inset_x, inset_z = min(INSET, (x1 - x0) / 2), min(INSET, (z1 - z0) / 2)
            for x in (x0 + inset_x + (x1 - x0 - 2 * inset_x) * share).tolist():
                for z in (z0 + inset_z + (z1 - z0 - 2 * inset_z) * share).tolist():
                    if self._is_on(gate.source, x, z) and self._is_on(gate.destination, x, z):
                        found.append((x, z))
        return found

    def _is_on(self, walkway: str, x: float, z: float) -> bool:
        deck: Deck = self._decks.deck(walkway)
        local_x, local_z = x - deck.origin_x, z - deck.origin_z
        triangle, near_x, near_z = self.mesh(walkway).locate(local_x, local_z)
        return triangle >= 0 and math.hypot(near_x - local_x, near_z - local_z) < STRAY

    def _middle(self, gate: Gate) -> tuple[float, float]:
        """Of the places where one can cross, the one nearest to their mean."""
        places = np.array(self._crossings(gate))
        nearest = int(np.argmin(np.hypot(*(places - places.mean(axis=0)).T)))
        return (float(places[nearest, 0]), float(places[nearest, 1]))

    def _best_crossing(
        self, gate: Gate, before: tuple[float, float], after: tuple[float, float]
    ) -> tuple[float, float]:
        """Of the places where one can cross, the one over which the way is shortest."""
        return min(
            self._crossings(gate),
            key=lambda at: self._way(gate.source, before, at)[0] + self._way(gate.destination, at, after)[0],
        )


def _placed(pusher: PusherBody) -> list[Floats]:
    """Return a pusher's convex pieces where they stand, local to the walkway."""
    cosine, sine = math.cos(pusher.heading), math.sin(pusher.heading)
    turned = np.array([[cosine, sine], [-sine, cosine]])
    return [piece @ turned + (pusher.x, pusher.z) for piece in pusher.pieces]
