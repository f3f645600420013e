"""A rectangle of chunks, by their indices."""

import math
from collections.abc import Iterator
from typing import NamedTuple

from orlop.engine.worldgen.bounds import Bounds

ChunkIndex = tuple[int, int]
"""Which chunk of a layer, along x and along z; chunk (0, 0) has its low corner at the origin."""


class Rect(NamedTuple):
    """The chunks with `low` ≤ (i, j) < `high`, i along x and j along z."""

    low_i: int
    low_j: int
    high_i: int
    high_j: int

    @classmethod
    def covering(cls, bounds: Bounds, size: float) -> "Rect":
        """Return the chunks of side `size` metres that overlap `bounds`."""
        low_i, high_i = span(bounds.low_x, bounds.high_x, size)
        low_j, high_j = span(bounds.low_z, bounds.high_z, size)
        return cls(low_i, low_j, high_i, high_j)

    def bounds(self, size: float) -> Bounds:
        """Return what the chunks cover, metres."""
        return Bounds(self.low_i * size, self.low_j * size, self.high_i * size, self.high_j * size)

    def indices(self) -> Iterator[ChunkIndex]:
        """Go through the chunks, j quickest."""
        for i in range(self.low_i, self.high_i):
            for j in range(self.low_j, self.high_j):
                yield i, j

    @property
    def area(self) -> int:
        """Number of chunks."""
        return max(self.high_i - self.low_i, 0) * max(self.high_j - self.low_j, 0)

    def holds(self, i: int, j: int) -> bool:
        """Tell whether chunk (i, j) is one of them."""
        return self.low_i <= i < self.high_i and self.low_j <= j < self.high_j

    def expanded(self, margin: int) -> "Rect":
        """Return the rectangle with `margin` more chunks on each side."""
        return Rect(self.low_i - margin, self.low_j - margin, self.high_i + margin, self.high_j + margin)

    def reach(self, size: float, padding: float, other: float) -> "Rect":
        """Return the chunks of side `other` that these of side `size` and `padding` metres around them overlap."""
        low_i, high_i = span(self.low_i * size - padding, self.high_i * size + padding, other)
        low_j, high_j = span(self.low_j * size - padding, self.high_j * size + padding, other)
        return Rect(low_i, low_j, high_i, high_j)

    def joined(self, other: "Rect") -> "Rect":
        """Return the least rectangle that holds both, of which neither is empty."""
        return Rect(
            min(self.low_i, other.low_i),
            min(self.low_j, other.low_j),
            max(self.high_i, other.high_i),
            max(self.high_j, other.high_j),
        )

    def without(self, other: "Rect") -> list["Rect"]:
        """Return what is left of this when `other` is taken away: up to four rectangles, none overlapping.

        Where a square has moved by a chunk these are its border, whatever its area.
        """
        low_i, high_i = max(self.low_i, other.low_i), min(self.high_i, other.high_i)
        low_j, high_j = max(self.low_j, other.low_j), min(self.high_j, other.high_j)
        if low_i >= high_i or low_j >= high_j:
            return [self] if self.area else []
        parts = []
        if self.low_i < low_i:
            parts.append(Rect(self.low_i, self.low_j, low_i, self.high_j))
        if high_i < self.high_i:
            parts.append(Rect(high_i, self.low_j, self.high_i, self.high_j))
        if self.low_j < low_j:
            parts.append(Rect(low_i, self.low_j, high_i, low_j))
        if high_j < self.high_j:
            parts.append(Rect(low_i, high_j, high_i, self.high_j))
        return parts


NONE = Rect(0, 0, 0, 0)
"""No chunk."""


def chunk_bounds(index: ChunkIndex, size: float) -> Bounds:
    """Return what the chunk `index` of side `size` metres covers."""
    i, j = index
    return Bounds(i * size, j * size, (i + 1) * size, (j + 1) * size)


def chunk_at(x: float, z: float, size: float) -> ChunkIndex:
    """Return which chunk of side `size` metres holds the point (x, z)."""
    return _last_from(x, size), _last_from(z, size)


def span(low: float, high: float, size: float) -> tuple[int, int]:
    """Return the first chunk of side `size` along an axis that `low` ≤ x < `high` touches, and the one after the last."""
    return _last_from(low, size), -_last_from(-high, size)


def _last_from(x: float, size: float) -> int:
    """Return the last chunk along an axis that begins at `x` or before, by the edges i · `size` that chunks really have.

    A quotient alone may be rounded over an edge.
    """
    i = math.floor(x / size)
    if i * size > x:
        return i - 1
    return i + 1 if (i + 1) * size <= x else i
