"""Still water."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray


@dataclass(slots=True, eq=False)
class Pool:
    """The surface of lakes: level disks, larger than the water, whose rim lies hidden in the shore.

    Attributes
    ----------
    origin
        World (x, y, z) that `centres` count from, metres.
    centres
        (n, 3) float32: metres from the origin.
    radii
        (n,) float32: metres.
    level
        Level of detail, 0 the finest; a coarser one is seen where the finer is missing.
    """

    origin: tuple[float, float, float]
    centres: NDArray[np.float32]
    radii: NDArray[np.float32]
    level: int = 0
    hashed: ClassVar[bool] = False  # what is seen is no part of a game's state
