"""All that stands on a piece of ground, as it is drawn: trees, bushes, ferns, rocks."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.components import Instances
from orlop.engine.walkway.lattice_floor import LatticeFloor
from orlop.levels.forest.ground import Ground
from orlop.levels.forest.trees import Species, Trees
from orlop.levels.forest.undergrowth import Thing, Undergrowth

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]

NAMES = (*(kind.name.lower() for kind in (*Species, *Thing)), "grass")
"""What models are called: trees first, then the undergrowth."""
KINDS = {name: kind for kind, name in enumerate(NAMES)}
HEIGHTS = np.array([0.9, 0.8, 2.4, 2.6, 0.7, 0.85])
"""Of each `Thing`, in radii."""
GRAIN = 2.0**-10
"""Things are seen where they stand to this part of a metre: exact from whatever origin, so at every level."""
SINK = 0.12
"""How deep feet go into the ground, metres: it is uneven under a wide one."""


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """Things of a chunk; arrays as in `Instances`."""

    kinds: NDArray[np.int32]
    positions: Singles
    headings: Singles
    sizes: Singles
    tints: Singles
    ranks: Singles

    def instances(self, origin: tuple[float, float, float], level: int) -> Instances:
        """Return the component."""
        return Instances(
            origin, NAMES, self.kinds, self.positions, self.headings, self.sizes, self.tints, self.ranks, level
        )


def standing(trees: Trees, things: Undergrowth | None, ground: Ground, origin: tuple[float, float, float]) -> Standing:
    """Return trees and things with their feet on the triangles of `ground`, counted from `origin`, metres."""
    places, ranks, cells = trees.places, trees.ranks, trees.cells
    kinds, sizes = trees.species, trees.sizes[:, [1, 0]]
    if things is not None:
        places, ranks = np.concatenate([places, things.places]), np.concatenate([ranks, things.ranks])
        cells = np.concatenate([cells, things.cells])
        kinds = np.concatenate([kinds, things.kinds + len(Species)])
        heights = things.sizes * HEIGHTS[things.kinds]
        sizes = np.concatenate([sizes, np.stack([things.sizes, heights], axis=1)])
    low = (ground.first[0] * ground.spacing, ground.first[1] * ground.spacing)
    feet, _ = LatticeFloor((0.0, 0.0), ground.spacing, ground.heights).sample(places - np.array(low))
    seen = np.rint(places / GRAIN) * GRAIN
    positions = np.stack([seen[:, 0], feet - SINK, seen[:, 1]], axis=1) - np.array(origin)
    return Standing(
        kinds.astype(np.int32),
        positions.astype(np.float32),
        (math.tau * whim(cells, 0.0)).astype(np.float32),
        sizes.astype(np.float32),
        tints(cells).astype(np.float32),
        ranks.astype(np.float32),
    )


def tints(cells: NDArray[np.int64]) -> Floats:
    """Return a factor on the colours of each thing, (n, 3): lighter or darker, and a little yellower or bluer."""
    light, warmth = 0.3 * (whim(cells, 0.31) - 0.5), 0.16 * (whim(cells, 0.77) - 0.5)
    return 1.0 + np.stack([light + warmth, light, light - warmth], axis=1)


def whim(cells: NDArray[np.int64], salt: float) -> Floats:
    """Return a number in 0 … 1 for each of cells (n, 2), much unlike its neighbours' (Roberts's R2 sequence)."""
    share: Floats = np.mod(cells[:, 0] * (0.7548776662466927 + salt) + cells[:, 1] * (0.5698402909980532 + salt), 1.0)
    return share
