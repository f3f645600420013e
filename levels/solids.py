"""Closed solids, from which small levels and tests are built.

Each function returns (n, 3, 3) float64 triangles in metres, counter-clockwise seen from outside.
"""

import itertools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Triangles = NDArray[np.float64]
Point = tuple[float, float, float]
Rectangle = tuple[float, float, float, float]
"""x0, z0, x1, z1 for something level; for a wall along x or z the second is a height."""


def box(low: Point, high: Point) -> Triangles:
    """Return the box between two corners, `low` < `high` in all three."""
    if not all(a < b for a, b in zip(low, high, strict=True)):
        raise ValueError(f"low must be below high along each axis, got {low} and {high}")
    (x0, y0, z0), (x1, y1, z1) = low, high
    return prism([(x0, z0), (x1, z0), (x1, z1), (x0, z1)], y0, y1)


def prism(outline: Sequence[tuple[float, float]], bottom: float, top: float) -> Triangles:
    """Return an upright prism over a convex `outline` of (x, z), counter-clockwise if read as (x, y)."""
    n = len(outline)
    if n < 3 or not bottom < top:
        raise ValueError(f"a prism needs three corners and bottom < top, got {n}, {bottom} and {top}")
    return frustum(outline, outline, bottom, top)


def frustum(
    base: Sequence[tuple[float, float]], lid: Sequence[tuple[float, float]], bottom: float, top: float
) -> Triangles:
    """Return the hull between two outlines with as many corners each, as in `prism`: a hull, a roof, a bollard."""
    if len(base) != len(lid):
        raise ValueError(f"base and lid need as many corners, got {len(base)} and {len(lid)}")
    low = [(x, bottom, z) for x, z in base]
    high = [(x, top, z) for x, z in lid]
    # Read as (x, y), the plane (x, z) is seen from below: so the base winds as given.
    triangles = fan(low) + fan(high[::-1])
    for i in range(len(base)):
        j = (i + 1) % len(base)
        triangles += fan([low[i], high[i], high[j], low[j]])
    return _proper(np.array(triangles, np.float64))  # a ridge or a tip leaves some without area


def wedge(ground: Rectangle, bottom: float, tops: tuple[float, float]) -> Triangles:
    """Return a block whose top slopes along z: `tops` are its heights at z0 and z1, either may equal `bottom`."""
    x0, z0, x1, z1 = ground
    near, far = tops
    if min(near, far) < bottom or max(near, far) <= bottom:
        raise ValueError(f"tops must not lie below the bottom {bottom}, nor both at it, got {tops}")
    left = [(x0, bottom, z0), (x0, bottom, z1), (x0, far, z1), (x0, near, z0)]
    right = [(x1, y, z) for _, y, z in left]
    triangles = fan(left) + fan(right[::-1])
    for i in range(4):
        j = (i + 1) % 4
        triangles += fan([left[i], right[i], right[j], left[j]])
    return _proper(np.array(triangles, np.float64))


def cylinder(centre: tuple[float, float], radius: float, bottom: float, top: float, sides: int = 12) -> Triangles:
    """Return an upright cylinder about `centre` (x, z)."""
    ring = circle(centre, radius, sides)
    return prism(ring, bottom, top)


def circle(centre: tuple[float, float], radius: float, sides: int) -> list[tuple[float, float]]:
    """Return the corners (x, z) of a regular polygon, counter-clockwise if read as (x, y)."""
    turns = [2.0 * math.pi * i / sides for i in range(sides)]
    return [(centre[0] + radius * math.cos(turn), centre[1] + radius * math.sin(turn)) for turn in turns]


def plate(extent: Rectangle, holes: Sequence[Rectangle], low: float, high: float, across: str = "y") -> Triangles:
    """Return a plate with rectangular holes: a wall with windows, a deck with a hatch.

    Parameters
    ----------
    extent, holes
        Rectangles in the plane of the plate: (x, z) for ``across="y"``, (z, y) for a wall
        along z (``"x"``), (x, y) for a wall along x (``"z"``). Holes may reach the rim.
    low, high
        Where its two faces lie along the axis `across`.
    """
    us, vs, kept = _grid(extent, holes)
    quads: list[list[Point]] = []
    for i, j in zip(*np.nonzero(kept), strict=True):
        u0, u1, v0, v1 = us[i], us[i + 1], vs[j], vs[j + 1]
        quads.append([(u0, v0, high), (u1, v0, high), (u1, v1, high), (u0, v1, high)])
        quads.append([(u0, v1, low), (u1, v1, low), (u1, v0, low), (u0, v0, low)])
        rims = (
            ((u0, v0), (u1, v0), 0, -1),
            ((u1, v0), (u1, v1), 1, 0),
            ((u1, v1), (u0, v1), 0, 1),
            ((u0, v1), (u0, v0), -1, 0),
        )
        for (ua, va), (ub, vb), di, dj in rims:
            if not _kept(kept, i + di, j + dj):
                quads.append([(ua, va, low), (ub, vb, low), (ub, vb, high), (ua, va, high)])
    local = _joined(quads)
    # (u, v, w) → world; an odd order of axes mirrors, so the winding turns round.
    axes, mirrors = {"y": ([0, 2, 1], True), "x": ([2, 1, 0], True), "z": ([0, 1, 2], False)}[across]
    world = local[:, :, axes]
    return world[:, ::-1].copy() if mirrors else world


def pane(extent: Rectangle, holes: Sequence[Rectangle], height: float, tile: float | None = None) -> Triangles:
    """Return a level surface facing up, with rectangular holes, cut into tiles no wider than `tile` metres.

    Two triangles a tile, one after the other.
    """
    xs, zs, kept = _grid(extent, holes, tile)
    quads = [
        [(xs[i], height, zs[j + 1]), (xs[i + 1], height, zs[j + 1]), (xs[i + 1], height, zs[j]), (xs[i], height, zs[j])]
        for i, j in zip(*np.nonzero(kept), strict=True)
    ]
    return _joined(quads)


def fan(corners: Sequence[Point]) -> list[tuple[Point, Point, Point]]:
    """Cut a convex polygon into triangles around its first corner."""
    return [(corners[0], corners[i], corners[i + 1]) for i in range(1, len(corners) - 1)]


def _joined(quads: Sequence[Sequence[Point]]) -> Triangles:
    """All triangles of convex polygons, (n, 3, 3); there may be none, as where a hole takes the whole plate."""
    return np.array([triangle for quad in quads for triangle in fan(quad)], np.float64).reshape(-1, 3, 3)


def moved(triangles: Triangles, by: Point, turn: float = 0.0) -> Triangles:
    """Turn about the origin by `turn` (radians, as a heading), then move by `by` metres."""
    cos, sin = math.cos(turn), math.sin(turn)
    about_y = np.array([[cos, 0.0, -sin], [0.0, 1.0, 0.0], [sin, 0.0, cos]])
    placed: Triangles = triangles @ about_y.T + np.array(by)
    return placed


def _grid(
    extent: Rectangle, holes: Sequence[Rectangle], tile: float | None = None
) -> tuple[list[float], list[float], NDArray[np.bool_]]:
    """Cut `extent` along all hole edges; tell which cells are no hole."""
    us = _cuts(extent[0], extent[2], [edge for hole in holes for edge in (hole[0], hole[2])], tile)
    vs = _cuts(extent[1], extent[3], [edge for hole in holes for edge in (hole[1], hole[3])], tile)
    u = (np.array(us[:-1]) + np.array(us[1:]))[:, None] / 2
    v = (np.array(vs[:-1]) + np.array(vs[1:]))[None, :] / 2
    kept = np.ones((len(us) - 1, len(vs) - 1), bool)
    for u0, v0, u1, v1 in holes:
        kept &= ~((u > u0) & (u < u1) & (v > v0) & (v < v1))
    return us, vs, kept


def _cuts(low: float, high: float, edges: Sequence[float], tile: float | None) -> list[float]:
    if not low < high:
        raise ValueError(f"a rectangle needs low < high, got {low} and {high}")
    cuts = sorted({low, high, *(edge for edge in edges if low < edge < high)})
    if tile is None:
        return cuts
    fine: list[float] = []
    for a, b in itertools.pairwise(cuts):
        n = max(1, math.ceil((b - a) / tile - 1e-9))
        fine += [a + (b - a) * k / n for k in range(n)]
    return [*fine, high]


def _kept(kept: NDArray[np.bool_], i: int, j: int) -> bool:
    return bool(0 <= i < kept.shape[0] and 0 <= j < kept.shape[1] and kept[i, j])


def _proper(triangles: Triangles) -> Triangles:
    """Drop triangles without area."""
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    proper: Triangles = triangles[np.linalg.norm(normals, axis=1) > 0.0]
    return proper
