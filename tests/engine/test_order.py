import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.engine.order import ordered

NAMES = [f"S{number}" for number in range(20)]


@given(st.permutations(range(12)), st.sets(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=40))
def test_every_constraint_that_some_order_keeps_is_kept(order, pairs):
    place = {member: index for index, member in enumerate(order)}
    constraints = {(a, b) for a, b in pairs if place[a] < place[b]}
    result = ordered(range(12), constraints, NAMES)
    assert sorted(result) == list(range(12))
    assert all(result.index(a) < result.index(b) for a, b in constraints)


@given(st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=20))
def test_the_order_does_not_depend_on_the_order_of_the_constraints(pairs):
    constraints = [(min(a, b), max(a, b)) for a, b in pairs if a != b]
    assert ordered(range(10), constraints, NAMES) == ordered(range(10), constraints[::-1], NAMES)


def test_without_constraints_the_lowest_comes_first():
    assert ordered([5, 3, 4], [], NAMES) == [3, 4, 5]


def test_constraints_with_strangers_are_ignored():
    assert ordered([1, 2], [(2, 7), (7, 1)], NAMES) == [1, 2]


def test_a_cycle_is_named_in_its_order_without_those_who_only_wait_for_it():
    with pytest.raises(ValueError, match=r"S1 → S2 → S3 → S1$"):
        ordered(range(6), [(1, 2), (2, 3), (3, 1), (3, 5), (0, 1)], NAMES)


def test_one_that_waits_for_itself_is_a_cycle():
    with pytest.raises(ValueError, match=r"S4 → S4$"):
        ordered([4], [(4, 4)], NAMES)
