"""The boundary's grid answers as counting crossings does."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orlop.engine.deck.boundary import Boundary
from orlop.engine.walkway.air import Air
from orlop.levels.drawn import rectangle

coordinates = st.floats(-6.0, 6.0)


def star(corners: int, seed: int) -> np.ndarray:
    """A simple ring around the origin, counter-clockwise, with any spikes."""
    random = np.random.default_rng(seed)
    angles = np.sort(random.uniform(0, 2 * math.pi, corners))
    return np.column_stack([np.cos(angles), np.sin(angles)]) * random.uniform(0.3, 5.0, (corners, 1))


def frame() -> Boundary:
    """A square of 10 m with a square of 2 m taken out of its middle."""
    return Boundary.from_air(Air.from_rings(0.4, [rectangle(0, 0, 10, 10), rectangle(4, 4, 6, 6)[::-1]]))


@settings(max_examples=60, deadline=None)
@given(st.integers(3, 40), st.integers(0, 10**6), st.lists(st.tuples(coordinates, coordinates), max_size=40))
def test_inside_is_what_counting_crossings_says(corners, seed, points):
    air = Air.from_rings(0.4, [star(corners, seed)])
    boundary = Boundary.from_air(air)
    for x, z in points:
        clear = np.abs(x) + np.abs(z) < np.inf and boundary.inside(x, z)
        if clear:
            assert air.contains(np.array([[x, z]]))[0]
    inner = air.points * 0.999  # just within the spikes
    for (x, z), contained in zip(inner, air.contains(inner), strict=True):
        if boundary.inside(x, z):
            assert contained


def test_a_grid_of_points_is_inside_exactly_where_the_air_is():
    air = Air.from_rings(0.4, [rectangle(0, 0, 10, 10), rectangle(4, 4, 6, 6)[::-1]])
    boundary = Boundary.from_air(air)
    points = np.random.default_rng(4).uniform(-1, 11, (3000, 2))
    assert [boundary.inside(x, z) for x, z in points] == air.contains(points).tolist()


def test_a_point_on_the_boundary_is_not_inside():
    assert not frame().inside(0.0, 5.0)
    assert not frame().inside(4.0, 5.0)
    assert not frame().inside(0.0, 0.0)


def test_nothing_is_inside_an_empty_air():
    boundary = Boundary.from_air(Air.from_rings(0.4, []))
    assert not boundary.inside(0.0, 0.0)
    assert boundary.nearest_inside(0.0, 0.0) is None


def test_a_stray_point_goes_to_the_nearest_air():
    x, z = frame().nearest_inside(-3.0, 5.0)
    assert (x, z) == pytest.approx((0.0, 5.0), abs=1e-3)
    x, z = frame().nearest_inside(5.0, 4.2)
    assert (x, z) == pytest.approx((5.0, 4.0), abs=1e-3)
    assert frame().inside(x, z)


def test_a_point_in_the_air_stays_where_it_is():
    assert frame().nearest_inside(1.25, 2.5) == (1.25, 2.5)


def test_a_place_that_is_not_finite_is_refused():
    with pytest.raises(ValueError, match="finite metres"):
        frame().nearest_inside(math.nan, 0.0)


def test_the_clear_way_ends_at_the_first_wall():
    assert frame().clear_way(5.0, 2.0, math.pi, 50.0) == pytest.approx(2.0)  # heading π looks along +z, to the middle
    assert frame().clear_way(1.0, 1.0, math.pi / 2, 50.0) == pytest.approx(9.0)
    assert frame().clear_way(1.0, 1.0, math.pi / 2, 3.0) == 3.0


@settings(max_examples=40, deadline=None)
@given(st.integers(3, 30), st.integers(0, 10**6), st.floats(-math.pi, math.pi))
def test_no_ray_slips_out_through_a_corner(corners, seed, heading):
    ring = star(corners, seed)
    boundary = Boundary.from_air(Air.from_rings(0.4, [ring]))
    start = boundary.nearest_inside(0.0, 0.0)
    if start is None:
        return
    assert boundary.clear_way(*start, heading, 100.0) < 100.0
    for corner in ring:  # aimed at each corner as exactly as floats can
        aim = math.atan2(corner[0] - start[0], -(corner[1] - start[1]))
        assert boundary.clear_way(*start, aim, 100.0) < 100.0
