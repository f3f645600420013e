"""The forest's trees: which stand where, of what kind and size.

They are taken from one lattice by rank, so that a coarser level shows some of the same trees. Whether a tree stands
is decided from the coarse ground, from streams and from paths, and near the sea from the ground at its very place:
all are the same for every level.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.worldgen.hashing import unit3
from orlop.engine.worldgen.lattice import scattered
from orlop.engine.worldgen.noise import fractal_noise, gradient_noise
from orlop.levels.forest.growth import Growth

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

SPACING = 3.6
"""Width of a tree's cell, metres: at most 770 trees per hectare."""
DENSITY = 0.62
"""Share of the cells that have a tree where it grows best."""
TREE_SEED = 61
LINE = 640.0
"""Where the last trees stand, metres; it wavers by `WAVER`."""
WAVER = 70.0
CLEARING = 170.0
"""Wavelength of glades and thickets, metres."""
LOWEST = 0.8
"""How high above the sea the lowest trees stand, metres."""
TRUNK_CLEAR = 1.6
"""How far a trunk keeps from water and from the middle of a path, metres."""


class Species(IntEnum):
    """What a tree is."""

    SPRUCE = 0
    PINE = 1
    LARCH = 2
    BEECH = 3
    BIRCH = 4
    ALDER = 5


TALLEST = np.array([34.0, 24.0, 26.0, 28.0, 17.0, 15.0])
"""Height of a grown tree of each species at its best, metres."""
SPREAD = np.array([0.11, 0.15, 0.14, 0.24, 0.18, 0.22])
"""Radius of the crown for each metre of height."""


@dataclass(frozen=True, slots=True, eq=False)
class Trees:
    """Trees of a window, in the order of their cells' groups.

    Attributes
    ----------
    places
        (n, 2) float64: x, z of the trunk, metres.
    ranks
        (n,) float64: level of detail l shows those below its density.
    species
        (n,) int64: a `Species`.
    sizes
        (n, 3) float64: height, radius of the crown, radius of the trunk at a man's breast, metres.
    cells
        (n, 2) int64: which tree it is, for ever.
    """

    places: Floats
    ranks: Floats
    species: Integers
    sizes: Floats
    cells: Integers

    @classmethod
    def joined(cls, several: "Sequence[Trees]") -> "Trees":
        """Return all of `several`, at least one, as one."""
        return cls(
            np.concatenate([some.places for some in several]),
            np.concatenate([some.ranks for some in several]),
            np.concatenate([some.species for some in several]),
            np.concatenate([some.sizes for some in several]),
            np.concatenate([some.cells for some in several]),
        )


def trees(seed: int, growth: Growth, bounds: tuple[float, float, float, float], most: float = 1.0) -> Trees:
    """Return the trees rooted within bounds (x0, z0) ≤ (x, z) < (x1, z1), metres, of rank below `most`.

    growth: what the window offers them; it must reach beyond the bounds by a cell of its grid.
    """
    x0, z0, x1, z1 = bounds
    cells = tuple(
        int(v) for v in (*np.floor(np.array([x0, z0]) / SPACING), *(np.floor(np.array([x1, z1]) / SPACING) + 1))
    )
    tried = scattered(seed + TREE_SEED, (cells[0], cells[1], cells[2], cells[3]), min(most, DENSITY))
    tried[:, :2] *= SPACING
    x, z = tried[:, 0], tried[:, 1]
    tried = tried[(x >= x0) & (x < x1) & (z >= z0) & (z < z1)]
    site = growth.at(tried[:, :2])
    species, sizes = np.empty(len(tried), np.int64), np.empty((len(tried), 3))
    grow(seed + TREE_SEED, tried, site, TALLEST, SPREAD, species, sizes)
    stands = species >= 0
    stands[stands] = growth.above_sea(tried[stands, :2], site[stands], LOWEST)
    kept = tried[stands]
    return Trees(kept[:, :2].copy(), kept[:, 2].copy(), species[stands], sizes[stands], kept[:, 3:].astype(np.int64))


@kernel
def density(seed: int, x: float, z: float, site: Floats) -> float:
    """Return the share of cells that have a tree, 0…`DENSITY`. site: see `Growth.at`; its first five count."""
    line = LINE + WAVER * gradient_noise(seed + 1, x / 400.0, z / 400.0)[0] - 60.0 * max(-site[3], 0.0)
    high = min(max((line - site[0]) / 120.0, 0.0), 1.0)
    steep = min(max((1.25 - site[1]) / 0.5, 0.0), 1.0)
    thick = min(max(0.8 + 1.4 * fractal_noise(seed + 2, x / CLEARING, z / CLEARING, 3, 0.5)[0], 0.0), 1.0)
    return float(DENSITY * high * steep * thick * (0.6 + 0.4 * site[4]))


@kernel
def species_of(chance: float, height: float, light: float, moisture: float, bank: float) -> int:
    """Return the species that wins at a place: by height above the sea, sun, moisture and nearness to water (0…1)."""
    if chance < bank * 0.7:
        return 5 if height < 420.0 else 4
    chance = (chance - bank * 0.7) / (1.0 - bank * 0.7)
    cold = min(max((height - 180.0) / 260.0, 0.0), 1.0)
    high = min(max((height - 430.0) / 130.0, 0.0), 1.0)
    beech = (1.0 - cold) * (0.35 + 0.3 * moisture)
    birch = 0.1 * (1.0 - 0.5 * cold)
    pine = (0.1 + 0.5 * max(light, 0.0)) * (1.0 - moisture) * (1.0 - 0.5 * high)
    larch = 0.75 * high
    if chance < beech:
        return 3
    if chance < beech + birch:
        return 4
    rest = (chance - beech - birch) / (1.0 - beech - birch)
    if rest < larch:
        return 2
    return 1 if rest < larch + (1.0 - larch) * pine else 0


@kernel
def grow(
    seed: int, tried: Floats, site: Floats, tallest: Floats, spread: Floats, species: Integers, sizes: Floats
) -> None:
    """Decide for each cell tried whether a tree stands: its species, or -1, and its sizes."""
    for k in range(len(tried)):
        species[k] = -1
        x, z, i, j = tried[k, 0], tried[k, 1], int(tried[k, 3]), int(tried[k, 4])
        if site[k, 0] < LOWEST or site[k, 5] < TRUNK_CLEAR or site[k, 6] < TRUNK_CLEAR:
            continue
        if tried[k, 2] >= density(seed, x, z, site[k]):
            continue
        bank = min(max(1.0 - site[k, 5] / 14.0, 0.0), 1.0)
        kind = species_of(unit3(seed, i, j, 3), site[k, 0], site[k, 3], site[k, 4], bank)
        # Trees of a place are of about one age; the line of trees bends them low.
        age = 0.62 + 0.3 * gradient_noise(seed + 3, x / 210.0, z / 210.0)[0] + 0.38 * (unit3(seed, i, j, 4) - 0.35)
        stunted = min(max((LINE + 40.0 - site[k, 0]) / 320.0, 0.15), 1.0)
        height = tallest[kind] * min(max(age, 0.16), 1.0) * stunted
        species[k] = kind
        sizes[k, 0] = height
        sizes[k, 1] = height * spread[kind] * (0.85 + 0.3 * unit3(seed, i, j, 5))
        sizes[k, 2] = 0.04 + 0.0105 * height * (0.9 + 0.3 * unit3(seed, i, j, 6))


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    grow(1, np.zeros((1, 5)), np.full((1, 8), 9.0), TALLEST, SPREAD, np.zeros(1, np.int64), np.zeros((1, 3)))
