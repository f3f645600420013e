"""Rectangles of the world and of chunks."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.engine.worldgen.bounds import LIMIT, Bounds
from orlop.engine.worldgen.rect import Rect, chunk_at, chunk_bounds, span

sides = st.integers(-6, 6)
rects = st.tuples(sides, sides, st.integers(0, 5), st.integers(0, 5)).map(
    lambda r: Rect(r[0], r[1], r[0] + r[2], r[1] + r[3])
)


def test_bounds_cover_the_chunks_they_overlap():
    assert Rect.covering(Bounds(-1.0, 0.0, 64.0, 65.0), 64.0) == Rect(-1, 0, 1, 2)


def test_a_shared_edge_is_no_overlap():
    assert Rect.covering(Bounds(64.0, -64.0, 128.0, 0.0), 64.0) == Rect(1, -1, 2, 0)


@given(rects, rects)
def test_what_is_left_without_another_is_the_difference_each_once(one, other):
    left = [index for part in one.without(other) for index in part.indices()]
    assert sorted(left) == sorted(set(one.indices()) - set(other.indices()))


@given(rects, st.integers(-1, 1), st.integers(-1, 1))
def test_a_square_moved_by_a_chunk_leaves_only_its_border(rect, di, dj):
    moved = Rect(rect.low_i + di, rect.low_j + dj, rect.high_i + di, rect.high_j + dj)
    border = rect.high_i - rect.low_i + rect.high_j - rect.low_j
    assert sum(part.area for part in moved.without(rect)) <= border


@given(st.floats(-LIMIT, LIMIT), st.sampled_from([0.1, 0.3, 1.0, 32.0, 1000.0]))
def test_the_chunk_that_holds_a_point_is_found_anywhere_within_the_limit(x, size):
    low, high = span(x, x + size * 1e-3 + 1e-6, size)
    assert low * size - 1e-6 <= x
    assert high * size + 1e-6 >= x


@given(st.floats(-LIMIT, LIMIT), st.floats(0.0, 100.0), st.sampled_from([0.1, 0.3, 1.0, 32.0, 1000.0]))
def test_the_chunk_at_a_point_is_among_those_that_cover_it(x, width, size):
    bounds = Bounds(x, x, x + width + 1e-6, x + width + 1e-6)
    assert Rect.covering(bounds, size).holds(*chunk_at(x, x, size))


@given(st.integers(-(10**6), 10**6), st.sampled_from([0.1, 1 / 3, 0.7, 7.7, 48.0, 63.9, 100.0]))
def test_a_point_is_held_by_the_chunk_whose_edges_are_around_it_however_quotients_are_rounded(i, size):
    bounds = chunk_bounds((i, i), size)
    low, high = bounds.low_x, math.nextafter(bounds.high_x, -math.inf)
    assert chunk_at(low, high, size) == (i, i)
    assert span(low, bounds.high_x, size) == (i, i + 1)
    assert span(high, math.nextafter(bounds.high_x, math.inf), size) == (i, i + 2)
    assert span(math.nextafter(low, -math.inf), low, size) == (i - 1, i)


def test_neighbours_share_their_edge_to_the_bit():
    for size in (0.1, 0.7, 32.0, 1e6 / 3):
        for i in (-(10**7), -1, 0, 12345):
            assert chunk_bounds((i, 0), size).high_x == chunk_bounds((i + 1, 0), size).low_x


def test_a_point_on_an_edge_belongs_to_one_side_only():
    west, east = Bounds(0.0, 0.0, 1.0, 1.0), Bounds(1.0, 0.0, 2.0, 1.0)
    points = np.array([[1.0, 0.5, 9.0], [0.0, 0.0, 9.0], [2.0, 0.5, 9.0]])
    assert west.holds(points).tolist() == [False, True, False]
    assert east.holds(points).tolist() == [True, False, False]


@pytest.mark.parametrize("bounds", [(0, 0, 0, 1), (0, 0, 2e7, 1), (0, 0, float("nan"), 1), (2, 0, 1, 1)])
def test_bounds_that_are_empty_or_beyond_the_world_are_refused(bounds):
    with pytest.raises(ValueError, match="bounds must"):
        Bounds(*bounds).check()
