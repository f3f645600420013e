"""Open ground with things standing on it: outlines and air straight from circles and closed squares.

Where nothing but trunks, boulders, steep slopes and deep water is in the way, there is no need to
look for solids: each of them is known already.
"""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from orlop.engine.walkway.air import Air
from orlop.engine.walkway.expansion import LEAST_AREA
from orlop.engine.walkway.outline import Outlines

if TYPE_CHECKING:
    from shapely import Geometry, Polygon

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

SIDES = 12
"""Corners of a circle's polygon, which lies around it: at 0.7 m it reaches 25 mm too far."""

QUARTER_SEGMENTS = 3
"""Chords in a quarter turn around a closed square's corner."""


@dataclass(frozen=True, slots=True, eq=False)
class OpenGround:
    """A rectangle of ground and what closes parts of it.

    Attributes
    ----------
    low, high
        Corners (x, z), local metres; beyond them nobody walks.
    circles
        (n, 3) float64: x, z, radius of what stands there, metres; they may overlap.
    closed
        (ni, nj) bool: squares of `spacing` metres that can't be walked on; (0, 0) has its low corner at `first`.
    first, spacing
        Where the squares begin, local metres, and how wide they are.
    """

    low: tuple[float, float]
    high: tuple[float, float]
    circles: Floats
    closed: NDArray[np.bool_]
    first: tuple[float, float]
    spacing: float

    def outlines(self) -> Outlines:
        """Return the open regions and the solids in them."""
        return Outlines(*_rings(self._free(0.0)))

    def air(self, radius: float) -> Air:
        """Return where the centre of a motor of `radius` metres may be."""
        if not radius > 0.0:
            raise ValueError(f"radius must be positive metres, got {radius!r}")
        points, starts, _ = _rings(self._free(radius))
        return Air(radius, points, starts)

    def _free(self, radius: float) -> "Geometry":
        import shapely

        border = shapely.box(*(self.low[k] + radius for k in (0, 1)), *(self.high[k] - radius for k in (0, 1)))
        solids = [*self._grown_circles(radius), self._grown_squares(radius)]
        return shapely.difference(border, shapely.disjoint_subset_union_all(solids))

    def _grown_circles(self, radius: float) -> "list[Polygon]":
        import shapely

        if not len(self.circles):
            return []
        turns = (np.arange(SIDES) + 0.5) * (math.tau / SIDES)
        around = np.stack([np.cos(turns), np.sin(turns)], axis=1) / math.cos(math.pi / SIDES)
        rings = self.circles[:, None, :2] + (self.circles[:, 2, None, None] + radius) * around
        polygons: list[Polygon] = shapely.polygons(rings).tolist()
        return polygons

    def _grown_squares(self, radius: float) -> "Geometry":
        import shapely

        if not self.closed.any():
            return shapely.Polygon()
        begins, ends = _runs(self.closed)
        low = np.array(self.first)
        (x0, z0), (x1, z1) = (low + begins * self.spacing).T, (low + ends * self.spacing).T
        squares = shapely.union_all(shapely.box(x0, z0, x1, z1))
        if radius == 0.0:
            return squares
        return shapely.buffer(squares, radius / math.cos(math.pi / (4 * QUARTER_SEGMENTS)), quad_segs=QUARTER_SEGMENTS)


def _runs(closed: NDArray[np.bool_]) -> tuple[Integers, Integers]:
    """Return the low and the high corners (n, 2) of the rectangles of closed squares that lie in a row along z."""
    padded = np.pad(closed, ((0, 0), (1, 1))).astype(np.int8)
    steps = np.diff(padded, axis=1)
    begins, ends = np.argwhere(steps == 1), np.argwhere(steps == -1)
    return begins, ends + np.array([1, 0])


def _rings(region: "Geometry") -> tuple[Floats, Integers, Integers]:
    """Return the points of all rings, where each begins, and its parent: -1 for a border, else the border's number.

    Each piece's border comes before what is solid in it, the largest piece first; crumbs are left out. Array by
    array, since a loop over thousands of rings would hold up the frame that is drawn meanwhile.
    """
    import shapely

    pieces = shapely.get_parts(region)
    areas = shapely.area(pieces)
    order = np.lexsort((*shapely.bounds(pieces).T[::-1], -areas))
    pieces = shapely.orient_polygons(pieces[order[areas[order] >= LEAST_AREA]])
    if not len(pieces):
        return np.zeros((0, 2)), np.zeros(1, np.int64), np.zeros(0, np.int64)
    rings, piece_of = shapely.get_rings(pieces, return_index=True)
    points, ring_of = shapely.get_coordinates(rings, return_index=True)
    kept = np.append(ring_of[1:] == ring_of[:-1], False)  # a ring's last point repeats its first
    starts = np.concatenate(([0], np.cumsum(np.bincount(ring_of[kept], minlength=len(rings))))).astype(np.int64)
    borders = np.append(True, piece_of[1:] != piece_of[:-1])
    parents = np.where(borders, -1, np.flatnonzero(borders)[piece_of])
    return np.ascontiguousarray(points[kept]), starts, parents
