"""Grass: tufts on the ground near by, the more of them the moister and lighter it is."""

import numpy as np
from numpy.typing import NDArray

from orlop.engine.walkway.lattice_floor import LatticeFloor
from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.lattice import scattered
from orlop.levels.forest.ground import Ground
from orlop.levels.forest.paths import HALF
from orlop.levels.forest.standing import KINDS, Standing, tints, whim
from orlop.levels.forest.trees import LINE
from orlop.levels.forest.turf import ramp

Floats = NDArray[np.float64]

SPACING = 0.6
"""Width of a tuft's cell, metres."""
GRASS_SEED = 81
GRASS = KINDS["grass"]
SINK = 0.03
"""How deep tufts go into the ground, metres."""


def sward(
    seed: int,
    ground: Ground,
    paths: Floats,
    canopy: NDArray[np.float32],
    bounds: Bounds,
    origin: tuple[float, float, float],
) -> Standing:
    """Return the tufts within bounds, counted from `origin`, metres.

    ground, paths, canopy: samples that hold the bounds; metres to the nearest path, and the share of the sky hidden.
    """
    low, high = (np.floor(np.array(corner) / SPACING).astype(np.int64) for corner in (bounds[:2], bounds[2:]))
    tried = scattered(seed + GRASS_SEED, (int(low[0]), int(low[1]), int(high[0]) + 1, int(high[1]) + 1))
    tried[:, :2] *= SPACING
    inside = ((tried[:, :2] >= bounds[:2]) & (tried[:, :2] < bounds[2:])).all(axis=1)
    tried = tried[inside]
    i, j = (np.rint(tried[:, :2] / ground.spacing).astype(np.int64) - ground.first).T
    share = growing(ground, paths, canopy)[i, j]
    tried, share = tried[tried[:, 2] < share], share[tried[:, 2] < share]
    corner = np.array(ground.first) * ground.spacing
    feet, _ = LatticeFloor((0.0, 0.0), ground.spacing, ground.heights).sample(tried[:, :2] - corner)
    positions = np.stack([tried[:, 0], feet - SINK, tried[:, 1]], axis=1) - np.array(origin)
    cells = tried[:, 3:].astype(np.int64)
    size = (0.6 + 0.7 * whim(cells, 0.4)) * (0.55 + 0.6 * share)
    return Standing(
        np.full(len(tried), GRASS, np.int32),
        positions.astype(np.float32),
        (2.0 * np.pi * whim(cells, 0.0)).astype(np.float32),
        np.stack([0.34 * size, 0.34 * size], axis=1).astype(np.float32),
        tints(cells).astype(np.float32),
        tried[:, 2].astype(np.float32),
    )


def growing(ground: Ground, paths: Floats, canopy: NDArray[np.float32]) -> Floats:
    """Return the share of cells that have a tuft, (ni, nj), 0 … 1."""
    rise_x, rise_z = np.gradient(ground.heights, ground.spacing)
    share = 0.72 - 0.35 * ground.ridge - 0.45 * canopy
    share = share * (1.0 - ramp(np.hypot(rise_x, rise_z), 0.6, 1.1))
    share = share * ramp(ground.shore, 0.2, 1.5) * ramp(paths, 0.9 * HALF, 2.2 * HALF)
    share = share * ramp(ground.heights, 1.0, 3.0) * (1.0 - 0.85 * ramp(ground.heights, LINE, LINE + 250.0))
    return np.asarray(np.clip(share, 0.0, 1.0))
