import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.engine.walkway.floor import Floor
from orlop.engine.walkway.lattice_floor import LatticeFloor

HEIGHTS = np.random.default_rng(3).uniform(-4.0, 4.0, (6, 9))


def test_each_sample_is_found_at_its_place():
    floor = LatticeFloor((10.0, -4.0), 2.0, HEIGHTS)
    for (i, j), height in np.ndenumerate(HEIGHTS):
        assert floor.at(10.0 + 2.0 * i, -4.0 + 2.0 * j)[0] == pytest.approx(height, abs=1e-12)


def test_beside_the_lattice_is_no_floor():
    floor = LatticeFloor((0.0, 0.0), 1.0, HEIGHTS)
    for place in ((-1e-9, 1.0), (5.0 + 1e-9, 1.0), (1.0, -1e-9), (1.0, 8.0 + 1e-9), (math.nan, 1.0)):
        assert floor.at(*place) is None


@given(st.floats(0.0, 5.0), st.floats(0.0, 8.0))
def test_it_is_the_floor_of_its_own_triangles(x, z):
    floor = LatticeFloor((0.0, 0.0), 1.0, HEIGHTS)
    height, normal = floor.at(x, z)
    expected = Floor.from_triangles(floor.triangles).at(x, z)
    assert height == pytest.approx(expected[0], abs=1e-9)
    on_an_edge = min(x % 1.0, z % 1.0, abs(x % 1.0 - z % 1.0), 1.0 - x % 1.0, 1.0 - z % 1.0) < 1e-6
    assert on_an_edge or normal == pytest.approx(expected[1], abs=1e-9)


def test_many_points_get_what_each_gets_alone():
    floor = LatticeFloor((-3.0, 2.0), 0.5, HEIGHTS)
    points = np.random.default_rng(4).uniform((-4.0, 1.0), (1.0, 8.0), (200, 2))
    heights, normals = floor.sample(points)
    for point, height, normal in zip(points.tolist(), heights.tolist(), normals.tolist(), strict=True):
        found = floor.at(*point)
        assert math.isnan(height) if found is None else (height, tuple(normal)) == found


def test_a_floor_too_far_above_or_below_is_not_near():
    floor = LatticeFloor((0.0, 0.0), 1.0, np.full((2, 2), 3.0))
    assert floor.near(0.5, 0.5, 3.3, 0.4) == (3.0, (0.0, 1.0, 0.0))
    assert floor.near(0.5, 0.5, 3.5, 0.4) is None
    assert floor.near(0.5, 0.5, math.nan, 0.0) is not None
    heights, _ = floor.sample_near(np.full((2, 2), 0.5), np.array([3.3, 3.5]), 0.4)
    assert heights[0] == 3.0
    assert math.isnan(heights[1])


@pytest.mark.parametrize("heights", [np.zeros(4), np.zeros((1, 4)), np.array([[0.0, math.nan], [0.0, 0.0]])])
def test_what_is_no_lattice_is_refused(heights):
    with pytest.raises(ValueError, match="heights must be finite"):
        LatticeFloor((0.0, 0.0), 1.0, heights)
