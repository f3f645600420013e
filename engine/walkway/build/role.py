"""What nodes of a scene can be for."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.engine.scene.scene import Node

Way = tuple[float, float, float]

STILL: Way = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class PortalRole:
    """A rectangle that carries motors from walkway `source` to `destination`.

    `low` and `high` are its corners (x, z) in world metres. `hatch` names the hatch whose
    opening enables it; None for one that is always open.
    """

    node: str
    source: str
    destination: str
    low: tuple[float, float]
    high: tuple[float, float]
    hatch: str | None = None


@dataclass(frozen=True, slots=True)
class TrapdoorRole:
    """Floor that can be switched off.

    Attributes
    ----------
    node
        The node that declares it; its transform is the cover's.
    walkway, name
        The walkway whose hole it covers, and what the author calls it.
    nodes
        Nodes whose triangles are floor and are drawn.
    decor
        Nodes that are only drawn with it.
    swing, slide, seconds
        How its cover moves aside as it opens, as for a `PusherRole`; without either it vanishes.
    hatch, prompt
        The hatch it belongs to; what using it does. None where the author says nothing.
    """

    node: Node
    walkway: str
    name: str
    nodes: tuple[Node, ...]
    decor: tuple[Node, ...] = ()
    swing: float = 0.0
    slide: Way = STILL
    seconds: float = 0.8
    hatch: str | None = None
    prompt: str | None = None


@dataclass(frozen=True, slots=True)
class PusherRole:
    """A door, a railing or another obstacle that moves or can be switched off.

    Attributes
    ----------
    node
        The node that declares it; its origin is the hinge.
    walkway, name
        The walkway it stands on, and what the author calls it.
    nodes
        Nodes whose triangles make its outline and are drawn.
    decor
        Nodes that are only drawn with it: a handle, a lamp.
    swing
        Turn from shut to open, radians, as a heading turns.
    slide
        Way from shut to open, world metres.
    seconds
        Time from shut to open.
    hatch, prompt
        The hatch it is a railing of; what using it does. None where the author says nothing.
    knee, brow
        Its own band over the floor, metres, where it differs from the walkway's: a railing
        is lower than the knee, yet meant to stop one.
    """

    node: Node
    walkway: str
    name: str
    nodes: tuple[Node, ...]
    decor: tuple[Node, ...] = ()
    swing: float = 0.0
    slide: Way = STILL
    seconds: float = 0.8
    hatch: str | None = None
    prompt: str | None = None
    knee: float | None = None
    brow: float | None = None

    @property
    def is_door(self) -> bool:
        """Whether it opens by being used."""
        return self.hatch is None and moves(self)


@dataclass(frozen=True, slots=True)
class StartRole:
    """Where the player begins: world position in metres, heading in radians; `walkway` if named."""

    position: tuple[float, float, float]
    heading: float
    walkway: str | None = None


@dataclass(frozen=True, slots=True)
class HatchRole:
    """Names of the nodes that make a hatch."""

    trapdoors: tuple[str, ...]
    railings: tuple[str, ...]
    portals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Roles:
    """What each node of a scene is for; everything in the order of the file.

    Attributes
    ----------
    floors
        Floor nodes by walkway. Empty: the scene names none, and floor is what is level
        enough among `surfaces`.
    surfaces
        In a scene that names no floor, nodes that may be floor. Else empty.
    obstacles
        Nodes that can be in the way.
    airs
        Locators by walkway, (n, 2) float64 world (x, z) in metres.
    portals, trapdoors, pushers, start, hatches
        See their classes; hatches by name.
    scenery
        Nodes that are drawn and never move.
    unwalkable, passable
        Names of nodes that say, or inherit, ``walkable: false`` and ``obstacle: false``.
    """

    floors: Mapping[str, tuple[Node, ...]]
    surfaces: tuple[Node, ...]
    obstacles: tuple[Node, ...]
    airs: Mapping[str, NDArray[np.float64]]
    portals: tuple[PortalRole, ...]
    trapdoors: tuple[TrapdoorRole, ...]
    pushers: tuple[PusherRole, ...]
    start: StartRole | None
    hatches: Mapping[str, HatchRole]
    scenery: tuple[Node, ...]
    unwalkable: frozenset[str] = frozenset()
    passable: frozenset[str] = frozenset()

    def walkable(self, node: Node) -> NDArray[np.bool_]:
        """Tell for each triangle of `node` whether it may be floor, (n,).

        ``walkable: false`` on the node, a node above it or the triangle's material forbids it.
        """
        return _allowed(node, "walkable", node.name in self.unwalkable)

    def solid(self, node: Node) -> NDArray[np.bool_]:
        """Tell for each triangle of `node` whether it may be in the way, (n,); as `walkable`, by ``obstacle``."""
        return _allowed(node, "obstacle", node.name in self.passable)


def _allowed(node: Node, key: str, forbidden: bool) -> NDArray[np.bool_]:
    if forbidden:
        return np.zeros(len(node.triangles), bool)
    allowed = np.array([material.extras.get(key, True) not in (False, 0) for material in node.materials], bool)
    return allowed[node.material_of] if len(node.triangles) else np.zeros(0, bool)


def moves(role: PusherRole | TrapdoorRole) -> bool:
    """Tell whether the author gave it a way to open."""
    return role.swing != 0.0 or role.slide != STILL


def heading_of(transform: NDArray[np.float64]) -> float:
    """Return the heading of a (4, 4) transform's −Z, radians; 0 where that is upright."""
    x, z = -float(transform[0, 2]), -float(transform[2, 2])
    upright = math.hypot(x, z) <= 1e-9 * abs(float(transform[1, 2]))
    return 0.0 if upright else math.atan2(x, -z) + 0.0  # + 0.0: no −0
