"""Many things of a few kinds, such as the trees of a chunk."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray


@dataclass(slots=True, eq=False)
class Instances:
    """Things that are drawn with the models of their kinds, each turned, stretched and tinted for itself.

    Attributes
    ----------
    origin
        World (x, y, z) that `positions` count from, metres.
    names
        Of the kinds: each names a model with foot at (0, 0, 0), radius 1 and height 1.
    kinds
        (n,) int32: which of `names` each is.
    positions
        (n, 3) float32: their feet, metres from the origin.
    headings
        (n,) float32: turn about Y, radians.
    sizes
        (n, 2) float32: radius and height, metres.
    tints
        (n, 3) float32: factors on the model's colours, about 1.
    ranks
        (n,) float32, 0 … 1: a level of detail shows those below its density, so the lowest are seen from farthest.
    level
        Level of detail, 0 the finest. A coarser level holds some of the things of the finer one: the same to the
        bit, save for the height at which they stand, since its ground is coarser too.
    """

    origin: tuple[float, float, float]
    names: tuple[str, ...]
    kinds: NDArray[np.int32]
    positions: NDArray[np.float32]
    headings: NDArray[np.float32]
    sizes: NDArray[np.float32]
    tints: NDArray[np.float32]
    ranks: NDArray[np.float32]
    level: int = 0
    hashed: ClassVar[bool] = False  # what is seen is no part of a game's state
