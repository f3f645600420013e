"""Ways over decks, through portals and seams, around what stands in the way."""

import heapq
import math
from collections.abc import Callable, Sequence
from itertools import chain, count, pairwise, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from orlop.engine.deck.decks import Decks
from orlop.engine.deck.gate import Gate
from orlop.engine.deck.gates import Gates
from orlop.engine.deck.leaving import places_outside
from orlop.engine.deck.navmesh import Navmesh
from orlop.engine.deck.pusher_body import PusherBody
from orlop.engine.deck.threshold import Crossings, thresholds

Floats = NDArray[np.float64]
Node = tuple[Gate, tuple[float, float]]
"""A gate, and where a way leads over it, world (x, z), metres."""

STRAY = 0.05
"""A way that ends farther from its target than this doesn't lead there, metres."""


class Spot(NamedTuple):
    """A place on a deck: walkway and world (x, z), metres."""

    walkway: str
    x: float
    z: float


class Place(NamedTuple):
    """Where a stretch of a way begins, and the portals that carry nobody who begins there, until left."""

    walkway: str
    at: tuple[float, float]
    held: frozenset[Gate]


class Stretch(NamedTuple):
    """A way over one deck: its length, metres, its points (k, 2), and how far from its target it ends, metres."""

    length: float
    points: Floats
    short: float


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

    A portal carries whoever enters it, so to ways that don't use it it is an obstacle, and a place behind it is on
    no way. Who comes through one portal is carried by none that overlaps it, until it has left.
    """

    def __init__(
        self, decks: Decks, radius: float = 0.4, is_passable: Callable[[PusherBody], bool] = lambda pusher: False
    ) -> None:
        self._decks = decks
        self._radius = radius
        self._is_passable = is_passable
        self._gates = Gates(decks, radius)
        self._known: tuple[Gate, ...] = ()
        self._meshes: dict[tuple[str, frozenset[Gate]], tuple[object, Navmesh]] = {}
        self._places: dict[Gate, tuple[Navmesh, Navmesh, Crossings]] = {}
        self._ways: dict[tuple[str, tuple[float, float], tuple[float, float], frozenset[Gate]], Stretch] = {}

    @property
    def gates(self) -> Sequence[Gate]:
        """Portals that are open; seams are known from the walkways."""
        return self._gates.portals

    @gates.setter
    def gates(self, gates: Sequence[Gate]) -> None:
        self._gates.portals = gates

    def mesh(self, walkway: str, passable: frozenset[Gate] = frozenset()) -> Navmesh:
        """Return the mesh of a walkway as it is now, less the portals on it that aren't `passable`.

        Raises
        ------
        OrlopError
            If there is no such walkway.
        """
        deck = self._decks.deck(walkway)
        standing = [pusher for pusher in deck.pushers if pusher.enabled and not self._is_passable(pusher)]
        whole = self._gates.mesh(walkway, passable)
        state = (whole, tuple((pusher.owner, pusher.x, pusher.z, pusher.heading) for pusher in standing))
        known = self._meshes.get((walkway, passable))
        if known is None or known[0] != state:
            rings = [ring for pusher in standing for ring in _placed(pusher)]
            known = self._meshes[walkway, passable] = state, whole.without(rings, self._radius)
        return known[1]

    def path(self, start: Spot, goal: Spot) -> tuple[Spot, ...]:
        """Return the places at which a way from `start` to `goal` bends or changes decks, both ends included.

        What lies beyond a seam is on the other deck, whichever of the two is named. A start outside the air counts as the nearest place within, a goal outside as the nearest that can be reached.
        A change of decks is two spots at one (x, z). Empty if there is no way.
        """
        for spot in (start, goal):
            self._decks.deck(spot.walkway)
        self._forget_gates()
        self._ways.clear()  # of the last search; within one, many are asked for twice
        goal = goal._replace(walkway=self._gates.beyond(*goal))
        begin = Place(start.walkway, start[1:], self._gates.holding(*start))
        route = self._route(begin, goal)
        if route is None:
            return ()
        out, crossings = route
        spots = [] if out is begin else [Spot(begin.walkway, *at) for at in self._way(begin, out.at).points.tolist()]
        begin = out
        for k, (gate, _) in enumerate(crossings):  # once each, given the others: mostly ways have few
            before = self._through(*crossings[k - 1]) if k else begin
            following, after = crossings[k + 1] if k + 1 < len(crossings) else (None, goal[1:])
            crossings[k] = (gate, self._best_crossing(gate, before, following, after))
        joined = self._joined(begin, goal, crossings)
        return (*spots[:-1], *joined) if joined else ()

    def _forget_gates(self) -> None:
        """Drop what was made for gates that there are no more."""
        if self._gates.all() != self._known:
            self._known = self._gates.all()
            self._meshes.clear()
            self._places.clear()

    def length(self, path: Sequence[Spot]) -> float:
        """Return how long a path is, metres."""
        return sum(math.dist(a[1:], b[1:]) for a, b in pairwise(path))

    def _route(self, begin: Place, goal: Spot) -> tuple[Place, list[Node]] | None:
        """Return the gates of the shortest way over middles of gates, None if there is none (A*).

        With them where it sets out: at `begin`, or outside of what holds one there, if it leads through that.
        Where no way leads to the place nearest to `goal`, that of the way that ends nearest to it.
        A gate is looked at only once no way can be shorter than one through it: its deck's mesh is cut for that.
        """
        held, rectangles = self._gates.hold(begin.walkway, begin.held)
        gates = self._gates.towards(goal.walkway)
        near_enough = self._island(self.mesh(goal.walkway), goal)[1] + STRAY
        numbers = count()
        best: dict[Node | Spot, float] = {}
        nearest: tuple[float, float, Place, tuple[Node, ...]] = (math.inf, math.inf, begin, ())
        heap: list[tuple[float, int, float, Place, tuple[Node, ...], Gate | Spot | None]] = []
        heap.append((0.0, next(numbers), 0.0, begin, (), None))
        while heap:
            _, _, way, origin, passed, towards = heapq.heappop(heap)
            if towards is goal:
                return origin, list(passed)
            if passed and way > best[passed[-1]]:
                continue
            place = self._through(*passed[-1]) if passed else origin
            if isinstance(towards, Gate):
                starts = [(origin, place, way)]
                if not passed and towards in held:
                    starts = [(out, out, stretch.length) for out, stretch in self._outside(begin, rectangles)]
                for (origin, place, way), middle in product(starts, self._middles(towards)):
                    longer, node = way + self._way(place, middle, towards).length, (towards, middle)
                    if longer < best.get(node, math.inf) and node not in passed:
                        best[node] = longer
                        least = longer + max(0.0, math.dist(middle, goal[1:]) - near_enough)
                        heapq.heappush(heap, (least, next(numbers), longer, origin, (*passed, node), None))
                continue
            for gate in gates:
                if gate.source == place.walkway and not (passed and gate in place.held):
                    least = way + gate.distance(*place.at) + max(0.0, gate.distance(*goal[1:]) - near_enough)
                    heapq.heappush(heap, (least, next(numbers), way, origin, passed, gate))
            if place.walkway == goal.walkway:
                last = self._way(place, goal[1:])
                longer = way + last.length
                if (last.short, longer) < nearest[:2]:
                    nearest = last.short, longer, origin, passed
                if last.short <= near_enough and longer < best.get(goal, math.inf):
                    best[goal] = longer
                    heapq.heappush(heap, (longer, next(numbers), longer, origin, passed, goal))
        return None if math.isinf(nearest[0]) else (nearest[2], list(nearest[3]))

    def _outside(self, begin: Place, rectangles: Floats) -> list[tuple[Place, Stretch]]:
        """Return places outside of `rectangles`, the nearest on each island, and the ways there."""
        deck, free = self._decks.deck(begin.walkway), self.mesh(begin.walkway)
        found: dict[int, tuple[Place, Stretch]] = {}
        for island, at in places_outside(rectangles, deck, free, *begin.at):
            stretch = self._way(begin, at)
            known = found.get(island)
            if stretch.short <= STRAY and (known is None or stretch.length < known[1].length):
                found[island] = Place(begin.walkway, at, frozenset()), stretch
        return list(found.values())

    def _joined(self, begin: Place, goal: Spot, crossings: Sequence[Node]) -> tuple[Spot, ...]:
        spots: list[Spot] = []
        place = begin
        for gate, target in [*crossings, (None, goal[1:])]:
            stretch = self._way(place, target, gate)
            if math.isinf(stretch.length):
                return ()
            spots += [Spot(place.walkway, x, z) for x, z in stretch.points.tolist()]
            if gate is not None:
                place = self._through(gate, target)
        return tuple(spots)

    def _way(self, place: Place, end: tuple[float, float], gate: Gate | None = None) -> Stretch:
        """Return the way from a place to `end`, which lies in `gate`, if any."""
        passable = place.held if gate is None else place.held | self._gates.joining(gate)
        known = self._ways.get((place.walkway, place.at, end, passable))
        if known is None:
            deck = self._decks.deck(place.walkway)
            origin = np.array([deck.origin_x, deck.origin_z])
            local = [(x - deck.origin_x, z - deck.origin_z) for x, z in (place.at, end)]
            length, points = self.mesh(place.walkway, passable).path(*local)
            short = math.dist(points[-1], local[1]) if len(points) else math.inf
            known = self._ways[place.walkway, place.at, end, passable] = Stretch(length, points + origin, short)
        if gate is not None and known.short > STRAY:  # it ends elsewhere, as near as one can get
            return Stretch(math.inf, np.zeros((0, 2)), math.inf)
        return known

    def _through(self, gate: Gate, at: tuple[float, float]) -> Place:
        """Return where one is after passing a gate at world (x, z)."""
        return Place(gate.destination, at, self._gates.held(gate, gate.row_at(*at)))

    def _crossings(self, gate: Gate) -> Crossings:
        """Return where one can cross a gate now, by the islands that it joins."""
        source = self.mesh(gate.source, self._gates.joining(gate))
        held = [self._gates.held(gate, row) for row in range(len(gate.rectangles))]
        destination = self.mesh(gate.destination, frozenset().union(*held))
        known = self._places.get(gate)
        if known is None or known[0] is not source or known[1] is not destination:
            ends = (self._decks.deck(gate.source), source), (self._decks.deck(gate.destination), destination)
            known = self._places[gate] = source, destination, thresholds(gate, *ends)
        return known[2]

    def _island(self, mesh: Navmesh, spot: Spot) -> tuple[int, float]:
        """Return the island of a deck's mesh that is nearest to a spot, and how far that is, metres."""
        deck = self._decks.deck(spot.walkway)
        local = spot.x - deck.origin_x, spot.z - deck.origin_z
        triangle, x, z = mesh.locate(*local)
        return (int(mesh.islands[triangle]), math.dist((x, z), local)) if triangle >= 0 else (-1, math.inf)

    def _middles(self, gate: Gate) -> list[tuple[float, float]]:
        """Of the places where one can cross between two islands, the one nearest to their mean, for each such two."""
        middles = []
        for crossings in self._crossings(gate).values():
            places = np.array(crossings)
            nearest = int(np.argmin(np.hypot(*(places - places.mean(axis=0)).T)))
            middles.append(crossings[nearest])
        return middles

    def _best_crossing(
        self, gate: Gate, before: Place, following: Gate | None, after: tuple[float, float]
    ) -> tuple[float, float]:
        """Of the places where one can cross, the one over which the way gets nearest to its target, and is shortest."""

        def cost(at: tuple[float, float]) -> tuple[float, float]:
            onward = self._way(self._through(gate, at), after, following)
            short = math.floor(onward.short / STRAY) if math.isfinite(onward.short) else math.inf
            return short, self._way(before, at, gate).length + onward.length

        return min(chain.from_iterable(self._crossings(gate).values()), key=cost)


def _placed(pusher: PusherBody) -> list[Floats]:
    """Return a pusher's convex pieces where they stand, local to the walkway."""
    cosine, sine = math.cos(pusher.heading), math.sin(pusher.heading)
    turned = np.array([[cosine, sine], [-sine, cosine]])
    return [piece @ turned + (pusher.x, pusher.z) for piece in pusher.pieces]
