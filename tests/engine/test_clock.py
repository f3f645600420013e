import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.engine.clock import MOST_TICKS, Clock


@given(st.lists(st.floats(0, 0.2), max_size=60), st.sampled_from([1 / 30, 1 / 60, 1 / 144]))
def test_ticks_and_the_rest_add_up_to_the_time_that_passed(frames, dt):
    clock = Clock(dt)
    ticks = sum(clock.advance(elapsed) for elapsed in frames)
    assert 0 <= clock.alpha <= 1
    simulated = ticks * dt + clock.alpha * dt + clock.dropped
    assert simulated == pytest.approx(sum(frames), abs=1e-6)


def test_frames_as_long_as_a_tick_give_one_tick_each_for_hours():
    clock = Clock(1 / 60)
    assert {clock.advance(1 / 60) for _ in range(600_000)} == {1}


def test_half_a_tick_gives_none_and_stands_half_way():
    clock = Clock(0.02)
    assert clock.advance(0.01) == 0
    assert clock.alpha == pytest.approx(0.5)


def test_a_long_halt_is_not_made_up_for_and_the_dropped_time_is_told():
    clock = Clock(0.01)
    assert clock.advance(10.0) == MOST_TICKS
    assert clock.dropped == pytest.approx(10.0 - MOST_TICKS * 0.01)
    assert clock.advance(0.01) == 1


def test_endless_elapsed_time_does_not_break_it():
    clock = Clock(0.01)
    assert clock.advance(math.inf) == MOST_TICKS
    assert clock.advance(0.01) == 1
    assert math.isfinite(clock.alpha)


@pytest.mark.parametrize(("scale", "ticks"), [(0.0, 0), (0.5, 30), (1.0, 60), (16.0, 960)])
def test_time_scale_changes_the_ticks_of_a_second(scale, ticks):
    clock = Clock(1 / 60)
    clock.time_scale = scale
    assert sum(clock.advance(1 / 60) for _ in range(60)) == ticks
    assert clock.dropped == 0


def test_a_paused_clock_gives_no_ticks_and_does_not_catch_up():
    clock = Clock(0.01)
    clock.advance(0.005)
    clock.paused = True
    assert [clock.advance(0.1) for _ in range(10)] == [0] * 10
    clock.paused = False
    assert clock.advance(0.005) == 1


def test_a_step_gives_one_tick_of_a_paused_clock_drawn_whole():
    clock = Clock(0.01)
    clock.paused = True
    clock.step()
    assert [clock.advance(0.01), clock.advance(0.01)] == [1, 0]
    assert clock.alpha == 1


def test_a_step_of_a_running_clock_does_nothing():
    clock = Clock(0.01)
    clock.step()
    assert clock.advance(0.0) == 0
    clock.paused = True
    assert clock.advance(0.0) == 0


def test_ticks_given_back_come_with_the_next_frame():
    clock = Clock(0.01)
    assert clock.advance(0.055) == 5
    clock.give_back(3)
    assert clock.advance(0.005) == 4
    assert clock.alpha == pytest.approx(0.0, abs=1e-6)


def test_steps_given_back_stay_steps():
    clock = Clock(0.01)
    clock.paused = True
    clock.step(3)
    assert clock.advance(0.0) == 3
    clock.give_back(2)
    assert [clock.advance(0.0), clock.advance(0.0)] == [2, 0]
    clock.paused = False
    assert clock.advance(0.0) == 0


@pytest.mark.parametrize("scale", [-0.1, 16.5, math.nan])
def test_a_time_scale_out_of_its_range_is_refused(scale):
    with pytest.raises(ValueError, match="time_scale must be 0 … 16"):
        Clock().time_scale = scale


@pytest.mark.parametrize("elapsed", [-0.001, math.nan])
def test_time_that_runs_backwards_is_refused(elapsed):
    with pytest.raises(ValueError, match="elapsed must be 0 seconds or more"):
        Clock().advance(elapsed)


@pytest.mark.parametrize("dt", [0, -1, math.nan, math.inf])
def test_a_tick_without_length_is_refused(dt):
    with pytest.raises(ValueError, match="dt must be above 0 seconds"):
        Clock(dt)
