"""Reads what each node of a scene is for."""

import math
from collections.abc import Iterator
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from orlop.engine.error import OrlopError
from orlop.engine.scene.scene import Node, Scene
from orlop.engine.walkway.build.extras import Extras
from orlop.engine.walkway.build.lineage import DEFAULT_WALKWAY, Given, read_lineage
from orlop.engine.walkway.build.role import (
    STILL,
    HatchRole,
    PortalRole,
    PusherRole,
    Roles,
    StartRole,
    TrapdoorRole,
    Way,
    heading_of,
)
from orlop.engine.walkway.build.storey import is_upper_storey

__all__ = [
    "DEFAULT_WALKWAY",
    "HatchRole",
    "PortalRole",
    "PusherRole",
    "Roles",
    "StartRole",
    "TrapdoorRole",
    "read_roles",
]


def read_roles(scene: Scene) -> Roles:
    """Read from names and extras what each node of `scene` is for.

    A node's role is its extra ``role``, else the word its name begins with, else that of the
    nearest node above it that has one. The names are described in docs/naming.md.

    Raises
    ------
    OrlopError
        For an extra of a wrong type; a portal that does not say where it leads; and, where the
        scene names floors, whatever belongs to a walkway that none of them makes.
    """
    return _Reader(scene).roles()


class _Reader:
    """Reads one scene: first what each node says, then what that means together."""

    def __init__(self, scene: Scene) -> None:
        self._source = scene.source
        self._nodes = scene.nodes
        self._turn = scene.turn
        self._given = read_lineage(scene)
        self._floors: dict[str, tuple[Node, ...]] = {}
        for node, given in self._with_role("floor"):
            if len(node.triangles) and given.walkable and given.floor is not None:
                self._floors[given.floor] = (*self._floors.get(given.floor, ()), node)
        for name, other in permutations(self._floors, 2):
            if is_upper_storey(other, name):
                raise self._error(
                    self._floors[other][0],
                    f'its walkway "{other}" is called as the storeys of "{name}" are',
                    f'Call it "{other.replace(".", "-")}", or join it to "{name}": storeys are told apart by themselves.',
                )

    def roles(self) -> Roles:
        """Put the answers together."""
        portals = tuple(self._portal(node, given) for node, given in self._owners("portal"))
        trapdoors = tuple(self._trapdoor(node, given) for node, given in self._owners("trapdoor"))
        pushers = tuple(self._pusher(node, given) for node, given in self._owners("pusher"))
        plain = [node for node, given in self._with_role(None) if len(node.triangles)]
        return Roles(
            floors=self._floors,
            surfaces=() if self._floors else tuple(plain),
            obstacles=tuple(self._obstacles()),
            airs=self._airs(),
            portals=portals,
            trapdoors=trapdoors,
            pushers=pushers,
            start=next((self._start(node, given) for node, given in self._owners("start")), None),
            hatches=self._hatches(portals, trapdoors, pushers),
            scenery=tuple(self._scenery()),
            unwalkable=frozenset(name for name, given in self._given.items() if not given.walkable),
            passable=frozenset(name for name, given in self._given.items() if not given.obstacle),
        )

    def _extras(self, node: Node) -> Extras:
        return Extras(self._source, node)

    def _with_role(self, role: str | None) -> Iterator[tuple[Node, Given]]:
        return ((node, self._given[node.name]) for node in self._nodes if self._given[node.name].role == role)

    def _owners(self, role: str) -> Iterator[tuple[Node, Given]]:
        """Nodes that say the role themselves."""
        return ((node, given) for node, given in self._with_role(role) if given.owner is node)

    def _parts(self, owner: Node) -> tuple[Node, ...]:
        """`owner` and the nodes below it that inherit its role, if they have triangles."""
        return tuple(n for n in self._nodes if self._given[n.name].owner is owner and len(n.triangles))

    def _carried_decor(self, owner: Node) -> tuple[Node, ...]:
        decor = (n for n, given in self._with_role("decor") if given.carrier == owner.name)
        return tuple(n for n in decor if len(n.triangles))

    def _obstacles(self) -> Iterator[Node]:
        for node in self._nodes:
            given = self._given[node.name]
            never_floor = given.role == "floor" and not given.walkable
            if len(node.triangles) and given.obstacle and (given.role in ("obstacle", None) or never_floor):
                yield node

    def _scenery(self) -> Iterator[Node]:
        for node in self._nodes:
            given = self._given[node.name]
            stays = given.role in ("floor", "obstacle", None) or (given.role == "decor" and given.carrier is None)
            if len(node.triangles) and stays:
                yield node

    def _walkway(self, node: Node, given: Given, word: str | None) -> str:
        """Which walkway a node belongs to: as it says, else the floor it hangs on, else the only one."""
        walkway = self._extras(node).text("walkway") or word or given.floor
        if walkway is None and len(self._floors) > 1:
            raise self._unfit(node, "does not say which walkway it belongs to")
        return self._known(node, walkway or next(iter(self._floors), DEFAULT_WALKWAY))

    def _known(self, node: Node, walkway: str) -> str:
        if self._floors and walkway not in self._floors:
            raise self._unfit(node, f'no floor is named for its walkway "{walkway}"')
        return walkway

    def _unfit(self, node: Node, problem: str) -> OrlopError:
        return self._error(
            node, problem, f"Name one of the walkways there are, or add a floor: {', '.join(self._floors)}."
        )

    def _error(self, node: Node, problem: str, cure: str) -> OrlopError:
        return OrlopError(f'{self._source}, node "{node.name}"', problem, cure)

    def _portal(self, node: Node, given: Given) -> PortalRole:
        extras = self._extras(node)
        words = dict(enumerate(given.words))
        source = extras.text("source") or words.get(0)
        destination = extras.text("destination") or words.get(1)
        if source is None or destination is None:
            raise self._error(
                node,
                "this portal does not say where it leads",
                "Name it portal.SOURCE.DESTINATION, by the names of the walkways.",
            )
        if source == destination:
            raise self._error(node, f'this portal leads from "{source}" to itself', "Name two different walkways.")
        low, high = _rectangle(node, self._parts(node))
        if not (low[0] < high[0] and low[1] < high[1]):
            raise self._error(node, "seen from above, this portal has no area", "Give it a width along x and along z.")
        return PortalRole(
            node=node.name,
            source=self._known(node, source),
            destination=self._known(node, destination),
            low=low,
            high=high,
            hatch=extras.text("hatch"),
        )

    def _trapdoor(self, node: Node, given: Given) -> TrapdoorRole:
        extras = self._extras(node)
        parts = self._parts(node)
        if not parts:
            raise self._error(node, "this trapdoor has no triangles", "Model the floor that covers the hole.")
        return TrapdoorRole(
            node=node,
            walkway=self._walkway(node, given, given.words[0] if given.words else None),
            name=".".join(given.words[1:]) or node.name,
            nodes=parts,
            decor=self._carried_decor(node),
            swing=_swing(extras),
            slide=self._slide(extras),
            seconds=_seconds(extras),
            hatch=extras.text("hatch"),
            prompt=extras.text("prompt"),
        )

    def _pusher(self, node: Node, given: Given) -> PusherRole:
        extras = self._extras(node)
        parts = self._parts(node)
        if not parts:
            raise self._error(node, "this pusher has no triangles", "Model what is in the way.")
        knee, brow = extras.number("knee", 0.0), extras.number("brow", 0.0)
        if knee is not None and brow is not None and knee >= brow:
            raise self._error(node, f"its knee of {knee:g} m is not below its brow of {brow:g} m", "Lower the knee.")
        return PusherRole(
            node=node,
            walkway=self._walkway(node, given, given.words[0] if given.words else None),
            name=".".join(given.words[1:]) or node.name,
            nodes=parts,
            decor=self._carried_decor(node),
            swing=_swing(extras),
            slide=self._slide(extras),
            seconds=_seconds(extras),
            hatch=extras.text("hatch"),
            prompt=extras.text("prompt"),
            knee=knee,
            brow=brow,
        )

    def _slide(self, extras: Extras) -> Way:
        way = extras.vector("slide")
        if way is None:
            return STILL
        x, y, z = (float(value) for value in self._turn @ way)
        return x, y, z

    def _start(self, node: Node, given: Given) -> StartRole:
        x, y, z = (float(value) for value in node.position)
        walkway = self._extras(node).text("walkway") or (given.words[0] if given.words else given.floor)
        known = self._known(node, walkway) if walkway is not None else None
        return StartRole((x, y, z), heading_of(node.transform), known)

    def _airs(self) -> dict[str, NDArray[np.float64]]:
        points: dict[str, list[tuple[float, float]]] = {}
        for node, given in self._owners("air"):
            walkway = self._walkway(node, given, given.words[0] if given.words else None)
            low, high = _rectangle(node, self._parts(node))
            points.setdefault(walkway, []).append(((low[0] + high[0]) / 2, (low[1] + high[1]) / 2))
        return {walkway: np.array(found, np.float64) for walkway, found in points.items()}

    def _hatches(
        self,
        portals: tuple[PortalRole, ...],
        trapdoors: tuple[TrapdoorRole, ...],
        pushers: tuple[PusherRole, ...],
    ) -> dict[str, HatchRole]:
        named = [t.hatch for t in trapdoors] + [p.hatch for p in pushers] + [p.hatch for p in portals]
        hatches = {
            name: HatchRole(
                trapdoors=tuple(t.node.name for t in trapdoors if t.hatch == name),
                railings=tuple(p.node.name for p in pushers if p.hatch == name),
                portals=tuple(p.node for p in portals if p.hatch == name),
            )
            for name in dict.fromkeys(named)
            if name is not None
        }
        for name, hatch in hatches.items():
            if not hatch.trapdoors:
                raise OrlopError(
                    f'{self._source}, node "{(*hatch.railings, *hatch.portals)[0]}"',
                    f'its hatch "{name}" has no trapdoor',
                    f'Give a trapdoor the property "hatch" with the value "{name}".',
                )
        return hatches


def _swing(extras: Extras) -> float:
    return math.radians(extras.number("swing", -360.0, 360.0) or 0.0)


def _seconds(extras: Extras) -> float:
    seconds = extras.number("seconds", 0.05, 600.0)
    return 0.8 if seconds is None else seconds


def _rectangle(node: Node, parts: tuple[Node, ...]) -> tuple[tuple[float, float], tuple[float, float]]:
    """Bounds in (x, z) of a marker: of its triangles, or for an empty of the cube −1 … 1 it is drawn as."""
    if parts:
        points = np.concatenate([part.triangles.reshape(-1, 3) for part in parts])
    else:
        corners = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)
        points = corners @ node.transform[:3, :3].T + node.position
    low, high = points.min(axis=0), points.max(axis=0)
    return (float(low[0]), float(low[2])), (float(high[0]), float(high[2]))
