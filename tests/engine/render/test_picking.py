"""Which things are drawn, and with what shape."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.engine.render.picking import LEVELS, ROW, pick, reach_of, sort_rows
from orlop.engine.render.stand_pass import Reach

REACH = Reach()
ANYWHERE = np.zeros((1, 4))


def picked(distance: float, height: float, rank: float) -> tuple[list[int], list[float]]:
    """Shapes and fades of one thing straight ahead."""
    rows, out = np.zeros((1, ROW), np.float32), np.zeros((2, ROW), np.float32)
    rows[0, 1], rows[0, 4:7] = -0.5 * height, (1.0, height, rank)
    bins = np.zeros(2, np.int64)
    offset = np.array([0.0, 0.0, -distance])
    used = pick(rows, np.zeros(1, np.int64), offset, ANYWHERE, REACH.numbers(), 0, out, bins, 0)
    return bins[:used].tolist(), out[:used, 6].tolist()


@given(st.floats(0.0, 3000.0), st.floats(0.1, 40.0), st.floats(0.0, 1.0))
def test_a_thing_has_one_shape_or_two_that_share_its_pixels(distance: float, height: float, rank: float) -> None:
    shapes, fades = picked(distance, height, rank)
    if len(shapes) == 2:
        assert shapes[0] == shapes[1] + 1
        assert fades[0] < 0.0
        assert fades[1] >= -fades[0]
    assert all(-1.0 <= fade <= 1.0 for fade in fades)


@given(st.floats(0.2, 40.0), st.floats(0.0, 1.0))
def test_shapes_only_grow_coarser_with_distance_till_the_thing_is_gone(height: float, rank: float) -> None:
    seen = [picked(distance, height, rank)[0] for distance in np.geomspace(0.5, 4000.0, 60)]
    coarsest = [max(shapes) if shapes else LEVELS for shapes in seen]
    assert coarsest == sorted(coarsest)
    assert coarsest[0] == 0
    assert coarsest[-1] == LEVELS


def test_each_ring_twice_as_wide_holds_a_quarter_of_the_ranks() -> None:
    whole, quarter = REACH.whole, REACH.quarter
    assert reach_of(1.0, whole, quarter) == whole
    assert reach_of(0.2501, whole, quarter) == pytest.approx(2.0 * whole, rel=1e-3)
    assert [reach_of(4.0**-n, whole, quarter) for n in (1, 2, 3)] == [quarter, 2 * quarter, 4 * quarter]


def test_what_lies_wholly_beyond_a_plane_is_left_out_and_what_touches_it_is_not() -> None:
    rows, out = np.zeros((3, ROW), np.float32), np.zeros((6, ROW), np.float32)
    rows[:, 0], rows[:, 4:6] = (-5.0, -1.0, 5.0), (1.0, 2.0)
    plane = np.array([[1.0, 0.0, 0.0, 0.0]])
    bins = np.zeros(6, np.int64)
    used = pick(rows, np.arange(3), np.array([0.0, 0.0, -2.0]), plane, REACH.numbers(), 0, out, bins, 0)
    assert out[:used, 0].tolist() == [-1.0, 5.0]


@given(st.lists(st.integers(0, 7), max_size=60))
def test_sorting_keeps_every_row_and_the_order_within_a_bin(where: list[int]) -> None:
    rows = np.zeros((64, ROW), np.float32)
    rows[:, 0] = np.arange(64)
    bins, ends, ordered = np.zeros(64, np.int64), np.zeros(9, np.int64), np.zeros((64, ROW), np.float32)
    bins[: len(where)] = where
    sort_rows(rows, bins, len(where), ends, ordered)
    expected = sorted(range(len(where)), key=lambda k: where[k])
    assert ordered[: len(where), 0].tolist() == expected
    assert [where[k] for k in expected] == [b for b in range(8) for _ in range(ends[b], ends[b + 1])]
