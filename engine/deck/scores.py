"""How well walkers walked: faults counted in a trace, by the same rules for every walker.

With D the way of one tick, d its horizontal part and v its vertical one, the rules are:

blocked: the heading is the previous tick's, and the mean over five ticks of d along the heading
is under half of speed times dt; jitter: blocked, and d opposes the previous d, both over 1 mm;
vertical jitter: v and the previous v are opposed, both over 5 mm; pop: |v| over 25 cm; tunnel: the
way of the walker's centre hits a triangle; in the wall: every 15th tick, any of 8 level rays from
the centre, 0.9 of the radius long, hits one; out: the foot is 2 m below the mesh, and such ticks
count nowhere else. A walker drops if it is 2 m lower after half a second; it is stuck if its path
is under 1 cm in each of two successive windows of 90 ticks.

Whoever turns round on a slope, or walks over a ridge, is found to jitter vertically, too: it is the
ground that goes up and down. So those are told apart that bob: theirs are the ticks of vertical
jitter in which the foot is not on the mesh in all of the three places that the two ways join.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.engine.deck.mesh_grid import MeshGrid
from orlop.engine.deck.trace import Trace

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

BLOCKED_SHARE = 0.5
MEAN_TICKS = 5
JITTER = 1e-3
VERTICAL_JITTER = 5e-3
POP = 0.25
ON_GROUND = 2e-3
"""A foot so near to a triangle, above or under it, stands on it, metres."""
DEEP = 2.0
DROP_SECONDS = 0.5
LOOK_EVERY = 15
RAYS = 8
RAY_SHARE = 0.9
WINDOW = 90
STILL = 0.01


@dataclass(frozen=True, slots=True)
class Scores:
    """What a trace came to; zero is the aim for all faults, which are those from `jitter` to `stuck`.

    Attributes
    ----------
    walkers, ticks
        Size of the trace.
    blocked, jitter, vertical_jitter, bobs, pops, tunnels, out
        Walker-ticks.
    in_wall
        Per cent of the samples.
    drops, stuck
        Walkers.
    jitter_walkers, vertical_jitter_walkers
        Walkers that did so at all.
    speed_fraction
        Mean speed over the commanded one, where one was commanded.
    """

    walkers: int
    ticks: int
    blocked: int
    jitter: int
    jitter_walkers: int
    vertical_jitter: int
    vertical_jitter_walkers: int
    bobs: int
    pops: int
    tunnels: int
    in_wall: float
    out: int
    drops: int
    stuck: int
    speed_fraction: float


def score(trace: Trace, triangles: Floats) -> Scores:
    """Count a trace's faults; `triangles` (n, 3, 3) metres are the mesh it walked, tilted as it was."""
    mesh = MeshGrid.over(triangles)
    lowest = mesh.low[1] if len(triangles) else -np.inf
    out = trace.places[..., 1] < lowest - DEEP
    counted = ~(out[1:] | out[:-1])
    ways = np.diff(trace.places, axis=0)
    level, rise = ways[..., ::2], ways[..., 1]
    along = level[..., 0] * np.cos(trace.headings) + level[..., 1] * np.sin(trace.headings)
    blocked = _blocked(trace, along) & counted
    jitter = blocked & _reversed(level, JITTER) & _with_previous(counted)
    shaken = _reversed(rise[..., None], VERTICAL_JITTER) & counted & _with_previous(counted)
    walking = counted & np.isfinite(trace.headings)
    path = np.hypot(level[..., 0], level[..., 1])
    return Scores(
        walkers=trace.headings.shape[1],
        ticks=trace.headings.shape[0],
        blocked=int(blocked.sum()),
        jitter=int(jitter.sum()),
        jitter_walkers=int(jitter.any(axis=0).sum()),
        vertical_jitter=int(shaken.sum()),
        vertical_jitter_walkers=int(shaken.any(axis=0).sum()),
        bobs=_bobs(trace, mesh, shaken),
        pops=int((counted & (np.abs(rise) > POP)).sum()),
        tunnels=_tunnels(trace, mesh, counted),
        in_wall=_in_wall(trace, mesh, out),
        out=int(out[1:].sum()),
        drops=_drops(trace, out),
        stuck=int(_stuck(trace, ways, counted).any(axis=0).sum()),
        speed_fraction=float(path[walking].mean() / (trace.speed * trace.dt)) if walking.any() else 0.0,
    )


def stuck_places(trace: Trace) -> Floats:
    """Return where walkers were stuck, (k, 3) metres, a place for each further window."""
    ways = np.diff(trace.places, axis=0)
    windows, walkers = np.nonzero(_stuck(trace, ways, np.ones(ways.shape[:2], bool)))
    return trace.places[(windows + 1) * WINDOW, walkers]


def _blocked(trace: Trace, along: Floats) -> Flags:
    """Tell where a heading was held and the walker got less than half as far."""
    held = np.zeros(along.shape, bool)
    held[1:] = trace.headings[1:] == trace.headings[:-1]
    half = MEAN_TICKS // 2
    padded = np.pad(np.nan_to_num(along), ((half, half), (0, 0)))
    ones = np.pad(np.ones(len(along)), half)
    ticks = range(len(along))
    total = sum((padded[k : k + len(along)] for k in range(MEAN_TICKS)), np.zeros(along.shape))
    count = np.array([ones[i : i + MEAN_TICKS].sum() for i in ticks]).reshape(-1, 1)
    return held & (total < BLOCKED_SHARE * trace.speed * trace.dt * count)


def _reversed(ways: Floats, least: float) -> Flags:
    """Tell where a way (T, n, k) opposes the previous one, both longer than `least` metres."""
    opposed = np.zeros(ways.shape[:2], bool)
    long = np.linalg.norm(ways, axis=2) > least
    opposed[1:] = (np.einsum("tnk,tnk->tn", ways[1:], ways[:-1]) < 0.0) & long[1:] & long[:-1]
    return opposed


def _with_previous(counted: Flags) -> Flags:
    return np.concatenate([counted[:1], counted[:-1]])


def _bobs(trace: Trace, mesh: MeshGrid, shaken: Flags) -> int:
    """Count the ticks of vertical jitter that the ground cannot account for."""
    ticks, walkers = np.nonzero(shaken)
    up = np.array([0.0, ON_GROUND, 0.0])
    grounded = np.ones(len(ticks), bool)
    for place in (-1, 0, 1):
        feet = trace.places[ticks + place, walkers]
        grounded &= mesh.hit(feet + up, feet - up)
    return int((~grounded).sum())


def _tunnels(trace: Trace, mesh: MeshGrid, counted: Flags) -> int:
    centres = trace.places + np.array([0.0, 0.5 * trace.height, 0.0])
    moved = counted & (centres[1:] != centres[:-1]).any(axis=2)
    return int(mesh.hit(centres[:-1][moved], centres[1:][moved]).sum())


def _in_wall(trace: Trace, mesh: MeshGrid, out: Flags) -> float:
    """Per cent of the walkers looked at that stand in something."""
    centres = trace.places[LOOK_EVERY::LOOK_EVERY] + np.array([0.0, 0.5 * trace.height, 0.0])
    centres = centres[~out[LOOK_EVERY::LOOK_EVERY]]
    if not len(centres):
        return 0.0
    turns = np.arange(RAYS) * (2.0 * np.pi / RAYS)
    rays = RAY_SHARE * trace.radius * np.column_stack([np.cos(turns), np.zeros(RAYS), np.sin(turns)])
    begins = np.repeat(centres, RAYS, axis=0)
    hits = mesh.hit(begins, begins + np.tile(rays, (len(centres), 1))).reshape(-1, RAYS)
    return float(100.0 * hits.any(axis=1).mean())


def _drops(trace: Trace, out: Flags) -> int:
    later = max(round(DROP_SECONDS / trace.dt), 1)
    heights = trace.places[..., 1]
    counted = ~(out[later:] | out[:-later])
    return int(((heights[later:] < heights[:-later] - DEEP) & counted).any(axis=0).sum())


def _stuck(trace: Trace, ways: Floats, counted: Flags) -> Flags:
    """Tell who was asked to walk all through a window and the one before, (windows, n), and did not."""
    windows = len(ways) // WINDOW
    shape = (windows, WINDOW, ways.shape[1])
    path = np.linalg.norm(ways, axis=2)[: windows * WINDOW].reshape(shape).sum(axis=1)
    asked = (counted & np.isfinite(trace.headings))[: windows * WINDOW].reshape(shape).all(axis=1)
    still = (path < STILL) & asked
    stuck = np.zeros(still.shape, bool)
    stuck[1:] = still[1:] & still[:-1]
    return stuck
