"""The floor of a piece of forest, and what stands on it in a walker's way."""

import numpy as np
from numpy.typing import NDArray

from orlop.levels.forest.ground import Ground
from orlop.levels.forest.trees import Trees
from orlop.levels.forest.undergrowth import Thing, Undergrowth

Floats = NDArray[np.float64]

WADE = 0.7
"""Deepest water that can be waded, metres."""


def floor_triangles(ground: Ground) -> Floats:
    """Return the ground as triangles (n, 3, 3), metres, that face up; two for each square of samples.

    Squares with a corner under more than `WADE` of water are left out: their edge is the bank.
    """
    ni, nj = ground.heights.shape
    x = (ground.first[0] + np.arange(ni)) * ground.spacing
    z = (ground.first[1] + np.arange(nj)) * ground.spacing
    corners = np.stack([*np.meshgrid(x, z, indexing="ij"), ground.heights], axis=-1)[..., [0, 2, 1]]
    dry = depths(ground) <= WADE
    whole = dry[:-1, :-1] & dry[1:, :-1] & dry[:-1, 1:] & dry[1:, 1:]
    a, b, c, d = corners[:-1, :-1], corners[:-1, 1:], corners[1:, 1:], corners[1:, :-1]
    triangles: Floats = np.stack([np.stack([a, b, c], axis=-2), np.stack([a, c, d], axis=-2)], axis=2)[whole]
    return triangles.reshape(-1, 3, 3)


def depths(ground: Ground) -> Floats:
    """Return how deep each sample lies under water, metres; 0 where it is dry."""
    level = np.where(ground.shore < 0.0, ground.water, -np.inf)
    deep: Floats = np.maximum(np.maximum(level, 0.0) - ground.heights, 0.0)
    return deep


def obstacles(trees: Trees, things: Undergrowth) -> Floats:
    """Return the circles that a walker can't pass, (n, 3) x, z, radius, metres: trunks and boulders."""
    boulders = things.kinds == Thing.BOULDER
    trunks = np.column_stack([trees.places, trees.sizes[:, 2]])
    return np.concatenate([trunks, np.column_stack([things.places[boulders], things.sizes[boulders]])])
