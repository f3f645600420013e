"""Walkers at any speed, in ticks of any length, between doors that swing at random: nothing may break.

A walker jitters if it is blocked and turns back on itself for the third time within twenty ticks, a
millimetre or more each time, got less than half as far in these as its path is long, and its wish is
unchanged for half a second and for as long as its acceleration needs to obey. A turn is none: a
motor that slides along a wall into another turns, and may once more as it comes to rest there.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import esper
import numpy as np
from numpy.typing import NDArray

from orlop.components import Door, Hatch, Transform, WalkwayMotor, WalkwayPusher
from orlop.engine.game import Game
from orlop.levels.drawn import rectangle
from orlop.levels.verdict import DEEPEST, STILL, Judge, Verdict, is_wedged, roomy_points

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

RADII = (0.4, 0.25)
SHORTEST, LONGEST = 1 / 240, 1 / 5
"""Bounds of a tick, seconds."""
SLOWEST, FASTEST = 0.1, 100.0
"""Bounds of a wished speed, metres a second."""
LEAST_ROOM = 0.5
"""Walkers begin in pieces of the air of at least so many square metres."""
CALM = 0.5
"""Jitter counts so long after a new wish, seconds, and the time to obey it."""
MOST_PATIENCE = 300
"""Ticks that a wish is held at most for that."""
BACK = 1e-3
TURNS, TURNS_WITHIN = 3, 20
MEAN_TICKS = 5


@dataclass(slots=True)
class _Swing:
    """A door of the assault: a plank that turns, or slides, at its rate."""

    transform: Transform
    pusher: WalkwayPusher
    rate: float
    slide: tuple[float, float]


class Assault:
    """One world, beset for a while.

    Parameters
    ----------
    name
        Of the world, for the verdict.
    load
        Makes the world and adds the systems of walking.
    seed
        Of everything: starts, wishes, doors, and the length of a tick.
    walkers, doors
        How many of each are put in, besides the world's own doors.
    ghosts
        Whether the walkers go through each other, so that nobody can be blamed for jitter but the walls.
    """

    def __init__(
        self,
        name: str,
        load: Callable[[Game], object],
        seed: int,
        walkers: int = 50,
        doors: int = 6,
        ghosts: bool = False,
    ) -> None:
        self._random = np.random.default_rng(seed)
        self._dt = float(np.exp(self._random.uniform(math.log(SHORTEST), math.log(LONGEST))))
        self._where = f"{name}, seed {seed}, {self._dt * 1e3:.1f} ms a tick{', ghosts' * ghosts}"
        self._ghosts = ghosts
        self._load = load
        self._size = (walkers, doors)
        self.verdict = Verdict()

    def run(self, ticks: int) -> Verdict:
        """Go on for `ticks` ticks, or not at all where there is no room; return what was found."""
        with Game(dt=self._dt) as game:
            self._load(game)
            game.decks.motors_meet = not self._ghosts
            self._judge = Judge(game.decks)
            self._game = game
            self._motors, self._transforms = self._put_walkers()
            if self._motors:
                self._swings = self._put_doors()
                self._begin()
                for tick in range(ticks):
                    self._wish()
                    self._swing()
                    game.tick()
                    self._look(tick)
        return self.verdict

    def _places(self, count: int, radius: float) -> list[tuple[str, float, float, float]]:
        """Walkway and world position of random places, spread over all decks."""
        found = []
        decks = list(self._game.decks)
        for deck in decks:
            points = roomy_points(
                self._judge.region(deck.name, radius), -(-count // len(decks)), LEAST_ROOM, self._random
            )
            for x, z in points.tolist():
                found.append((deck.name, x + deck.origin_x, deck.origin_y, z + deck.origin_z))
        return found[:count]

    def _put_walkers(self) -> tuple[list[WalkwayMotor], list[Transform]]:
        motors, transforms = [], []
        for radius in RADII:
            for walkway, x, y, z in self._places(self._size[0] // len(RADII), radius):
                acceleration = math.inf if self._random.random() < 0.5 else float(self._random.uniform(5, 60))
                motors.append(
                    WalkwayMotor(walkway, (x, z), radius=radius, acceleration=acceleration, slope_response=0.0)
                )
                transforms.append(Transform((x, y, z)))
                esper.create_entity(transforms[-1], motors[-1])
        return motors, transforms

    def _put_doors(self) -> list[_Swing]:
        swings = []
        for walkway, x, y, z in self._places(self._size[1], RADII[-1]):
            length, rate = self._random.uniform(0.4, 2.0), self._random.uniform(-6, 6)
            slide = tuple(self._random.uniform(-3, 3, 2).tolist()) if self._random.random() < 0.3 else (0.0, 0.0)
            transform = Transform((x, y, z), float(self._random.uniform(-3, 3)))
            pusher = WalkwayPusher(walkway, (rectangle(0.0, -0.04, float(length), 0.04),))
            esper.create_entity(transform, pusher)
            swings.append(_Swing(transform, pusher, float(rate), slide))
        return swings

    def _begin(self) -> None:
        count = len(self._motors)
        self._left = np.zeros(count, np.int64)  # ticks until the next wish
        self._calm = np.zeros(count)  # seconds until jitter counts
        self._ways = np.zeros((MEAN_TICKS, count, 2))
        self._turned = np.zeros((TURNS_WITHIN, count), bool)
        self._been = np.repeat(self._positions()[None], TURNS_WITHIN, axis=0)
        self._gone = np.zeros((TURNS_WITHIN, count))
        self._path = np.zeros(count)
        self._company = np.ones(count, bool)
        self._since_pusher = np.zeros(count, np.int64)  # ticks since one was near
        self._was_alone = np.zeros(count, bool)
        self._radii = np.array([motor.radius for motor in self._motors])
        self._wishes = np.zeros((count, 2))
        self._game.tick()  # systems meet their entities
        self._last = self._positions()

    def _positions(self) -> Floats:
        return np.array([motor.position for motor in self._motors], np.float64)

    def _wish(self) -> None:
        """Give those a new wish whose time is up, and try whether they could have left."""
        random = self._random
        self._left -= 1
        for i in np.flatnonzero(self._left < 0).tolist():
            motor = self._motors[i]
            before = math.hypot(*motor.velocity)
            speed = math.exp(random.uniform(math.log(SLOWEST), math.log(FASTEST))) if random.random() < 0.9 else 0.0
            turn = random.uniform(-math.pi, math.pi)
            motor.speed = max(speed, SLOWEST)
            motor.wish = (speed * math.cos(turn), speed * math.sin(turn))
            self._wishes[i] = motor.wish
            self._calm[i] = CALM + (before + speed) / motor.acceleration
            self._left[i] = random.integers(20, 120) + min(math.ceil(self._calm[i] / self._dt), MOST_PATIENCE)
            self._path[i] = 0.0

    def _swing(self) -> None:
        """Turn the doors of the assault, and change the mind of the world's own."""
        random, dt = self._random, self._dt
        for swing in self._swings:
            if swing.pusher.blocked or random.random() < 0.01:
                swing.rate, swing.slide = -swing.rate, (-swing.slide[0], -swing.slide[1])
            if random.random() < 0.005:
                swing.pusher.enabled = not swing.pusher.enabled
            self.verdict.held_up += swing.pusher.blocked
            (x, y, z), (dx, dz) = swing.transform.position, swing.slide
            swing.transform.heading += swing.rate * dt
            swing.transform.position = (x + dx * dt, y, z + dz * dt)
        for _, door in esper.get_component(Door):
            if random.random() < 0.02:
                door.wanted = 1.0 - round(door.wanted)
        for _, hatch in esper.get_component(Hatch):
            if random.random() < 0.01:
                hatch.wanted = not hatch.wanted

    def _look(self, tick: int) -> None:
        """Judge the tick that has just ended."""
        verdict, positions = self.verdict, self._positions()
        where = f"{self._where}, tick {tick}"
        verdict.motor_ticks += len(positions)
        verdict.note("not_finite", ~self._finite(positions), where)
        outside, depth, near = self._judged(positions)
        verdict.note("outside", outside, where)
        verdict.note("in_pusher", depth > DEEPEST, where)
        verdict.deepest_m = max(verdict.deepest_m, float(depth.max()))
        company = near | self._crowded(positions)
        alone = ~(company | self._company)
        shaken, blocked = self._shaken(tick, positions, alone)
        verdict.note("jitter", shaken & alone, where)
        self._since_pusher = np.where(near, 0, self._since_pusher + 1)
        pushed = self._since_pusher < TURNS_WITHIN
        verdict.jitter_at_pushers += int((shaken & ~alone & pushed).sum())
        verdict.jitter_in_company += int((shaken & ~alone & ~pushed).sum())
        verdict.blocked += int((blocked & alone).sum())
        self._company = company
        self._last = positions
        due = np.flatnonzero((self._left == 0) & (self._path < STILL) & (np.hypot(*self._wishes.T) > 0.0))
        stuck = np.zeros(len(positions), bool)
        stuck[due] = [self._cannot_leave(self._motors[i]) for i in due.tolist()]
        verdict.note("stuck", stuck, where)

    def _finite(self, positions: Floats) -> Flags:
        velocities = np.array([motor.velocity for motor in self._motors])
        places = np.array([transform.position for transform in self._transforms])
        return np.asarray(np.isfinite(np.hstack([positions, velocities, places])).all(axis=1))

    def _judged(self, positions: Floats) -> tuple[Flags, Floats, Flags]:
        count = len(positions)
        outside, depth, near = np.zeros(count, bool), np.zeros(count), np.zeros(count, bool)
        groups: dict[str, list[int]] = {}
        for i, motor in enumerate(self._motors):
            groups.setdefault(motor.walkway, []).append(i)
        for walkway, members in groups.items():
            deck, rows = self._game.decks.deck(walkway), np.array(members)
            local = positions[rows] - (deck.origin_x, deck.origin_z)
            for radius in RADII:
                of_radius = self._radii[rows] == radius
                outside[rows[of_radius]] = self._judge.outside(walkway, radius, local[of_radius])
            depth[rows], near[rows] = self._judge.overlaps(walkway, self._radii[rows], local)
        return outside, depth, near

    def _crowded(self, positions: Floats) -> Flags:
        """Tell who has another motor near, or had one on its way; ghosts never have."""
        if self._ghosts:
            return np.zeros(len(positions), bool)
        apart = np.hypot(*(positions[:, None] - positions[None]).transpose(2, 0, 1))
        ways = np.hypot(*(positions - self._last).T)
        reach = self._radii[:, None] + self._radii + 0.1 + ways[:, None] + ways
        return np.asarray((apart < reach).sum(axis=1) > 1)

    def _shaken(self, tick: int, positions: Floats, alone: Flags) -> tuple[Flags, Flags]:
        """Tell who turned back on itself once too often, and who was blocked at all.

        Turns of those in company are not counted against those that are alone afterwards.
        """
        self._turned[:, alone & ~self._was_alone] = False
        self._was_alone = alone
        way, before = positions - self._last, self._ways[(tick - 1) % MEAN_TICKS]
        self._ways[tick % MEAN_TICKS] = way
        self._path += np.hypot(*way.T)
        self._calm -= self._dt
        speeds = np.hypot(*self._wishes.T)
        along = np.einsum("tnk,nk->n", self._ways, self._wishes) / np.maximum(speeds, 1e-9) / MEAN_TICKS
        blocked = (along < 0.5 * speeds * self._dt) & (self._calm < 0.0)
        long = (np.hypot(*way.T) > BACK) & (np.hypot(*before.T) > BACK)
        turned = long & (np.einsum("nk,nk->n", way, before) < 0.0) & blocked
        now = tick % TURNS_WITHIN
        self._turned[now], self._gone[now] = turned, np.hypot(*way.T)
        net = np.hypot(*(positions - self._been[now]).T)
        self._been[now] = positions
        shaken = turned & (self._turned.sum(axis=0) >= TURNS) & (net < 0.5 * self._gone.sum(axis=0))
        return np.asarray(shaken), np.asarray(blocked)

    def _cannot_leave(self, motor: WalkwayMotor) -> bool:
        deck = self._game.decks.deck(motor.walkway)
        x, z = motor.position[0] - deck.origin_x, motor.position[1] - deck.origin_z
        return is_wedged(deck.boundary(motor.radius), x, z)
