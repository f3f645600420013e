"""From a map of cells to outlines: trace, simplify, unite what came to overlap."""

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from orlop.engine.walkway.build.grid import Grid
from orlop.engine.walkway.build.simplify import simplify_rings
from orlop.engine.walkway.build.trace import trace_at_once
from orlop.engine.walkway.outline import Outline, signed_areas

if TYPE_CHECKING:
    from shapely import Polygon

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]
Ints = NDArray[np.int32] | NDArray[np.int64]

MANY_CORNERS, STREWN = 500, 100
"""Of a polygon that places are strewn over, and how many."""


def find_outlines(
    grid: Grid, open_cells: NDArray[np.bool_], tolerance: float, radius: float, first: tuple[int, int] = (0, 0)
) -> list[Outline]:
    """Return the outlines of `open_cells` (nx, nz), those of open regions before the solids in them.

    Parameters
    ----------
    first
        The grid's cell that the first of `open_cells` is.
    tolerance
        Of the simplification, metres.
    radius
        Open regions in which a circle of this radius, in metres, fits nowhere are left out: the
        inside of a hollow wall, a crack between crates.
    """
    corners, starts, region = trace_at_once(open_cells)
    points = np.array([grid.x, grid.z]) + (corners + first) * grid.cell
    return _outlines(points, starts, region, tolerance, radius)


def outlines_of(polygons: "list[Polygon]", tolerance: float, radius: float) -> list[Outline]:
    """Return the outlines of open `polygons`; `tolerance` and `radius` as for `find_outlines`."""
    import shapely

    wide = [polygon for polygon in polygons if polygon.area >= 3.14 * radius**2]
    if not wide:
        return []
    rings, region = shapely.get_rings(shapely.orient_polygons(np.array(wide, object)), return_index=True)
    points, starts = _corners(rings)
    return _outlines(points, starts, region, tolerance, radius)


def _outlines(points: Floats, starts: Indices, region: Ints, tolerance: float, radius: float) -> list[Outline]:
    """Simplify the rings of each region (rings,), open on their left, and order what is left of it."""
    import shapely

    areas = signed_areas(points, starts)
    wide = region[areas >= 3.14 * radius**2]
    chosen = np.flatnonzero(np.isin(region, wide))
    if not len(chosen):
        return []
    chosen = chosen[np.lexsort((areas[chosen] < 0, region[chosen]))]  # of each region its border, then its solids
    simple, simple_starts = simplify_rings(points, starts, chosen, tolerance)
    rings = shapely.linearrings(simple, indices=np.repeat(np.arange(len(chosen)), np.diff(simple_starts)))
    _, home = np.unique(region[chosen], return_inverse=True)
    polygons = shapely.polygons(rings, indices=home)
    valid = shapely.is_valid(polygons)
    parts: list[Polygon] = polygons[valid].tolist()
    for number in np.flatnonzero(~valid).tolist():
        traced = [shapely.Polygon(points[starts[k] : starts[k + 1]]) for k in chosen[home == number].tolist()]
        parts += _mended(polygons[number], traced[0], traced[1:])
    return _hierarchy([part for part in parts if _has_room(part, radius)])


def _has_room(polygon: "Polygon", radius: float) -> bool:
    """Tell whether a circle of `radius` fits anywhere.

    The middle of the widest line tells of most polygons, and places strewn over it of most of
    the others: shrinking one of ten thousand corners takes as long as all else.
    """
    import shapely

    border, place = polygon.boundary, polygon.representative_point()
    if border.distance(place) > 1.001 * radius:
        return True
    if shapely.get_num_coordinates(polygon) > MANY_CORNERS:
        x0, z0, x1, z1 = polygon.bounds
        strewn = np.random.default_rng(0).uniform((x0, z0), (x1, z1), (STREWN, 2))
        inside = shapely.points(strewn[shapely.contains_xy(polygon, *strewn.T)])
        if any(border.distance(point) > 1.001 * radius for point in inside):
            return True
    return not shapely.buffer(polygon, -radius, quad_segs=4).is_empty


def _mended(simple: "Polygon", border: "Polygon", solids: "list[Polygon]") -> "list[Polygon]":
    """Return what is open of a region whose simple rings cross: what any solid covers stays covered."""
    import shapely

    # A ring that crosses itself has no plain inside: the traced rings say what was open.
    inside = shapely.intersection(shapely.make_valid(shapely.Polygon(simple.exterior)), border)
    covers = [shapely.make_valid(shapely.Polygon(interior)) for interior in simple.interiors] + solids
    left = shapely.difference(inside, shapely.union_all(covers)) if covers else inside
    return [part for part in shapely.get_parts(left).tolist() if part.geom_type == "Polygon"]


def _hierarchy(polygons: "list[Polygon]") -> list[Outline]:
    """Order polygons from large to small and join each to the solid that it lies in."""
    import shapely

    if not polygons:
        return []
    shapes = np.array(polygons, object)
    borders = shapely.area(shapely.polygons(shapely.get_exterior_ring(shapes)))
    shapes = shapes[np.lexsort((*shapely.bounds(shapes).T[::-1], -borders))]
    rings, home = shapely.get_rings(shapes, return_index=True)
    inner = np.append(False, home[1:] == home[:-1])
    order = np.lexsort((*np.where(inner, shapely.bounds(rings).T, 0.0)[::-1], inner, home))
    rings, home, inner = rings[order], home[order], inner[order]
    holes = np.flatnonzero(inner)
    # From large to small: the last solid before it that holds a polygon is the innermost.
    held, holder = shapely.STRtree(shapely.polygons(rings[holes])).query(shapely.point_on_surface(shapes), "within")
    around = np.full(len(shapes), -1)
    np.maximum.at(around, held, np.where(home[holes[holder]] < held, holes[holder], -1))
    parents = np.where(inner, np.flatnonzero(~inner)[home], around[home])
    points, starts = _corners(rings)
    wrong = (signed_areas(points, starts) > 0) == inner
    made = [points[a:b] for a, b in pairwise(starts.tolist())]
    return [
        Outline(ring[::-1].copy() if turned else ring, parent)
        for ring, turned, parent in zip(made, wrong.tolist(), parents.tolist(), strict=True)
    ]


def _corners(rings: "NDArray[np.object_]") -> tuple[Floats, Indices]:
    """Return the corners (n, 2) of all `rings`, and (rings + 1,) where each one's begin; none is repeated at its end."""
    import shapely

    points, ring = shapely.get_coordinates(rings, return_index=True)
    last = np.append(ring[1:] != ring[:-1], True)
    return points[~last], np.append(0, np.cumsum(shapely.get_num_coordinates(rings) - 1))
