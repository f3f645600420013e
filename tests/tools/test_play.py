"""What `orlop play` understands."""

import json
import math
from pathlib import Path

import esper
import pytest

from orlop.engine.deck.trace import Trace
from orlop.engine.error import OrlopError
from orlop.engine.game import Game
from orlop.engine.recording import Replay
from orlop.engine.sound import measured_ears
from orlop.engine.sound.hearing import HEADPHONES
from orlop.levels.forest.level import Forest
from orlop.levels.unattended_play import UnattendedPlay
from orlop.levels.window_play import WindowPlay
from orlop.tools import play
from orlop.tools.cli import main
from orlop.tools.keeping import kept_in
from orlop.tools.levels import make_level
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
    assert (chosen.seed, chosen.radius, chosen.tilt) == (0, 0.4, (0.0, 0.0))
    assert not chosen.headless
    assert not chosen.autopilot


def test_a_run_without_a_player_is_wholly_described(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("ship.glb").touch()
    chosen = options(
        *("ship.glb", "--headless", "--seconds", "20", "--seed", "7", "--view", "chart", "--autopilot"),
        *("--record", "walk.jsonl", "--out", "pictures", "--radius", "0.3", "--tilt", "20,-5", "--json"),
        *("--trace", "way.npz", "--store", "kept"),
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
        store=Path("kept"),
        mute=False,
        hrtf=False,
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


def test_what_is_given_beside_a_recording_is_told_not_to_count(tmp_path, capsys):
    record = str(tmp_path / "walk.jsonl")
    made = ["play", "--headless", "--json", "--out", str(tmp_path)]
    assert main([*made, "--seconds", "0.1", "--seed", "4", "--record", record]) == 0
    assert "count" not in capsys.readouterr().err
    assert main([*made, "--replay", record, "--seed", "0", "--radius", "0.4", "--seconds", "9"]) == 0
    streams = capsys.readouterr()
    (said,) = [line for line in streams.err.splitlines() if "as it was recorded" in line]
    assert "--seed, --radius, --seconds beside it does not count" in said
    assert json.loads(streams.out)["ticks"] == 6


def test_help_says_what_a_run_without_a_player_does(capsys):
    assert main(["play", "--help"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "the level's own walker walks" in said
    assert "looks to where there is most to see" in said


def test_a_place_that_cannot_be_written_to_is_refused_before_anything_is_played(tmp_path, capsys, monkeypatch):
    taken = tmp_path / "taken"
    taken.write_text("a file where the folder should be")
    monkeypatch.setattr("orlop.tools.play.make_level", None)
    assert main(["play", "--headless", "--out", str(taken)]) == 2
    assert main(["play", "--headless", "--record", str(taken / "walk.jsonl")]) == 2
    assert main(["play", "--trace", str(taken / "way.npz")]) == 2
    assert capsys.readouterr().err.count("taken") == 3


@pytest.mark.parametrize("option", ["--record", "--trace"])
def test_a_folder_in_the_place_of_a_file_is_refused_before_anything_is_played(tmp_path, capsys, monkeypatch, option):
    monkeypatch.setattr("orlop.tools.play.make_level", None)
    assert main(["play", "--headless", option, str(tmp_path)]) == 2
    assert "is a folder" in capsys.readouterr().err


@pytest.mark.parametrize("verb", [["play"], ["walkway", "build"], ["sound", "map", "--out", "map.png"]])
@pytest.mark.parametrize("scene", ["nofile.glb", "./nofile", ".", "notes.txt"])
def test_a_scene_that_is_none_is_told_before_anything_is_compiled_or_made(tmp_path, capsys, monkeypatch, verb, scene):
    def too_late(*areas, **options):
        raise AssertionError("compiled for nothing")

    monkeypatch.chdir(tmp_path)
    Path("notes.txt").touch()
    monkeypatch.setattr("orlop.tools.warmup.warm_if_needed", too_late)
    assert main([*verb[:2], scene, *verb[2:]]) == 2
    told = capsys.readouterr().err
    assert any(words in told for words in ("no such file", "is a folder", "does not read")), told
    assert list(tmp_path.iterdir()) == [tmp_path / "notes.txt"]


@pytest.mark.parametrize(
    "setup",
    [
        {"radius": -1},
        {"radius": 0.0},
        {"radius": 10**400},
        {"radius": math.nan},
        {"radius": None},
        {"tilt": [2.0, 0.0]},
        {"tilt": [0.0, math.nan]},
        {"tilt": [0.1]},
        {"tilt": 0.1},
    ],
)
def test_a_recording_whose_setup_makes_no_sense_is_refused(tmp_path, capsys, setup):
    record = tmp_path / "walk.jsonl"
    header = {"orlop": "0", "recording": 1, "level": "quayside", "seed": 0, "dt": 1 / 60, "setup": setup}
    record.write_text(f"{json.dumps(header)}\n{json.dumps({'ticks': 1, 'state': ''})}\n")
    assert main(["play", "--headless", "--out", str(tmp_path), "--replay", str(record)]) == 2
    assert "line 1 has a setup that is none" in capsys.readouterr().err


def test_an_interrupted_run_keeps_its_recording_and_its_report(tmp_path, capsys, monkeypatch):
    def run(play, seconds):
        play.game.tick(30)
        raise KeyboardInterrupt

    monkeypatch.setattr(UnattendedPlay, "run", run)
    record = tmp_path / "walk.jsonl"
    assert main(["play", "--headless", "--json", "--out", str(tmp_path), "--record", str(record)]) == 130
    assert json.loads(capsys.readouterr().out)["ticks"] == 30
    assert Replay.read(record).ticks == 30


class Faulty(esper.Processor):
    """An author's system that fails in its thirtieth tick."""

    calls = 0

    def process(self):
        self.calls += 1
        if self.calls == 30:
            raise ZeroDivisionError("the author's own")


def test_a_fault_in_an_authors_system_loses_neither_recording_nor_report(tmp_path, capsys, monkeypatch):
    def run(play, seconds):
        play.game.add(Faulty())
        play.game.tick(60)

    monkeypatch.setattr(UnattendedPlay, "run", run)
    record = tmp_path / "walk.jsonl"
    assert main(["play", "--headless", "--out", str(tmp_path), "--record", str(record)]) == 2
    assert "the author's own" in capsys.readouterr().err
    assert Replay.read(record).ticks == 30
    report = json.loads((tmp_path / "run.json").read_text())
    assert report["ticks"] == 29
    assert any("the author's own" in note for note in report["notes"])


@pytest.fixture
def dummy(monkeypatch):
    """A window that no one sees, without sound."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")


@pytest.mark.usefixtures("dummy")
def test_a_fault_in_a_window_keeps_the_recording_even_of_a_state_that_has_no_hash(tmp_path, monkeypatch):
    def run(window, seconds):
        window.game.tick(20)
        esper.create_entity(Faulty, print)
        window.game.add(Faulty())
        window.game.tick(60)

    monkeypatch.setattr(WindowPlay, "run", run)
    record = tmp_path / "walk.jsonl"
    assert main(["play", "--mute", "--record", str(record)]) == 2
    assert Replay.read(record).ticks == 50


@pytest.mark.usefixtures("dummy")
def test_a_walk_recorded_in_a_window_is_reported_and_checked_when_it_is_replayed_there(tmp_path, capsys):
    record = tmp_path / "walk.jsonl"
    assert main(["play", "--mute", "--json", "--autopilot", "--seconds", "1.5", "--record", str(record)]) == 0
    first = json.loads(capsys.readouterr().out)
    assert first["ticks"] == 90
    assert {"level", "state_hash", "walkway", "position", "events", "tick_ms"} <= first.keys()
    assert first["tick_ms"]["median"] > 0
    assert first["distance_m"] > 1
    assert main(["play", "--mute", "--json", "--replay", str(record)]) == 0
    assert json.loads(capsys.readouterr().out)["state_hash"] == first["state_hash"]
    record.write_text(record.read_text().replace(first["state_hash"], "0" * 32))
    assert main(["play", "--mute", "--replay", str(record)]) == 1
    assert "another outcome" in capsys.readouterr().err


def test_without_a_display_the_level_is_made_once_and_walks_by_itself(tmp_path, capsys, monkeypatch):
    def refuse(*arguments, **options):
        raise OrlopError("display", "there is none", "Get one.")

    made = []
    monkeypatch.setattr(WindowPlay, "open", refuse)
    monkeypatch.setattr("orlop.tools.play.make_level", lambda *how: made.append(make_level(*how)) or made[-1])
    assert main(["play", "--mute", "--json", "--seconds", "2", "--out", str(tmp_path)]) == 0
    told = capsys.readouterr()
    assert "the level runs by itself" in told.err
    assert json.loads(told.out)["distance_m"] > 1
    assert len(made) == 1


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


def test_without_measured_ears_it_plays_on_and_says_what_brings_them(monkeypatch, capsys):
    def refuse():
        raise OrlopError("OpenAL Soft", "is not installed", "`pip install orlop[hrtf]` brings it.")

    monkeypatch.setattr(measured_ears, "measured_hearing", refuse)
    assert play.hearing_or_warn(True) is HEADPHONES
    assert "OpenAL Soft: is not installed. `pip install orlop[hrtf]`" in capsys.readouterr().err
    assert play.hearing_or_warn(False) is HEADPHONES
    assert capsys.readouterr().err == ""


def test_measured_ears_are_asked_for_by_their_flag_and_not_beside_silence():
    assert options("--hrtf").hrtf
    with pytest.raises(SystemExit):
        options("--hrtf", "--mute")


def test_a_level_without_layers_keeps_nothing(tmp_path, capsys):
    status = main(["play", "quayside", "--headless", "--out", str(tmp_path), "--store", str(tmp_path / "store")])
    assert status == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert "--store: quayside is not generated in layers" in said
    assert not (tmp_path / "store").exists()


def test_a_layered_level_is_played_with_its_store_and_tells_what_it_read(tmp_path, capsys):
    level = Forest(reaches=(130.0, 130.0, 130.0, 130.0, 40.0))
    for said in ("0 chunks read", "0 made"):
        with kept_in(tmp_path / "store", level), Game(1) as game:
            game.load(level)
            level.world.finish()
        assert said in capsys.readouterr().err
