"""A game goes on from a snapshot as if nothing had been; this file is also the other process."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import esper
import numpy as np
import pytest

from orlop.components import Agent, Door, Rolling, Transform, WalkwayMotor, WalkwayPusher
from orlop.engine.error import OrlopError
from orlop.engine.game import Game
from orlop.engine.snapshot import Snapshot
from orlop.engine.stateform import form, value_of
from orlop.levels.drawn import draw_walkway, rectangle
from orlop.levels.quayside.level import quayside
from orlop.levels.walking import add_walking_systems

SEED = 5


class Colour(Enum):
    RED = 1


@dataclass(frozen=True)
class Held:
    places: tuple[tuple[float, float], ...]
    colour: Colour


class Square:
    """A packed square, where everybody pushes everybody, some are sent across, a door swings, and barrels roll."""

    name = "square"

    def load(self, game: Game) -> None:
        game.decks.add_walkway(draw_walkway("square", rectangle(0, 0, 12, 12), [rectangle(5, 5, 7, 7)]))
        for i in range(80):
            x, z = game.random.uniform(1, 11, 2).tolist()
            entity = esper.create_entity(Transform((x, 0.0, z)), WalkwayMotor("square", (x, z), radius=0.3))
            if i % 4 == 0:
                esper.add_component(entity, Agent(("square", 12 - x, 12 - z)))
            if i % 10 == 1:
                esper.add_component(entity, Rolling())
        door = Door((3.0, 0.0, 3.0), swing=2.5, seconds=2.0, wanted=1.0)
        panel = WalkwayPusher("square", (rectangle(0, -0.03, 1.5, 0.03),))
        esper.create_entity(door, panel, Transform(door.position))
        add_walking_systems(game)


def begin(level: str) -> Game:
    game = Game(seed=SEED)
    game.load(Square() if level == "square" else quayside(autopilot=True))
    return game


def hash_after(level: str, ticks: int) -> str:
    with begin(level) as game:
        game.tick(ticks)
        return game.state_hash()


def resumed(path: Path, level: str, ticks: int) -> str:
    with begin(level) as game:
        Snapshot.read(path).apply(game)
        game.tick(ticks)
        return game.state_hash()


@pytest.mark.parametrize(("level", "before", "after"), [("square", 90, 200), ("quayside", 700, 1500)])
def test_a_game_saved_midway_ends_as_one_that_was_not_in_any_process(tmp_path, level, before, after):
    path = tmp_path / "saved.json"
    with begin(level) as game:
        game.tick(before)
        snapshot, midway = Snapshot.of(game), game.state_hash()
        snapshot.write(path)
        game.tick(after)
        ended = game.state_hash()
    assert hash_after(level, before + after) == ended, "taking a snapshot changed the game"
    assert resumed(path, level, 0) == midway
    assert resumed(path, level, after) == ended
    process = start(path, level, after, hash_seed=3)
    assert process.communicate()[0].strip() == ended


def start(path: Path, level: str, ticks: int, hash_seed: int) -> subprocess.Popen[str]:
    command = [sys.executable, __file__, str(path), level, str(ticks)]
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed)}
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)


@pytest.mark.slow
def test_ten_processes_come_to_the_same_hash_from_the_start_and_from_midway(tmp_path):
    begun, saved = tmp_path / "begun.json", tmp_path / "saved.json"
    with begin("square") as game:
        Snapshot.of(game).write(begun)
        game.tick(60)
        Snapshot.of(game).write(saved)
        game.tick(90)
        ended = game.state_hash()
    hashes = []
    for pair in range(5):
        both = start(begun, "square", 150, 2 * pair), start(saved, "square", 90, 2 * pair + 1)
        hashes += [process.communicate()[0].strip() for process in both]
    assert hashes == [ended] * 10


def test_what_came_and_went_in_play_is_as_it_was_and_so_are_the_numbers_to_come(tmp_path):
    with begin("square") as game:
        game.tick(5)
        esper.delete_entity(3, immediate=True)
        newcomer = esper.create_entity(Transform((1.0, 0.0, 1.0)), WalkwayMotor("square", (1.0, 1.0), radius=0.3))
        esper.delete_entity(esper.create_entity(), immediate=True)
        game.tick(5)
        snapshot = Snapshot.of(game)
        game.tick(20)
        ended, following = game.state_hash(), esper.create_entity()
    with begin("square") as game:
        snapshot.apply(game)
        assert not esper.entity_exists(3)
        assert esper.has_component(newcomer, WalkwayMotor)
        game.tick(20)
        assert game.state_hash() == ended
        assert esper.create_entity() == following


def test_a_snapshot_of_another_seed_or_of_a_level_played_is_refused():
    with begin("square") as game:
        snapshot = Snapshot.of(game)
        game.tick()
        with pytest.raises(OrlopError, match="played already"):
            snapshot.apply(game)
    with Game(seed=SEED + 1) as game:
        game.load(Square())
        with pytest.raises(OrlopError, match="seed 5, not 6"):
            snapshot.apply(game)


def test_a_file_that_is_no_saved_game_is_named(tmp_path):
    for content in ("{", "[]", '{"snapshot": 99}'):
        path = tmp_path / "odd.json"
        path.write_text(content)
        with pytest.raises(OrlopError, match=r"odd\.json.*no saved game"):
            Snapshot.read(path)


def test_a_class_the_level_does_not_know_is_named(tmp_path):
    with begin("square") as game:
        esper.create_entity(Held((), Colour.RED))
        snapshot = Snapshot.of(game)
    with begin("square") as game, pytest.raises(OrlopError, match="Held"):
        snapshot.apply(game)
    with begin("square") as game:
        snapshot.apply(game, kinds=(Held, Colour))
        assert [held for _, held in esper.get_component(Held)] == [Held((), Colour.RED)]


@pytest.mark.parametrize(
    "value",
    [
        (1.0, -0.0, float("inf"), 1e-310, 0.1 + 0.2),
        {"a": [1, True, None], (1, 2): {3, 4}},
        Held(((1.0, 2.0),), Colour.RED),
        b"\x00\xff",
        frozenset({"x"}),
    ],
)
def test_values_come_back_as_they_were(value):
    kinds = {"Held": Held, "Colour": Colour}
    back = value_of(json.loads(json.dumps(form(value, "here"), allow_nan=False)), kinds)
    assert back == value
    assert repr(back) == repr(value)


def test_arrays_and_nan_come_back_to_the_bit():
    array = np.array([[1.5, np.nan], [-0.0, np.inf]], np.float32)
    back = value_of(json.loads(json.dumps(form([array, float("nan")], "here"))), {})
    assert back[0].dtype == array.dtype
    assert back[0].tobytes() == array.tobytes()
    assert back[1] != back[1]


def test_what_cannot_be_saved_is_named_with_its_place():
    with pytest.raises(TypeError, match=r"motor\.lock is a object"):
        form(object(), "motor.lock")


if __name__ == "__main__":
    print(resumed(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
