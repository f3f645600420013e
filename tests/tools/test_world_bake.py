"""`orlop world bake`, and playing in what it made."""

import json

import esper
import pytest

from orlop.components import WalkwayMotor
from orlop.engine.game import Game
from orlop.engine.worldgen.bounds import Bounds
from orlop.levels.forest.level import Forest
from orlop.levels.layered import FILE, open_store
from orlop.tools import world_bake
from orlop.tools.cli import main

NEAR_BY = (130.0, 260.0, 130.0, 130.0, 40.0)


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """A forest that is seen less far: what is tested is the same farther off."""
    monkeypatch.setattr(world_bake, "make_layered_level", lambda named: Forest(reaches=NEAR_BY))


def baked(capsys, folder, *more):
    status = main(["world", "bake", "--seed", "3", "--size", "60", "--out", str(folder), "--json", *more])
    return status, capsys.readouterr()


def walked(store):
    """The state after a walk of two seconds, the content of all layers, and what was made and read of what is kept."""
    forest = Forest(autopilot=True, reaches=NEAR_BY)
    forest.store = store
    with Game(3) as game:
        game.load(forest)
        motor = esper.component_for_entity(forest.player, WalkwayMotor)
        game.tick(120)
        here = Bounds.around(*motor.position, 20.0)
        digests = [forest.world.digest(layer, here) for layer in forest.layers() if layer is not forest.made_of.footing]
        state = game.state_hash(), motor.position, digests
        progress = forest.world.progress()
    counts = [progress[layer.name] for layer in forest.layers() if layer.stored]
    return state, sum(each.generated for each in counts), sum(each.loaded for each in counts)


def test_a_game_in_a_baked_world_makes_nothing_anew_and_is_the_same(tmp_path, capsys):
    status, streams = baked(capsys, tmp_path / "store")
    told = json.loads(streams.out)
    assert status == 0
    assert told["chunks"] == sum(told["layers"].values()) <= told["made"]
    assert told["bytes"] == (tmp_path / "store" / FILE).stat().st_size
    again = json.loads(baked(capsys, tmp_path / "store")[1].out)
    assert (again["made"], again["digest"]) == (0, told["digest"])
    store = open_store(tmp_path / "store")
    try:
        with_store, made, read = walked(store)
    finally:
        store.close()
    without, made_without, _ = walked(None)
    assert made == 0 < made_without
    assert 0 < read <= told["chunks"], "each is read once"
    assert with_store == without


def test_interrupted_it_says_how_to_go_on(tmp_path, capsys, monkeypatch):
    def interrupted(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("orlop.engine.worldgen.baking.bake", interrupted)
    status, streams = baked(capsys, tmp_path)
    assert status == 130
    assert "run it again to go on" in streams.err
    assert streams.out == ""


def test_what_cannot_be_baked_is_one_line_and_status_2(tmp_path, capsys):
    (tmp_path / "taken").touch()
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / FILE).write_text("no database, but long enough to look like a file of some kind")
    for folder, said in (("taken", "can't be used"), ("bad", "not a database"), ("bad", "delete it")):
        status, streams = baked(capsys, tmp_path / folder)
        assert status == 2
        assert said in streams.err
        assert streams.err.count("\n") == 1
    assert baked(capsys, tmp_path, "--size", "1e6")[0] == 2
