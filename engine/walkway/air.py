"""Where the centre of a motor may be: the open space shrunk by its radius."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.engine.walkway.outline import signed_area

BLOCK = 512
"""Segments that points are held against at once."""


@dataclass(frozen=True, slots=True)
class Air:
    """Closed rings around and within the region that a motor's centre may not leave.

    Every ring has the region on its left: borders run counter-clockwise in (x, z), rims of
    what is forbidden inside run clockwise. Rings neither cross nor touch.

    Attributes
    ----------
    radius
        The radius of the motor it was made for, metres.
    points
        (n, 2) float64, metres, local to the walkway; all rings one after another.
    starts
        (rings + 1,) int64: ring i is `points[starts[i]:starts[i + 1]]`.
    """

    radius: float
    points: NDArray[np.float64]
    starts: NDArray[np.int64]

    @classmethod
    def from_rings(cls, radius: float, rings: Sequence[NDArray[np.float64]]) -> "Air":
        """Join `rings`, each (k, 2), the last point not repeating the first."""
        starts = np.zeros(len(rings) + 1, np.int64)
        np.cumsum([len(ring) for ring in rings], out=starts[1:])
        points = np.concatenate([np.asarray(ring, np.float64) for ring in rings]) if rings else np.zeros((0, 2))
        return cls(radius, np.ascontiguousarray(points), starts)

    def rings(self) -> list[NDArray[np.float64]]:
        """Return the rings, each (k, 2)."""
        return [self.points[a:b] for a, b in zip(self.starts[:-1], self.starts[1:], strict=True)]

    @property
    def area(self) -> float:
        """Area of the region in square metres."""
        return sum(signed_area(ring) for ring in self.rings())

    def segments(self) -> NDArray[np.float64]:
        """Edges (x0, z0, x1, z1), (n, 4); edge i begins at `points[i]`."""
        follower = np.arange(1, len(self.points) + 1)
        ends = self.starts[1:][self.starts[1:] > self.starts[:-1]]
        begins = self.starts[:-1][self.starts[1:] > self.starts[:-1]]
        follower[ends - 1] = begins
        return np.hstack([self.points, self.points[follower]])

    def contains(self, points: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Tell for each of `points` (n, 2) whether it lies inside, by counting crossings."""
        points = np.atleast_2d(np.asarray(points, np.float64))
        crossings = np.zeros(len(points), np.int64)
        segments = self.segments()
        for first in range(0, len(segments), BLOCK):
            x0, z0, x1, z1 = segments[first : first + BLOCK].T[:, None]
            x, z = points.T[:, :, None]
            spans = (z0 > z) != (z1 > z)
            run = np.where(z0 == z1, 1.0, z1 - z0)  # a level segment spans nothing
            crossings += np.count_nonzero(spans & (x < x0 + (z - z0) * ((x1 - x0) / run)), axis=1)
        return crossings % 2 == 1  # type: ignore[no-any-return]
