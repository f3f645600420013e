import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.engine.sound.listener import Listener


@given(st.floats(-10, 10), st.floats(-1.5, 1.5))
def test_axes_are_a_right_handed_frame(heading, pitch):
    axes = Listener((0.0, 0.0, 0.0), heading, pitch).axes()
    assert axes @ axes.T == pytest.approx(np.eye(3), abs=1e-12)
    assert np.linalg.det(axes) == pytest.approx(1.0)


@given(st.floats(-10, 10), st.floats(-1.5, 1.5))
def test_forward_is_where_heading_and_pitch_point(heading, pitch):
    forward = -Listener((0.0, 0.0, 0.0), heading, pitch).axes()[2]
    level = math.cos(pitch)
    assert forward == pytest.approx([math.sin(heading) * level, math.sin(pitch), -math.cos(heading) * level])


@pytest.mark.parametrize("wrong", [{"position": (0.0, math.nan, 0.0)}, {"heading": math.inf}, {"speed": -1.0}])
def test_a_listener_who_is_nowhere_is_refused(wrong):
    with pytest.raises(ValueError, match="listener"):
        Listener(**{"position": (0.0, 0.0, 0.0), **wrong})
