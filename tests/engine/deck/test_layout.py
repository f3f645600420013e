"""Decks lie apart."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.engine.deck.layout import GAP, Layout

extents = st.tuples(st.floats(-500, 500), st.floats(0, 200))


@given(st.lists(st.tuples(extents, st.booleans()), max_size=20))
def test_no_two_decks_come_closer_than_the_gap(decks):
    layout = Layout()
    placed = []
    for (low, size), leaves in decks:
        placed.append((low, low + size, layout.place(low, low + size)))
        if leaves:
            first, _, offset = placed.pop(0)
            layout.free(first, offset)
    stretches = sorted((low + offset, high + offset) for low, high, offset in placed)
    for (_, end), (begin, _) in pairwise(stretches):
        assert begin - end > GAP - 1e-6


def test_loading_and_unloading_does_not_let_coordinates_grow():
    layout = Layout()
    offsets = []
    for _ in range(5):
        offsets.append(layout.place(-10.0, 10.0))
        layout.free(-10.0, offsets[-1])
    assert offsets == [10.0] * 5


def test_what_is_not_there_cannot_be_given_back():
    with pytest.raises(ValueError, match="no deck"):
        Layout().free(0.0, 0.0)
