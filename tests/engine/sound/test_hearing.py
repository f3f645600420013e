import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.engine.sound.hearing import HEAD_RADIUS, SPEED_OF_SOUND, Hearing, lag, pan_gains, shaded, shadow, warm
from orlop.engine.sound.sound import RATE

warm()  # compiling takes longer than hypothesis allows an example
sides, spreads = st.floats(-1.0, 1.0), st.floats(0.0, 1.0)


@given(sides, spreads)
def test_the_power_of_direct_and_diffuse_sound_is_one_from_everywhere(side, spread):
    left, right, diffuse = pan_gains(side, spread)
    assert left**2 + right**2 + 2.0 * diffuse**2 == pytest.approx(1.0)


def test_a_sound_at_the_right_is_all_in_the_right_and_one_ahead_alike_in_both():
    assert pan_gains(1.0, 0.0) == pytest.approx((0.0, 1.0, 0.0), abs=1e-12)
    assert pan_gains(0.0, 0.0) == pytest.approx((math.sqrt(0.5), math.sqrt(0.5), 0.0))


def test_a_spread_of_one_says_nothing_of_the_direction():
    assert pan_gains(0.7, 1.0) == pytest.approx((0.0, 0.0, math.sqrt(0.5)))


def test_the_far_ear_hears_656_microseconds_later_as_woodworth_says():
    assert lag(1.0) / RATE == pytest.approx(HEAD_RADIUS / SPEED_OF_SOUND * (math.pi / 2.0 + 1.0))
    assert lag(1.0) / RATE == pytest.approx(656e-6, abs=1e-6)


def test_straight_ahead_both_ears_hear_at_once():
    assert lag(0.0) == 0.0


@pytest.mark.parametrize(
    ("angle", "gain"), [(0.0, 2.0), (150.0, 0.1), (90.0, 1.05 + 0.95 * math.cos(math.radians(108)))]
)
def test_the_shadow_is_brown_and_dudas(angle, gain):
    assert shadow(math.cos(math.radians(angle))) == pytest.approx(gain)


@given(sides, st.floats(0.0, 1.0), st.floats(0.0, 1.0))
def test_the_shadow_moves_power_between_the_ears_and_takes_none(side, pan, head):
    left, right, _ = pan_gains(side * pan, 0.0)
    high_left, high_right = shaded(left, right, side, head)
    assert high_left**2 + high_right**2 == pytest.approx(left**2 + right**2)


@given(st.floats(0.01, 1.0))
def test_the_shadow_falls_on_the_far_ear(side):
    left, right = shaded(1.0, 1.0, side, 1.0)
    assert right > left
    mirrored = shaded(1.0, 1.0, -side, 1.0)
    assert mirrored == pytest.approx((right, left))


@pytest.mark.parametrize(("pan", "head"), [(-0.1, 1.0), (0.5, 1.1), (math.nan, 0.0)])
def test_a_hearing_outside_its_range_is_refused(pan, head):
    with pytest.raises(ValueError, match="0 … 1"):
        Hearing(pan, head)
