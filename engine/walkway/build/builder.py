"""From a scene to walkways: the order of the stages."""

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from orlop.engine.error import OrlopError
from orlop.engine.scene.scene import Node, Scene
from orlop.engine.walkway.build.content import code_digest, digest
from orlop.engine.walkway.build.flatten import FloorPlan, flatten
from orlop.engine.walkway.build.level import facing_up, level_enough
from orlop.engine.walkway.build.links import check_links
from orlop.engine.walkway.build.lots import middles, places_of
from orlop.engine.walkway.build.memory import Form, Memory
from orlop.engine.walkway.build.misplaced import MisplacedError
from orlop.engine.walkway.build.misread import find_misread
from orlop.engine.walkway.build.misspelt import find_misspelt
from orlop.engine.walkway.build.pusher_shape import pusher_shape
from orlop.engine.walkway.build.result import Build, PusherShape, WalkwayReport
from orlop.engine.walkway.build.roles import DEFAULT_WALKWAY, read_roles
from orlop.engine.walkway.build.start import find_start
from orlop.engine.walkway.build.stopwatch import Stopwatch
from orlop.engine.walkway.build.storey import storeys
from orlop.engine.walkway.build.witness import Witness
from orlop.engine.walkway.file import floor_from_bytes, floor_to_bytes
from orlop.engine.walkway.settings import WalkwaySettings
from orlop.engine.walkway.walkway import Walkway

DEFAULT_SETTINGS = WalkwaySettings()

FLOOR = Form(floor_to_bytes, floor_from_bytes)

NANOMETRES = 1e9
"""In a metre. Local coordinates are whole ones: what is left of kilometres is rounded off, so that a scene is built alike wherever it lies."""

UNMEANT = ', or let its name not begin with "floor"'


def build_walkways(
    scene: Scene,
    settings: WalkwaySettings = DEFAULT_SETTINGS,
    witness: Witness | None = None,
    memory: Memory | None = None,
) -> Build:
    """Flatten `scene` into walkways.

    Where the scene names floors, each makes a walkway, and all else is an obstacle unless its
    name says otherwise (docs/naming.md). Where it names none, floor is whatever is level enough
    to walk on, storeys apart. A `witness` keeps the maps on the way; with a
    `memory` of earlier builds only what changed is made anew, to the same bits.

    Raises
    ------
    OrlopError
        If nothing in it can be walked on; the message names the node and the cure. A
        `MisplacedError` if a mark in it is.
    """
    return _Builder(scene, settings, witness, memory).build()


class _Builder:
    """One build."""

    def __init__(self, scene: Scene, settings: WalkwaySettings, witness: Witness | None, memory: Memory | None) -> None:
        self._scene = scene
        self._memory = memory
        self._witness = witness
        self._settings = settings
        self._stopwatch = Stopwatch()
        if not any(len(node.triangles) for node in scene):
            raise OrlopError(scene.source, "there is no mesh in it", "Export it with its meshes.")
        with self._stopwatch.stage("roles"):
            self._roles = read_roles(scene)

    def build(self) -> Build:
        plans = self._plans()
        walkways: list[Walkway] = []
        reports: list[WalkwayReport] = []
        for plan in plans:
            made = self._flattened(plan)
            self._check(plan, [walkway for walkway, _ in made])
            walkways += [walkway for walkway, _ in made]
            reports += [report for _, report in made]
        with self._stopwatch.stage("pushers"):
            pushers = self._pushers(walkways)
        with self._stopwatch.stage("links"):
            grown = max((2 * report.cell for report in reports if report.method != "exact"), default=0.0)
            links = check_links(self._roles, walkways, pushers, grown)
            misread = find_misread(self._scene, self._roles, walkways, self._settings.slope_limit)
            misspelt = find_misspelt(self._scene)
        start, moved = find_start(self._scene.source, self._roles.start, walkways)
        warnings = tuple(f"{report.name}: {warning}" for report in reports for warning in report.warnings)
        return Build(
            source=self._scene.source,
            walkways=tuple(walkways),
            reports=tuple(reports),
            pushers=pushers,
            start=start,
            warnings=(*self._scene.warnings, *misspelt, *misread, *warnings, *links, *moved),
            stages_ms=self._stopwatch.stages_ms,
        )

    def _flattened(self, plan: FloorPlan) -> list[tuple[Walkway, WalkwayReport]]:
        settings, stopwatch = self._settings, self._stopwatch
        if self._memory is None or self._witness is not None:
            return flatten(plan, settings, stopwatch, self._witness, self._memory)
        with stopwatch.stage("memory"):
            name = digest(
                code_digest(),
                repr(settings),
                plan.name,
                plan.origin,
                plan.floor,
                plan.covers,
                plan.obstacles,
                plan.locators,
            )
        made = self._memory.recall(name, lambda: flatten(plan, settings, stopwatch, None, self._memory), FLOOR)
        # Whoever gets a walkway may ask it for airs of other radii, which it keeps: not for others.
        return [(replace(walkway, _airs=dict(walkway._airs)), report) for walkway, report in made]

    def _plans(self) -> list[FloorPlan]:
        roles, settings = self._roles, self._settings
        floors = roles.floors or {DEFAULT_WALKWAY: roles.surfaces}
        level: dict[str, NDArray[np.float64]] = {}
        for name, nodes in floors.items():
            where = self._where(nodes) if roles.floors else self._scene.source
            unmeant = UNMEANT if roles.floors else ""
            level[name] = level_enough(nodes, roles, settings.slope_limit)
            if not len(level[name]):
                raise OrlopError(
                    where,
                    f"no triangle faces up within {math.degrees(settings.slope_limit):.0f}° of level, so nothing is floor",
                    f"Check which way its faces point, and that Y is up{unmeant}.",
                )
        everything = np.concatenate(list(level.values())).reshape(-1, 3)
        middle = (everything.min(axis=0) + everything.max(axis=0)) / 2
        origin = np.round(middle)
        solids = [node.triangles[roles.solid(node)] for node in roles.obstacles]
        obstacles = _local(np.concatenate([np.zeros((0, 3, 3)), *solids]), origin)
        places = _local(places_of(solids), origin[[0, 2]])
        plans = []
        for name in floors:
            covers = [t for role in roles.trapdoors if role.walkway == name for t in (_triangles_of(role.nodes),)]
            # A named floor's own ramp is in the way of whoever would walk under it.
            own = _local(level[name] if roles.floors else _triangles_of([]), origin)
            marks = roles.airs.get(name, np.zeros((0, 2)))
            plans.append(
                FloorPlan(
                    name=name,
                    origin=origin,
                    floor=_local(level[name], origin),
                    covers=_local(facing_up(np.concatenate(covers)), origin) if covers else np.zeros((0, 3, 3)),
                    obstacles=np.concatenate([obstacles, own]),
                    places=np.concatenate([places, middles(own)]),
                    locators=marks - origin[[0, 2]],
                )
            )
        return plans

    def _check(self, plan: FloorPlan, walkways: list[Walkway]) -> None:
        """Refuse a floor without room, and a locator that marks no air."""
        named = plan.name in self._roles.floors
        where = self._where(self._roles.floors[plan.name]) if named else self._scene.source
        radius = self._settings.radius
        for mark in plan.locators:
            if not any(_marks_air(walkway, mark, radius) for walkway in walkways):
                x, z = mark + plan.origin[[0, 2]]
                raise MisplacedError(
                    f'{self._scene.source}, air locator of walkway "{plan.name}" at x {x:.2f}, z {z:.2f}',
                    f"there is no room for a motor of radius {radius:g} m: it is off the floor, or in or near something solid",
                    "Move it over open floor.",
                    plan.name,
                    float(x),
                    float(z),
                )
        if not walkways:
            raise OrlopError(
                where,
                f"nothing in it is wide enough to stand on for a motor of radius {radius:g} m",
                f"Choose a smaller radius, or clear some floor between knee and brow{UNMEANT if named else ''}.",
            )

    def _where(self, nodes: tuple[Node, ...]) -> str:
        names = ", ".join(f'"{node.name}"' for node in nodes[:3])
        return f"{self._scene.source}, node{'s' if len(nodes) > 1 else ''} {names}"

    def _pushers(self, walkways: list[Walkway]) -> dict[str, PusherShape]:
        shapes = {}
        for role in self._roles.pushers:
            triangles = _triangles_of(role.nodes)
            base = float(triangles[..., 1].min())
            under = {each.name: _height_under(each, triangles) for each in storeys(walkways, role.walkway)}
            found = {name: height for name, height in under.items() if height is not None}
            name = min(found, key=lambda each: abs(found[each] - base), default=role.walkway)
            shape = pusher_shape(role, self._scene.source, found.get(name), self._settings)
            shapes[role.node.name] = replace(shape, walkway=name)
        return shapes


def _local(points: NDArray[np.float64], origin: NDArray[np.float64]) -> NDArray[np.float64]:
    """Move `points` (…, d) to `origin` (d,); in place, since they are most of a scene."""
    local = points - origin
    local *= NANOMETRES
    np.rint(local, out=local)
    local /= NANOMETRES
    return local


def _triangles_of(nodes: list[Node] | tuple[Node, ...]) -> NDArray[np.float64]:
    return np.concatenate([node.triangles for node in nodes]) if nodes else np.zeros((0, 3, 3))


def _height_under(walkway: Walkway, triangles: NDArray[np.float64]) -> float | None:
    """World height of the highest floor under a pusher's corners; its middle may lie over a hole that it rails off."""
    corners = np.unique(triangles.reshape(-1, 3)[:, [0, 2]], axis=0)
    heights, _ = walkway.floor.sample(corners - walkway.origin[[0, 2]])
    found = heights[np.isfinite(heights)]
    return float(found.max()) + float(walkway.origin[1]) if len(found) else None


def _marks_air(walkway: Walkway, mark: NDArray[np.float64], radius: float) -> bool:
    air = walkway.air()
    if not len(air.points):
        return False
    near = np.hypot(*(air.points - mark).T).min() <= radius
    return bool(near or air.contains(mark[None])[0])
