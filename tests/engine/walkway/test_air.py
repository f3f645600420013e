import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orlop.engine.walkway.air import Air

ROOM = np.array([[0.0, 0.0], [10.0, 0.0], [10.0, 8.0], [0.0, 8.0]])
PILLAR = np.array([[4.0, 3.0], [4.0, 5.0], [6.0, 5.0], [6.0, 3.0]])
CLOSET = np.array([[12.0, 1.0], [14.0, 1.0], [13.0, 3.0]])


def test_a_room_with_a_pillar_and_a_closet_has_the_area_of_its_parts():
    assert Air.from_rings(0.4, [ROOM, PILLAR, CLOSET]).area == 80.0 - 4.0 + 2.0


def test_a_point_is_in_the_air_of_a_room_but_not_in_its_pillar_nor_beyond_its_walls():
    air = Air.from_rings(0.4, [ROOM, PILLAR, CLOSET])
    points = np.array([[1.0, 1.0], [5.0, 4.0], [5.0, 5.5], [11.0, 2.0], [13.0, 2.0], [-1.0, 4.0], [5.0, 9.0]])
    assert air.contains(points).tolist() == [True, False, True, False, True, False, False]


def test_a_single_point_is_answered_too():
    assert Air.from_rings(0.4, [ROOM]).contains(np.array([1.0, 1.0])).tolist() == [True]


def test_a_ray_through_a_corner_is_counted_once():
    diamond = np.array([[0.0, -2.0], [2.0, 0.0], [0.0, 2.0], [-2.0, 0.0]])
    points = np.array([[-3.0, 0.0], [-1.0, 0.0], [1.0, 0.0], [3.0, 0.0], [-1.0, 2.0], [-1.0, -2.0]])
    assert Air.from_rings(0.4, [diamond]).contains(points).tolist() == [False, True, True, False, False, False]


def test_an_island_within_a_moat_is_air_again():
    moat = np.array([[2.0, 2.0], [2.0, 6.0], [8.0, 6.0], [8.0, 2.0]])
    island = np.array([[4.0, 3.0], [6.0, 3.0], [6.0, 5.0], [4.0, 5.0]])
    air = Air.from_rings(0.4, [ROOM, moat, island])
    assert air.contains(np.array([[1.0, 4.0], [3.0, 4.0], [5.0, 4.0]])).tolist() == [True, False, True]
    assert air.area == 80.0 - 24.0 + 4.0


def test_each_ring_closes_on_itself_and_not_on_the_next():
    air = Air.from_rings(0.4, [PILLAR, CLOSET])
    expected = [
        [4, 3, 4, 5],
        [4, 5, 6, 5],
        [6, 5, 6, 3],
        [6, 3, 4, 3],
        [12, 1, 14, 1],
        [14, 1, 13, 3],
        [13, 3, 12, 1],
    ]
    assert air.segments().tolist() == expected
    assert (air.segments()[:, :2] == air.points).all()


def test_the_rings_come_out_as_they_went_in():
    rings = [ROOM, PILLAR, CLOSET]
    air = Air.from_rings(0.25, rings)
    assert air.radius == 0.25
    assert air.starts.tolist() == [0, 4, 8, 11]
    for kept, given_ring in zip(air.rings(), rings, strict=True):
        np.testing.assert_array_equal(kept, given_ring)


def test_without_rings_there_is_no_air_anywhere():
    air = Air.from_rings(0.4, [])
    assert air.area == 0.0
    assert air.rings() == []
    assert air.segments().shape == (0, 4)
    assert not air.contains(np.zeros((3, 2))).any()


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(5, 30))
def test_the_inside_of_a_star_is_what_is_nearer_to_its_middle_than_its_border(seed, corners):
    rng = np.random.default_rng(seed)
    angles = (np.arange(corners) + rng.uniform(-0.4, 0.4, corners)) * 2 * np.pi / corners
    ring = rng.uniform(1.0, 5.0, (corners, 1)) * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    share = rng.uniform(0.0, 1.0, (corners, 1))
    border = ring * share + np.roll(ring, -1, axis=0) * (1 - share)
    air = Air.from_rings(0.4, [ring])
    assert air.contains(0.999 * border).all()
    assert not air.contains(1.001 * border).any()


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_the_share_of_points_inside_is_the_share_of_the_area(seed):
    air = Air.from_rings(0.4, [ROOM, PILLAR])
    points = np.random.default_rng(seed).uniform((0, 0), (10, 8), (4000, 2))
    assert air.contains(points).mean() == pytest.approx(air.area / 80.0, abs=0.02)
