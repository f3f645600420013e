import dataclasses
import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orlop.levels.forest.drainage import DEEPEST, LONGEST, RIM, WINDOW, breach, drainage, find_below, is_lower

seeds = st.integers(0, 2**31)


@pytest.fixture(scope="module", params=[1, 2, 3])
def sites(request):
    return drainage(request.param, (-20, -20, 20, 20))


def inner_sites(sites):
    ni, nj = sites.reach.shape
    return itertools.product(range(1, ni - 1), range(1, nj - 1))


@settings(max_examples=15, deadline=None)
@given(seeds, st.integers(-1000, 1000), st.integers(-1000, 1000), st.integers(1, 9), st.integers(1, 9))
def test_a_window_of_sites_is_a_part_of_any_larger_one_to_the_bit(seed, i, j, width, depth):
    large = drainage(seed, (i, j, i + 10, j + 10))
    small = drainage(seed, (i + 1, j + 1, i + 1 + width, j + 1 + depth))
    window = (slice(1, 1 + width + 2 * RIM), slice(1, 1 + depth + 2 * RIM))
    for field in dataclasses.fields(large)[1:]:
        assert getattr(large, field.name)[window].tobytes() == getattr(small, field.name).tobytes()


def test_water_only_runs_down(sites):
    for i, j in inner_sites(sites):
        k, m = (i, j) + sites.below[i, j]
        if (k, m) != (i, j):
            assert sites.heights[k, m] < sites.heights[i, j]


def test_what_has_come_far_has_come_farther_below(sites):
    for i, j in inner_sites(sites):
        k, m = (i, j) + sites.below[i, j]
        if (k, m) != (i, j):
            assert sites.reach[k, m] >= min(sites.reach[i, j] + 1, LONGEST)


def test_ways_never_cross(sites):
    """In a square of four sites, not both diagonals are ways."""
    ways = {(i, j, i + di, j + dj) for i, j in inner_sites(sites) for di, dj in [sites.below[i, j].tolist()]}
    both = ways | {(k, m, i, j) for i, j, k, m in ways}
    for i, j in inner_sites(sites):
        assert not ((i, j, i + 1, j + 1) in both and (i + 1, j, i, j + 1) in both)


def test_few_pits_on_land_hold_a_lake(sites):
    pits = (sites.below == 0).all(axis=2) & (sites.heights > 0)
    assert pits.sum() < 0.01 * (sites.heights > 0).sum()


def test_the_main_stream_is_the_longest(sites):
    for i, j in inner_sites(sites):
        if not 1 < i < sites.reach.shape[0] - 2 or not 1 < j < sites.reach.shape[1] - 2:
            continue
        feeding = [
            (k, m)
            for k, m in itertools.product((i - 1, i, i + 1), (j - 1, j, j + 1))
            if (k, m) != (i, j) and tuple((k, m) + sites.below[k, m]) == (i, j)
        ]
        main = tuple((i, j) + sites.main[i, j])
        assert (main == (i, j)) == (not feeding)
        if feeding:
            assert sites.reach[main] == max(sites.reach[site] for site in feeding)


def bowl(brim):
    """A pit in the middle of a rim at `brim`, with lower ground beyond it on one side."""
    side = 2 * WINDOW + 1
    heights = np.full((side, side), 200.0)
    heights[2:-2, 2:-2] = 120.0
    heights[WINDOW, WINDOW] = 100.0
    heights[WINDOW, -2] = brim
    heights[WINDOW, -1] = 90.0
    return heights


def test_a_breach_leads_over_the_lowest_brim():
    heights = bowl(130.0)
    way = breach(heights, np.zeros_like(heights))
    side = len(heights)
    assert way[0] == heights.size // 2
    assert WINDOW * side + side - 2 in way
    assert way[-1] == WINDOW * side + side - 1


def test_a_brim_too_high_holds_a_lake():
    heights = bowl(100.0 + DEEPEST + 1)
    assert breach(heights, np.zeros_like(heights)) == []


def test_of_two_sites_as_low_one_is_lower():
    heights, ties = np.zeros((3, 3)), np.arange(9.0)[::-1].reshape(3, 3).copy()
    assert is_lower(heights, ties, 2, 2, 1, 1)
    assert not is_lower(heights, ties, 1, 1, 2, 2)
    below = np.empty((3, 3, 2), np.int64)
    points = np.argwhere(ties < 9).reshape(3, 3, 2).astype(float)
    find_below(points, heights, ties, below)
    assert below[1, 1].any()
    assert below[2, 2].tolist() == [0, 0]
