"""An explorer that walks wherever one can, by the real movement code.

After Casey Muratori's walk monster for "The Witness": what a player could do is tried, not
derived, so it finds the faults that a look at the maps does not.
"""

import math
from collections.abc import Iterator

import esper
import numpy as np
from numpy.typing import NDArray

from orlop.components import Door, Hatch, Interactable, Player, Portal
from orlop.engine.deck import mover
from orlop.engine.deck.crowd import TOLERANCE
from orlop.engine.deck.slide import BENDS
from orlop.engine.game import Game
from orlop.levels.exploration import Exploration, Trouble
from orlop.levels.lattice import Lattice
from orlop.levels.scene_level import SceneLevel

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SPEED = 3.0
DIRECTIONS = np.array([(math.cos(k * math.pi / 4), math.sin(k * math.pi / 4)) for k in range(8)])
STILL = 0.01
"""Whoever gets no further than this in any direction is stuck, metres."""
CARRY_REACH = 0.05
"""As far beside its (x, z) a passage may put a motor, metres."""


class WalkMonster:
    """Explores a level from its start, with doors and hatches in all their states.

    Each place is left in eight directions by one move of the deck's kernel; where that ends is a
    place reached. Doors and hatches whose handle was within reach of a place reached are tried
    open and shut: all shut, all open, and each alone.

    Parameters
    ----------
    level
        What to explore.
    pitch
        Width of the places told apart, metres; about half the motor's radius is fine enough.
    """

    def __init__(self, level: SceneLevel, pitch: float = 0.25) -> None:
        if not pitch > 0.0:
            raise ValueError(f"pitch must be positive metres, got {pitch!r}")
        self._level = level
        self._pitch = pitch

    def explore(self) -> Exploration:
        """Walk everywhere and tell what was found."""
        with Game() as game:
            game.load(self._level)
            game.tick(2)  # systems meet their entities in the first tick
            player = self._level.player
            reach = 0.0 if player is None else esper.component_for_entity(player, Player).reach
            if player is not None:
                esper.delete_entity(player, immediate=True)  # nobody shall stand in a door's way
            return _Walk(game, self._level, self._pitch, reach).run()


class _Walk:
    """One exploration."""

    def __init__(self, game: Game, level: SceneLevel, pitch: float, reach: float) -> None:
        self._game = game
        self._reach = reach
        self._radius = level.settings.radius
        self._lattices: list[Lattice] = []
        first = 0
        for deck in game.decks:
            self._lattices.append(Lattice.over(deck, self._radius, pitch, first))
            first += self._lattices[-1].count
        self._by_name = {lattice.deck.name: lattice for lattice in self._lattices}
        self._reached = np.zeros(first, bool)
        self._stuck = np.zeros(first, bool)
        self._edges: list[Ints] = []
        self._refused: dict[tuple[str, str], Trouble] = {}
        start = level.build.start
        self._home = self._stand(self._by_name[start.walkway], np.array([self._local(start.walkway, start.x, start.z)]))

    def _local(self, walkway: str, x: float, z: float) -> tuple[float, float]:
        deck = self._by_name[walkway].deck
        return x - deck.origin_x, z - deck.origin_z

    def run(self) -> Exploration:
        """Explore state by state, until no state brings anything new."""
        usable: set[int] = set()
        done: set[frozenset[int]] = set()
        while True:
            before = int(self._reached.sum())
            usable |= self._within_reach()
            for state in _states(usable):
                if state not in done or int(self._reached.sum()) > before:
                    self._set(state)
                    self._spread()
                    done.add(state)
            if int(self._reached.sum()) == before and self._within_reach() <= usable:
                break
        edges = np.unique(np.concatenate([*self._edges, np.zeros((0, 2), np.int64)]), axis=0)
        back = _leading_to(self._home, edges, len(self._reached))
        dead = self._reached & ~back
        one_way = edges[back[edges[:, 0]] & dead[edges[:, 1]]]
        opened = np.concatenate([lattice.open_places() for lattice in self._lattices])
        return Exploration(
            tuple(self._lattices), self._reached, opened, dead, self._stuck, one_way, tuple(self._refused.values())
        )

    def _within_reach(self) -> set[int]:
        """Doors and hatches that somebody standing on a place reached can use."""
        found = set()
        for entity, thing in esper.get_component(Interactable):
            if not (esper.has_component(entity, Door) or esper.has_component(entity, Hatch)):
                continue
            for lattice in self._lattices:
                if not thing.walkways or lattice.deck.name in thing.walkways:
                    handle = np.array(self._local(lattice.deck.name, *thing.centre))
                    away = np.hypot(*(lattice.stood - handle).T)
                    if bool(np.any(away <= self._reach + thing.radius)):
                        found.add(entity)
        return found

    def _set(self, state: frozenset[int]) -> None:
        """Open what is in `state`, shut all else, and let it come to rest."""
        longest = 0.0
        for entity, door in esper.get_component(Door):
            door.wanted = 1.0 if entity in state else 0.0
            longest = max(longest, door.seconds)
        for entity, hatch in esper.get_component(Hatch):
            hatch.wanted = entity in state
        self._game.tick(math.ceil(longest / self._game.clock.dt) + 3)
        self._passages = {lattice.deck.name: self._passages_of(lattice) for lattice in self._lattices}

    def _passages_of(self, lattice: Lattice) -> tuple[Floats, list[str]]:
        """Rectangles (n, 4) that lead away from a deck, and where each leads to."""
        deck = lattice.deck
        rectangles, destinations = [np.zeros((0, 4))], []
        for seam in deck.walkway.seams:
            rectangles.append(seam.rectangles)
            destinations += [seam.destination] * len(seam.rectangles)
        for _, portal in sorted(esper.get_component(Portal), key=lambda found: found[0]):
            if portal.enabled and portal.source == deck.name:
                low, high = self._local(deck.name, *portal.low), self._local(deck.name, *portal.high)
                rectangles.append(np.array([[*low, *high]]))
                destinations.append(portal.destination)
        return np.concatenate(rectangles), destinations

    def _spread(self) -> None:
        """Breadth first from all places reached so far, in the state as it is."""
        frontier = np.flatnonzero(self._reached)
        seen = self._reached.copy()
        while len(frontier):
            found = [self._leave(lattice, frontier) for lattice in self._lattices]
            ends = np.unique(np.concatenate([*found, np.zeros(0, np.int64)]))
            frontier = ends[~seen[ends]]
            seen[frontier] = True

    def _leave(self, lattice: Lattice, frontier: Ints) -> Ints:
        """Try to leave the places of `frontier` that lie on one deck in all directions; return where that led."""
        here = frontier[(frontier >= lattice.first) & (frontier < lattice.first + lattice.count)]
        if not len(here):
            return np.zeros(0, np.int64)
        begin = np.repeat(lattice.stood[here - lattice.first], len(DIRECTIONS), axis=0)
        ways = np.tile(DIRECTIONS, (len(here), 1))
        end = self._move(lattice, begin, ways * lattice.pitch)
        far = np.hypot(*(end - begin).T).reshape(len(here), -1)
        self._stuck[here[far.max(axis=1) < STILL]] = True
        places = np.empty(len(begin), np.int64)
        stay = np.ones(len(begin), bool)
        for row, destination, point in self._crossings(lattice, begin, end):
            other = self._by_name[destination]
            places[row] = self._stand(other, point[None])[0]
            stay[row] = False
        places[stay] = self._stand(lattice, end[stay])
        edges = np.stack([np.repeat(here, len(DIRECTIONS)), places], axis=1)
        self._edges.append(np.unique(edges[edges[:, 0] != edges[:, 1]], axis=0))
        return places

    def _stand(self, lattice: Lattice, points: Floats) -> Ints:
        """Mark where motors stand; the first to stand on a place stands for it."""
        places = lattice.place_of(points)
        fresh = np.isnan(lattice.stood[places - lattice.first, 0])
        lattice.stood[places[fresh][::-1] - lattice.first] = points[fresh][::-1]
        self._reached[places] = True
        return places

    def _move(self, lattice: Lattice, begin: Floats, way: Floats) -> Floats:
        """Let the deck's kernel move a motor from each of `begin` by `way`, (n, 2) local metres."""
        deck = lattice.deck
        rows = np.zeros((len(begin), mover.MOTOR_COLUMNS))
        rows[:, [mover.X, mover.Z]], rows[:, [mover.DX, mover.DZ]] = begin, way
        rows[:, [mover.VX, mover.VZ]] = rows[:, [mover.LONGS_X, mover.LONGS_Z]] = way * (SPEED / lattice.pitch)
        ends = np.zeros((len(begin), mover.END_COLUMNS))
        bends = np.zeros((len(begin), BENDS, 2))
        boundary = deck.boundary(self._radius)
        mover.move(rows, ends, bends, self._radius, TOLERANCE, boundary.arrays, deck.pushing, deck.blamed)
        return np.ascontiguousarray(ends[:, [mover.END_X, mover.END_Z]])

    def _crossings(self, lattice: Lattice, begin: Floats, end: Floats) -> Iterator[tuple[int, str, Floats]]:
        """Rows whose motor entered a passage: row, destination, where it stands there (local)."""
        rectangles, destinations = self._passages[lattice.deck.name]
        for rectangle, destination in zip(rectangles, destinations, strict=True):
            low, high = rectangle[:2], rectangle[2:]
            inside = np.all((end >= low) & (end <= high), axis=1) & ~np.all((begin >= low) & (begin <= high), axis=1)
            for row in np.flatnonzero(inside).tolist():
                point = self._carried(lattice, destination, end[row])
                if point is not None:
                    yield row, destination, point

    def _carried(self, lattice: Lattice, destination: str, point: Floats) -> Floats | None:
        source, target = lattice.deck, self._by_name[destination].deck
        x = point[0] + source.origin_x - target.origin_x
        z = point[1] + source.origin_z - target.origin_z
        near = target.boundary(self._radius).nearest_inside(float(x), float(z))
        if near is None or math.dist(near, (x, z)) > CARRY_REACH:
            trouble = Trouble(
                f"no room in {destination}",
                source.name,
                float(point[0]) + source.origin_x,
                float(point[1]) + source.origin_z,
            )
            self._refused.setdefault((source.name, destination), trouble)
            return None
        return np.array(near)


def _states(usable: set[int]) -> list[frozenset[int]]:
    """All shut, each alone open, all open."""
    return list(dict.fromkeys([frozenset[int](), *(frozenset([one]) for one in sorted(usable)), frozenset(usable)]))


def _leading_to(home: Ints, edges: Ints, count: int) -> NDArray[np.bool_]:
    """Tell from which places `home` can be got to, by walking the edges backwards."""
    order = np.argsort(edges[:, 1], kind="stable")
    sources, starts = edges[order, 0], np.searchsorted(edges[order, 1], np.arange(count + 1))
    back = np.zeros(count, bool)
    back[home] = True
    waiting = home.tolist()
    while waiting:
        place = waiting.pop()
        for source in sources[starts[place] : starts[place + 1]].tolist():
            if not back[source]:
                back[source] = True
                waiting.append(source)
    return back
