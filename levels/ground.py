"""What a level's floor is made of, as a foot finds it."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.components import WalkwayMotor
from orlop.engine.scene.scene import Material, Node, Scene
from orlop.engine.scene.value import shown
from orlop.engine.walkway.build.role import Roles

SURFACES: Mapping[str, tuple[str, ...]] = {
    "wood": ("wood", "board", "plank", "deck", "oak", "deal", "timber", "hatch", "floorboard"),
    "gravel": ("gravel", "pebble", "shingle", "path", "sand"),
    "grass": ("grass", "turf", "moss", "meadow", "earth", "soil", "leaf", "leaves"),
}
"""Words in a material's or a node's name, by the surface that they mean. All else is stone."""

OTHER = "stone"

KNOWN = (*SURFACES, OTHER)


class Ground:
    """Tells surfaces by the floor's triangles.

    Parameters
    ----------
    roles
        Which nodes are floor. A node's or a material's extra ``surface`` goes before its name.
    """

    def __init__(self, roles: Roles) -> None:
        floors = dict(roles.floors)
        for trapdoor in roles.trapdoors:
            floors[trapdoor.walkway] = (*floors.get(trapdoor.walkway, ()), *trapdoor.nodes)
        if not floors:
            floors[""] = roles.surfaces
        self._floors = {walkway: _Floor.of(nodes) for walkway, nodes in floors.items()}

    def surface(self, motor: WalkwayMotor) -> str:
        """Return "wood", "stone", "grass" or "gravel": what is under the motor's middle."""
        floor = self._floors.get(motor.walkway) or self._floors.get("")
        found = None if floor is None else floor.surface(*motor.position, motor.floor_height)
        return OTHER if found is None else found


@dataclass(frozen=True, slots=True, eq=False)
class _Floor:
    """A walkway's triangles (n, 3, 3), their bounds (n, 2) in (x, z), and for each the index of its surface's name."""

    triangles: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    surfaces: NDArray[np.int64]
    names: tuple[str, ...]

    @classmethod
    def of(cls, nodes: tuple[Node, ...]) -> "_Floor":
        names: list[str] = []
        triangles, surfaces = [np.zeros((0, 3, 3))], [np.zeros(0, np.int64)]
        for node in nodes:
            told = [surface_of(node, material) for material in node.materials]
            names += [name for name in told if name not in names]
            triangles.append(node.triangles)
            surfaces.append(np.array([names.index(name) for name in told], np.int64)[node.material_of])
        joined = np.concatenate(triangles)
        flat = joined[:, :, [0, 2]]
        return cls(joined, flat.min(axis=1), flat.max(axis=1), np.concatenate(surfaces), tuple(names))

    def surface(self, x: float, z: float, height: float) -> str | None:
        """Return the surface at (x, z) that is nearest to `height`, metres; None if there is no floor."""
        low, high = self.low, self.high
        near = np.flatnonzero((low[:, 0] <= x) & (x <= high[:, 0]) & (low[:, 1] <= z) & (z <= high[:, 1]))
        heights = _heights(self.triangles[near], x, z)
        if not len(near) or np.isnan(heights).all():
            return None
        return self.names[int(self.surfaces[near[np.nanargmin(np.abs(heights - height))]])]


def find_strange_surfaces(scene: Scene) -> tuple[str, ...]:
    """Return a line for each node and material of `scene` whose ``surface`` is none there is."""
    lines: dict[str, None] = {}
    for node in scene:
        named = [(f'node "{node.name}"', node.extras), *((f'material "{m.name}"', m.extras) for m in node.materials)]
        for where, extras in named:
            told = extras.get("surface", OTHER)
            if not (isinstance(told, str) and told.lower() in KNOWN):
                lines[
                    f'{where}: its property "surface" is {shown(told)}, none of {", ".join(KNOWN)}; '
                    "what steps sound of is read from names instead."
                ] = None
    return tuple(lines)


def surface_of(node: Node, material: Material) -> str:
    """Return what a foot finds on `material` of `node`."""
    told = material.extras.get("surface", node.extras.get("surface"))
    if isinstance(told, str) and told.lower() in KNOWN:
        return told.lower()
    for name in (material.name, node.name):
        for surface, words in SURFACES.items():
            if any(word in name.lower() for word in words):
                return surface
    return OTHER


def _heights(triangles: NDArray[np.float64], x: float, z: float) -> NDArray[np.float64]:
    """Return the heights of triangles (n, 3, 3) at (x, z), NaN for those that are not over or under it."""
    a = triangles[:, 0]
    u, v = triangles[:, 1] - a, triangles[:, 2] - a
    dx, dz = x - a[:, 0], z - a[:, 2]
    with np.errstate(divide="ignore", invalid="ignore"):  # upright triangles have no area seen from above
        area = u[:, 0] * v[:, 2] - u[:, 2] * v[:, 0]
        s = (dx * v[:, 2] - dz * v[:, 0]) / area
        t = (u[:, 0] * dz - u[:, 2] * dx) / area
    inside = (s >= -1e-9) & (t >= -1e-9) & (s + t <= 1.0 + 1e-9)
    return np.where(inside, a[:, 1] + s * u[:, 1] + t * v[:, 1], np.nan)
