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
from orlop.engine.deck.excision import left_over, numbered, touched
from orlop.engine.deck.sleeve import short_way
from orlop.engine.kernel import kernel
from orlop.engine.walkway.air import Air
from orlop.engine.walkway.outline import signed_area

if TYPE_CHECKING:
    import shapely

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MARGIN = 2e-3
"""Ways keep this far within the air, metres: a motor on one touches no wall."""

MOST = 3000
"""A search for the shortest way looks at so many nodes: a millisecond. Where it must go round much that stands
between, as in a forest beside a river, it would look at a hundred times as many."""

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
    islands
        (t,) int64: triangles with the same number are joined.
    """

    corners: Floats
    triangles: Ints
    across: Ints
    bends: NDArray[np.bool_]
    islands: Ints

    @classmethod
    def from_air(cls, air: Air, obstacles: Sequence[Floats] = ()) -> "Navmesh":
        """Triangulate `air` without `obstacles`, convex rings (n, 2) of local metres that grow by its radius."""
        import shapely

        rings = [ring for ring in air.rings() if len(ring) > 2]
        free = shapely.union_all([shapely.Polygon(ring) for ring in rings if signed_area(ring) > 0.0])
        free = free.difference(shapely.union_all([shapely.Polygon(ring) for ring in rings if signed_area(ring) < 0.0]))
        return cls.from_polygons(free.buffer(-MARGIN, join_style="mitre")).without(obstacles, air.radius)

    @classmethod
    def from_polygons(cls, polygons: "shapely.Geometry") -> "Navmesh":
        """Triangulate one or several polygons with holes."""
        import shapely

        points = shapely.get_coordinates(shapely.constrained_delaunay_triangles(polygons)).reshape(-1, 4, 2)[:, :3]
        corners, index = np.unique(points.reshape(-1, 2), axis=0, return_inverse=True)
        triangles = _upright(corners, index.reshape(-1, 3).astype(np.int64))
        across = _across(triangles)
        return cls(np.ascontiguousarray(corners), triangles, across, _bends(corners, triangles), _islands(across))

    @classmethod
    def empty(cls) -> "Navmesh":
        """Return a mesh of nothing."""
        none = np.zeros((0, 3), np.int64)
        return cls(np.zeros((0, 2)), none, none.copy(), np.zeros(0, np.bool_), np.zeros(0, np.int64))

    def copy(self) -> "Navmesh":
        """Return the same in arrays of its own: kernels are compiled for arrays that may be written to."""
        corners, triangles, across, bends = self.arrays
        return Navmesh(corners.copy(), triangles.copy(), across.copy(), bends.copy(), self.islands.copy())

    def without(self, obstacles: Sequence[Floats], radius: float) -> "Navmesh":
        """Return the mesh less `obstacles`, as for `from_air`; only the triangles that they touch are cut anew."""
        import shapely

        return self.less([shapely.Polygon(ring).buffer(radius + MARGIN, quad_segs=8) for ring in obstacles])

    def less(self, solids: "Sequence[shapely.Polygon]") -> "Navmesh":
        """Return the mesh less `solids`, as they are."""
        gone = touched(self.corners, self.triangles, self.near, solids)
        if not gone.any():
            return self
        cut = left_over(self.corners, self.triangles[gone], solids)
        near = np.unique(self.triangles[gone])
        corners, numbers = numbered(self.corners, near, cut)
        triangles = np.concatenate([self.triangles[~gone], _upright(corners, numbers)])
        across = self._rejoined(gone, triangles)
        changed = np.zeros(len(corners), np.bool_)
        changed[near], changed[len(self.corners) :] = True, True
        bends = np.concatenate([self.bends, np.zeros(len(corners) - len(self.corners), np.bool_)])
        a, b, c = triangles.T
        bends[changed] = _bends(corners, triangles[changed[a] | changed[b] | changed[c]])[changed]
        return Navmesh(corners, np.ascontiguousarray(triangles), across, bends, _islands(across))

    def _rejoined(self, gone: NDArray[np.bool_], triangles: Ints) -> Ints:
        """Find what is across the edges of `triangles`: those that stayed, then new ones."""
        numbers = np.where(gone, -1, np.cumsum(~gone) - 1)
        stayed = self.across[~gone]
        kept = np.where(stayed >= 0, numbers[stayed], -1)
        across = np.concatenate([kept, np.full((len(triangles) - len(kept), 3), -1, np.int64)])
        a, b, c = ((stayed >= 0) & (kept < 0)).T
        opened = a | b | c
        loose = np.concatenate([np.flatnonzero(opened), np.arange(len(kept), len(triangles))])
        found = _across(triangles[loose])
        across[loose] = np.where(found >= 0, loose[found], across[loose])
        return across

    @cached_property
    def arrays(self) -> taut.Arrays:
        """What the kernels take, in their order."""
        return self.corners, self.triangles, self.across, self.bends

    @cached_property
    def bounds(self) -> Floats:
        """(4, t) float64: the least x and z, then the greatest, of each triangle, local metres."""
        a, b, c = (self.corners[self.triangles[:, i]].T for i in range(3))
        # Not along an axis of three, which takes ten times as long.
        return np.concatenate([np.minimum(np.minimum(a, b), c), np.maximum(np.maximum(a, b), c)])

    def near(self, west: float, south: float, east: float, north: float) -> Ints:
        """Return the triangles whose bounds meet a rectangle, local metres."""
        x0, z0, x1, z1 = self.bounds
        return np.flatnonzero((x0 <= east) & (x1 >= west) & (z0 <= north) & (z1 >= south))

    def locate(self, x: float, z: float) -> tuple[int, float, float]:
        """Return the triangle nearest to the local (x, z), and its point nearest to it; -1 if there are none."""
        return self._nearest(x, z, -1)

    def _nearest(self, x: float, z: float, island: int) -> tuple[int, float, float]:
        if not len(self.triangles):
            return -1, x, z
        found = nearest_triangle(float(x), float(z), self.corners, self.triangles, self.islands, island)
        return int(found[0]), float(found[1]), float(found[2])

    def path(self, start: tuple[float, float], goal: tuple[float, float]) -> tuple[float, Floats]:
        """Return length, metres, and points (k, 2) of the shortest way between two local (x, z).

        Both are first put to the nearest place of the mesh, a goal beside it to the nearest that can be reached.
        Infinite, and no points, if there is no way. Where the shortest isn't found soon, it is the shortest of those
        through the triangles that a coarse search chose.
        """
        first, start_x, start_z = self.locate(*start)
        last, goal_x, goal_z = self.locate(*goal)
        if first >= 0 and (goal_x, goal_z) != tuple(goal):
            last, goal_x, goal_z = self._nearest(*goal, int(self.islands[first]))
        if first < 0 or self.islands[first] != self.islands[last]:
            return float("inf"), np.zeros((0, 2))
        ends = np.array([start_x, start_z]), np.array([goal_x, goal_z])
        length, points = taut.shortest(*ends, first, last, self.arrays, MOST)
        if length == float("inf"):
            length, points = short_way(*ends, first, last, self.arrays)
        return float(length), points


def _islands(across: Ints) -> Ints:
    islands = np.full(len(across), -1, np.int64)
    number_islands(across, islands)
    return islands


@kernel
def number_islands(across: Ints, islands: Ints) -> None:
    """Give all triangles that are joined one number, from 0 on; `islands` (t,) is -1 on entry."""
    waiting = np.empty(len(across), np.int64)
    count = 0
    for seed in range(len(across)):
        if islands[seed] >= 0:
            continue
        islands[seed], waiting[0], left = count, seed, 1
        while left > 0:
            left -= 1
            at = waiting[left]
            for edge in range(3):
                beyond = across[at, edge]
                if beyond >= 0 and islands[beyond] < 0:
                    islands[beyond], waiting[left] = count, beyond
                    left += 1
        count += 1


def _upright(corners: Floats, triangles: Ints) -> Ints:
    """Turn triangles counter-clockwise, and leave out those without area."""
    a, b, c = (corners[triangles[:, i]] for i in range(3))
    twice = (b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]
    return np.ascontiguousarray(np.where(twice[:, None] < 0.0, triangles[:, ::-1], triangles)[twice != 0.0])


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
def nearest_triangle(
    x: float, z: float, corners: Floats, triangles: Ints, islands: Ints, island: int
) -> tuple[int, float, float]:
    """Return the triangle that holds (x, z), or the nearest one, and the point of it nearest to (x, z).

    Of one `island` only; -1: of any.
    """
    for t in range(triangles.shape[0]):
        if (island < 0 or islands[t] == island) and holds(x, z, t, corners, triangles):
            return t, x, z
    best, found, best_x, best_z = np.inf, -1, x, z
    for t in range(triangles.shape[0]):
        if island >= 0 and islands[t] != island:
            continue
        for i in range(3):
            a, b = triangles[t, i], triangles[t, (i + 1) % 3]
            ax, az, bx, bz = corners[a, 0], corners[a, 1], corners[b, 0], corners[b, 1]
            square, share = foot(x, z, ax, az, bx, bz)
            if square < best:
                best, found, best_x, best_z = square, t, ax + (bx - ax) * share, az + (bz - az) * share
    return found, best_x, best_z


@kernel
def holds(x: float, z: float, t: int, corners: Floats, triangles: Ints) -> bool:
    """Tell whether a triangle holds (x, z), its border too."""
    for i in range(3):
        a, b = triangles[t, i], triangles[t, (i + 1) % 3]
        ax, az = corners[a, 0], corners[a, 1]
        if taut.turn(corners[b, 0] - ax, corners[b, 1] - az, x - ax, z - az) < 0.0:
            return False
    return True


@kernel
def foot(x: float, z: float, ax: float, az: float, bx: float, bz: float) -> tuple[float, float]:
    """Return the squared distance of (x, z) from a segment, and where along it (0…1) the nearest point is."""
    ex, ez = bx - ax, bz - az
    share = min(max(((x - ax) * ex + (z - az) * ez) / (ex * ex + ez * ez), 0.0), 1.0)
    dx, dz = x - ax - ex * share, z - az - ez * share
    return dx * dx + dz * dz, share


def warm() -> None:
    """Compile the kernels that find ways."""
    corners = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    triangles = np.array([(0, 1, 2), (0, 2, 3)])
    across = _across(triangles)
    Navmesh(corners, triangles, across, np.zeros(4, bool), _islands(across)).path((0.5, 0.1), (0.5, 0.9))
