"""Where ways enter rectangles."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orlop.engine.deck import crossing, mover
from orlop.engine.deck.passages import Passages

numbers = st.floats(-10, 10)


def one(x0: float, z0: float, x1: float, z1: float) -> np.ndarray:
    return np.array([[x0, z0, x1, z1, 0.0, 1.0]])


def test_a_way_through_enters_at_the_near_side():
    assert crossing.entry(0.0, 0.5, 10.0, 0.5, one(4, 0, 5, 1), 0) == pytest.approx(0.4)


def test_a_way_that_begins_inside_enters_at_once():
    assert crossing.entry(4.5, 0.5, 10.0, 0.5, one(4, 0, 5, 1), 0) == 0.0


def test_standing_inside_counts_and_standing_outside_does_not():
    assert crossing.entry(4.5, 0.5, 4.5, 0.5, one(4, 0, 5, 1), 0) == 0.0
    assert crossing.entry(3.5, 0.5, 3.5, 0.5, one(4, 0, 5, 1), 0) == 2.0


def test_a_way_past_or_short_of_a_rectangle_misses_it():
    assert crossing.entry(0.0, 2.0, 10.0, 2.0, one(4, 0, 5, 1), 0) == 2.0
    assert crossing.entry(0.0, 0.5, 3.9, 0.5, one(4, 0, 5, 1), 0) == 2.0


@given(numbers, numbers, numbers, numbers, st.floats(0, 1))
def test_a_way_over_a_point_of_the_rectangle_enters_it(x0, z0, x1, z1, share):
    x, z = x0 + (x1 - x0) * share, z0 + (z1 - z0) * share
    found = crossing.entry(x0, z0, x1, z1, one(x - 0.1, z - 0.1, x + 0.1, z + 0.1), 0)
    assert 0.0 <= found <= share + 1e-9


def test_the_first_rectangle_along_a_bent_way_is_taken():
    passages = Passages()
    passages.add("far", [[9, 0, 10, 1]])
    passages.add("near", [[4, 4, 6, 6]])
    way = np.array([[5.0, 0.5], [5.0, 5.0], [9.5, 0.5]])
    row, x, z = passages.entered(0.0, 0.5, way, 3)
    assert passages.destinations[passages.group_of(row)] == "near"
    assert (x, z) == pytest.approx((5.0, 4.0))


def test_shut_and_held_groups_are_passed_over():
    passages = Passages()
    first, second = passages.add("a", [[1, 0, 2, 1]]), passages.add("b", [[3, 0, 4, 1]])
    way = np.array([[5.0, 0.5]])
    assert passages.entered(0.0, 0.5, way, 1)[0] == first
    assert passages.entered(0.0, 0.5, way, 1, np.array([first]))[0] == second
    passages.open(second, False)
    assert passages.entered(0.0, 0.5, way, 1, np.array([first]))[0] == -1


def test_a_group_holds_whoever_stands_in_any_of_its_rectangles():
    passages = Passages()
    group = passages.add("a", [[0, 0, 1, 1], [1, 0, 2, 1]])
    assert passages.overlapping(1.5, 0.5, 9.0, 0.6) == [group]
    assert passages.overlapping(2.5, 0.5, 9.0, 0.6) == []
    assert passages.holds(0.5, 0.5, group)
    assert not passages.holds(2.5, 0.5, group)


eighths = st.integers(-80, 80).map(lambda number: number / 8)
walks = st.lists(st.tuples(eighths, eighths, st.lists(st.tuples(eighths, eighths), max_size=3)), max_size=6)


@settings(deadline=None)
@given(st.lists(st.tuples(eighths, eighths, st.integers(0, 3)), max_size=5), walks)
def test_of_many_ways_those_are_found_that_enter_something(corners, walks):
    passages = Passages()
    for x, z, size in corners:
        passages.add("there", [[x, z, x + size, z + size]])
    rows, ends = np.zeros((len(walks), mover.MOTOR_COLUMNS)), np.zeros((len(walks), mover.END_COLUMNS))
    ways, expected = np.zeros((len(walks), 3, 2)), []
    for i, (x, z, points) in enumerate(walks):
        rows[i, [mover.X, mover.Z]] = x, z
        ends[i, [mover.END_X, mover.END_Z]] = points[-1] if points else (x, z)
        ends[i, mover.LEGS] = len(points)
        ways[i, : len(points)] = np.array(points).reshape(-1, 2)
        if passages.entered(x, z, ways[i], len(points))[0] >= 0:
            expected.append(i)
    found = np.zeros(len(walks), np.int64)
    count = crossing.entering(rows, ends, ways, passages.rectangles, found)
    assert found[:count].tolist() == expected
