"""Areas that stand apart from one another, united or taken away without an overlay of them all."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from orlop.engine.walkway.region import polygons_of, region_of

if TYPE_CHECKING:
    from manifold3d import CrossSection
    from shapely import Polygon

Shapes = NDArray[np.object_]


def unite_apart(parts: Shapes) -> Shapes:
    """Unite `parts` (n,), polygons, in groups whose boxes meet; return the polygons that come of them.

    What stands apart is not overlaid with the rest, which for clutter takes most of the time.
    """
    import shapely

    if not len(parts):
        return parts
    group = _groups(shapely.bounds(parts))
    order = np.argsort(group, kind="stable")
    cuts = np.flatnonzero(np.diff(group[order])) + 1
    united: list[Polygon] = []
    for some in np.split(parts[order], cuts):
        united += some.tolist() if len(some) == 1 else polygons_of(region_of(some.tolist()))
    return np.array(united, object)


def take_apart(region: "CrossSection", solids: Shapes) -> "list[Polygon]":
    """Take `solids`, polygons of which no two overlap, away from `region`; return what is left.

    One that lies within the region and touches no other becomes a hole of it as it is, and what
    it encloses is open by itself.
    """
    import shapely

    whole = shapely.MultiPolygon(polygons_of(region))
    shapely.prepare(whole)
    inside = shapely.contains_properly(whole, solids)
    one, other = shapely.STRtree(solids).query(solids, "intersects")
    inside[one[one != other]] = False
    within = solids[inside]
    open_parts = list(whole.geoms) if inside.all() else polygons_of(region - region_of(solids[~inside].tolist()))
    courts = [shapely.Polygon(ring) for solid in within for ring in solid.interiors]
    places = np.array([*open_parts, *courts], object)
    holes: list[list[object]] = [[] for _ in places]
    if len(within):
        # A corner may lie on the place's border: taking the others away has rounded that anew.
        solid, place = shapely.STRtree(places).query(shapely.point_on_surface(within), "within")
        # The smallest that holds it: a court lies within the region as well.
        order = np.lexsort((shapely.area(places)[place], solid))
        first = np.concatenate([[True], np.diff(solid[order]) > 0])
        for s, p in zip(solid[order][first].tolist(), place[order][first].tolist(), strict=True):
            holes[p].append(within[s].exterior)
    return [
        shapely.Polygon(place.exterior, [*place.interiors, *more]) if more else place
        for place, more in zip(places.tolist(), holes, strict=True)
    ]


def _groups(boxes: NDArray[np.float64]) -> NDArray[np.int64]:
    """Give boxes (n, 4) of (x0, z0, x1, z1) that overlap or touch, or are joined by others that do, one number."""
    import shapely

    group = np.arange(len(boxes))
    shapes = shapely.box(*boxes.T)
    one, other = shapely.STRtree(shapes).query(shapes)
    while True:
        least = group.copy()
        np.minimum.at(least, one, group[other])
        least = least[least]
        if np.array_equal(least, group):
            return group
        group = least
