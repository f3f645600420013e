"""How much of the sky the crowns hide, for ground that is seen from afar: single trees no longer show there."""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.levels.forest.ground import Ground
from orlop.levels.forest.growth import SUN
from orlop.levels.forest.trees import DENSITY, TREE_SEED, TRUNK_CLEAR, density
from orlop.levels.forest.waterside import SHORE

Floats = NDArray[np.float64]

CLOSED = 0.92
"""Share of the sky that the densest wood hides."""


def canopy_over(seed: int, ground: Ground, paths: Floats) -> NDArray[np.float32]:
    """Return the share of the sky that is hidden over each sample, (ni, nj), 0 … 1.

    paths (ni, nj): metres to the middle of the nearest path. The outermost samples take their neighbours' slopes.
    """
    first = np.array(ground.first, np.int64)
    shares = np.zeros(ground.heights.shape, np.float32)
    close_canopy(seed + TREE_SEED, first, ground.spacing, ground.heights, ground.ridge, ground.shore, paths, shares)
    return shares


@kernel
def close_canopy(
    seed: int,
    first: NDArray[np.int64],
    spacing: float,
    heights: Floats,
    ridge: Floats,
    shore: Floats,
    paths: Floats,
    shares: NDArray[np.float32],
) -> None:
    """Fill `shares` (ni, nj) from how dense trees stand at each sample; all arrays (ni, nj)."""
    ni, nj = heights.shape
    site = np.zeros(7)
    for i in range(ni):
        for j in range(nj):
            if heights[i, j] < 0.8 or shore[i, j] < TRUNK_CLEAR:
                continue
            i0, i1, j0, j1 = max(i - 1, 0), min(i + 1, ni - 1), max(j - 1, 0), min(j + 1, nj - 1)
            rise_x = (heights[i1, j] - heights[i0, j]) / ((i1 - i0) * spacing)
            rise_z = (heights[i, j1] - heights[i, j0]) / ((j1 - j0) * spacing)
            slope = math.sqrt(rise_x * rise_x + rise_z * rise_z)
            light = -(rise_x * SUN[0] + rise_z * SUN[1]) / math.sqrt(1.0 + slope * slope)
            near = min(max(1.0 - shore[i, j] / SHORE, 0.0), 1.0)
            moisture = 0.45 - 0.35 * ridge[i, j] - 0.25 * light + 0.5 * near * near
            site[0], site[1], site[2], site[3] = heights[i, j], slope, ridge[i, j], light
            site[4] = min(max(moisture, 0.0), 1.0)
            stand = density(seed, (first[0] + i) * spacing, (first[1] + j) * spacing, site) / DENSITY
            # Crowns close over narrow gaps, such as paths.
            open_path = min(max((paths[i, j] - 0.5) / 3.0, 0.35), 1.0)
            shares[i, j] = CLOSED * (1.0 - (1.0 - min(stand, 1.0)) ** 2) * open_path


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    ones = np.ones((2, 2))
    ones.setflags(write=False)  # as chunks' arrays are: to numba another type
    close_canopy(1, np.zeros(2, np.int64), 1.0, ones, ones, ones, ones, np.zeros((2, 2), np.float32))
