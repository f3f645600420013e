import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orlop.engine.worldgen.lattice import rank, scattered

corners = st.integers(-(10**6), 10**6)
sides = st.integers(1, 40)


def ranks(seed, i0, j0, size):
    return np.array([[rank(seed, i, j) for j in range(j0, j0 + size)] for i in range(i0, i0 + size)])


@given(st.integers(0, 99), corners, corners, st.integers(0, 4))
@settings(max_examples=30)
def test_every_group_has_one_thing_of_each_share(seed, gi, gj, steps):
    """Of 2ⁿ × 2ⁿ cells, exactly one has a rank in each 4ⁿth of the scale."""
    size = 2**steps
    found = ranks(seed, gi * size, gj * size, size)
    assert sorted(np.floor(found.ravel() * size * size)) == list(range(size * size))


@given(st.integers(0, 99), corners, corners)
def test_the_second_of_four_stands_across_from_the_first(seed, gi, gj):
    order = np.argsort(ranks(seed, gi * 2, gj * 2, 2).ravel())
    assert order[0] + order[1] == 3


@settings(max_examples=40)
@given(st.integers(0, 99), corners, corners, sides, sides, st.floats(0.0005, 1))
def test_a_sparser_window_holds_what_the_full_one_has_below_its_density(seed, i, j, width, depth, most):
    window = (i, j, i + width, j + depth)
    full, sparse = scattered(seed, window), scattered(seed, window, most)
    assert len(full) == width * depth
    assert {tuple(row) for row in full[full[:, 2] < most]} == {tuple(row) for row in sparse}


@settings(max_examples=40)
@given(st.integers(0, 99), corners, corners, sides, sides, st.floats(0.01, 1))
def test_neighbouring_windows_share_out_what_one_window_holds(seed, i, j, width, depth, most):
    whole = scattered(seed, (i, j, i + 2 * width, j + depth), most)
    parts = [scattered(seed, (i + k * width, j, i + (k + 1) * width, j + depth), most) for k in (0, 1)]
    assert sorted(map(tuple, whole)) == sorted(map(tuple, np.concatenate(parts)))


def test_things_stand_in_their_cells():
    found = scattered(5, (-20, -20, 20, 20), jitter=0.8)
    inside = found[:, :2] - found[:, 3:]
    assert inside.min() >= 0.1
    assert inside.max() <= 0.9
    assert np.ptp(inside) > 0.75


@pytest.mark.parametrize("density", [0.1, 0.3, 0.5, 0.8])
def test_any_density_is_met(density):
    found = scattered(7, (0, 0, 128, 128), density)
    assert len(found) == pytest.approx(density * 128 * 128, rel=0.01)


def test_an_empty_window_holds_nothing():
    assert scattered(1, (3, 3, 3, 9)).shape == (0, 5)
    assert scattered(1, (0, 0, 9, 9), 0.0).shape == (0, 5)
