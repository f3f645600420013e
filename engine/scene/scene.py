"""A 3D file as Orlop sees it: named nodes with triangles, a transform and extras."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from orlop.engine.scene.tilt import checked_tilt
from orlop.engine.scene.value import shown


@dataclass(frozen=True, slots=True)
class Material:
    """What a triangle is made of, as far as Orlop draws or builds with it."""

    name: str = ""
    colour: tuple[float, float, float] = (0.72, 0.70, 0.66)
    """Base colour, linear RGB in 0 … 1."""
    extras: Mapping[str, object] = field(default_factory=dict)
    """The author's own properties, with their types."""


@dataclass(frozen=True, slots=True)
class Node:
    """One named thing of a scene.

    Attributes
    ----------
    name
        Unique within its scene.
    parent
        Name of the parent node, or None at the root.
    transform
        (4, 4) float64, node to world; metres, Y up, right-handed.
    triangles
        (n, 3, 3) float64, or what can be made so; world space, counter-clockwise seen from outside. No
        degenerate triangle, no NaN. (0, 3, 3) for an empty, a light or a camera.
    materials, material_of
        The materials used, and for each triangle the index of its own, (n,) int32.
    extras
        The node's own properties, with their types.
    """

    name: str
    parent: str | None = None
    transform: NDArray[np.float64] = field(default_factory=lambda: np.eye(4))
    triangles: NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 3, 3)))
    materials: tuple[Material, ...] = (Material(),)
    material_of: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    extras: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._take("triangles", np.float64, "(n, 3, 3) corners in metres")
        self._take("transform", np.float64, "(4, 4), node to world")
        self._take("material_of", np.int32, "(n,) whole numbers")
        if self.triangles.ndim != 3 or self.triangles.shape[1:] != (3, 3):
            raise ValueError(f"node {self.name!r}: triangles must be (n, 3, 3), got {self.triangles.shape}")
        if not np.isfinite(self.triangles).all():
            where = int(np.flatnonzero(~np.isfinite(self.triangles).all(axis=(1, 2)))[0])
            raise ValueError(f"node {self.name!r}: a corner of triangle {where} is no finite number")
        if self.transform.shape != (4, 4):
            raise ValueError(f"node {self.name!r}: transform must be (4, 4), got {self.transform.shape}")
        if len(self.material_of) != len(self.triangles):
            raise ValueError(
                f"node {self.name!r}: material_of must have one entry per triangle, (n,) indices of `materials`: "
                f"got {len(self.material_of)} for {len(self.triangles)}"
            )

    def _take(self, field: str, kind: type[np.generic], shape: str) -> None:
        """Make an array of what was given for `field`, where it isn't one."""
        given = getattr(self, field)
        if isinstance(given, np.ndarray):
            return
        try:
            object.__setattr__(self, field, np.array(given, kind))
        except (TypeError, ValueError):
            raise ValueError(f"node {self.name!r}: {field} must be {shape}, got {shown(given)}") from None

    @property
    def position(self) -> NDArray[np.float64]:
        """Where the node's origin lies in the world, (3,) metres."""
        return self.transform[:3, 3]


@dataclass(frozen=True, slots=True)
class Scene:
    """Named nodes of one source.

    Attributes
    ----------
    source
        File name or level name, for messages.
    nodes
        Parents before their children.
    warnings
        What the file holds that was left out, a sentence each; nothing that makes the geometry wrong.
    turn
        (3, 3) float64, from the file's axes to the world's: extras give directions in the file's.
    """

    source: str
    nodes: tuple[Node, ...]
    warnings: tuple[str, ...] = ()
    turn: NDArray[np.float64] = field(default_factory=lambda: np.eye(3))

    def __post_init__(self) -> None:
        if self.turn.shape != (3, 3):
            raise ValueError(f"{self.source}: turn must be (3, 3), got {self.turn.shape}")
        names = [node.name for node in self.nodes]
        if len(set(names)) != len(names):
            raise ValueError(f"{self.source}: node names must be unique")
        above: set[str] = set()
        for node in self.nodes:
            if node.parent is not None and node.parent not in above:
                fault = "comes after it" if node.parent in names else "is no node of the scene"
                raise ValueError(f"{self.source}: the parent {node.parent!r} of node {node.name!r} {fault}")
            above.add(node.name)

    def __iter__(self) -> Iterator[Node]:
        return iter(self.nodes)

    def node(self, name: str) -> Node:
        """Return the node called `name`; KeyError lists the names there are."""
        for node in self.nodes:
            if node.name == name:
                return node
        raise KeyError(f"{self.source} has no node {name!r}; it has {', '.join(n.name for n in self.nodes)}")

    def triangles(self) -> NDArray[np.float64]:
        """All triangles of the scene, (n, 3, 3) float64 in world space."""
        parts = [node.triangles for node in self.nodes]
        return np.concatenate(parts) if parts else np.zeros((0, 3, 3))

    def bounds(self) -> NDArray[np.float64]:
        """Lowest and highest corner, (2, 3) metres; zeros for a scene without triangles."""
        points = self.triangles().reshape(-1, 3)
        if not len(points):
            return np.zeros((2, 3))
        return np.stack([points.min(axis=0), points.max(axis=0)])

    def tilted(self, pitch: float, roll: float) -> "Scene":
        """Return the scene pitched about x, then rolled about z, in radians.

        Pitch: y' = y cos − z sin, z' = y sin + z cos. Roll: x' = x cos − y sin, y' = x sin + y cos.
        ValueError for an angle beyond ±π/2.
        """
        pitch, roll = checked_tilt((pitch, roll))
        if not pitch and not roll:
            return self
        cp, sp, cr, sr = math.cos(pitch), math.sin(pitch), math.cos(roll), math.sin(roll)
        turn = np.eye(4)
        about_x = np.array([[1, 0, 0], [0, cp, -sp], [0, sp, cp]])
        about_z = np.array([[cr, -sr, 0], [sr, cr, 0], [0, 0, 1]])
        turn[:3, :3] = about_z @ about_x
        nodes = tuple(
            replace(node, transform=turn @ node.transform, triangles=node.triangles @ turn[:3, :3].T)
            for node in self.nodes
        )
        return replace(self, nodes=nodes, turn=turn[:3, :3] @ self.turn)
