import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.engine.actions import Actions
from orlop.engine.bindings import Bindings
from orlop.engine.controls import Controls
from orlop.engine.inputs import Inputs

DT = 1 / 60


@pytest.fixture
def inputs():
    return Inputs()


@pytest.fixture
def controls(inputs):
    return Controls(inputs)


@pytest.fixture
def actions(controls):
    actions = Actions()
    controls.declare(actions)
    return actions


def test_a_held_key_moves_until_it_is_released(inputs, controls, actions):
    inputs.press("key.w")
    values = []
    for tick in range(4):
        if tick == 2:
            inputs.release("key.w")
        controls.steer_tick(actions, DT)
        values.append(actions.value("move_forward"))
    assert values == [1, 1, 0, 0]


def test_a_tap_between_two_ticks_is_pressed_and_held_for_exactly_one_tick(inputs, controls, actions):
    inputs.press("key.e")
    inputs.release("key.e")
    told = []
    for _ in range(2):
        controls.steer_tick(actions, DT)
        told.append((actions.pressed("use"), actions.held("use")))
    assert told == [(True, True), (False, False)]


def test_a_tap_on_a_movement_key_moves_for_one_tick(inputs, controls, actions):
    inputs.press("key.s")
    inputs.release("key.s")
    controls.steer_tick(actions, DT)
    assert actions.value("move_forward") == -1
    controls.steer_tick(actions, DT)
    assert actions.value("move_forward") == 0


def test_a_held_button_is_pressed_once_and_again_when_let_go_and_pressed_within_a_tick(inputs, controls, actions):
    inputs.press("key.e")
    pressed = []
    for tick in range(3):
        if tick == 2:
            inputs.release("key.e")
            inputs.press("key.e")
        controls.steer_tick(actions, DT)
        pressed.append(actions.pressed("use"))
    assert pressed == [True, False, True]


def test_two_keys_of_one_action_do_not_add_up_and_the_second_keeps_it_held(inputs, controls, actions):
    inputs.press("key.w")
    inputs.press("key.up")
    controls.steer_tick(actions, DT)
    assert actions.value("move_forward") == 1
    inputs.release("key.w")
    controls.steer_tick(actions, DT)
    assert actions.value("move_forward") == 1


def test_opposite_keys_cancel(inputs, controls, actions):
    inputs.press("key.a")
    inputs.press("key.d")
    controls.steer_tick(actions, DT)
    assert actions.value("move_right") == 0


@given(st.lists(st.floats(-500, 500), max_size=20))
def test_mouse_motion_adds_up_over_frames_and_is_spent_on_one_tick(moves):
    inputs = Inputs()
    controls, actions = Controls(inputs), Actions()
    for move in moves:
        inputs.move("mouse.x", move)
        inputs.move("mouse.y", move / 2)
    controls.steer_tick(actions, DT)
    scale = controls.bindings.tuning.mouse
    assert actions.value("turn") == pytest.approx(sum(moves) * scale, abs=1e-9)
    assert actions.value("look_up") == pytest.approx(-sum(moves) / 2 * scale, abs=1e-9)
    controls.steer_tick(actions, DT)
    assert actions.value("turn") == 0


@given(st.floats(-1, 1), st.floats(-1, 1))
def test_a_stick_has_a_round_dead_zone_and_keeps_its_direction(x, y):
    inputs = Inputs()
    controls, actions = Controls(inputs), Actions()
    inputs.lean("pad.left_x", x)
    inputs.lean("pad.left_y", y)
    controls.steer_tick(actions, DT)
    right, forward = actions.value("move_right"), actions.value("move_forward")
    length, zone = math.hypot(x, y), controls.bindings.tuning.dead_zone
    if length <= zone:
        assert (right, forward) == (0, 0)
    else:
        assert math.hypot(right, forward) == pytest.approx(min(1, (length - zone) / (1 - zone)), abs=1e-9)
        assert right * -y == pytest.approx(forward * x, abs=1e-9)


def test_a_stick_at_its_end_turns_at_the_rate_of_the_bindings(inputs, controls, actions):
    inputs.lean("pad.right_x", 1.0)
    total = 0.0
    for _ in range(60):
        controls.steer_tick(actions, DT)
        total += actions.value("turn")
    assert total == pytest.approx(controls.bindings.tuning.rate)


def test_a_trigger_is_a_button_that_does_not_chatter_around_its_middle(inputs, controls, actions):
    told = []
    for level in (0.3, 0.6, 0.5, 0.6, 0.3, 0.6):
        inputs.lean("pad.left_trigger", level)
        controls.steer_tick(actions, DT)
        told.append((actions.held("sprint"), actions.pressed("sprint")))
    assert told == [(False, False), (True, True), (True, False), (True, False), (False, False), (True, True)]


def test_losing_the_focus_releases_everything(inputs, controls, actions):
    inputs.press("key.w")
    inputs.lean("pad.left_trigger", 1.0)
    controls.steer_tick(actions, DT)
    inputs.let_go()
    controls.steer_tick(actions, DT)
    assert actions.tick_values() == {}


def test_a_pad_unplugged_releases_its_sticks_but_no_key(inputs, controls, actions):
    inputs.press("key.d")
    inputs.lean("pad.left_y", -1.0)
    inputs.let_go("pad.")
    controls.steer_tick(actions, DT)
    assert actions.tick_values() == {"move_right": 1.0}


def test_interface_presses_wait_for_a_frame_and_simulation_presses_for_a_tick(inputs, controls, actions):
    inputs.press("key.f3")
    inputs.press("key.e")
    controls.steer_tick(actions, DT)
    assert not actions.pressed("overlay")
    controls.steer_frame(actions)
    assert actions.pressed("overlay")
    assert actions.pressed("use")
    controls.steer_frame(actions)
    assert not actions.pressed("overlay")


def test_what_came_in_while_paused_is_not_done_on_resuming_but_held_keys_stay_held(inputs, controls, actions):
    inputs.press("key.w")
    inputs.press("key.e")
    inputs.release("key.e")
    inputs.move("mouse.x", 300)
    controls.skip()
    controls.steer_tick(actions, DT)
    assert actions.tick_values() == {"move_forward": 1.0}
    assert actions.tick_pressed() == ()


def test_inverted_look_flips_up_and_down_alone(inputs, actions):
    controls = Controls(inputs, Bindings.default().overlaid("[tuning]\ninvert = true", "mine.toml"))
    inputs.move("mouse.x", 10)
    inputs.move("mouse.y", 10)
    controls.steer_tick(actions, DT)
    assert actions.value("turn") > 0
    assert actions.value("look_up") > 0


def test_an_authors_own_action_comes_through(inputs):
    controls = Controls(inputs, Bindings.default().overlaid('[buttons]\nwhistle = ["key.q"]', "mine.toml"))
    actions = Actions()
    controls.declare(actions)
    inputs.press("key.q")
    controls.steer_tick(actions, DT)
    assert actions.pressed("whistle")
