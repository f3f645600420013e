"""Simplification drops corners, and never gives a solid back to the open."""

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from orlop.engine.walkway.build.simplify import simplify
from orlop.engine.walkway.build.trace import trace
from orlop.engine.walkway.outline import Outline

maps = arrays(bool, st.tuples(st.integers(3, 20), st.integers(3, 20)), elements=st.booleans()).map(
    lambda cells: np.pad(cells, 1)
)


def staircase(run: int, rise: int, steps: int) -> np.ndarray:
    """Open below a diagonal stair, counter-clockwise."""
    corners = [(0, 0), (run * steps, 0)]
    for k in reversed(range(steps)):
        corners += [(run * (k + 1), rise * (steps - k)), (run * k, rise * (steps - k))]
    return np.array(corners, float)


@settings(max_examples=200, deadline=None)
@given(maps, st.floats(0.1, 3.0))
def test_no_solid_is_uncovered(mask, tolerance):
    for ring in trace(mask)[0]:
        before, after = ring.astype(float), simplify(ring.astype(float), tolerance)
        old, new = shapely.Polygon(before), shapely.Polygon(after)
        if not (old.is_valid and new.is_valid):
            continue  # rings that touch or cross themselves have no plain inside: see test_outlines
        if Outline(before).area > 0:  # around open space: it may only shrink
            assert shapely.difference(new, old).area < 1e-6
        else:
            assert shapely.difference(old, new).area < 1e-6


@settings(max_examples=200, deadline=None)
@given(maps, st.floats(0.1, 3.0))
def test_no_corner_moves_further_than_the_tolerance(mask, tolerance):
    for ring in trace(mask)[0]:
        after = simplify(ring.astype(float), tolerance)
        line = shapely.LinearRing(after)
        assert shapely.distance(shapely.points(ring.astype(float)), line).max() <= tolerance + 1e-6


def test_a_stair_of_cells_becomes_one_diagonal():
    simple = simplify(staircase(1, 1, 30), 1.0)
    assert len(simple) <= 5


@pytest.mark.parametrize(("run", "rise"), [(1, 1), (5, 1), (1, 4), (12, 1)])
def test_any_slope_is_smoothed_within_a_cell(run, rise):
    ring = staircase(run, rise, 20)
    assert len(simplify(ring, 1.0)) <= 6 < len(ring)


def test_a_rectangle_stays_as_it_is():
    square = np.array([(0, 0), (4, 0), (4, 3), (0, 3)], float)
    assert np.array_equal(simplify(square, 1.0), square)


def test_no_tolerance_changes_nothing():
    ring = staircase(1, 1, 5)
    assert np.array_equal(simplify(ring, 0.0), ring)
