"""A rectangle of the world."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

LIMIT = 1e7
"""How far from the origin there is a world, metres: 10,000 km. Doubles still tell 2 nm apart there."""


class Bounds(NamedTuple):
    """What lies within `low` ≤ (x, z) < `high`: neighbours share an edge, but no point.

    Attributes
    ----------
    low_x, low_z, high_x, high_z
        Corners in world metres.
    """

    low_x: float
    low_z: float
    high_x: float
    high_z: float

    @classmethod
    def around(cls, x: float, z: float, radius: float) -> "Bounds":
        """Make the square whose sides are `radius` metres away from (x, z)."""
        return cls(x - radius, z - radius, x + radius, z + radius)

    @property
    def centre(self) -> tuple[float, float]:
        """The point in the middle, metres."""
        return (self.low_x + self.high_x) / 2, (self.low_z + self.high_z) / 2

    def expanded(self, padding: float) -> "Bounds":
        """Return the bounds with each side moved outward by `padding` metres."""
        return Bounds(self.low_x - padding, self.low_z - padding, self.high_x + padding, self.high_z + padding)

    def contains(self, other: "Bounds") -> bool:
        """Tell whether `other` lies wholly inside; a shared edge is inside."""
        return (
            self.low_x <= other.low_x
            and self.low_z <= other.low_z
            and self.high_x >= other.high_x
            and self.high_z >= other.high_z
        )

    def holds(self, points: ArrayLike) -> NDArray[np.bool_]:
        """Tell which of `points` (n, ≥ 2), whose first two columns are x and z, lie inside: (n,)."""
        x, z = np.asarray(points).T[:2]
        inside: NDArray[np.bool_] = (x >= self.low_x) & (x < self.high_x) & (z >= self.low_z) & (z < self.high_z)
        return inside

    @staticmethod
    def checked(bounds: object) -> "Bounds":
        """Return `bounds` if they are `Bounds` that `check` lets pass, else TypeError or ValueError."""
        if not isinstance(bounds, Bounds):
            raise TypeError(f"expected Bounds(low_x, low_z, high_x, high_z) in metres, got {bounds!r}")
        return bounds.check()

    def check(self) -> "Bounds":
        """Return the bounds; ValueError if they are empty, not finite, or beyond the world's limit."""
        if not all(math.isfinite(value) and abs(value) <= LIMIT for value in self):
            raise ValueError(f"bounds must lie within ±{LIMIT:g} metres, got {self}")
        if self.low_x >= self.high_x or self.low_z >= self.high_z:
            raise ValueError(f"bounds must have low < high in x and in z, got {self}")
        return self
