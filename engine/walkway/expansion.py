"""Shrinks open space by a motor's radius: exact offsets."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from orlop.engine.walkway.air import Air
from orlop.engine.walkway.outline import Outline, signed_area
from orlop.engine.walkway.region import GRAIN, polygons_of, region_of_rings, rounded

if TYPE_CHECKING:
    from shapely import Polygon

QUARTER_SEGMENTS = 16
"""Chords in a quarter turn of an offset corner: at 0.4 m they lie within 0.5 mm of the arc."""

LEAST_AREA = 0.01
"""Square metres; smaller pieces of air are crumbs of the offset, no place to stand."""


def expand(outlines: Sequence[Outline], radius: float, locators: NDArray[np.float64]) -> Air:
    """Shrink the open space of `outlines` by `radius` metres.

    The chords of the offset's arcs would cut into the true one; the radius is enlarged so that
    they touch it from outside, hence no motor of `radius` ever overlaps a solid.

    Parameters
    ----------
    outlines
        Open space and the solids in it.
    radius
        Of the motor, metres, positive.
    locators
        (n, 2): only pieces that hold one, or lie within `radius` of one, are kept. None given
        keeps all.
    """
    if not radius > 0:
        raise ValueError(f"radius must be positive (metres), got {radius!r}")
    outer = radius / math.cos(math.pi / (4 * QUARTER_SEGMENTS)) + GRAIN
    space = region_of_rings([outline.points for outline in outlines])
    pieces = [piece for piece in polygons_of(rounded(space, -outer, QUARTER_SEGMENTS)) if piece.area >= LEAST_AREA]
    if len(locators):
        import shapely

        marks = shapely.points(np.asarray(locators, np.float64).reshape(-1, 2))
        pieces = [piece for piece in pieces if bool(np.any(shapely.distance(piece, marks) <= radius))]
    pieces.sort(key=lambda piece: (-piece.area, piece.bounds))
    rings = [_open_ring(ring.coords) for piece in pieces for ring in (piece.exterior, *piece.interiors)]
    return Air.from_rings(radius, [ring for ring in rings if len(ring) >= 3])


def open_polygons(outlines: Sequence[Outline]) -> "list[Polygon]":
    """Return each open region with the solids in it as one shapely polygon."""
    import shapely

    solids: dict[int, list[NDArray[np.float64]]] = {}
    for outline in outlines:
        if outline.area < 0:
            solids.setdefault(outline.parent, []).append(outline.points)
    return [
        shapely.Polygon(outline.points, solids.get(index, ()))
        for index, outline in enumerate(outlines)
        if outline.area > 0
    ]


def air_polygons(air: Air) -> "list[Polygon]":
    """Return each piece of `air` as one shapely polygon; the rims within it follow its border."""
    import shapely

    pieces: list[list[NDArray[np.float64]]] = []
    for ring in air.rings():
        if signed_area(ring) > 0:
            pieces.append([])
        pieces[-1].append(ring)
    return [shapely.Polygon(rings[0], rings[1:]) for rings in pieces]


def _open_ring(coordinates: Sequence[tuple[float, float]]) -> NDArray[np.float64]:
    points = np.asarray(coordinates, np.float64)[:-1]
    distinct = np.any(np.abs(points - np.roll(points, 1, axis=0)) > 1e-9, axis=1)
    return points[distinct]
