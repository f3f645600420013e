"""From a map of cells to outlines: trace, simplify, unite what came to overlap."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from orlop.engine.walkway.build.grid import Grid
from orlop.engine.walkway.build.simplify import simplify
from orlop.engine.walkway.build.trace import trace
from orlop.engine.walkway.outline import Outline

if TYPE_CHECKING:
    from shapely import Polygon

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
    rings, region = trace(open_cells)
    corner = np.array([grid.x, grid.z])
    borders: dict[int, NDArray[np.float64]] = {}
    solids: dict[int, list[NDArray[np.float64]]] = {}
    for ring, number in zip(rings, region.tolist(), strict=True):
        points = corner + (ring + first) * grid.cell
        if Outline(points).area > 0:
            borders[number] = points
        else:
            solids.setdefault(number, []).append(points)
    polygons: list[Polygon] = []
    for number, border in borders.items():
        if Outline(border).area >= 3.14 * radius**2:
            parts = _simplified(border, solids.get(number, []), tolerance)
            polygons += [part for part in parts if _has_room(part, radius)]
    return _hierarchy(polygons)


def outlines_of(polygons: "list[Polygon]", tolerance: float, radius: float) -> list[Outline]:
    """Return the outlines of open `polygons`; `tolerance` and `radius` as for `find_outlines`."""
    import shapely

    wide = [polygon for polygon in polygons if polygon.area >= 3.14 * radius**2]
    parts = [
        part
        for polygon in shapely.orient_polygons(np.array(wide, object)).tolist()
        for part in _simplified(_points(polygon.exterior), [_points(hole) for hole in polygon.interiors], tolerance)
    ]
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


def _simplified(border: NDArray[np.float64], solids: list[NDArray[np.float64]], tolerance: float) -> "list[Polygon]":
    """Simplify one open region; where its rings come to cross, what any solid covers stays covered."""
    import shapely

    simple = shapely.Polygon(simplify(border, tolerance), [simplify(solid, tolerance) for solid in solids])
    if simple.is_valid:
        return [simple]
    # A ring that crosses itself has no plain inside: the traced rings say what was open.
    inside = shapely.intersection(shapely.make_valid(shapely.Polygon(simple.exterior)), shapely.Polygon(border))
    covers = [shapely.make_valid(shapely.Polygon(interior)) for interior in simple.interiors]
    covers += [shapely.Polygon(solid) for solid in solids]
    left = shapely.difference(inside, shapely.union_all(covers)) if covers else inside
    return [part for part in shapely.get_parts(left).tolist() if part.geom_type == "Polygon"]


def _hierarchy(polygons: "list[Polygon]") -> list[Outline]:
    """Order polygons from large to small and join each to the solid that it lies in."""
    import shapely

    polygons = sorted(polygons, key=lambda polygon: (-shapely.Polygon(polygon.exterior).area, polygon.bounds))
    outlines: list[Outline] = []
    holes: list[tuple[Polygon, int]] = []
    for polygon in polygons:
        place = polygon.representative_point()
        parent = -1
        for hole, index in holes:  # from large to small: the last that holds it is the innermost
            if hole.contains(place):
                parent = index
        outlines.append(Outline(_ring(polygon.exterior, 1), parent))
        own = len(outlines) - 1
        for interior in sorted(polygon.interiors, key=lambda ring: ring.bounds):
            holes.append((shapely.Polygon(interior), len(outlines)))
            outlines.append(Outline(_ring(interior, -1), own))
    return outlines


def _points(ring: object) -> NDArray[np.float64]:
    return np.array(ring.coords, np.float64)[:-1]  # type: ignore[attr-defined]


def _ring(ring: object, sign: int) -> NDArray[np.float64]:
    points = _points(ring)
    return points if sign * Outline(points).area > 0 else points[::-1].copy()
