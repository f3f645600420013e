import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.engine.scene.triangle import with_area

CORNER = np.array([[[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]])


@pytest.mark.parametrize("size", [1e-9, 0.0023, 1, 1e6])
def test_a_triangle_counts_however_small_or_large(size):
    assert with_area(CORNER * size).all()


@pytest.mark.parametrize("size", [1e-9, 1, 1e6])
def test_three_corners_on_a_line_or_on_a_point_do_not(size):
    lines = np.array([[[0.0, 0, 0], [1, 1, 1], [3, 3, 3]], [[2, 1, 0], [2, 1, 0], [0, 5, 1]], [[4, 4, 4]] * 3])
    assert not with_area(lines * size).any()


@given(
    st.lists(st.floats(-1, 1, width=32), min_size=3, max_size=3),
    st.floats(0.1, 0.9),
    st.sampled_from([0.0, 10.0, 5000.0, 1e6]),
)
def test_corners_on_a_line_do_not_count_at_any_distance(end, middle, away):
    """The middle corner comes off the line by rounding alone."""
    end = np.array(end)
    line = np.array([[np.zeros(3), end * middle, end]]) + away
    assert not with_area(line).any()


def test_none_of_no_triangles():
    assert with_area(np.zeros((0, 3, 3))).shape == (0,)
