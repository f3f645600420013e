"""A level played without anybody at it."""

import dataclasses
import json
import math
import subprocess
import sys

import esper
import pytest

from orlop.components import Player, Transform
from orlop.engine.error import OrlopError
from orlop.engine.game import Game
from orlop.engine.recording import Replay
from orlop.levels.quayside.level import quayside
from orlop.levels.unattended_play import UnattendedPlay

SIZE = (160, 90)


@pytest.fixture(autouse=True)
def _cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("ORLOP_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


def played(seconds, seed=0):
    play = UnattendedPlay(quayside(autopilot=True), seed, SIZE)
    try:
        play.run(seconds)
        return play.finish()
    finally:
        play.close()


@pytest.mark.usefixtures("opengl")
def test_twenty_seconds_of_autopilot_go_through_door_portals_and_hatch(tmp_path):
    play = UnattendedPlay(quayside(autopilot=True), 0, SIZE)
    play.run(20)
    report = play.write(tmp_path)
    play.close()
    names = [entry["event"] for entry in report.events]
    passed = [(e["source"], e["destination"]) for e in report.events if e["event"] == "PortalPassed"]
    assert report.ticks == 1200
    assert names.count("Used") == 3  # the door, the hatch open, the hatch shut
    assert passed == [("quay", "cellar"), ("cellar", "quay")]
    assert report.distance_m > 40
    written = json.loads((tmp_path / "run.json").read_text())
    assert written["state_hash"] == report.state_hash
    assert {"level", "ticks", "walkway", "position", "events", "tick_ms"} <= written.keys()
    for name in ("first-person.png", "chart.png"):
        assert (tmp_path / name).read_bytes().startswith(b"\x89PNG")


def test_the_same_seed_comes_to_the_same_state_in_another_process():
    program = (
        "from orlop.levels.quayside.level import quayside\n"
        "from orlop.levels.unattended_play import UnattendedPlay\n"
        "play = UnattendedPlay(quayside(autopilot=True), 0, (160, 90))\n"
        "play.run(15)\n"
        "print(play.finish().state_hash)"
    )
    other = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)
    assert played(15).state_hash == other.stdout.strip()


def test_the_views_are_no_part_of_the_state():
    with Game() as game:
        game.load(quayside(autopilot=True))
        game.tick(180)
        assert played(3).state_hash == game.state_hash()


def test_a_recording_replays_to_the_same_state_and_another_level_is_told_apart(tmp_path):
    recorded = UnattendedPlay(quayside(), 3, SIZE)
    recorder = recorded.game.record()
    recorded.game.actions.set_tick({"move_forward": 1.0, "turn": 0.03}, ["use"])
    recorded.run(4)
    recorder.write(tmp_path / "walk.jsonl", recorded.finish().state_hash)
    recorded.close()
    replayed = UnattendedPlay(quayside(), 3, SIZE)
    assert replayed.replay(Replay.read(tmp_path / "walk.jsonl"))
    assert replayed.finish().state_hash == recorded.report.state_hash
    replayed.close()
    wrong = UnattendedPlay(quayside(), 4, SIZE)
    with pytest.raises(OrlopError, match="seed"):
        wrong.replay(Replay.read(tmp_path / "walk.jsonl"))
    wrong.close()


def test_a_replay_that_ends_elsewhere_is_reported(tmp_path):
    recorded = UnattendedPlay(quayside(), 0, SIZE)
    recorder = recorded.game.record()
    recorded.run(1)
    recorder.write(tmp_path / "walk.jsonl", "0" * 32)
    recorded.close()
    replayed = UnattendedPlay(quayside(), 0, SIZE)
    assert not replayed.replay(Replay.read(tmp_path / "walk.jsonl"))
    assert "another outcome" in replayed.report.notes[-1]
    replayed.close()


@pytest.mark.usefixtures("opengl")
def test_the_first_person_looks_round_and_nothing_of_the_game_changes(tmp_path):
    play = UnattendedPlay(quayside(), 0, SIZE)
    play.run(0.5)
    pictures = []
    for quarter in (0.0, math.pi / 2, math.pi):
        for _, (_, transform) in esper.get_components(Player, Transform):
            transform.heading = transform.previous_heading = quarter
        state = play.game.state_hash()
        assert play.write(tmp_path).state_hash == state
        assert play.game.state_hash() == state
        pictures.append((tmp_path / "first-person.png").read_bytes())
    play.close()
    assert pictures[0] == pictures[1] == pictures[2]


def test_without_opengl_the_chart_is_written_and_a_note_says_why(tmp_path, monkeypatch):
    def refuse():
        raise OrlopError("OpenGL", "no OpenGL 3.3 (tried)", "Install a driver.")

    monkeypatch.setattr("orlop.levels.unattended_play.open_headless", refuse)
    play = UnattendedPlay(quayside(autopilot=True), 0, SIZE)
    play.run(1)
    report = play.write(tmp_path)
    play.close()
    assert [path.name for path in tmp_path.glob("*.png")] == ["chart.png"]
    assert "no OpenGL" in report.notes[0]


def test_a_level_that_fails_to_load_leaves_nothing_open():
    class Broken:
        name = "broken"

        def load(self, game):
            raise OrlopError("broken.glb", "it is broken", "Mend it.")

        def scenery(self):
            raise AssertionError("it never loaded")

        def prompt(self):
            return ""

    with pytest.raises(OrlopError, match="it is broken"):
        UnattendedPlay(Broken(), 0, SIZE)


def test_the_report_can_be_turned_into_json():
    json.dumps(dataclasses.asdict(played(0.5)), allow_nan=False)
