"""A square of ground, as it is drawn."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray


@dataclass(slots=True, eq=False)
class TerrainTile:
    """Samples of the ground, n squares a side, with one more sample all around for normals that fit the neighbours'.

    Sample (i, j) lies at x = origin x + (i - 1) · spacing, z = origin z + (j - 1) · spacing, so that the
    tile itself is samples 1 … n + 1, whose outermost its neighbours share to the bit. Each square is two triangles
    that meet in the diagonal from (i, j) to (i + 1, j + 1): the same that are walked on.

    Attributes
    ----------
    origin
        World (x, y, z) of the tile's corner with the lowest x and z; y is what `heights` count from. Metres.
    spacing
        Metres between samples.
    heights
        (n + 3, n + 3) float32, metres over the origin's y.
    colours
        (n + 3, n + 3, 3) float32, linear RGB in 0 … 1.
    canopy
        (n + 3, n + 3) float32, 0 … 1: share of the sky that is hidden by crowns. Far off they are seen instead of the
        ground, though no single tree is drawn.
    level
        Level of detail, 0 the finest. A coarser tile covers whole finer ones, and is seen where these are missing.
    """

    origin: tuple[float, float, float]
    spacing: float
    heights: NDArray[np.float32]
    colours: NDArray[np.float32]
    canopy: NDArray[np.float32]
    level: int = 0
    hashed: ClassVar[bool] = False  # what is seen is no part of a game's state
