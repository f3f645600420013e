"""Where a motor that goes through a portal comes out."""

import math
from enum import Enum, auto

import numpy as np

from orlop.engine.deck.boundary import Boundary
from orlop.engine.deck.crowd import TOLERANCE
from orlop.engine.deck.mover import find_near, give_way, overlap_with, ranked
from orlop.engine.deck.pushing import NO_PUSHING, Pushing
from orlop.engine.deck.slide import BENDS, SLIDES, slide
from orlop.engine.deck.sweep import NOTHING, Arrays
from orlop.engine.kernel import kernel

ROUNDING = 1e-9

REACH = 0.05
"""How far a motor may be put beside its (x, z) on arrival, metres."""

Place = tuple[float, float]


class Passage(Enum):
    """What came of an attempt to pass."""

    PASSED = auto()
    HELD_UP = auto()
    """A pusher stands there and leaves no room now."""
    NO_ROOM = auto()
    """The air begins more than a few centimetres away: it will never do."""


def arrival(boundary: Boundary, pushing: Pushing, radius: float, entry: Place, end: Place) -> tuple[Passage, Place]:
    """Return where a motor gets to in another air that it enters at `entry` on its way to `end`, local metres.

    To the last bit at `end` where the air and the pushers of that deck allow, else beside what is in
    the way. It has no place, and `end` is returned, unless it passes.
    """
    near = boundary.nearest_inside(*entry)
    if near is None or math.dist(near, entry) > REACH:
        return Passage.NO_ROOM, end
    x, z, overlap = come_in(*near, end[0] - near[0], end[1] - near[1], radius, boundary.arrays, pushing)
    if overlap > TOLERANCE:
        return Passage.HELD_UP, end
    if math.dist((x, z), end) < ROUNDING and boundary.inside(*end):
        return Passage.PASSED, end
    return Passage.PASSED, (x, z)


@kernel
def come_in(
    x: float, z: float, dx: float, dz: float, radius: float, boundary: Arrays, pushing: Pushing
) -> tuple[float, float, float]:
    """Go from (x, z), inside, by (dx, dz), once out of the pushers that stand there.

    Returns where that leads, and the overlap with a pusher that is left, metres.
    """
    poses = pushing[0]
    near, pushed_by = np.empty(poses.shape[0] + 1, np.int64), np.zeros(poses.shape[0], np.bool_)
    order, lows, widest = ranked(poses, 1)
    way, planes = np.empty((BENDS, 2)), np.empty((SLIDES, 2))
    steps = find_near(x, z, math.hypot(dx, dz), radius, poses, order, lows, widest, near, pushed_by)
    if near[0] >= 0:
        x, z, _ = give_way(x, z, radius, steps, boundary, pushing, near, pushed_by, way, planes)
    x, z, _, _, _ = slide(x, z, dx, dz, dx, dz, radius, boundary, pushing, near, way, 0, planes)
    return x, z, overlap_with(x, z, radius, pushing, near)


def warm() -> None:
    """Compile the kernel."""
    come_in(0.0, 0.0, 0.0, 0.0, 0.4, NOTHING, NO_PUSHING)
