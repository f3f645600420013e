"""Regions of the plane, united, taken away and offset by Clipper2 (through manifold3d's cross-sections).

Its whole numbers, 10 nm apart, bear slivers and edges that nearly meet, on which floating-point
overlays give up or drop something, and it takes a tenth of their time.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from manifold3d import CrossSection
    from shapely import Geometry, Polygon

AT_ONCE = 512
"""Polygons united at once: compact groups first, then what came of them, since a sweep is slower the more edges it crosses."""

POLYGON = 3
"""Number of the type, to shapely."""

GRAIN = 2e-8
"""Metres by which rounding moves a corner at most."""

MITRE = 5.0
"""Corners are offset to points up to this many times the offset away, and cut off beyond."""


def unite(points: NDArray[np.float64], starts: NDArray[np.int64]) -> "CrossSection":
    """Unite convex polygons, k having the corners `points[starts[k]:starts[k + 1]]` (x, z), either way round."""
    from manifold3d import CrossSection, FillRule

    if not len(points):
        return CrossSection()
    turned = _turned_left(points, starts)
    firsts = starts.tolist()
    rings = [turned[a:b] for a, b in pairwise(firsts)]
    if len(rings) <= AT_ONCE:
        return CrossSection(rings, FillRule.Positive)
    groups = _groups(points[starts[:-1]], AT_ONCE)
    return join([CrossSection([rings[k] for k in group.tolist()], FillRule.Positive) for group in groups])


def join(regions: "list[CrossSection]") -> "CrossSection":
    """Unite `regions`."""
    from manifold3d import CrossSection, OpType

    return CrossSection.batch_boolean(regions, OpType.Add)


def offset(region: "CrossSection", by: float) -> "CrossSection":
    """Grow `region` by so many metres, shrink it where negative; corners stay corners."""
    from manifold3d import JoinType

    return region.offset(by, JoinType.Miter, MITRE)


def rounded(region: "CrossSection", by: float, quarter: int) -> "CrossSection":
    """Grow `region` by so many metres, shrink it where negative; corners become arcs of `quarter` chords a quarter turn."""
    from manifold3d import JoinType

    return region.offset(by, JoinType.Round, circular_segments=4 * quarter)


def polygons_of(region: "CrossSection") -> "list[Polygon]":
    """Return the parts of `region`, each with its holes."""
    import shapely

    rings = region.to_polygons()
    if not rings:
        return []
    points = np.concatenate(rings)
    ring = np.repeat(np.arange(len(rings)), [len(each) for each in rings])
    borders = shapely.linearrings(points, indices=ring)
    outward = _twice_areas(points, np.flatnonzero(np.diff(ring, prepend=-1, append=len(rings)))) > 0
    outer, inner = np.flatnonzero(outward), np.flatnonzero(~outward)
    parts = shapely.polygons(borders[outer])
    if len(inner):
        hole, home = _holders(parts, borders[inner])
        part = np.concatenate([np.arange(len(outer)), home])
        order = np.argsort(part, kind="stable")
        parts = shapely.polygons(borders[np.concatenate([outer, inner[hole]])[order]], indices=part[order])
    return _valid(parts)


def _valid(polygons: NDArray[np.object_]) -> "list[Polygon]":
    """Part those whose border touches itself: a corner on an edge is no fault to Clipper2, but one to shapely."""
    import shapely

    valid = shapely.is_valid(polygons)
    if valid.all():
        return polygons.tolist()  # type: ignore[no-any-return]
    parts = shapely.get_parts([_mended(polygon) for polygon in polygons[~valid].tolist()])
    return [*polygons[valid].tolist(), *parts[shapely.get_type_id(parts) == POLYGON].tolist()]


def _mended(polygon: "Polygon") -> "Geometry":
    """Mend each ring by itself: where one doubles back on itself, GEOS loses its holes."""
    import shapely

    border, *holes = [
        shapely.make_valid(shapely.Polygon(ring), method="structure", keep_collapsed=False)
        for ring in (polygon.exterior, *polygon.interiors)
    ]
    return shapely.difference(border, shapely.union_all(holes))


def _holders(parts: NDArray[np.object_], holes: NDArray[np.object_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return numbers of `holes` and of the smallest of `parts` around each; in none is what has no inside."""
    import shapely

    if len(parts) == 1:
        return np.arange(len(holes)), np.zeros(len(holes), np.int64)
    filled = shapely.polygons(holes)
    # A corner of a hole may lie on its border, or by rounding beyond.
    hole, part = shapely.STRtree(parts).query(shapely.point_on_surface(filled), "intersects")
    size = shapely.area(parts)[part]
    around = size > shapely.area(filled)[hole]  # an island in the hole is not
    hole, part, size = hole[around], part[around], size[around]
    order = np.lexsort((size, hole))
    hole, part = hole[order], part[order]
    first = np.flatnonzero(np.diff(hole, prepend=-1))
    return hole[first], part[first]


def region_of(polygons: "list[Polygon]") -> "CrossSection":
    """Return what `polygons` cover together."""
    import shapely

    rings = shapely.get_rings(shapely.orient_polygons(np.array(polygons, object)))
    corners, ring = shapely.get_coordinates(rings, return_index=True)
    return region_of_rings([part[:-1] for part in np.split(corners, np.flatnonzero(np.diff(ring)) + 1)])


def region_of_rings(rings: Sequence[NDArray[np.float64]]) -> "CrossSection":
    """Return what lies on the left of `rings`, each (k, 2), the last corner not repeating the first."""
    from manifold3d import CrossSection, FillRule

    rings = [ring for ring in rings if len(ring)]
    return CrossSection(rings, FillRule.Positive) if rings else CrossSection()


def _turned_left(points: NDArray[np.float64], starts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the corners of polygons so that each runs counter-clockwise, (n, 2)."""
    ring = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    here = np.arange(len(points))
    mirrored = starts[:-1][ring] + starts[1:][ring] - 1 - here
    return points[np.where(_twice_areas(points, starts)[ring] < 0.0, mirrored, here)]


def _twice_areas(points: NDArray[np.float64], starts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return twice the signed area of each ring, measured from its first corner: no ring may be without any."""
    first = np.repeat(starts[:-1], np.diff(starts))
    x, z = (points - points[first]).T
    cross = x[:-1] * z[1:] - z[:-1] * x[1:]
    cross[starts[1:-1] - 1] = 0.0  # from the last corner of one to the first of the next
    return np.add.reduceat(np.append(cross, 0.0), starts[:-1])


def _groups(places: NDArray[np.float64], most: int) -> list[NDArray[np.int64]]:
    """Part places (n, 2) into compact groups of at most so many: halved along the longer side until small enough."""
    pending = [np.arange(len(places))]
    groups = []
    while pending:
        group = pending.pop()
        if len(group) <= most:
            groups.append(group)
            continue
        axis = int(np.argmax(np.ptp(places[group], axis=0)))
        order = np.argsort(places[group, axis], kind="stable")
        half = len(group) // 2
        pending += [group[order[half:]], group[order[:half]]]
    return groups
