"""Tracing a map of cells and filling the rings gives the map again."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from orlop.engine.walkway.build.trace import trace, warm
from orlop.engine.walkway.outline import Outline

warm()  # no example waits for the compiler


def filled(rings, shape):
    """Cells whose centre an odd number of rings surrounds."""
    inside = np.zeros(shape, bool)
    centres_j = np.arange(shape[1]) + 0.5
    for ring in rings:
        for (i0, j0), (i1, j1) in zip(ring, np.roll(ring, -1, axis=0), strict=True):
            if j0 == j1:  # along i: toggles everything beyond it
                rows = slice(min(i0, i1), max(i0, i1))
                inside[rows] ^= centres_j > j0
    return inside


def mask_of(rows):
    """Rows of '#' for open; the outermost stay shut."""
    cells = np.array([[letter == "#" for letter in row] for row in rows])
    return np.pad(cells, 1)


maps = arrays(bool, st.tuples(st.integers(1, 12), st.integers(1, 12)), elements=st.booleans()).map(
    lambda cells: np.pad(cells, 1)
)


@given(maps)
def test_filling_the_rings_returns_the_map(mask):
    rings, _ = trace(mask)
    assert np.array_equal(filled(rings, mask.shape), mask)


@given(maps)
def test_signed_areas_sum_to_the_open_cells(mask):
    rings, _ = trace(mask)
    assert sum(Outline(ring.astype(float)).area for ring in rings) == pytest.approx(mask.sum())


@given(maps)
def test_every_corner_turns_and_every_edge_is_axis_parallel(mask):
    for ring in trace(mask)[0]:
        edges = np.roll(ring, -1, axis=0) - ring
        assert np.all((edges == 0).sum(axis=1) == 1)
        assert np.all((edges * np.roll(edges, 1, axis=0)).sum(axis=1) == 0)


@given(maps)
def test_each_open_region_has_one_border_and_any_number_of_solids(mask):
    rings, region = trace(mask)
    borders = [number for ring, number in zip(rings, region, strict=True) if Outline(ring.astype(float)).area > 0]
    assert sorted(borders) == sorted(set(region.tolist()))


def test_a_single_cell_is_a_square_counter_clockwise():
    rings, _ = trace(mask_of(["#"]))
    assert len(rings) == 1
    assert Outline(rings[0].astype(float)).area == 1
    assert {tuple(corner) for corner in rings[0].tolist()} == {(1, 1), (2, 1), (2, 2), (1, 2)}


def test_cells_that_touch_at_a_corner_are_two_regions():
    rings, region = trace(mask_of(["#.", ".#"]))
    assert len(rings) == 2
    assert len(set(region.tolist())) == 2


def test_solids_that_touch_at_a_corner_leave_the_air_whole():
    rings, region = trace(mask_of(["####", "#.##", "##.#", "####"]))
    areas = sorted(Outline(ring.astype(float)).area for ring in rings)
    assert set(region.tolist()) == {0}
    assert areas[-1] == 16
    assert sum(areas) == 14


def test_an_island_in_a_pool_has_a_region_of_its_own():
    rings, region = trace(mask_of(["#####", "#...#", "#.#.#", "#...#", "#####"]))
    assert sorted(Outline(ring.astype(float)).area for ring in rings) == [-9, 1, 25]
    assert len(set(region.tolist())) == 2


def test_an_open_cell_at_the_rim_is_refused():
    with pytest.raises(ValueError, match="outermost"):
        trace(np.ones((3, 3), bool))


def test_a_comb_of_thousands_of_corners_beside_smaller_regions_is_traced_whole():
    mask = np.zeros((9, 3002), bool)
    mask[1, 1:-1] = True
    mask[2:5, 1:-1:2] = True
    mask[6:8, 2:-2:4] = True
    rings, region = trace(mask)
    assert max(len(ring) for ring in rings) > 5000
    assert len(rings) == len(set(region.tolist())) == 751
    assert np.array_equal(filled(rings, mask.shape), mask)
