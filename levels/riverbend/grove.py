"""Trees and bushes: where they stand, and what they look like."""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from orlop.engine.scene.scene import Node
from orlop.levels.quayside.parts import Piece, assemble
from orlop.levels.riverbend import palette
from orlop.levels.riverbend.course import half_width, nearest
from orlop.levels.riverbend.terrain import HIGH, LOW, height
from orlop.levels.riverbend.way import GROVE, distance_to_path
from orlop.levels.solids import circle, frustum

Floats = NDArray[np.float64]

WOOD = (8.0, 19.0, 25.0, 41.0)
"""The grove: x0, z0, x1, z1, metres."""


@dataclass(frozen=True, slots=True, eq=False)
class Plants:
    """Trees or bushes.

    Attributes
    ----------
    feet
        (n, 3) world metres.
    sizes
        (n,): a tree's height, a bush's radius, metres.
    """

    feet: Floats
    sizes: Floats


@cache
def trees() -> Plants:
    """Return the trees: most in the grove, some scattered over the valley."""
    random = np.random.default_rng(23)
    x0, z0, x1, z1 = WOOD
    grove = _apart(random.uniform((x0, z0), (x1, z1), (900, 2)), 2.3)
    single = _apart(random.uniform((LOW[0] + 1.0, LOW[1] + 1.0), (HIGH[0] - 1.0, HIGH[1] - 1.0), (90, 2)), 5.0)
    places = np.concatenate([grove, single])
    feet = _on_the_ground(places[_clear(places, 1.5)])
    return Plants(feet, random.uniform(5.5, 9.0, len(feet)))


@cache
def bushes() -> Plants:
    """Return the bushes along the path through the grove, close enough to be brushed."""
    random = np.random.default_rng(29)
    corners = np.array(GROVE)
    share = random.uniform(0.0, len(corners) - 1.0, 90)
    index = share.astype(int)
    on = corners[index] + (share - index)[:, None] * (corners[index + 1] - corners[index])
    places = _apart(on + random.uniform(-1.7, 1.7, on.shape), 0.9)
    aside = distance_to_path(places)
    distance, place = nearest(places[:, 0], places[:, 1])
    feet = _on_the_ground(places[(aside > 0.55) & (distance > half_width(place) + 0.5)])
    return Plants(feet, random.uniform(0.45, 0.8, len(feet)))


def grove_nodes() -> list[Node]:
    """Return trunks, which are in the way, and crowns and bushes, which are not."""
    trunks: list[Piece] = []
    crowns: list[Piece] = []
    for number, ((x, y, z), tall) in enumerate(zip(trees().feet.tolist(), trees().sizes.tolist(), strict=True)):
        trunks.append(
            (palette.BARK, frustum(_ring(x, z, 0.028 * tall), _ring(x, z, 0.016 * tall), y - 0.4, y + 0.55 * tall))
        )
        leaf = palette.LEAVES[number % len(palette.LEAVES)]
        low, belly, top = y + 0.32 * tall, y + 0.55 * tall, y + tall
        crowns.append((leaf, frustum(_ring(x, z, 0.10 * tall, 7), _ring(x, z, 0.26 * tall, 7), low, belly)))
        crowns.append((leaf, frustum(_ring(x, z, 0.26 * tall, 7), _ring(x, z, 0.05 * tall, 7), belly, top)))
    leaves: list[Piece] = []
    for number, ((x, y, z), radius) in enumerate(zip(bushes().feet.tolist(), bushes().sizes.tolist(), strict=True)):
        leaf = palette.LEAVES[(number + 1) % len(palette.LEAVES)]
        leaves.append((leaf, frustum(_ring(x, z, 0.6 * radius, 6), _ring(x, z, radius, 6), y - 0.1, y + 0.7 * radius)))
        leaves.append(
            (leaf, frustum(_ring(x, z, radius, 6), _ring(x, z, 0.3 * radius, 6), y + 0.7 * radius, y + 1.5 * radius))
        )
    return [assemble("trunks", trunks), assemble("decor.crowns", crowns), assemble("decor.bushes", leaves)]


def _ring(x: float, z: float, radius: float, sides: int = 6) -> list[tuple[float, float]]:
    return circle((x, z), radius, sides)


def _apart(places: Floats, distance: float) -> Floats:
    """Keep, in order, those places that are far enough from all kept before."""
    kept: list[Floats] = []
    for place in places:
        if all(np.hypot(*(place - other)) >= distance for other in kept):
            kept.append(place)
    return np.array(kept)


def _clear(places: Floats, aside: float) -> NDArray[np.bool_]:
    """Tell which places lie off the path and out of the water."""
    distance, place = nearest(places[:, 0], places[:, 1])
    return np.asarray((distance_to_path(places) > aside) & (distance > half_width(place) + 1.2))


def _on_the_ground(places: Floats) -> Floats:
    x, z = places[:, 0], places[:, 1]
    return np.stack([x, height(x, z), z], axis=1)
