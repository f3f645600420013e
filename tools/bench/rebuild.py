"""How long a build takes after one thing has moved, beside the whole build."""

from collections.abc import Callable
from itertools import count
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from orlop.engine.scene.scene import Material, Node, Scene
from orlop.engine.walkway.build.builder import build_walkways
from orlop.engine.walkway.build.memory import Memory
from orlop.engine.walkway.settings import WalkwaySettings
from orlop.levels.solids import box, cylinder
from orlop.tools.bench.measure import Measure, compare

SIDE = 15
"""Barrels along each side of a hold."""

PITCH = 4.0
"""Metres from barrel to barrel."""

STAVES = 96
"""Of a barrel: 384 triangles, about as many as a modeller gives a prop."""

STEP = 0.011
"""Metres that a thing is moved for each run: nobody has built it there before."""

WHOLE = "the whole build"
EXACT = WalkwaySettings(method="exact")


def crate() -> Measure:
    """Build a hold of 225 barrels after one barrel moved, in milliseconds."""
    return _rebuilt(lambda step: _hold(barrel=step))


def door() -> Measure:
    """Build the same hold after its door moved, in milliseconds."""
    return _rebuilt(lambda step: _hold(door=step))


def _rebuilt(scene: Callable[[float], Scene]) -> Measure:
    known, places = Memory(), count(1)
    build_walkways(scene(0.0), EXACT, memory=known)

    def again(memory: Memory | None) -> float:
        moved = scene(STEP * next(places))
        began = perf_counter()
        build_walkways(moved, EXACT, memory=memory)
        return (perf_counter() - began) * 1e3

    return compare(lambda: again(known), lambda: again(None), "ms", WHOLE, runs=5)


def _hold(barrel: float = 0.0, door: float = 0.0) -> Scene:
    """Return a floor with barrels and a door, one of which stands aside by so many metres."""
    size = PITCH * SIDE
    places = [(PITCH * (i + 0.5), PITCH * (k + 0.5)) for i in range(SIDE) for k in range(SIDE)]
    nodes = [_node("floor.hold", box((0, -0.2, 0), (size, 0, size))), _node("start", None, (0.7, 0.0, 0.7))]
    for number, (x, z) in enumerate(places):
        aside = barrel if number == len(places) // 2 else 0.0
        nodes.append(_node(f"barrel.{number:03}", cylinder((x + aside, z), 0.4, 0.0, 1.1, STAVES)))
    panel = box((PITCH, 0, 0.1 + door), (PITCH + 1, 2, 0.15 + door))
    nodes.append(_node("pusher.hold.door", panel, (PITCH, 0.0, 0.1 + door)))
    return Scene("hold", tuple(nodes))


def _node(name: str, triangles: NDArray[np.float64] | None, at: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Node:
    transform = np.eye(4)
    transform[:3, 3] = at
    shown = np.zeros((0, 3, 3)) if triangles is None else triangles
    return Node(name, None, transform, shown, (Material(),), np.zeros(len(shown), np.int32))
