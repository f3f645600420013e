"""Areas within rectangles."""

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from orlop.engine.walkway.build.area import area_outside, area_within, warm
from orlop.engine.walkway.walkway import Seam

warm()
SQUARE = np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]])
BOXES = np.array([[-1.0, -1.0, 0.5, 0.7], [0.5, -1.0, 2.0, 3.0], [2.5, 1.0, 9.0, 9.0]])


def test_a_square_without_its_corner_has_the_area_left():
    hole = np.array([[1.0, 1.0], [1.0, 2.0], [2.0, 2.0], [2.0, 1.0]])
    rings = [SQUARE, hole]
    assert area_outside(rings, ()) == 15.0
    assert area_outside(rings, (Seam("other", np.array([[3.0, 3.0, 9.0, 9.0]])),)) == 14.0
    assert area_outside(rings, (Seam("other", np.array([[1.5, 1.5, 4.0, 4.0]])),)) == pytest.approx(15.0 - 6.0)


@given(st.integers(0, 2**32), st.integers(3, 30))
def test_star_shaped_rings_are_measured_as_geos_does(seed, corners):
    random = np.random.default_rng(seed)
    turn = np.sort(random.uniform(0, 2 * np.pi, corners))
    ring = (np.array([np.cos(turn), np.sin(turn)]) * random.uniform(0.2, 3.0, corners)).T + random.uniform(-1, 1, 2)
    polygon = shapely.Polygon(ring)
    if polygon.is_valid:  # where a gap exceeds half a turn the star crosses nothing, but turns over
        expected = shapely.intersection(polygon, shapely.box(*BOXES.T)).tolist()
        sign = 1.0 if shapely.is_ccw(polygon.exterior) else -1.0
        measured = area_within(np.ascontiguousarray(ring), np.array([0, corners]), BOXES)
        assert sign * measured == pytest.approx(sum(part.area for part in expected), abs=1e-9)
