"""Outlines of a map: valid, nested, and never more open than the map."""

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from orlop.engine.walkway.build.grid import Grid
from orlop.engine.walkway.build.outlines import find_outlines
from orlop.engine.walkway.expansion import expand, open_polygons

maps = arrays(bool, st.tuples(st.integers(3, 24), st.integers(3, 24)), elements=st.booleans()).map(
    lambda cells: np.pad(np.repeat(np.repeat(cells, 2, axis=0), 2, axis=1), 1)
)


def grid_of(mask, cell=0.5):
    return Grid(10.0, -20.0, cell, *mask.shape)


def cells_of(mask, cell=0.5):
    boxes = [
        shapely.box(10 + i * cell, -20 + j * cell, 10 + (i + 1) * cell, -20 + (j + 1) * cell)
        for i, j in np.argwhere(mask)
    ]
    return shapely.union_all(boxes)


@settings(max_examples=80, deadline=None)
@given(maps, st.floats(0.0, 2.0))
def test_open_space_is_valid_and_within_the_open_cells(mask, tolerance):
    polygons = open_polygons(find_outlines(grid_of(mask), mask, tolerance, 0.01))
    assert all(polygon.is_valid for polygon in polygons)
    opened = shapely.union_all(polygons)
    assert shapely.difference(opened, cells_of(mask)).area < 1e-6


@settings(max_examples=80, deadline=None)
@given(maps)
def test_without_tolerance_the_open_space_is_the_open_cells(mask):
    polygons = open_polygons(find_outlines(grid_of(mask), mask, 0.0, 0.01))
    assert shapely.union_all(polygons).symmetric_difference(cells_of(mask)).area < 1e-6


@settings(max_examples=80, deadline=None)
@given(maps)
def test_parents_alternate_between_open_and_solid(mask):
    outlines = find_outlines(grid_of(mask), mask, 0.4, 0.01)
    for index, outline in enumerate(outlines):
        assert outline.parent < index
        if outline.parent >= 0:
            assert outlines[outline.parent].area * outline.area < 0
        else:
            assert outline.area > 0


def test_an_island_in_a_pool_in_a_room_nests_three_deep():
    mask = np.pad(np.ones((30, 30), bool), 1)
    mask[6:26, 6:26] = False
    mask[12:20, 12:20] = True
    outlines = find_outlines(grid_of(mask), mask, 0.4, 0.01)
    assert [round(outline.area) for outline in outlines] == [225, -100, 16]
    assert [outline.parent for outline in outlines] == [-1, 0, 1]


def test_regions_where_no_circle_of_the_radius_fits_are_left_out():
    mask = np.zeros((40, 40), bool)
    mask[2:30, 2:30] = True
    mask[2:38, 35] = True  # a slit of half a metre
    assert len(find_outlines(grid_of(mask), mask, 0.4, 0.2)) == 2
    assert len(find_outlines(grid_of(mask), mask, 0.4, 0.3)) == 1


@settings(max_examples=60, deadline=None)
@given(maps, st.floats(0.1, 0.7))
def test_a_motor_in_the_air_overlaps_no_solid_cell(mask, radius):
    outlines = find_outlines(grid_of(mask), mask, 0.4, 0.01)
    air = expand(outlines, radius, np.zeros((0, 2)))
    solid = shapely.box(9, -21, 40, 40).difference(cells_of(mask))
    if len(air.points):
        assert shapely.distance(shapely.points(air.points), solid).min() >= radius - 1e-6


def test_a_gap_narrower_than_the_motor_is_closed():
    mask = np.zeros((44, 24), bool)
    mask[2:20, 2:22] = True
    mask[24:42, 2:22] = True
    mask[20:24, 10:13] = True  # 1.5 m wide
    outlines = find_outlines(grid_of(mask), mask, 0.0, 0.01)
    nowhere = np.zeros((0, 2))
    assert sum(ring_area > 0 for ring_area in map(area, expand(outlines, 0.74, nowhere).rings())) == 1
    assert sum(ring_area > 0 for ring_area in map(area, expand(outlines, 0.76, nowhere).rings())) == 2


def test_locators_keep_only_their_own_pieces():
    mask = np.zeros((44, 24), bool)
    mask[2:20, 2:22] = True
    mask[24:42, 2:22] = True
    outlines = find_outlines(grid_of(mask), mask, 0.0, 0.01)
    left = expand(outlines, 0.4, np.array([[14.0, -14.0]]))
    both = expand(outlines, 0.4, np.array([[14.0, -14.0], [26.0, -14.0]]))
    assert len(left.rings()) == 1
    assert len(both.rings()) == 2
    assert left.contains(np.array([[14.0, -14.0], [26.0, -14.0]])).tolist() == [True, False]
    assert not len(expand(outlines, 0.4, np.array([[21.0, -14.0]])).points)


def test_a_radius_of_nothing_is_refused():
    with pytest.raises(ValueError, match="radius must be positive"):
        expand((), 0.0, np.zeros((0, 2)))


def area(ring):
    x, z = ring.T
    return 0.5 * (np.dot(x, np.roll(z, -1)) - np.dot(z, np.roll(x, -1)))
