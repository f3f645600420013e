"""Bushes, ferns, boulders and stones: what stands between the trees."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.worldgen.hashing import unit3
from orlop.engine.worldgen.lattice import scattered
from orlop.engine.worldgen.noise import fractal_noise
from orlop.levels.forest.growth import Growth

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

SPACING = 2.4
"""Width of a thing's cell, metres."""
DENSITY = 0.5
"""Share of the cells that have something where most is."""
THING_SEED = 71
LOWEST = 0.5
"""How high above the sea the lowest lie, metres."""
PATCH = 45.0
"""Wavelength of thickets and of scree, metres."""


class Thing(IntEnum):
    """What stands there."""

    FERN = 0
    BLUEBERRY = 1
    HAZEL = 2
    JUNIPER = 3
    STONE = 4
    BOULDER = 5


@dataclass(frozen=True, slots=True, eq=False)
class Undergrowth:
    """Things of a window.

    Attributes
    ----------
    places
        (n, 2) float64: x, z, metres.
    ranks
        (n,) float64: level of detail l shows those below its density.
    kinds
        (n,) int64: a `Thing`.
    sizes
        (n,) float64: radius, metres.
    cells
        (n, 2) int64: which thing it is, for ever.
    """

    places: Floats
    ranks: Floats
    kinds: Integers
    sizes: Floats
    cells: Integers

    @classmethod
    def joined(cls, several: "Sequence[Undergrowth]") -> "Undergrowth":
        """Return all of `several`, at least one, as one."""
        return cls(
            np.concatenate([some.places for some in several]),
            np.concatenate([some.ranks for some in several]),
            np.concatenate([some.kinds for some in several]),
            np.concatenate([some.sizes for some in several]),
            np.concatenate([some.cells for some in several]),
        )


def undergrowth(seed: int, growth: Growth, bounds: tuple[float, float, float, float], most: float = 1.0) -> Undergrowth:
    """Return what stands within bounds (x0, z0) ≤ (x, z) < (x1, z1), metres, of rank below `most`."""
    i0, j0 = (int(v) for v in np.floor(np.array(bounds[:2]) / SPACING))
    i1, j1 = (int(v) + 1 for v in np.floor(np.array(bounds[2:]) / SPACING))
    tried = scattered(seed + THING_SEED, (i0, j0, i1, j1), min(most, DENSITY))
    tried[:, :2] *= SPACING
    x, z = tried[:, 0], tried[:, 1]
    tried = tried[(x >= bounds[0]) & (x < bounds[2]) & (z >= bounds[1]) & (z < bounds[3])]
    kinds, sizes = np.empty(len(tried), np.int64), np.empty(len(tried))
    site = growth.at(tried[:, :2])
    strew_things(seed + THING_SEED, tried, site, kinds, sizes)
    there = kinds >= 0
    there[there] = growth.above_sea(tried[there, :2], site[there], LOWEST)
    kept = tried[there]
    return Undergrowth(kept[:, :2].copy(), kept[:, 2].copy(), kinds[there], sizes[there], kept[:, 3:].astype(np.int64))


@kernel
def strew_things(seed: int, tried: Floats, site: Floats, kinds: Integers, sizes: Floats) -> None:
    """Decide for each cell tried what stands there, -1 for nothing, and its radius. site (n, 8): see `Growth.at`."""
    for k in range(len(tried)):
        kinds[k] = -1
        x, z, i, j = tried[k, 0], tried[k, 1], int(tried[k, 3]), int(tried[k, 4])
        height, slope, ridge, moisture = site[k, 0], site[k, 1], site[k, 2], site[k, 4]
        if height < LOWEST or site[k, 6] < 1.2:
            continue
        chance, size = unit3(seed, i, j, 3), unit3(seed, i, j, 4)
        patch = fractal_noise(seed + 1, x / PATCH, z / PATCH, 2, 0.5)[0]
        stony = 0.04 + 0.25 * min(max(slope - 0.5, 0.0), 1.0) + 0.2 * min(max((height - 480.0) / 200.0, 0.0), 1.0)
        stony *= max(1.0 + 1.6 * patch + 0.4 * ridge, 0.0)
        if site[k, 5] < 4.0:
            stony += 0.25 * max(1.0 - abs(site[k, 5]) / 4.0, 0.0)  # the stream has washed them out
        if tried[k, 2] < DENSITY * min(stony, 1.0):
            kinds[k] = 5 if size > 0.82 and slope > 0.25 else 4
            sizes[k] = 0.7 + 1.6 * chance * chance if kinds[k] == 5 else 0.12 + 0.4 * size * size
            continue
        if site[k, 5] < 0.6 or height > 700.0:
            continue
        green = (0.25 + 0.5 * moisture) * max(0.6 - 1.8 * patch, 0.0) * min(max((700.0 - height) / 150.0, 0.0), 1.0)
        if tried[k, 2] >= DENSITY * min(green, 1.0):
            continue
        if height > 440.0 + 120.0 * chance:
            kinds[k], sizes[k] = 3, 0.4 + 0.6 * size
        elif chance < moisture * 0.8:
            kinds[k], sizes[k] = 0, 0.35 + 0.35 * size
        elif chance < 0.9:
            kinds[k], sizes[k] = 1, 0.2 + 0.2 * size
        else:
            kinds[k], sizes[k] = 2, 0.7 + 0.9 * size


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    strew_things(1, np.zeros((1, 5)), np.full((1, 8), 9.0), np.zeros(1, np.int64), np.zeros(1))
