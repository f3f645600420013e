"""The cells of an obstacle map."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MOST_CELLS = 4_000_000
FINEST_CELL = 0.05


@dataclass(frozen=True, slots=True)
class Grid:
    """Square cells over the plane (x, z); cell (i, j) has the index i · nz + j.

    Attributes
    ----------
    x, z
        Low corner, metres, local to the walkway.
    cell
        Width of a cell, metres.
    nx, nz
        Cells along x and z.
    """

    x: float
    z: float
    cell: float
    nx: int
    nz: int

    @classmethod
    def over(cls, triangles: NDArray[np.float64], cell: float | None) -> "Grid":
        """Lay a grid over the plan of `triangles` (n, 3, 3), with an empty rim of two cells.

        Without a `cell` the finest one is chosen that needs no more than `MOST_CELLS`; a given
        one is coarsened likewise, so that no scene exhausts the memory.
        """
        points = triangles.reshape(-1, 3)
        low, high = points.min(axis=0), points.max(axis=0)
        width, depth = float(high[0] - low[0]), float(high[2] - low[2])
        cell = cell or FINEST_CELL
        while (width / cell + 4) * (depth / cell + 4) > MOST_CELLS:
            cell *= 1.05
        nx, nz = math.ceil(width / cell) + 4, math.ceil(depth / cell) + 4
        return cls(float(low[0]) - 2 * cell, float(low[2]) - 2 * cell, cell, nx, nz)

    @property
    def cells(self) -> int:
        """Their number."""
        return self.nx * self.nz

    def frame(self) -> NDArray[np.float64]:
        """(x, z, cell) for kernels."""
        return np.array([self.x, self.z, self.cell])
