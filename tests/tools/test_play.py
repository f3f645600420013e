"""What `orlop play` understands."""

import json
import math
from pathlib import Path

import pytest

from orlop.engine.deck.trace import Trace
from orlop.engine.recording import Replay
from orlop.levels.unattended_play import UnattendedPlay
from orlop.tools import play
from orlop.tools.cli import main
from orlop.tools.parser import Parser


def options(*arguments):
    parser = Parser(prog="orlop")
    play.add_parser(parser.verbs("verbs"))
    return play.PlayOptions.of(parser.parse_args(["play", *arguments]))


def test_without_arguments_the_quayside_is_played_in_first_person():
    chosen = options()
    assert chosen.level == "quayside"
    assert chosen.view == "first-person"
    assert chosen.seconds is None
    assert not chosen.headless
    assert not chosen.autopilot


def test_a_run_without_a_player_is_wholly_described():
    chosen = options(
        *("ship.glb", "--headless", "--seconds", "20", "--seed", "7", "--view", "chart", "--autopilot"),
        *("--record", "walk.jsonl", "--out", "pictures", "--radius", "0.3", "--tilt", "20,-5", "--json"),
        *("--trace", "way.npz"),
    )
    assert chosen == play.PlayOptions(
        level=Path("ship.glb"),
        view="chart",
        seed=7,
        tilt=(pytest.approx(math.radians(20)), pytest.approx(math.radians(-5))),
        radius=0.3,
        headless=True,
        autopilot=True,
        seconds=20.0,
        out=Path("pictures"),
        record=Path("walk.jsonl"),
        replay=None,
        trace=Path("way.npz"),
        mute=False,
        as_json=True,
    )


@pytest.mark.parametrize(
    "wrong",
    [
        ["--seconds", "0"],
        ["--seconds", "inf"],
        ["--seed", "-1"],
        ["--seed", "1.5"],
        ["--view", "top"],
        ["--record", "a", "--replay", "b"],
    ],
)
def test_what_cannot_be_meant_is_refused_in_one_line(wrong, capsys):
    with pytest.raises(SystemExit) as leaving:
        options(*wrong)
    assert leaving.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_walk_of_the_autopilot_replays_to_its_end_with_the_seed_tilt_and_radius_it_was_made_with(tmp_path, capsys):
    record = str(tmp_path / "walk.jsonl")
    made = ["--headless", "--json", "--seconds", "3", "--seed", "4", "--tilt", "-3,2", "--radius", "0.35"]
    assert main(["play", *made, "--out", str(tmp_path / "a"), "--record", record]) == 0
    first = json.loads(capsys.readouterr().out)
    assert main(["play", "--headless", "--json", "--out", str(tmp_path / "b"), "--replay", record]) == 0
    second = json.loads(capsys.readouterr().out)
    assert first["state_hash"] == second["state_hash"]
    assert first["distance_m"] > 1


def test_a_place_that_cannot_be_written_to_is_refused_before_anything_is_played(tmp_path, capsys, monkeypatch):
    taken = tmp_path / "taken"
    taken.write_text("a file where the folder should be")
    monkeypatch.setattr("orlop.tools.play.make_level", None)
    assert main(["play", "--headless", "--out", str(taken)]) == 2
    assert main(["play", "--headless", "--record", str(taken / "walk.jsonl")]) == 2
    assert capsys.readouterr().err.count("taken") == 2


def test_an_interrupted_run_keeps_its_recording_and_its_report(tmp_path, capsys, monkeypatch):
    def run(play, seconds):
        play.game.tick(30)
        raise KeyboardInterrupt

    monkeypatch.setattr(UnattendedPlay, "run", run)
    record = tmp_path / "walk.jsonl"
    assert main(["play", "--headless", "--json", "--out", str(tmp_path), "--record", str(record)]) == 130
    assert json.loads(capsys.readouterr().out)["ticks"] == 30
    assert Replay.read(record).ticks == 30


def test_a_traced_walk_is_written_tick_by_tick_and_has_no_fault(tmp_path, capsys):
    file = tmp_path / "way.npz"
    made = ["--json", "--seconds", "12", "--tilt", "-3,0", "--out", str(tmp_path), "--trace", str(file)]
    assert main(["play", *made]) == 0
    report = json.loads(capsys.readouterr().out)
    trace = Trace.read(file)
    assert (trace.places.shape, trace.headings.shape) == ((721, 1, 3), (720, 1))
    assert (trace.tilt, trace.radius, trace.mesh) == (pytest.approx(-3.0), 0.4, "quayside")
    assert trace.places[-1, 0].tolist() == report["position"]
    assert report["scores"]["ticks"] == 720
    assert {report["scores"][name] for name in ("jitter", "tunnels", "in_wall", "out", "stuck", "drops")} == {0}


def test_a_roll_which_no_trace_can_say_is_refused_before_anything_is_played(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("orlop.tools.play.make_level", None)
    assert main(["play", "--tilt", "3,4", "--trace", str(tmp_path / "way.npz")]) == 2
    assert "roll" in capsys.readouterr().err
