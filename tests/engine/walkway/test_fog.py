"""Motes of fog and dust."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from orlop.engine.walkway.fog import FogLayer, blurred, dithered, dust_points, fog_points, obstacle_map

LOW, HIGH = (-10.0, -10.0), (10.0, 10.0)
LAYER = FogLayer(0.5, 1.5)
NOTHING = np.zeros((0, 3, 3))


def wall(x0, z0, x1, z1, low=0.0, high=2.0):
    return np.array(
        [[(x0, low, z0), (x1, low, z1), (x1, high, z1)], [(x0, low, z0), (x1, high, z1), (x0, high, z0)]], float
    )


def random(seed=0):
    return np.random.Generator(np.random.PCG64(seed))


def test_motes_cling_to_a_wall_and_none_is_within_it():
    points = fog_points(wall(-10, 0.1, 10, 0.1), LOW, HIGH, [LAYER], 1)
    assert len(points) > 50
    assert np.abs(points[:, 2] - 0.1).max() < 2.5
    assert not np.any((points[:, 2] >= 0.0) & (points[:, 2] < 0.25))


def test_in_the_open_they_keep_off_the_wall():
    points = fog_points(wall(-10, 0.1, 10, 0.1), LOW, HIGH, [FogLayer(0.5, 1.5, clinging=False)], 1)
    near = np.abs(points[:, 2] - 0.1) < 0.7
    assert near.mean() < 0.07
    assert len(points) == pytest.approx(6400 * 0.5, rel=0.1)


def test_motes_hang_between_the_layer_s_heights_and_over_the_rectangle():
    points = fog_points(wall(0, -10, 0.2, 10), LOW, HIGH, [LAYER, FogLayer(5.0, 6.0, clinging=False)], 1)
    upper = points[:, 1] > 3
    assert points[~upper, 1].min() >= 0.5
    assert points[~upper, 1].max() <= 1.5
    assert points[upper, 1].min() >= 5.0
    assert np.all(np.abs(points[:, [0, 2]]) <= 10)


def test_what_is_above_or_below_the_layer_leaves_no_trace():
    assert not obstacle_map(wall(-5, 0, 5, 0, low=3.0, high=4.0), LOW, HIGH, LAYER)[0].any()
    assert not len(fog_points(wall(-5, 0, 5, 0, low=3.0, high=4.0), LOW, HIGH, [LAYER], 1))


def test_the_same_seed_gives_the_same_motes_and_a_layer_does_not_disturb_the_next():
    walls = wall(-5, -3, 5, 4)
    alone = fog_points(walls, LOW, HIGH, [LAYER], 7)
    assert np.array_equal(alone, fog_points(walls, LOW, HIGH, [LAYER], 7))
    assert not np.array_equal(alone, fog_points(walls, LOW, HIGH, [LAYER], 8))
    assert np.array_equal(alone, fog_points(walls, LOW, HIGH, [LAYER, FogLayer(4, 5)], 7)[: len(alone)])


@settings(max_examples=50, deadline=None)
@given(arrays(float, st.tuples(st.integers(1, 20), st.integers(1, 20)), elements=st.floats(0, 1)), st.floats(0, 4))
def test_a_blur_keeps_within_the_range_of_its_map(values, deviation):
    soft = blurred(values, deviation)
    assert soft.shape == values.shape
    assert soft.min() >= values.min() - 1e-9
    assert soft.max() <= values.max() + 1e-9


def test_a_blur_of_one_full_cell_is_a_bell_of_area_one():
    values = np.zeros((41, 41))
    values[20, 20] = 1.0
    soft = blurred(values, 2.0)
    assert soft.sum() == pytest.approx(1.0)
    assert soft[20, 20] == pytest.approx(1 / (2 * np.pi * 4), rel=0.02)
    assert np.allclose(soft, soft.T)


@pytest.mark.parametrize("share", [0.0, 0.25, 0.5, 0.9, 1.0])
def test_dithering_keeps_the_share_in_every_tile(share):
    bits = dithered(np.full((64, 64), share), random())
    tiles = bits.reshape(8, 8, 8, 8).mean(axis=(1, 3))
    assert np.abs(tiles - share).max() <= 1 / 64


def test_dust_is_as_dense_as_it_is_painted():
    plane = np.array([[(0, 1, 0), (0, 1, 20), (20, 1, 20)], [(0, 1, 0), (20, 1, 20), (20, 1, 0)]], float)
    painted = np.where(plane[..., 0] > 10, 1.0, 0.0)  # from nothing at x 0 to full at x 20
    points = dust_points(plane, painted, 20.0, 3)
    assert len(points) == pytest.approx(400 * 20 * 0.5, rel=0.06)
    assert (points[:, 0] > 10).mean() == pytest.approx(0.75, abs=0.03)
    assert np.allclose(points[:, 1], 1.0)


def test_dust_is_the_same_for_the_same_seed():
    triangle = np.array([[(0, 0, 0), (0, 0, 9), (9, 0, 0)]], float)
    full = np.ones((1, 3))
    assert np.array_equal(dust_points(triangle, full, 9.0, 1), dust_points(triangle, full, 9.0, 1))


def test_wrong_arguments_say_what_is_expected():
    with pytest.raises(ValueError, match="low must not be above high"):
        FogLayer(2.0, 1.0)
    with pytest.raises(ValueError, match="low must be below high"):
        fog_points(NOTHING, HIGH, LOW, [LAYER], 0)
    with pytest.raises(ValueError, match=r"densities \(n, 3\)"):
        dust_points(np.zeros((2, 3, 3)), np.zeros(2), 1.0, 0)
    with pytest.raises(ValueError, match="0 … 1"):
        dust_points(np.zeros((1, 3, 3)), np.full((1, 3), np.nan), 1.0, 0)
