"""Running water."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray


@dataclass(slots=True, eq=False)
class Ribbon:
    """The surface of streams: one or more lines, each downstream, with a width.

    Attributes
    ----------
    origin
        World (x, y, z) that `points` count from, metres.
    starts
        (m,) int32: index of each line's first point, rising; a line ends where the next one begins.
    points
        (n, 3) float32: the middle of the water's surface, metres from the origin.
    widths
        (n,) float32: metres; may begin with 0, at a spring.
    flow
        (n,) float32: how fast the water runs, metres a second.
    level
        Level of detail, 0 the finest; a coarser one is seen where the finer is missing.
    """

    origin: tuple[float, float, float]
    starts: NDArray[np.int32]
    points: NDArray[np.float32]
    widths: NDArray[np.float32]
    flow: NDArray[np.float32]
    level: int = 0
    hashed: ClassVar[bool] = False  # what is seen is no part of a game's state
