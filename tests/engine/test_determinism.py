"""The same inputs give the same state, in any process; this file is also the other process."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import esper
import numpy as np
import pytest

from orlop.engine.error import OrlopError
from orlop.engine.game import Game
from orlop.engine.recording import Replay
from orlop.engine.schedule import System

SEED = 11


@dataclass
class Boat:
    x: float = 0.0
    z: float = 0.0
    heading: float = 0.0


@dataclass
class Wake:
    points: np.ndarray


@dataclass(frozen=True)
class Horn:
    entity: int


class Steering(System):
    def __init__(self, game):
        self.game = game

    def process(self, dt):
        actions = self.game.actions
        for entity, boat in esper.get_component(Boat):
            boat.heading += actions.value("turn") + self.game.random.normal(0, 0.01)
            boat.x += np.sin(boat.heading) * actions.value("move_forward") * dt
            boat.z -= np.cos(boat.heading) * actions.value("move_forward") * dt
            if actions.pressed("use") and entity % 2:
                self.game.events.send(Horn(entity))


class Waking(System):
    after = (Steering,)

    def process(self, dt):
        for _, (boat, wake) in esper.get_components(Boat, Wake):
            wake.points = np.roll(wake.points, 1, axis=0)
            wake.points[0] = boat.x, boat.z


class Harbour:
    name = "harbour"

    def load(self, game):
        for _ in range(5):
            esper.create_entity(Boat(heading=float(game.random.uniform(0, 6))), Wake(np.zeros((8, 2))))
        game.add(Waking())
        game.add(Steering(game))
        game.events.subscribe(Horn, self.answer)

    def answer(self, horn):
        esper.delete_entity(horn.entity)
        esper.create_entity(Boat(x=1.0), Wake(np.ones((8, 2))))


def sail(path: Path) -> str:
    """Play a while, record it, return the hash."""
    rng = np.random.default_rng(3)
    with Game(seed=SEED) as game:
        game.load(Harbour())
        recorder = game.record()
        for tick in range(300):
            values = {"move_forward": 1.0 if tick % 50 < 30 else 0.3, "turn": float(rng.normal(0, 0.1))}
            game.actions.set_tick(values, ["use"] if tick in (60, 61, 200) else [])
            game.tick()
        recorder.write(path, game.state_hash())
        return game.state_hash()


def replayed(path: Path) -> str:
    replay = Replay.read(path)
    with Game(seed=replay.seed, dt=replay.dt) as game:
        game.load(Harbour())
        game.replay(replay)
        while not replay.finished:
            game.tick()
        return game.state_hash()


def test_a_replay_in_other_processes_comes_to_the_same_state(tmp_path):
    path = tmp_path / "voyage.jsonl"
    expected = sail(path)
    assert Replay.read(path).state == expected
    for seed_of_hashes in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed_of_hashes}
        command = [sys.executable, __file__, str(path)]
        run = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
        assert run.stdout.strip() == expected


def test_one_input_a_little_different_is_another_state(tmp_path):
    path = tmp_path / "voyage.jsonl"
    expected = sail(path)
    text = path.read_text()
    assert '"move_forward":0.3' in text
    path.write_text(text.replace('"move_forward":0.3', '"move_forward":0.300001', 1))
    assert replayed(path) != expected


def test_a_recording_of_another_level_is_refused(tmp_path):
    path = tmp_path / "voyage.jsonl"
    sail(path)
    with Game(seed=SEED) as game, pytest.raises(OrlopError, match="was recorded with level 'harbour', not ''"):
        game.replay(Replay.read(path))


if __name__ == "__main__":
    print(replayed(Path(sys.argv[1])))
