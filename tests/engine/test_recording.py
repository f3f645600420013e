import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.engine.actions import AXES, BUTTONS, TURNS, Actions
from orlop.engine.error import OrlopError
from orlop.engine.recording import Recorder, Replay

HEADER = '{"orlop":"0.1.0","recording":1,"level":"quay","seed":7,"dt":0.02}'
CHANGE = '{"tick":3,"values":{"move_forward":1.0},"pressed":["use"]}'
END = '{"ticks":9,"state":"abc"}'


def text(*lines):
    return "\n".join(lines)


ticks = st.lists(
    st.tuples(
        st.dictionaries(st.sampled_from([*AXES, *TURNS, *BUTTONS]), st.floats(-10, 10), max_size=3),
        st.sets(st.sampled_from(BUTTONS)),
    ),
    max_size=12,
)


@given(ticks)
def test_a_replay_steers_every_tick_as_it_was_recorded(tmp_path_factory, ticks):
    path = tmp_path_factory.mktemp("recording") / "walk.jsonl"
    actions, recorder, recorded = Actions(), Recorder("quay", 7, 0.02), []
    for values, pressed in ticks:
        actions.set_tick(values, pressed)
        recorder.record(actions)
        recorded.append((actions.tick_values(), actions.tick_pressed()))
    recorder.write(path, "abc")
    replay, replayed = Replay.read(path), []
    while not replay.finished:
        replay.steer_tick(actions, 0.02)
        replayed.append((actions.tick_values(), actions.tick_pressed()))
    assert replayed == recorded
    assert (replay.level, replay.seed, replay.dt, replay.state) == ("quay", 7, 0.02, "abc")


def test_only_changes_are_kept():
    actions, recorder = Actions(), Recorder("quay", 0, 0.02)
    for tick in range(100):
        actions.set_tick({"move_forward": 1.0} if tick >= 40 else {})
        recorder.record(actions)
    assert [change.tick for change in recorder.changes] == [40]


def test_the_same_button_pressed_in_two_ticks_running_is_two_presses():
    actions, recorder = Actions(), Recorder("quay", 0, 0.02)
    for _ in range(2):
        actions.set_tick({"use": 1.0}, ["use"])
        recorder.record(actions)
    assert [change.pressed for change in recorder.changes] == [("use",), ("use",)]


def test_beyond_its_end_nothing_is_held(tmp_path):
    path = tmp_path / "walk.jsonl"
    path.write_text(text(HEADER, '{"tick":0,"values":{"move_forward":1.0}}', '{"ticks":2,"state":"abc"}'))
    replay, actions, values = Replay.read(path), Actions(), []
    for _ in range(4):
        replay.steer_tick(actions, 0.02)
        values.append(actions.value("move_forward"))
    assert values == [1, 1, 0, 0]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "line 1: is not JSON"),
        (["hello"], "line 1: is not JSON"),
        (["[1]"], "line 1: is not a JSON object"),
        (['{"recording":99}'], "line 1: is not the beginning of a recording of format 1"),
        ([HEADER], "line 2: is missing"),
        ([HEADER, CHANGE], "line 2: has no whole number 'ticks'"),
        ([HEADER, CHANGE[:-3], END], "line 2: is not JSON"),
        ([HEADER, CHANGE, CHANGE, END], "line 3: has no whole number 'tick' of at least 4"),
        ([HEADER, '{"tick":true,"values":{}}', END], "line 2: has no whole number 'tick'"),
        ([HEADER, '{"tick":1}', END], "line 2: has no object 'values'"),
        ([HEADER, '{"tick":1,"values":{"turn":"left"}}', END], "line 2: has no number 'turn'"),
        ([HEADER, '{"tick":1,"values":{"turn":NaN}}', END], "line 2: has no number 'turn'"),
        ([HEADER, '{"tick":1,"values":{},"pressed":"use"}', END], "line 2: has a 'pressed' that is no list"),
        ([HEADER, CHANGE, '{"ticks":3,"state":"abc"}'], "line 3: has no whole number 'ticks' of at least 4"),
        ([HEADER, CHANGE, '{"ticks":9}'], "line 3: has no text 'state'"),
        ([HEADER.replace("0.02", "0"), END], "line 1: has a dt that is not above 0"),
        ([HEADER.replace('"quay"', "3"), END], "line 1: has no text 'level'"),
        ([HEADER.replace("7", "-7"), END], "line 1: has no whole number 'seed'"),
    ],
)
def test_a_damaged_file_is_refused_naming_the_line(tmp_path, lines, message):
    path = tmp_path / "walk.jsonl"
    path.write_text(text(*lines))
    with pytest.raises(OrlopError, match=f"walk.jsonl, {message}"):
        Replay.read(path)


def test_an_absent_file_and_a_binary_one_are_refused(tmp_path):
    with pytest.raises(OrlopError, match="can't be read"):
        Replay.read(tmp_path / "nowhere")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(OrlopError, match="is no text"):
        Replay.read(tmp_path / "binary")


@given(st.data())
def test_no_cut_or_changed_byte_ends_in_anything_but_a_clear_refusal(tmp_path_factory, data):
    content = bytearray(text(HEADER, CHANGE, END).encode())
    at = data.draw(st.integers(0, len(content) - 1))
    content[at] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(content)))
    path = tmp_path_factory.mktemp("recording") / "walk.jsonl"
    path.write_bytes(bytes(content[:cut]))
    try:
        replay = Replay.read(path)
    except OrlopError:
        return
    assert replay.ticks >= 0


@pytest.mark.parametrize(
    ("level", "seed", "dt", "message"),
    [
        ("forest", 7, 0.02, "with level 'quay', not 'forest'"),
        ("quay", 8, 0.02, "with seed 7, not 8"),
        ("quay", 7, 0.03, "with dt 0.02, not 0.03"),
    ],
)
def test_another_game_than_the_recorded_one_is_refused(tmp_path, level, seed, dt, message):
    path = tmp_path / "walk.jsonl"
    path.write_text(text(HEADER, CHANGE, END))
    replay = Replay.read(path)
    replay.check("quay", 7, 0.02, Actions())
    with pytest.raises(OrlopError, match=message):
        replay.check(level, seed, dt, Actions())


def test_an_action_the_game_does_not_have_is_refused(tmp_path):
    path = tmp_path / "walk.jsonl"
    path.write_text(text(HEADER, '{"tick":3,"values":{"dig":1.0}}', END))
    with pytest.raises(OrlopError, match="steers an action 'dig' at tick 3"):
        Replay.read(path).check("quay", 7, 0.02, Actions())


def test_every_line_of_the_file_is_json_and_a_whole_number_of_ticks_ends_it(tmp_path):
    actions, recorder = Actions(), Recorder("quay", 7, 0.02)
    actions.set_tick({"turn": 0.1}, ["use"])
    recorder.record(actions)
    recorder.write(tmp_path / "walk.jsonl", "abc")
    lines = [json.loads(line) for line in (tmp_path / "walk.jsonl").read_text().splitlines()]
    assert lines[0]["level"] == "quay"
    assert lines[1] == {"tick": 0, "values": {"turn": 0.1}, "pressed": ["use"]}
    assert lines[2] == {"ticks": 1, "state": "abc"}


def test_a_recording_keeps_what_else_the_level_was_made_with(tmp_path):
    recorder = Recorder("quay", 7, 0.02, {"radius": 0.3, "tilt": [0.1, 0.0], "autopilot": True})
    recorder.write(tmp_path / "walk", "0" * 32)
    assert Replay.read(tmp_path / "walk").setup == {"radius": 0.3, "tilt": [0.1, 0.0], "autopilot": True}
