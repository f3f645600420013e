import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.levels.forest.relief import SHARE, crests, relief, relief_at

coordinates = st.floats(-1e5, 1e5)


@pytest.mark.parametrize("field", [relief, crests])
@given(seed=st.integers(0, 99), x=coordinates, z=coordinates)
def test_slopes_are_those_of_the_heights(field, seed, x, z):
    step = 0.01
    _, slope_x, slope_z = field(seed, x, z)
    assert (field(seed, x + step, z)[0] - field(seed, x - step, z)[0]) / (2 * step) == pytest.approx(slope_x, abs=1e-4)
    assert (field(seed, x, z + step)[0] - field(seed, x, z - step)[0]) / (2 * step) == pytest.approx(slope_z, abs=1e-4)


def test_mountains_rise_from_valleys_and_some_sea():
    points = np.random.default_rng(1).uniform(-1e5, 1e5, (20_000, 2))
    heights = np.empty(len(points))
    relief_at(5, points, heights)
    assert 0.05 < (heights < 0).mean() < 0.3
    assert np.percentile(heights, 95) > 450
    assert heights.max() < 2000


@given(seed=st.integers(0, 99), x=coordinates, z=coordinates)
def test_crests_stand_on_the_lowest_ground(seed, x, z):
    assert 0 <= crests(seed, x, z)[0] + SHARE <= 90
