import pytest

from orlop.engine.actions import Actions


def test_everything_is_at_rest_at_first():
    actions = Actions()
    assert all(actions.value(name) == 0 and not actions.pressed(name) for name in actions.simulation)


def test_a_new_tick_replaces_the_last_one_wholly():
    actions = Actions()
    actions.set_tick({"move_forward": 0.5, "use": 1.0}, ["use"])
    assert (actions.value("move_forward"), actions.held("use"), actions.pressed("use")) == (0.5, True, True)
    actions.set_tick({"move_right": -1.0})
    assert actions.value("move_forward") == 0
    assert not actions.held("use")
    assert not actions.pressed("use")
    assert actions.value("move_right") == -1


def test_what_is_held_outlasts_a_tick_that_no_one_steers_but_not_presses_and_turns():
    actions = Actions()
    actions.set_tick({"move_forward": 1.0, "turn": 0.3, "use": 1.0}, ["use"])
    actions.end_tick()
    assert actions.value("move_forward") == 1
    assert actions.held("use")
    assert not actions.pressed("use")
    assert actions.value("turn") == 0


def test_a_tick_does_not_touch_the_interface_nor_a_frame_the_simulation():
    actions = Actions()
    actions.set_frame(["pause"])
    actions.set_tick({"use": 1.0}, ["use"])
    assert actions.pressed("pause")
    actions.set_frame()
    assert not actions.pressed("pause")
    assert actions.pressed("use")


@pytest.mark.parametrize("ask", [Actions.value, Actions.held, Actions.pressed])
def test_a_misspelt_action_is_an_error_that_suggests_the_right_one(ask):
    with pytest.raises(KeyError, match="did you mean move_forward"):
        ask(Actions(), "mve_forward")


def test_a_misspelt_action_cannot_be_set_either():
    with pytest.raises(KeyError, match="did you mean sprint"):
        Actions().set_tick({"sprnt": 1.0})
    with pytest.raises(KeyError, match="did you mean pause"):
        Actions().set_frame(["pase"])


def test_an_author_can_declare_actions():
    actions = Actions(simulation=["whistle"])
    actions.declare(simulation=["dig"], interface=["map"])
    actions.set_tick({"whistle": 1.0, "dig": 1.0})
    actions.set_frame(["map"])
    assert actions.held("whistle")
    assert actions.held("dig")
    assert actions.pressed("map")


def test_what_a_recording_needs_of_a_tick_is_only_what_is_not_at_rest():
    actions = Actions()
    actions.set_tick({"move_forward": 1.0, "move_right": 0.0, "use": 1.0}, ["use", "sprint"])
    assert actions.tick_values() == {"move_forward": 1.0, "use": 1.0}
    assert actions.tick_pressed() == ("sprint", "use")
