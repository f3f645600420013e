import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.engine.walkway.outline import Outline

SQUARE = np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]])


def test_the_border_of_an_open_room_has_its_area():
    assert Outline(SQUARE).area == 12.0


def test_the_rim_of_a_solid_has_its_area_negative():
    assert Outline(SQUARE[::-1], parent=0).area == -12.0


def test_a_border_without_a_parent_is_outermost():
    assert Outline(SQUARE).parent == -1


def test_an_l_shaped_room_has_the_area_of_its_parts():
    ring = np.array([[0.0, 0.0], [5.0, 0.0], [5.0, 2.0], [1.0, 2.0], [1.0, 6.0], [0.0, 6.0]])
    assert Outline(ring).area == 5.0 * 2.0 + 1.0 * 4.0


@given(
    st.integers(3, 24),
    st.floats(0.1, 50.0),
    st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6)),
    st.integers(0, 23),
)
def test_a_regular_polygon_has_its_area_wherever_it_lies_and_begins(corners, radius, centre, first):
    angles = np.arange(corners) * 2 * np.pi / corners
    ring = np.roll(centre + radius * np.stack([np.cos(angles), np.sin(angles)], axis=1), first, axis=0)
    expected = 0.5 * corners * radius**2 * np.sin(2 * np.pi / corners)
    # Corners are rounded by their way off, and the area by that times the circumference.
    lost = 1e-15 * corners * (np.hypot(*centre) + radius) * radius
    assert Outline(ring).area == pytest.approx(expected, rel=1e-12, abs=lost)
