"""How well and how quickly walkers walk Recast's own level, beside Bullet's character controller.

Both start at the same places and are told the same headings: drawn at random, held for 90 ticks,
turned where Bullet's walker, which can fall, comes to a ledge. They take turns, 90 ticks each, so that
neither finds the other's memory where its own was. Both are scored by the same rules. Timed is what a
game in Python pays: to tell the wishes and have the tick done. Ours ends with every position written
to its component; Bullet's are then still to be fetched.
"""

import math
import time
from dataclasses import asdict
from statistics import median
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from orlop.engine.deck.trace import Trace, TraceRecorder
from orlop.engine.error import OrlopError
from orlop.tools.bench.bullet import BulletWalkers
from orlop.tools.bench.floor import MESHES
from orlop.tools.bench.measure import Measure, PeerMissingError

if TYPE_CHECKING:
    from orlop.components import Transform, WalkwayMotor
    from orlop.engine.game import Game
    from orlop.engine.scene.scene import Scene
    from orlop.engine.walkway.build.result import Build

Floats = NDArray[np.float64]

MESH = "nav_test.obj"
TICKS, HELD = 900, 90
DT, SPEED = 1 / 60, 3.0
RADIUS, HEIGHT, STEP, SLOPE = 0.4, 1.8, 0.4, math.radians(46.0)
SEED = 1
TRIES = 8
"""Headings tried to turn away from a ledge."""
CURED = ("jitter", "bobs", "pops", "tunnels", "in_wall", "out", "drops", "cornered")
"""Faults that our walkers must not have at all.

Two are counted, but are none here. Vertical jitter by the rule is also a foot that follows the
ground, over a ridge or when its walker turns round on a slope; `bobs` are those that don't. Stuck
by the rule is also whom two headings in a row press into one corner, where ours stops dead;
`cornered` are those of them who, told so, could not leave either.
"""


def nav0_1() -> Measure:
    """One walker on the level as it is, in microseconds a tick."""
    return _walk(0.0, 1)


def nav0_10() -> Measure:
    """Ten walkers on the level as it is, in microseconds a walker and tick."""
    return _walk(0.0, 10)


def nav0_100() -> Measure:
    """A hundred walkers on the level as it is, in microseconds a walker and tick."""
    return _walk(0.0, 100)


def nav20_1() -> Measure:
    """One walker on the level tilted by 20°, in microseconds a tick."""
    return _walk(20.0, 1)


def nav20_10() -> Measure:
    """Ten walkers on the level tilted by 20°, in microseconds a walker and tick."""
    return _walk(20.0, 10)


def nav20_100() -> Measure:
    """A hundred walkers on the level tilted by 20°, in microseconds a walker and tick."""
    return _walk(20.0, 100)


def _walk(tilt: float, count: int) -> Measure:
    from orlop.engine.deck.scores import score, stuck_places

    scene = _scene(tilt)
    triangles = scene.triangles()
    ours, theirs = traces(scene, tilt, count)
    own, peer = (asdict(score(trace, triangles)) for trace in (ours, theirs))
    own["cornered"] = sum(_is_cornered(place, _build(scene)) for place in stuck_places(ours))
    each, other = (_per_walker(trace, count) for trace in (ours, theirs))
    measure = Measure(
        value=median(each),
        unit="µs",
        best=min(each),
        against="Bullet's character controller, same headings",
        ratio=median(other) / median(each),
        notes={"ours": own, "theirs": peer},
    )
    faults = [f"{name} {own[name]:g}" for name in CURED if own[name]]
    if faults:
        measure["wrong"] = f"our walkers have {', '.join(faults)}"
    return measure


def _is_cornered(foot: Floats, build: "Build") -> bool:
    """Tell whether a walker that was stuck at `foot` could not have left, whatever it was told."""
    from orlop.engine.deck.boundary import Boundary
    from orlop.levels.verdict import is_wedged

    boundaries = []
    for walkway in build.walkways:
        x, y, z = (foot - walkway.origin).tolist()
        ground = walkway.floor.at(x, z)
        boundary = Boundary.from_air(walkway.air(RADIUS))
        if ground is not None and abs(ground[0] - y) < STEP and boundary.inside(x, z):
            boundaries.append((boundary, x, z))
    return all(is_wedged(*each) for each in boundaries)


def _per_walker(trace: Trace, count: int) -> list[float]:
    return [] if trace.tick_us is None else [float(spent) / count for spent in trace.tick_us[30:]]


def _scene(tilt: float) -> "Scene":
    from orlop.engine.scene.load import load_scene

    try:
        scene = load_scene(MESHES / MESH)
    except OrlopError as missing:
        raise PeerMissingError(f"{missing} ORLOP_MESHES names the folder of test meshes.") from missing
    return scene.tilted(math.radians(tilt), 0.0)


def traces(scene: "Scene", tilt: float, count: int, ticks: int = TICKS) -> tuple[Trace, Trace]:
    """Let `count` of ours and of Bullet's walk the scene in turns; return the trace of ours and of theirs."""
    from orlop.engine.game import Game

    build = _build(scene)
    random = np.random.default_rng(SEED)
    with Game(SEED, DT) as game:
        walkers = place_walkers(game, build, count, random)
        feet = _feet(walkers)
        peers = BulletWalkers(scene.triangles(), feet, RADIUS, HEIGHT, STEP, SLOPE)
        ours, theirs = TraceRecorder(feet), TraceRecorder(peers.feet)
        for begin in range(0, ticks, HELD):
            headings = np.zeros((min(HELD, ticks - begin), count))
            _walk_theirs(peers, headings, theirs, random)
            _walk_ours(game, walkers, headings, ours)
    arguments = (SPEED, DT, RADIUS, HEIGHT, tilt, MESH)
    return ours.trace(*arguments), theirs.trace(*arguments)


def _walk_theirs(peers: BulletWalkers, headings: Floats, recorder: TraceRecorder, random: np.random.Generator) -> None:
    """Let Bullet's walk as long as one heading is held; write to `headings` (ticks, n) what they were told."""
    now = random.uniform(-math.pi, math.pi, headings.shape[1:])
    for told in headings:
        told[:] = now = _turned_from_ledges(peers, now, random)
        wishes = _wishes(told)
        began = time.perf_counter()
        peers.command(wishes)
        peers.tick(DT)
        spent = time.perf_counter() - began
        recorder.take(told, peers.feet, spent * 1e6)


def _walk_ours(
    game: "Game", walkers: list[tuple["WalkwayMotor", "Transform"]], headings: Floats, recorder: TraceRecorder
) -> None:
    """Let ours walk as they were told, headings (ticks, n)."""
    for told in headings:
        wishes = _wishes(told)
        began = time.perf_counter()
        for wish, (motor, _) in zip(wishes, walkers, strict=True):
            motor.wish = wish
        game.tick()
        spent = time.perf_counter() - began
        recorder.take(told, _feet(walkers), spent * 1e6)


def _wishes(headings: Floats) -> list[tuple[float, float]]:
    return list(zip((SPEED * np.cos(headings)).tolist(), (SPEED * np.sin(headings)).tolist(), strict=True))


def _build(scene: "Scene") -> "Build":
    from orlop.engine.walkway.build.cache import cached_build
    from orlop.engine.walkway.settings import WalkwaySettings

    return cached_build(scene, WalkwaySettings(radius=RADIUS, brow=HEIGHT, step=STEP, slope_limit=SLOPE))


def _turned_from_ledges(peers: BulletWalkers, headings: Floats, random: np.random.Generator) -> Floats:
    """Return headings that lead to no ledge; whoever finds none, having fallen perhaps, keeps its own."""
    found = headings
    for _ in range(TRIES):
        ledge = peers.at_a_ledge(found)
        if not ledge.any():
            return found
        found = np.where(ledge, random.uniform(-math.pi, math.pi, len(found)), found)
    return np.where(peers.at_a_ledge(found), headings, found)


def place_walkers(
    game: "Game", build: "Build", count: int, random: np.random.Generator
) -> list[tuple["WalkwayMotor", "Transform"]]:
    """Put walkers at random over the largest piece of the first walkway's air; they have their speed at once."""
    import esper

    from orlop.components import Transform, WalkwayMotor
    from orlop.engine.walkway.air import Air
    from orlop.engine.walkway.outline import signed_area
    from orlop.levels.walking import add_walking_systems

    for walkway in build.walkways:
        game.decks.add_walkway(walkway)
    walkway = build.walkway(build.start.walkway)
    air = walkway.air(RADIUS)
    piece = Air.from_rings(RADIUS, [max(air.rings(), key=signed_area)])
    points = random.uniform(air.points.min(axis=0), air.points.max(axis=0), (200 * count, 2))
    points = points[air.contains(points) & piece.contains(points)][:count]
    walkers = []
    for x, z in (points + walkway.origin[[0, 2]]).tolist():
        motor = WalkwayMotor(
            walkway.name,
            (x, z),
            radius=RADIUS,
            height=HEIGHT,
            speed=SPEED,
            acceleration=math.inf,
            slope_response=0.0,
        )
        walkers.append((motor, Transform((x, 0.0, z))))
        esper.create_entity(*walkers[-1])
    add_walking_systems(game)
    game.decks.motors_meet = False  # Bullet's don't either
    game.tick()
    return walkers


def _feet(walkers: list[tuple["WalkwayMotor", "Transform"]]) -> Floats:
    return np.array([transform.position for _, transform in walkers], np.float64)
