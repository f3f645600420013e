"""Entities for what a scene's roles name: doors, railings, portals, trapdoors, hatches."""

import math
from collections.abc import Sequence

import esper
import numpy as np
from numpy.typing import NDArray

from orlop.components import (
    Door,
    Hatch,
    Interactable,
    Model,
    Portal,
    Transform,
    Trapdoor,
    WalkwayPusher,
)
from orlop.engine.error import OrlopError
from orlop.engine.scene.scene import Node
from orlop.engine.walkway.build.result import Build
from orlop.engine.walkway.build.role import PusherRole, Roles, TrapdoorRole, heading_of, moves
from orlop.engine.walkway.build.storey import joined, storeys

Position = tuple[float, float, float]

BESIDE = 0.6
"""Who uses a thing stands this far from it, metres."""


def furnish(build: Build, roles: Roles) -> dict[str, int]:
    """Create the entities in esper's current world; return them by the name of their node.

    Hatches are listed by their own name. Trapdoors start shut, doors too.

    Raises
    ------
    OrlopError
        If one of them names a walkway that the build does not have.
    """
    walkways = {walkway.name for walkway in build.walkways}
    for node, walkway in _references(roles):
        if walkway not in walkways:
            raise OrlopError(
                f'{build.source}, node "{node}"',
                f'there is no walkway "{walkway}"',
                f"Name one of these: {', '.join(sorted(walkways))}.",
            )
    entities: dict[str, int] = {}
    for pusher in roles.pushers:
        entities[pusher.node.name] = _pusher(pusher, build)
    for trapdoor in roles.trapdoors:
        entities[trapdoor.node.name] = _trapdoor(trapdoor, build)
    for portal in roles.portals:
        shut = portal.hatch is not None
        pair = joined(build.walkways, portal)
        source, destination = (each.name for each in pair) if pair else (portal.source, portal.destination)
        component = Portal(source, destination, portal.low, portal.high, enabled=not shut)
        entities[portal.node] = esper.create_entity(component)
    for name in roles.hatches:
        entities[name] = _hatch(name, roles, build, entities)
    return entities


def _references(roles: Roles) -> list[tuple[str, str]]:
    """Every walkway that a node names, as (node, walkway)."""
    found = [(portal.node, walkway) for portal in roles.portals for walkway in (portal.source, portal.destination)]
    found += [(pusher.node.name, pusher.walkway) for pusher in roles.pushers]
    return found + [(trapdoor.node.name, trapdoor.walkway) for trapdoor in roles.trapdoors]


def _pusher(role: PusherRole, build: Build) -> int:
    shape = build.pushers[role.node.name]
    components: list[object] = [
        Transform(shape.position, shape.heading),
        WalkwayPusher(shape.walkway, shape.outlines, enabled=role.hatch is None),
        model_of((*role.nodes, *role.decor), shape.position, shape.heading),
    ]
    if role.is_door:
        x, z, size = _middle(role.nodes)
        walkways = tuple(dict.fromkeys((shape.walkway, *_beside(build, role.nodes))))
        components.append(_door(role, shape.position, shape.heading))
        components.append(Interactable(role.prompt or "open or shut the door", walkways, (x, z), size / 2))
    return int(esper.create_entity(*components))


def _door(role: PusherRole | TrapdoorRole, position: Position, heading: float) -> Door:
    return Door(position, heading, swing=role.swing, slide=role.slide, seconds=role.seconds)


def _trapdoor(role: TrapdoorRole, build: Build) -> int:
    x, y, z = (float(value) for value in role.node.position)
    heading = heading_of(role.node.transform)
    triangles = np.concatenate([node.triangles for node in role.nodes])
    components: list[object] = [
        Transform((x, y, z), heading),
        Trapdoor(_covered(build, role.walkway, triangles), _upper_side(triangles)),
        model_of((*role.nodes, *role.decor), (x, y, z), heading),
    ]
    if moves(role):
        components.append(_door(role, (x, y, z), heading))
    return int(esper.create_entity(*components))


def _covered(build: Build, floor: str, triangles: NDArray[np.float64]) -> str:
    """Name the storey of a floor that a cover belongs to: where its middle is air."""
    points = triangles.reshape(-1, 3)
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    for walkway in storeys(build.walkways, floor):
        if walkway.air().contains((middle - walkway.origin)[None, [0, 2]])[0]:
            return walkway.name
    return floor


def _hatch(name: str, roles: Roles, build: Build, entities: dict[str, int]) -> int:
    hatch = roles.hatches[name]
    covers = [role for role in roles.trapdoors if role.node.name in hatch.trapdoors]
    x, z, size = _middle([node for cover in covers for node in cover.nodes])
    prompt = next((cover.prompt for cover in covers if cover.prompt), "open or shut the hatch")
    parts = Hatch(
        trapdoors=tuple(entities[node] for node in hatch.trapdoors),
        railings=tuple(entities[node] for node in hatch.railings),
        portals=tuple(entities[node] for node in hatch.portals),
    )
    passages = [esper.component_for_entity(portal, Portal) for portal in parts.portals]
    walkways = [esper.component_for_entity(trapdoor, Trapdoor).walkway for trapdoor in parts.trapdoors]
    walkways += [walkway for portal in passages for walkway in (portal.source, portal.destination)]
    for cover in covers:
        walkways += _beside(build, cover.nodes)
    return int(esper.create_entity(parts, Interactable(prompt, tuple(dict.fromkeys(walkways)), (x, z), size / 2)))


def _beside(build: Build, nodes: Sequence[Node]) -> list[str]:
    """Names of the walkways whose floor passes `nodes` at the height of their foot: those one can use them from.

    A floor that lies over itself may be cut into storeys right beside a door.
    """
    x, z, size = _middle(nodes)
    foot = min(float(node.triangles[..., 1].min()) for node in nodes)
    turns = np.linspace(0.0, 2.0 * np.pi, 16, endpoint=False)
    around = (size / 2 + BESIDE) * np.stack([np.sin(turns), np.cos(turns)], axis=1) + [x, z]
    found = []
    for walkway in build.walkways:
        heights, _ = walkway.floor.sample(around - walkway.origin[[0, 2]])
        away = np.abs(heights + walkway.origin[1] - foot)
        if np.nanmin(away, initial=np.inf) <= walkway.settings.brow / 2:
            found.append(walkway.name)
    return found


def _middle(nodes: Sequence[Node]) -> tuple[float, float, float]:
    """Middle (x, z) of what the nodes cover, and the greater of its two widths, metres."""
    points = np.concatenate([node.triangles for node in nodes]).reshape(-1, 3)[:, [0, 2]]
    low, high = points.min(axis=0), points.max(axis=0)
    x, z = (low + high) / 2
    return float(x), float(z), float((high - low).max())


def _upper_side(triangles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Those of the triangles that one can stand on: not the cover's rim, nor its underside."""
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    upper: NDArray[np.float64] = triangles[normals[:, 1] > 1e-3 * np.linalg.norm(normals, axis=1)]
    return upper


def model_of(nodes: Sequence[Node], position: Position, heading: float) -> Model:
    """Return what `nodes` look like, in the frame of an entity at `position` (metres) and `heading` (radians)."""
    c, s = math.cos(heading), math.sin(heading)
    triangles, colours = coloured(nodes)
    local = triangles - np.array(position)
    x, z = local[..., 0], local[..., 2]
    own = np.stack([x * c + z * s, local[..., 1], z * c - x * s], axis=-1)
    return Model(own.astype(np.float32), colours)


def coloured(nodes: Sequence[Node]) -> tuple[NDArray[np.float64], NDArray[np.float32]]:
    """Return all triangles of `nodes`, (n, 3, 3) world metres, and the colour of each, (n, 3) linear RGB."""
    triangles = [np.zeros((0, 3, 3))]
    colours = [np.zeros((0, 3), np.float32)]
    for node in nodes:
        palette = np.array([material.colour for material in node.materials], np.float32).reshape(-1, 3)
        triangles.append(node.triangles)
        colours.append(palette[node.material_of])
    return np.concatenate(triangles), np.concatenate(colours)
