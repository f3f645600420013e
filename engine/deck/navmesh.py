"""The reachable space of a deck as triangles, for finding ways.

Shapely cuts it: it is needed anyway to subtract what stands in the way, and its triangulation is
Delaunay's and constrained, so the triangles are wide and a search crosses few. Ear clipping, which
concave faces and pushers are cut with, makes slivers that reach across the deck.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from orlop.engine.deck import taut
from orlop.engine.kernel import kernel
from orlop.engine.walkway.air import Air
from orlop.engine.walkway.outline import signed_area

if TYPE_CHECKING:
    import shapely

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MARGIN = 2e-3
"""Ways keep this far within the air, metres: a motor on one touches no wall."""

REFLEX = 1e-6
"""Around a corner with this much more than half a turn of room a way may bend, radians."""


@dataclass(frozen=True, slots=False, eq=False)
class Navmesh:
    """Triangles that share corners and know each other.

    Attributes
    ----------
    corners
        (n, 2) float64, metres, local to the walkway.
    triangles
        (t, 3) int64, counter-clockwise.
    across
        (t, 3) int64: the triangle beyond the edge from corner i to i + 1, -1 at the border.
    bends
        (n,) bool: corners that a shortest way may bend around.
    """

    corners: Floats
    triangles: Ints
    across: Ints
    bends: NDArray[np.bool_]

    @classmethod
    def from_air(cls, air: Air, obstacles: Sequence[Floats] = ()) -> "Navmesh":
        """Triangulate `air` without `obstacles`, convex rings (n, 2) of local metres that grow by its radius."""
        import shapely

        rings = [ring for ring in air.rings() if len(ring) > 2]
        free = shapely.union_all([shapely.Polygon(ring) for ring in rings if signed_area(ring) > 0.0])
        free = free.difference(shapely.union_all([shapely.Polygon(ring) for ring in rings if signed_area(ring) < 0.0]))
        grown = [shapely.Polygon(ring).buffer(air.radius, quad_segs=8) for ring in obstacles]
        free = free.difference(shapely.union_all(grown)) if grown else free
        return cls.from_polygons(free.buffer(-MARGIN, join_style="mitre"))

    @classmethod
    def from_polygons(cls, polygons: "shapely.Geometry") -> "Navmesh":
        """Triangulate one or several polygons with holes."""
        import shapely

        points = shapely.get_coordinates(shapely.constrained_delaunay_triangles(polygons)).reshape(-1, 4, 2)[:, :3]
        corners, index = np.unique(points.reshape(-1, 2), axis=0, return_inverse=True)
        triangles = index.reshape(-1, 3).astype(np.int64)
        a, b, c = (corners[triangles[:, i]] for i in range(3))
        twice = (b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]
        triangles = np.where(twice[:, None] < 0.0, triangles[:, ::-1], triangles)[twice != 0.0]
        triangles = np.ascontiguousarray(triangles)
        return cls(np.ascontiguousarray(corners), triangles, _across(triangles), _bends(corners, triangles))

    @cached_property
    def arrays(self) -> taut.Arrays:
        """What the kernels take, in their order."""
        return self.corners, self.triangles, self.across, self.bends

    def locate(self, x: float, z: float) -> tuple[int, float, float]:
        """Return the triangle nearest to the local (x, z), and its point nearest to it; -1 if there are none."""
        triangle, near_x, near_z = nearest_triangle(float(x), float(z), self.corners, self.triangles)
        return int(triangle), float(near_x), float(near_z)

    def path(self, start: tuple[float, float], goal: tuple[float, float]) -> tuple[float, Floats]:
        """Return length, metres, and points (k, 2) of the shortest way between two local (x, z).

        Both are first put to the nearest place of the mesh. Infinite, and no points, if there is no way.
        """
        first, start_x, start_z = self.locate(*start)
        last, goal_x, goal_z = self.locate(*goal)
        if first < 0:
            return float("inf"), np.zeros((0, 2))
        ends = np.array([start_x, start_z]), np.array([goal_x, goal_z])
        length, points = taut.shortest(*ends, first, last, self.arrays)
        return float(length), points


def _across(triangles: Ints) -> Ints:
    """Find the triangle beyond each edge: the one that has it the other way round."""
    begins, ends = triangles, np.roll(triangles, -1, axis=1)
    width = int(triangles.max(initial=0)) + 1
    own, other = (begins * width + ends).ravel(), (ends * width + begins).ravel()
    order = np.argsort(own)
    at = np.minimum(np.searchsorted(own[order], other), max(len(own) - 1, 0))
    if not len(own):
        return np.zeros((0, 3), np.int64)
    found = order[at]
    return np.ascontiguousarray(np.where(own[found] == other, found // 3, -1).reshape(-1, 3))


def _bends(corners: Floats, triangles: Ints) -> NDArray[np.bool_]:
    """Tell around which corners there is more than half a turn of room; all corners lie on the border."""
    room = np.zeros(len(corners))
    for i in range(3):
        here, after, before = (corners[triangles[:, (i + k) % 3]] for k in (0, 1, 2))
        u, v = after - here, before - here
        angles = np.arctan2(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0], (u * v).sum(axis=1))
        np.add.at(room, triangles[:, i], angles)
    return room > np.pi + REFLEX


@kernel
def nearest_triangle(x: float, z: float, corners: Floats, triangles: Ints) -> tuple[int, float, float]:
    """Return the triangle that holds (x, z), or the nearest one, and the point of it nearest to (x, z)."""
    best, found, best_x, best_z = np.inf, -1, x, z
    for t in range(triangles.shape[0]):
        within = True
        for i in range(3):
            ax, az = corners[triangles[t, i], 0], corners[triangles[t, i], 1]
            bx, bz = corners[triangles[t, (i + 1) % 3], 0], corners[triangles[t, (i + 1) % 3], 1]
            ex, ez = bx - ax, bz - az
            if taut.turn(ex, ez, x - ax, z - az) >= 0.0:
                continue
            within = False
            share = min(max(((x - ax) * ex + (z - az) * ez) / (ex * ex + ez * ez), 0.0), 1.0)
            near_x, near_z = ax + ex * share, az + ez * share
            square = (near_x - x) * (near_x - x) + (near_z - z) * (near_z - z)
            if square < best:
                best, found, best_x, best_z = square, t, near_x, near_z
        if within:
            return t, x, z
    return found, best_x, best_z


def warm() -> None:
    """Compile the kernels that find ways."""
    corners = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    triangles = np.array([(0, 1, 2), (0, 2, 3)])
    Navmesh(corners, triangles, _across(triangles), np.zeros(4, bool)).path((0.5, 0.1), (0.5, 0.9))
