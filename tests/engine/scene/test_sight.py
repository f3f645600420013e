"""What rays meet."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orlop.engine.scene.sight import Sight

WALL = np.array([[(0, 0, 5), (4, 0, 5), (4, 3, 5)], [(0, 0, 5), (4, 3, 5), (0, 3, 5)]], np.float64)


def test_a_wall_is_met_at_its_distance_from_either_side():
    sight = Sight.over(WALL)
    assert sight.first((1, 1, 0), (0, 0, 2), 10.0) == (5.0, 1) or sight.first((1, 1, 0), (0, 0, 2), 10.0) == (5.0, 0)
    assert sight.first((1, 1, 9), (0, 0, -1), 10.0)[0] == pytest.approx(4.0)


def test_what_is_out_of_reach_or_behind_is_not_met():
    sight = Sight.over(WALL)
    assert sight.first((1, 1, 0), (0, 0, 1), 4.9) == (math.inf, -1)
    assert sight.first((1, 1, 6), (0, 0, 1), 10.0) == (math.inf, -1)
    assert sight.first((5, 1, 0), (0, 0, 1), 10.0) == (math.inf, -1)


def test_a_line_is_clear_beside_a_wall_and_not_through_it():
    sight = Sight.over(WALL)
    assert not sight.is_clear((1, 1, 0), (1, 1, 10))
    assert sight.is_clear((1, 1, 0), (1, 1, 4.9))
    assert sight.is_clear((1, 3.5, 0), (1, 3.5, 10))
    assert sight.is_clear((1, 1, 5), (1, 1, 5))


def test_no_ray_slips_through_where_two_triangles_meet():
    sight = Sight.over(WALL)
    for share in np.linspace(0.001, 0.999, 997):
        assert sight.first((4 * share, 3 * share, -3.7), (0, 0, 1), 100.0)[1] >= 0


def test_ten_thousand_kilometres_out_it_sees_as_sharply():
    far = np.array([1e7, 0.0, -1e7])
    near, distant = Sight.over(WALL), Sight.over(WALL + far)
    for target in np.random.default_rng(1).uniform((0, 0, 5), (4, 3, 5), (50, 3)):
        aim = tuple(target - (1.0, 1.0, 0.0))
        expected = near.first((1, 1, 0), aim, 50.0)[0]
        assert distant.first((1e7 + 1, 1, -1e7), aim, 50.0)[0] == pytest.approx(expected, abs=1e-7)


def test_where_there_is_nothing_nothing_is_seen():
    assert Sight.over(np.zeros((0, 3, 3))).is_clear((0, 0, 0), (100, 0, 0))


def test_a_direction_without_length_is_refused():
    with pytest.raises(ValueError, match="finite length"):
        Sight.over(WALL).first((0, 0, 0), (0, 0, 0), 1.0)


def plainly(triangles: np.ndarray, origin: np.ndarray, way: np.ndarray) -> float:
    """Distance to the nearest of all triangles, by solving origin + t way = a + u e + v f for each."""
    best = math.inf
    for a, b, c in triangles:
        matrix = np.column_stack([-way, b - a, c - a])
        if abs(np.linalg.det(matrix)) > 1e-12:
            t, u, v = np.linalg.solve(matrix, origin - a)
            if t >= 0 and u >= 0 and v >= 0 and u + v <= 1:
                best = min(best, t)
    return best


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 70))
def test_the_tree_finds_what_looking_at_every_triangle_finds(seed, count):
    random = np.random.default_rng(seed)
    triangles = random.uniform(-5, 5, (count, 1, 3)) + random.normal(0, 1.5, (count, 3, 3))
    sight = Sight.over(triangles)
    for _ in range(10):
        origin, way = random.uniform(-8, 8, 3), random.normal(0, 1, 3)
        way /= np.linalg.norm(way)
        distance, number = sight.first(tuple(origin), tuple(way), 1e9)
        assert distance == pytest.approx(plainly(triangles, origin, way), rel=1e-6)
        if number >= 0:
            assert plainly(triangles[[number]], origin, way) == pytest.approx(distance, rel=1e-6)
