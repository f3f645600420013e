import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.engine.sound.curve import Curve, cross_fade

rising = st.lists(st.floats(-100, 100), min_size=2, max_size=6, unique_by=lambda number: round(number, 3)).map(sorted)


def test_a_curve_is_straight_between_its_knots():
    curve = Curve(((0.0, 1.0), (0.5, 3.0), (2.0, 0.0)))
    assert curve.volumes(np.array([0.0, 0.25, 0.5, 1.25, 2.0])) == pytest.approx([1.0, 2.0, 3.0, 1.5, 0.0])
    assert (curve.low, curve.high) == (0.0, 2.0)


@given(rising)
def test_a_cross_fade_adds_up_to_one_everywhere(stops):
    at = np.linspace(stops[0], stops[-1], 101)
    assert sum(curve.volumes(at) for curve in cross_fade(stops)) == pytest.approx(np.ones(101))
    assert sum(curve.volumes(at) ** 2 for curve in cross_fade(stops, equal_power=True)) == pytest.approx(np.ones(101))


@given(rising)
def test_at_each_stop_one_is_heard_alone(stops):
    heard = np.array([curve.volumes(np.array(stops)) for curve in cross_fade(stops)])
    assert heard == pytest.approx(np.eye(len(stops)))


@pytest.mark.parametrize(
    "knots", [(), ((0.0, 1.0), (0.0, 2.0)), ((1.0, 1.0), (0.0, 1.0)), ((0.0, -1.0),), ((0.0, math.nan),)]
)
def test_knots_that_are_no_curve_are_refused(knots):
    with pytest.raises(ValueError, match="curve"):
        Curve(knots)


def test_a_cross_fade_of_one_is_refused():
    with pytest.raises(ValueError, match="two stops"):
        cross_fade([0.5])
