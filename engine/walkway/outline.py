"""Closed shapes between open and solid, seen from above."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Outline:
    """A closed ring with open space on its left.

    In the plane (x, z), read as (x, y), the border of an open region runs counter-clockwise
    (positive area), the rim of something solid within it clockwise.

    Attributes
    ----------
    points
        (n, 2) float64, metres, local to the walkway; the last joins the first.
    parent
        Index of the enclosing outline in the walkway's list, -1 for an outermost one. Open
        regions and solids alternate from parent to child.
    """

    points: NDArray[np.float64]
    parent: int = -1

    @property
    def area(self) -> float:
        """Signed area in square metres: positive around open space, negative around solid."""
        return signed_area(self.points)


@dataclass(frozen=True, slots=True, eq=False)
class Outlines(Sequence[Outline]):
    """Outlines as three arrays: thousands take no time to hand over, and each is made when it is looked at.

    Attributes
    ----------
    points
        (n, 2) float64, of all rings one after another, metres, local to the walkway.
    starts
        (rings + 1,) int64: ring i is `points[starts[i]:starts[i + 1]]`.
    parents
        (rings,) int64, as `Outline.parent`.
    """

    points: NDArray[np.float64]
    starts: NDArray[np.int64]
    parents: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.parents)

    @overload
    def __getitem__(self, index: int) -> Outline: ...

    @overload
    def __getitem__(self, index: slice) -> "Sequence[Outline]": ...

    def __getitem__(self, index: int | slice) -> "Outline | Sequence[Outline]":
        if isinstance(index, slice):
            return tuple(self[each] for each in range(*index.indices(len(self))))
        ring = range(len(self))[index]
        return Outline(self.points[self.starts[ring] : self.starts[ring + 1]], int(self.parents[ring]))


def signed_area(ring: NDArray[np.float64]) -> float:
    """Return the area of a closed ring (n, 2), positive if it runs counter-clockwise in (x, z) read as (x, y).

    Measured from its first corner, so that none of it is lost far from the origin.
    """
    x, z = (ring - ring[:1]).T
    return 0.5 * float(np.dot(x[:-1], z[1:]) - np.dot(z[:-1], x[1:]))


def signed_areas(points: NDArray[np.float64], starts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the area of each of many rings, (rings,), as `signed_area`; ring k is `points[starts[k]:starts[k + 1]]`."""
    if len(starts) < 2:
        return np.zeros(0)
    lengths = np.diff(starts)
    x, z = (points - np.repeat(points[starts[:-1]], lengths, axis=0)).T
    cross = np.zeros(len(points))
    cross[:-1] = x[:-1] * z[1:] - z[:-1] * x[1:]
    cross[starts[1:] - 1] = 0.0  # the last corner of a ring is no neighbour of the next one's first
    return 0.5 * np.add.reduceat(cross, starts[:-1])
