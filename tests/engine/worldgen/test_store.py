"""Chunks and changes on disk."""

import os
import sqlite3
import time

import numpy as np
import pytest

from orlop.engine.error import OrlopError
from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.dependency import Dependency
from orlop.engine.worldgen.identity import layer_identity
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.packed import unpack
from orlop.engine.worldgen.rect import Rect
from orlop.engine.worldgen.store import Store
from orlop.engine.worldgen.world import World

HERE = Bounds(0.0, 0.0, 30.0, 30.0)


class Ground(Layer[np.ndarray]):
    """Counts what it makes at the class: an attribute of its own would be a parameter."""

    name, size = "ground", 10.0
    made = 0

    def __init__(self, roughness=1.0):
        self.roughness = roughness

    def generate(self, bounds, inputs, seed):
        Ground.made += 1
        return np.array([bounds.low_x, bounds.low_z, self.roughness, seed])


class Grass(Layer[np.ndarray]):
    name, size = "grass", 10.0

    def __init__(self, ground):
        self.ground = ground
        self.needs = (Dependency(ground, 1.0),)

    def generate(self, bounds, inputs, seed):
        return sum(inputs.of(self.ground).overlapping())


@pytest.fixture
def path(tmp_path):
    return tmp_path / "worlds" / "one.world"


def made_and_digest(path, seed=1, **parameters):
    ground = Ground(**parameters)
    grass = Grass(ground)
    store = Store(path)
    before = Ground.made
    with World([ground, grass], seed, threads=0, store=store) as world:
        digest = world.digest(grass, HERE)
    store.close()
    return Ground.made - before, digest


def test_a_second_start_makes_nothing_and_gives_the_same(path):
    first = made_and_digest(path)
    second = made_and_digest(path)
    assert (first[0], second[0]) == (25, 0)
    assert first[1] == second[1]


def test_another_seed_or_parameter_never_meets_what_is_kept(path):
    digests = {made_and_digest(path)[1]}
    for change in ({"seed": 2}, {"roughness": 2.0}):
        made, digest = made_and_digest(path, **change)
        assert made == 25
        digests.add(digest)
    assert len(digests) == 3
    assert made_and_digest(path)[0] == 0


def test_identity_follows_version_parameters_padding_and_providers():
    ground = Ground()
    grass = Grass(ground)
    known = {layer_identity(grass, 1)}

    def changed():
        before = len(known)
        known.add(layer_identity(grass, 1))
        return len(known) > before

    assert not changed()
    grass.version = 2
    assert changed()
    ground.roughness = 0.5
    assert changed()
    ground.version = 7
    assert changed()
    grass.needs = (Dependency(ground, 2.0),)
    assert changed()
    known.add(layer_identity(grass, 2))
    assert len(known) == 6


def test_a_parameter_that_cannot_be_told_apart_is_named():
    ground = Ground()
    ground.table = {"a": 1}
    with pytest.raises(TypeError, match="layer ground: attribute table is a dict"):
        layer_identity(ground, 1)


def test_a_damaged_chunk_is_made_again(path):
    _, digest = made_and_digest(path)
    with sqlite3.connect(path) as base:
        base.execute("UPDATE chunks SET content = substr(content, 1, 40)")
    base.close()
    made, again = made_and_digest(path)
    assert made == 25
    assert digest == again


def test_layers_not_worth_keeping_are_not_kept(path):
    class Quick(Ground):
        stored = False

    quick = Quick()
    store = Store(path)
    with World([quick], 1, threads=0, store=store) as world:
        world.generate(quick, HERE)
    store.close()
    with sqlite3.connect(path) as base:
        assert base.execute("SELECT COUNT(*) FROM chunks").fetchone() == (0,)
    base.close()


@pytest.mark.parametrize("content", [b"no database at all, but long enough to look like a file", b""])
def test_a_file_that_is_no_store_is_refused_by_name(path, content):
    path.parent.mkdir()
    path.write_bytes(content)
    if content:
        with pytest.raises(OrlopError, match=r"one\.world: can't be used to keep a world"):
            Store(path)
    else:
        Store(path).close()  # an empty file is a new store


def test_a_store_of_a_later_format_is_refused(path):
    Store(path).close()
    base = sqlite3.connect(path)
    base.execute("PRAGMA user_version = 99")
    base.close()
    with pytest.raises(OrlopError, match="format 99"):
        Store(path)


def test_a_folder_in_its_place_is_refused(tmp_path):
    with pytest.raises(OrlopError, match="can't be used"):
        Store(tmp_path)


def test_a_store_that_another_keeps_its_world_in_is_refused_at_once_and_is_free_when_that_ends(path):
    other = Store(path)
    began = time.perf_counter()
    with pytest.raises(OrlopError, match="another game, or a bake"):
        Store(path)
    assert time.perf_counter() - began < 4.0
    other.save(b"identity", (0, 0), 1.0)
    assert not other.trouble
    other.close()
    Store(path).close()


def test_changes_outlive_unloading_and_a_new_version_of_the_generator(path):
    ground = Ground()
    store = Store(path)
    with World([ground], 1, threads=0, store=store) as world:
        focus = world.focus({ground: 10.0}, 0.0, 0.0)
        world.finish()
        world.changes.put(ground, (0, 0), "felled", (3, 17))
        world.changes.put(ground, (0, 0), "dug", np.arange(3))
        world.changes.put(ground, (5, 5), "felled", (1,))
        world.changes.put(ground, (5, 5), "felled", None)
        focus.move(9000.0, 0.0)
        world.finish()
        assert world.changes.of(ground, (0, 0))["felled"] == (3, 17)
    store.close()
    newer = Ground(roughness=9.0)
    newer.version = 2
    store = Store(path)
    with World([newer], 1, threads=0, store=store) as world:
        assert dict(world.changes.of(newer, (0, 0)))["felled"] == (3, 17)
        assert world.changes.of(newer, (0, 0))["dug"].tolist() == [0, 1, 2]
        assert world.changes.of(newer, (5, 5)) == {}
        assert len(world.changes) == 1
    with World([Ground()], 2, threads=0, store=store) as other_seed:
        assert len(other_seed.changes) == 0
    store.close()


def test_changes_cannot_be_altered_behind_the_worlds_back():
    ground = Ground()
    with World([ground], 1, threads=0) as world:
        world.changes.put(ground, (0, 0), "felled", (3,))
        with pytest.raises(TypeError):
            world.changes.of(ground, (0, 0))["felled"] = ()
        with pytest.raises(TypeError, match="can be changed"):
            world.changes.put(ground, (0, 0), "felled", [3])


def test_a_disk_that_fails_ends_no_world(path):
    store = Store(path)
    ground = Ground()
    with World([ground], 1, threads=0, store=store) as world:
        store._base.execute("PRAGMA query_only = ON")
        assert len(world.generate(ground, HERE)) == 9
        assert world.failures() == ()
        with pytest.raises(OrlopError, match=r"one\.world: can't be used"):
            world.changes.put(ground, (0, 0), "felled", (3,))
    assert "readonly" in store.trouble
    store.close()


@pytest.fixture
def read_only(monkeypatch):
    """Makes files that may not be written to, also to whoever may do anything."""
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)


def test_a_store_that_may_only_be_read_gives_what_it_holds_and_stays_as_it_is(path, read_only):
    baked = made_and_digest(path)
    before = path.read_bytes()
    assert made_and_digest(path) == (0, baked[1])
    assert made_and_digest(path, seed=2)[0] > 0
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_several_may_read_one_store(path, read_only):
    baked = made_and_digest(path)
    other = Store(path)
    assert made_and_digest(path) == (0, baked[1])
    other.close()


def test_changes_that_cannot_be_kept_are_refused(path, read_only):
    made_and_digest(path)
    ground = Ground()
    store = Store(path)
    with World([ground], 1, threads=0, store=store) as world:
        with pytest.raises(OrlopError, match="read-only"):
            world.changes.put(ground, (0, 0), "hole", 1)
        assert world.changes.of(ground, (0, 0)) == {}
    store.close()


def test_a_store_that_was_not_closed_is_not_read_as_if_it_had_been(path, read_only):
    made_and_digest(path)
    path.with_name(f"{path.name}-wal").write_bytes(b"unfinished")
    with pytest.raises(OrlopError, match="was not closed"):
        Store(path)


def test_the_chunks_of_a_rectangle_are_those_within_it_that_are_whole(path):
    made_and_digest(path)
    store, identity = Store(path), layer_identity(Ground(), 1)
    kept = store.whole(identity, Rect(0, 0, 2, 3))
    assert [index for index, _ in kept] == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert unpack(kept[3][1]).tolist() == [10.0, 0.0, 1.0, 1.0]
    store._base.execute("UPDATE chunks SET content = substr(content, 1, 40) WHERE i = 1 AND j = 1")
    assert (1, 1) not in dict(store.whole(identity, Rect(0, 0, 2, 3)))
    store.close()
