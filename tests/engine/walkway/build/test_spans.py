"""Floor cell by cell."""

import numpy as np
import pytest

from orlop.engine.walkway.build.grid import MOST_CELLS, Grid
from orlop.engine.walkway.build.spans import find_spans
from orlop.engine.walkway.settings import WalkwaySettings

NOTHING = np.zeros((0, 3, 3))


def sheet(x0, z0, x1, z1, *heights):
    """A rectangle facing up; heights at (x0, z0), (x0, z1), (x1, z1), (x1, z0), or one for all."""
    a, b, c, d = heights if len(heights) == 4 else heights * 4
    corners = np.array([(x0, a, z0), (x0, b, z1), (x1, c, z1), (x1, d, z0)], float)
    return corners[[[0, 1, 2], [0, 2, 3]]]


def spans_of(floor, covers=NOTHING, cell=0.1, **settings):
    grid = Grid.over(np.concatenate([floor, covers]), cell)
    return grid, find_spans(grid, floor, covers, WalkwaySettings(**settings))


def test_a_level_sheet_has_a_span_for_every_cell_it_covers():
    _, spans = spans_of(sheet(0, 0, 3, 2, 0.7))
    assert len(spans) == 30 * 20
    assert np.allclose(spans.height, 0.7)
    assert np.all(spans.rise == 0)


def test_a_slope_is_sampled_at_the_centres_with_its_rise_in_the_cell():
    grid, spans = spans_of(sheet(0, 0, 3, 2, 0, 0, 3, 3))
    x = grid.x + (spans.cell // grid.nz + 0.5) * grid.cell
    assert np.allclose(spans.height, x)
    assert np.allclose(spans.rise, 0.05)


def test_triangles_narrower_than_a_cell_leave_no_gaps():
    strips = np.concatenate([sheet(x, 0, x + 0.03, 1, 0.0) for x in np.arange(100) * 0.03])
    _, spans = spans_of(strips)
    assert len(spans) == 30 * 10


def test_a_low_crate_is_stood_on_and_hides_the_ground():
    _, spans = spans_of(np.concatenate([sheet(0, 0, 2, 2, 0), sheet(0.5, 0.5, 1.5, 1.5, 0.3)]))
    assert len(spans) == 400
    assert np.isclose(spans.height, 0.3).sum() == 100


def test_storeys_further_apart_than_the_knee_are_spans_of_their_own_bottom_up():
    _, spans = spans_of(np.concatenate([sheet(0, 0, 1, 1, 3), sheet(0, 0, 1, 1, 0)]))
    assert len(spans) == 200
    assert np.allclose(spans.height.reshape(-1, 2), (0, 3))


def test_nothing_below_a_trapdoor_counts():
    _, spans = spans_of(sheet(0, 0, 2, 1, -2, -2, 0, 0), covers=sheet(0, 0, 1, 1, 0))
    assert len(spans) == 200
    assert np.isclose(spans.height, 0).sum() == 100


def test_storeys_above_a_trapdoor_stay():
    _, spans = spans_of(sheet(0, 0, 1, 1, 3), covers=sheet(0, 0, 1, 1, 0))
    assert len(spans) == 200


def test_a_huge_floor_gets_coarser_cells_instead_of_more():
    grid = Grid.over(sheet(0, 0, 5000, 3000, 0), None)
    assert grid.cells <= MOST_CELLS
    assert grid.cell == pytest.approx(1.95, rel=0.1)


def test_a_small_floor_gets_the_finest_cells_and_an_empty_rim():
    grid = Grid.over(sheet(0, 0, 1, 1, 0), None)
    assert (grid.cell, grid.nx, grid.nz) == (0.05, 24, 24)


def planks(gap, *heights):
    """Four planks of 0.4 × 1 m with gaps between them."""
    return np.concatenate([sheet(k * (0.4 + gap), 0, k * (0.4 + gap) + 0.4, 1, h) for k, h in enumerate(heights)])


def test_gaps_between_planks_are_walked_over():
    _, spans = spans_of(planks(0.2, 0, 0, 0, 0), gap=0.2)
    assert len(spans) == 22 * 10
    assert np.all(spans.height == 0)


def test_the_floor_of_a_gap_lies_between_its_sides():
    _, spans = spans_of(planks(0.2, 0, 0.3), gap=0.2)
    assert sorted(set(spans.height.round(6).tolist())) == [0, 0.1, 0.2, 0.3]


def test_wider_gaps_and_gaps_to_another_height_stay_open():
    assert len(spans_of(planks(0.3, 0, 0, 0, 0), gap=0.2)[1]) == 160
    assert len(spans_of(planks(0.2, 0, 0.7), gap=0.2)[1]) == 80


def test_no_gap_setting_fills_nothing():
    assert len(spans_of(planks(0.1, 0, 0), gap=0.0)[1]) == 80


def test_a_gap_over_other_ground_is_filled_on_its_own_storey():
    floor = np.concatenate([planks(0.2, 3, 3), sheet(0, 0, 1, 1, 0)])
    _, spans = spans_of(floor, gap=0.2)
    assert np.isclose(spans.height, 3).sum() == 100
    assert np.isclose(spans.height, 0).sum() == 100
