"""A coarse height for each cell of a plane: which of several storeys is meant."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class HeightGrid:
    """About how high a deck lies, cell by cell; tells a room's floor from its roof.

    A floor made of one mesh with several storeys has several heights at one (x, z). This
    grid names the storey; the exact height still comes from the triangles.

    Attributes
    ----------
    heights
        (nx, nz) float32, metres: the deck's highest point in each cell, NaN where it has none.
        Beyond the grid its outermost cells go on.
    low
        Lowest corner (x, z), metres.
    cell
        Width of a cell, metres, > 0.
    climb
        How far a triangle may rise over its cell's height and still be this deck, metres, ≥ 0.
    """

    heights: NDArray[np.float32]
    low: tuple[float, float]
    cell: float
    climb: float

    def __post_init__(self) -> None:
        if self.heights.ndim != 2 or not self.heights.size:
            raise ValueError(f"heights must be (nx, nz) with at least one cell, got {self.heights.shape}")
        if self.heights.dtype != np.float32 or not self.heights.flags.c_contiguous:
            raise TypeError("heights must be a C-contiguous float32 array")
        if not self.cell > 0.0:
            raise ValueError(f"cell must be > 0 metres, got {self.cell!r}")
        if not self.climb >= 0.0:
            raise ValueError(f"climb must be ≥ 0 metres, got {self.climb!r}")
