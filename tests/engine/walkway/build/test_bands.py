"""What lies between knee and brow, conservatively."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orlop.engine.walkway.build.bands import bands_above, find_solid, meet_bands, solid_under, touching_cells
from orlop.engine.walkway.build.grid import Grid
from orlop.engine.walkway.build.spans import find_spans
from orlop.engine.walkway.build.trace import trace
from orlop.engine.walkway.settings import WalkwaySettings

NOTHING = np.zeros((0, 3, 3))
SHEET = np.array([[(0, 0, 0), (0, 0, 4), (4, 0, 4)], [(0, 0, 0), (4, 0, 4), (4, 0, 0)]], float)


def solid_cells(*triangles, knee=0.5, brow=1.8, cell=0.1, floor=SHEET):
    """Map of solid cells over a 4 × 4 m floor at height 0."""
    grid = Grid.over(floor, cell)
    spans = find_spans(grid, floor, NOTHING, WalkwaySettings(knee=knee))
    solid = find_solid(grid, spans, np.array(triangles, float).reshape(-1, 3, 3), knee, brow)
    cells = np.zeros(grid.cells, bool)
    cells[spans.cell[solid]] = True
    return cells.reshape(grid.nx, grid.nz)[2:-2, 2:-2]


def wall(x0, z0, x1, z1, low=0.0, high=2.5):
    """An upright wall of no thickness."""
    return np.array(
        [[(x0, low, z0), (x1, low, z1), (x1, high, z1)], [(x0, low, z0), (x1, high, z1), (x0, high, z0)]], float
    )


def test_a_wall_of_no_thickness_is_solid_along_its_whole_length():
    cells = solid_cells(wall(0.52, 1.03, 3.38, 1.03))
    assert cells[5:34, 10].all()
    assert cells.sum() == 29


def test_a_wall_on_the_border_of_two_cells_belongs_to_both():
    cells = solid_cells(wall(1.0, 2.0, 3.0, 2.0))
    assert cells[10:30, 19].all()
    assert cells[10:30, 20].all()


def test_a_diagonal_wall_lets_nothing_through():
    cells = solid_cells(wall(0.0, 0.0, 4.0, 4.0))
    assert cells.diagonal().all()
    rings, _ = trace(np.pad(~cells, 1))
    assert len(rings) == 2


@pytest.mark.parametrize(("low", "high", "hit"), [(0, 0.49, False), (0, 0.51, True), (1.81, 3, False), (1.79, 3, True)])
def test_only_what_reaches_between_knee_and_brow_is_solid(low, high, hit):
    assert solid_cells(wall(1, 1.05, 3, 1.05, low, high)).any() == hit


def test_a_leaning_board_is_solid_only_where_it_is_in_the_band():
    board = np.array([[(0, 0, 1), (0, 0, 2), (4, 4, 2)], [(0, 0, 1), (4, 4, 2), (4, 4, 1)]], float)
    cells = solid_cells(board)
    assert not cells[:4].any()
    assert cells[6:17, 10:20].all()
    assert not cells[19:].any()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(*[st.floats(-0.5, 4.5)] * 2, st.floats(-1, 3)), min_size=3, max_size=3))
def test_no_point_of_an_obstacle_within_the_band_is_missed(corners):
    triangle = np.array([(x, y, z) for x, z, y in corners])
    cells = solid_cells(triangle)
    weights = np.random.default_rng(0).dirichlet((1, 1, 1), 400)
    points = weights @ triangle
    inside = (points[:, 1] >= 0.5) & (points[:, 1] <= 1.8) & np.all((points[:, ::2] > 0) & (points[:, ::2] < 4), axis=1)
    i, j = np.floor(points[inside][:, ::2] / 0.1).astype(int).clip(0, 39).T
    assert cells[i, j].all()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(*[st.floats(0.2, 3.8)] * 2, st.floats(-1, 3)), min_size=3, max_size=3))
def test_no_cell_further_than_a_cell_from_the_obstacle_is_solid(corners):
    import shapely

    triangle = np.array([(x, y, z) for x, z, y in corners])
    hull = shapely.convex_hull(shapely.MultiPoint(triangle[:, ::2]))
    for i, j in np.argwhere(solid_cells(triangle)):
        box = shapely.box(i * 0.1, j * 0.1, (i + 1) * 0.1, (j + 1) * 0.1)
        assert shapely.distance(box, hull) < 1e-5


def test_floor_triangles_of_another_storey_are_not_within_reach():
    grid = Grid.over(SHEET, 0.1)
    height = np.full((grid.nx, grid.nz), np.nan, np.float32)
    height[5, 5] = 0.0
    storeys = np.concatenate([SHEET, SHEET + np.array([0.0, 3.0, 0.0])])
    within = touching_cells(grid, height, storeys, 0.4)
    assert within[:2].any()
    assert not within[2:].any()


@given(st.lists(st.tuples(*[st.floats(0, 6)] * 2, st.floats(-1, 3)), min_size=3, max_size=3), st.integers(0, 2**32))
def test_no_band_that_a_triangle_meets_is_passed_over(corners, seed):
    random = np.random.default_rng(seed)
    floor = random.uniform(0.0, 2.0, (60, 60))
    start, low = np.arange(3601, dtype=np.int32), floor.reshape(-1)
    triangle = np.array([[(x, y, z) for x, z, y in corners]])
    met, _ = meet_bands(triangle, np.array([0.0, 0.0, 0.1]), 60, 60, start, low, low + 0.01)
    for x, y, z in random.dirichlet((1, 1, 1), 200) @ triangle[0]:
        i, j = min(int(x / 0.1), 59), min(int(z / 0.1), 59)
        assert met[i * 60 + j] or not floor[i, j] <= y <= floor[i, j] + 0.01


def test_lot_by_lot_the_same_is_solid_as_at_once():
    slope = SHEET + np.array([0.0, 0.0, 0.0])
    slope[..., 1] = 0.3 * slope[..., 0] + 0.2 * slope[..., 2]
    floor = np.concatenate([slope, slope + np.array([0.0, 3.0, 0.0])])
    grid = Grid.over(floor, 0.1)
    spans = find_spans(grid, floor, NOTHING, WalkwaySettings())
    random = np.random.default_rng(2)
    obstacles = random.uniform((-1, 0, -1), (5, 5, 5), (60, 1, 3)) + random.uniform(-0.6, 0.6, (60, 3, 3))
    whole = find_solid(grid, spans, obstacles, 0.5, 1.8)
    low, high = bands_above(spans, 0.5, 1.8)
    parts = [solid_under(grid, spans, low, high, obstacles[k : k + 3]) for k in range(0, 60, 3)]
    assert 100 < whole.sum() < len(spans)
    assert np.array_equal(np.unique(np.concatenate(parts)), np.flatnonzero(whole))
