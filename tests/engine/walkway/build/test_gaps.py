"""Gaps: what is narrow is filled, however far it runs."""

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from orlop.engine.walkway.build.buckets import Buckets
from orlop.engine.walkway.build.floor_parts import FloorParts
from orlop.engine.walkway.build.gaps import close_gaps
from orlop.engine.walkway.region import polygons_of, region_of, unite
from orlop.engine.walkway.settings import WalkwaySettings

GRID = 0.075
"""Metres: side of the squares over gaps, by the settings' own gap."""


def tiles(many, size, crack):
    """Triangles of many × many level tiles, `size` metres apart, with cracks between them."""
    corner = np.array([(0, 0, 0), (0, 0, 1), (1, 0, 1), (1, 0, 0)], float) * (size - crack)
    squares = [corner + np.array([i * size, 0.0, j * size]) for i in range(many) for j in range(many)]
    return np.array([square[list(half)] for square in squares for half in ((0, 1, 2), (0, 2, 3))])


def closed(triangles):
    parts = FloorParts.of(triangles)
    return close_gaps(unite(parts.points, parts.starts), Buckets(parts), WalkwaySettings())


def squares_of(parts):
    return shapely.polygons(parts.points.reshape(-1, 4, 2))


def test_cracks_between_tiles_are_filled_and_have_squares_over_them_alone():
    region, filled, parts = closed(tiles(40, 2.0, 0.02))
    assert region.area() == pytest.approx(79.98**2, abs=156 * 0.02 * GRID), "at a crack's end a square may hang over"
    assert shapely.difference(shapely.union_all(polygons_of(filled)), shapely.union_all(squares_of(parts))).area < 1e-6
    cracks = 2 * 39 * 79.98 * 2 * GRID
    assert len(parts) * GRID**2 < cracks, "no more squares than two side by side along each crack"


places = st.floats(-3.0, 3.0).map(lambda value: round(value, 2))


@given(st.lists(st.tuples(places, places, places, places, st.sampled_from((0.02, 0.1, 0.15))), min_size=1, max_size=5))
@settings(deadline=None)
def test_squares_lie_over_whatever_is_filled_in_whatever_direction(cracks):
    floor = shapely.box(-4, -4, 4, 4)
    for x, z, u, w, wide in cracks:
        floor = shapely.difference(floor, shapely.LineString([(x, z), (u, w)]).buffer(wide / 2, cap_style="flat"))
    plane = np.array([[(-4, 0, -4), (-4, 0, 4), (4, 0, 4)], [(-4, 0, -4), (4, 0, 4), (4, 0, -4)]], float)
    parts = [part for part in shapely.get_parts(floor).tolist() if part.area > 1e-6]
    _, filled, squares = close_gaps(region_of(parts), Buckets(FloorParts.of(plane)), WalkwaySettings())
    gaps, over = shapely.union_all(polygons_of(filled)), squares_of(squares)
    assert shapely.difference(gaps, shapely.union_all(over)).area < 1e-6
    assert np.all(shapely.distance(over, gaps) < 1e-7)
