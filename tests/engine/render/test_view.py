import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.engine.render.view import View, visible

ANGLE = st.floats(-7, 7)


def test_heading_zero_looks_along_minus_z_and_a_quarter_turn_along_x() -> None:
    assert View((0, 0, 0)).forward() == pytest.approx((0, 0, -1))
    assert View((0, 0, 0), math.pi / 2).forward() == pytest.approx((1, 0, 0), abs=1e-12)
    assert View((0, 0, 0), 0, math.pi / 2).forward() == pytest.approx((0, 1, 0), abs=1e-12)


@given(ANGLE, st.floats(-1.5, 1.5))
def test_the_rotation_keeps_lengths_and_looks_where_forward_points(heading: float, pitch: float) -> None:
    view = View((0, 0, 0), heading, pitch)
    turn = view.rotation()[:3, :3]
    assert turn @ turn.T == pytest.approx(np.eye(3), abs=1e-12)
    assert np.linalg.det(turn) == pytest.approx(1)
    assert turn @ np.array(view.forward()) == pytest.approx([0, 0, -1], abs=1e-12)


def test_what_stands_in_the_middle_right_and_above_lands_there() -> None:
    clip = View((0, 0, 0), field_of_view=math.pi / 2).clip(2.0)
    for point, wanted in (((0, 0, -5), (0, 0)), ((5, 0, -5), (0.5, 0)), ((0, 5, -5), (0, 1))):
        x, y, _, w = clip @ [*point, 1.0]
        assert (x / w, y / w) == pytest.approx(wanted)


def test_near_and_far_become_the_ends_of_the_depth_range() -> None:
    view = View((0, 0, 0), near=0.1, far=50.0)
    for depth, wanted in ((0.1, -1.0), (50.0, 1.0)):
        _, _, z, w = view.clip(1.0) @ [0, 0, -depth, 1]
        assert z / w == pytest.approx(wanted)


@given(ANGLE, st.floats(-1.4, 1.4), st.tuples(*[st.floats(-30, 30)] * 3))
def test_a_box_around_a_point_that_shows_is_never_culled(
    heading: float, pitch: float, point: tuple[float, float, float]
) -> None:
    clip = View((0, 0, 0), heading, pitch, far=100).clip(1.5)
    x, y, z, w = clip @ [*point, 1.0]
    box = np.array([point]) - 0.5, np.array([point]) + 0.5
    if max(abs(x), abs(y), abs(z)) <= w:
        assert visible(clip, *box)[0]


def test_boxes_behind_and_beside_the_eye_are_culled() -> None:
    clip = View((0, 0, 0)).clip(1.0)
    low = np.array([[-1, -1, 5], [50, -1, -9], [-1, -1, -9.0]])
    assert visible(clip, low, low + 2.0).tolist() == [False, False, True]
