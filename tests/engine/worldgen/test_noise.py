import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.engine.worldgen.hashing import direction, hash2
from orlop.engine.worldgen.noise import fractal_noise, gradient_noise, noise_grid, value_noise

places = st.floats(-1e7, 1e7)
near_places = st.floats(-1000, 1000)
seeds = st.integers(0, 2**31)


def blended(corner, x, z):
    """Blend of `corner(i, j)` over the cell around (x, z) by the quintic fade, in plain Python."""
    i, j = math.floor(x), math.floor(z)
    u, v = ((t**5 * 6 - 15 * t**4 + 10 * t**3) for t in (x - i, z - j))
    return sum(
        corner(i + a, j + b) * (u if a else 1 - u) * (v if b else 1 - v) for a, b in itertools.product((0, 1), repeat=2)
    )


@given(seeds, near_places, near_places)
def test_value_noise_blends_random_corners(seed, x, z):
    expected = blended(lambda i, j: hash2(seed, i, j) / 2**31 - 1, x, z)
    assert value_noise(seed, x, z)[0] == pytest.approx(expected, abs=1e-9)


@given(seeds, near_places, near_places)
def test_gradient_noise_blends_random_slopes(seed, x, z):
    def corner(i, j):
        gx, gz = direction(np.uint64(hash2(seed, i, j)))
        return math.sqrt(2) * (gx * (x - i) + gz * (z - j))

    assert gradient_noise(seed, x, z)[0] == pytest.approx(blended(corner, x, z), abs=1e-9)


@pytest.mark.parametrize("noise", [value_noise, gradient_noise, lambda s, x, z: fractal_noise(s, x, z, 5, 0.5)])
@given(seed=seeds, x=near_places, z=near_places)
def test_slopes_are_those_of_the_values(noise, seed, x, z):
    step = 1e-5
    _, slope_x, slope_z = noise(seed, x, z)
    assert (noise(seed, x + step, z)[0] - noise(seed, x - step, z)[0]) / (2 * step) == pytest.approx(slope_x, abs=1e-5)
    assert (noise(seed, x, z + step)[0] - noise(seed, x, z - step)[0]) / (2 * step) == pytest.approx(slope_z, abs=1e-5)


@given(seeds, places, places)
def test_noise_keeps_its_bounds_ten_thousand_kilometres_out(seed, x, z):
    assert abs(value_noise(seed, x, z)[0]) <= 1
    assert abs(gradient_noise(seed, x, z)[0]) <= 1
    assert abs(fractal_noise(seed, x, z, 6, 0.5)[0]) <= 2


@given(seeds, st.integers(-(10**6), 10**6), st.integers(-(10**6), 10**6))
def test_gradient_noise_is_zero_at_corners(seed, i, j):
    assert gradient_noise(seed, float(i), float(j))[0] == 0


def test_all_directions_slope_alike():
    slopes = np.array([gradient_noise(2, 0.37 * k, 0.73 * k + 0.11)[1:] for k in range(20_000)])
    spread = np.cov(slopes.T)
    assert spread[0, 0] == pytest.approx(spread[1, 1], rel=0.05)
    assert abs(spread[0, 1]) < 0.03 * spread[0, 0]


def test_two_windows_of_noise_share_their_edge_to_the_bit():
    left, right = np.empty((33, 65)), np.empty((33, 65))
    noise_grid(9, np.array([-1.6, 40.0]), 0.05, 6, 0.5, left)
    noise_grid(9, np.array([0.0, 40.0]), 0.05, 6, 0.5, right)
    assert left[32].tobytes() == right[0].tobytes()
    assert np.ptp(left) > 0.3
