"""What an assault found, and how it finds it: geometry of another make than the mover's."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import shapely
from numpy.typing import NDArray

from orlop.engine.deck.boundary import Boundary
from orlop.engine.deck.decks import Decks
from orlop.engine.deck.pusher_body import PusherBody
from orlop.engine.walkway.air import Air

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

DEEPEST = 1e-3
"""Overlap with a pusher that may be left at a tick's end, metres."""
STILL = 0.01
"""Whoever gets less far stays where it is, metres."""
PROBE = 0.25
MOST_CASES = 20
OTHERS = ("blocked", "jitter_in_company", "jitter_at_pushers", "held_up")


@dataclass(slots=True)
class Verdict:
    """Counts of motor-ticks in which something happened that must not.

    Attributes
    ----------
    motor_ticks
        How many were looked at.
    outside
        The centre was outside its air.
    in_pusher
        A pusher overlapped the motor by more than a millimetre.
    not_finite
        Some number of the motor or of its place was not finite.
    jitter
        It went back and forth at a wall, with nobody near: see `Assault`.
    stuck
        No direction led anywhere.
    deepest_m
        Greatest overlap with a pusher at the end of a tick, metres.
    blocked
        It was kept from half or more of its speed by walls alone: in these it might have jittered; no violation.
    jitter_in_company
        As jitter, with another motor near, which may well push it to and fro; no violation.
    jitter_at_pushers
        As jitter, with a pusher near in one of its turns: a door that swings to and fro takes along
        whom it meets; no violation.
    held_up
        Times that a pusher waited for a motor.
    cases
        The first violations, in words that lead back to them.
    """

    motor_ticks: int = 0
    outside: int = 0
    in_pusher: int = 0
    not_finite: int = 0
    jitter: int = 0
    stuck: int = 0
    deepest_m: float = 0.0
    blocked: int = 0
    jitter_in_company: int = 0
    jitter_at_pushers: int = 0
    held_up: int = 0
    cases: list[str] = field(default_factory=list)

    @property
    def violations(self) -> int:
        """All that must not be."""
        return self.outside + self.in_pusher + self.not_finite + self.jitter + self.stuck

    def add(self, other: "Verdict") -> None:
        """Take in another assault's."""
        for name in ("motor_ticks", "outside", "in_pusher", "not_finite", "jitter", "stuck", *OTHERS):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.deepest_m = max(self.deepest_m, other.deepest_m)
        self.cases = (self.cases + other.cases)[:MOST_CASES]

    def note(self, kind: str, flags: Flags, where: str) -> None:
        """Count `flags` (n,) under `kind`; the first are described by `where` and their number."""
        count = int(flags.sum())
        if count:
            setattr(self, kind, getattr(self, kind) + count)
            self.cases += [f"{kind}: {where}, motor {i}" for i in np.flatnonzero(flags).tolist()]
            del self.cases[MOST_CASES:]


class Judge:
    """Tells by shapely where motors may be; it knows nothing of how they got there.

    Parameters
    ----------
    decks
        Whose motors are judged.
    """

    def __init__(self, decks: Decks) -> None:
        self._decks = decks
        self._regions: dict[tuple[str, float], shapely.Geometry] = {}
        self._shapes: dict[int, shapely.Geometry] = {}

    def region(self, walkway: str, radius: float) -> shapely.Geometry:
        """Return where a centre may be, local metres."""
        key = (walkway, radius)
        if key not in self._regions:
            self._regions[key] = region_of(self._decks.deck(walkway).walkway.air(radius))
            shapely.prepare(self._regions[key])
        return self._regions[key]

    def outside(self, walkway: str, radius: float, points: Floats) -> Flags:
        """Tell which of local `points` (n, 2) are outside."""
        return np.asarray(~shapely.contains_xy(self.region(walkway, radius), points[:, 0], points[:, 1]))

    def overlaps(self, walkway: str, radii: Floats, points: Floats) -> tuple[Floats, Flags]:
        """Return how deep pushers are in motors at local `points`, (n,) metres; and which have one near, too."""
        depth, near = np.zeros(len(points)), np.zeros(len(points), bool)
        for pusher in self._decks.deck(walkway).pushers:
            if not pusher.enabled:
                continue
            away = np.hypot(points[:, 0] - pusher.x, points[:, 1] - pusher.z)
            near |= away < pusher.reach + 3.0 * radii
            close = np.flatnonzero(away < pusher.reach + radii)
            if len(close):
                gap = self._distance(pusher, points[close])
                depth[close] = np.maximum(depth[close], radii[close] - gap)
        return depth, near

    def _distance(self, pusher: PusherBody, points: Floats) -> Floats:
        if pusher.owner not in self._shapes:
            self._shapes[pusher.owner] = shapely.union_all([shapely.Polygon(piece) for piece in pusher.pieces])
            shapely.prepare(self._shapes[pusher.owner])
        cos, sin = math.cos(pusher.heading), math.sin(pusher.heading)
        x, z = points[:, 0] - pusher.x, points[:, 1] - pusher.z
        own = shapely.points(x * cos + z * sin, z * cos - x * sin)
        return np.asarray(shapely.distance(self._shapes[pusher.owner], own), np.float64)


def is_wedged(boundary: Boundary, x: float, z: float) -> bool:
    """Tell whether no direction leads a motor away from the local (x, z)."""
    turns = (k * math.pi / 4 for k in range(8))
    ends = (boundary.slide(x, z, PROBE * math.cos(turn), PROBE * math.sin(turn)) for turn in turns)
    return max(math.dist(end, (x, z)) for end in ends) < STILL


def region_of(air: Air) -> shapely.Geometry:
    """Return an air as a shapely area."""
    rings = [shapely.LinearRing(ring) for ring in air.rings()]
    return shapely.build_area(shapely.MultiLineString(rings)) if rings else shapely.Polygon()


def roomy_points(region: shapely.Geometry, count: int, least: float, random: np.random.Generator) -> Floats:
    """Return up to `count` points at random in those parts of an area that have at least `least` square metres."""
    parts = [part for part in getattr(region, "geoms", [region]) if part.area >= least]
    roomy: shapely.Geometry = shapely.MultiPolygon(parts)
    if not parts:
        return np.zeros((0, 2))
    low_x, low_z, high_x, high_z = roomy.bounds
    shapely.prepare(roomy)
    points: Sequence[Floats] = []
    for _ in range(200):
        tried = random.uniform((low_x, low_z), (high_x, high_z), (4 * count, 2))
        points = [*points, tried[shapely.contains_xy(roomy, tried[:, 0], tried[:, 1])]]
        if sum(len(some) for some in points) >= count:
            break
    return np.concatenate(points)[:count]
