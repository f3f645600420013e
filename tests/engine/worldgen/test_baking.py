"""A piece of a world made beforehand."""

import sqlite3

import numpy as np
import pytest

from orlop.engine.error import OrlopError
from orlop.engine.worldgen.baking import BLOCK, Baked, bake, piece
from orlop.engine.worldgen.dependency import Dependency
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.store import Store
from orlop.engine.worldgen.world import World

SIZE, RADII = 1500.0, (200.0, 900.0)
"""Of the square that is walked, and how far near and far things are seen."""


class Ground(Layer[np.ndarray]):
    name, size = "ground", 400.0

    def generate(self, bounds, inputs, seed):
        return np.array([bounds.low_x, bounds.low_z, seed])


class Trees(Layer[np.ndarray]):
    name, size = "trees", 96.0

    def __init__(self, ground):
        self.ground = ground
        self.needs = (Dependency(ground, 50.0),)

    def generate(self, bounds, inputs, seed):
        return np.array([sum(part.sum() for part in inputs.of(self.ground).overlapping()), bounds.low_x])


class Picture(Layer[np.ndarray]):
    name, size, stored = "picture", 96.0, False

    def __init__(self, trees):
        self.trees = trees
        self.needs = (Dependency(trees, 0.0),)

    def generate(self, bounds, inputs, seed):
        return inputs.of(self.trees).overlapping()[0] + 1.0


def world(store, seed=1, threads=1):
    ground = Ground()
    trees = Trees(ground)
    picture = Picture(trees)
    return World([ground, trees, picture], seed, threads=threads, store=store), ground, picture


def baked(path, report=None, size=SIZE, **settings):
    store = Store(path)
    try:
        made, ground, picture = world(store, **settings)
        with made:
            radii = {picture: RADII[0], ground: RADII[1]}
            return bake(made, store, piece(made.graph, radii, -300.0, 70.0, size), report)
    finally:
        store.close()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "one.world"


def test_a_walk_within_the_square_has_nothing_stored_made_anew(path):
    baked(path)
    store = Store(path)
    made, ground, picture = world(store, threads=0)
    with made:
        half = 0.5 * SIZE
        focus = made.focus({picture: RADII[0], ground: RADII[1]}, -300.0 - half, 70.0 - half)
        for x, z in ((-half, half), (half, half), (half, -half), (0.0, 0.0)):
            focus.move(x - 300.0, z + 70.0)
            made.finish()
        progress = made.progress()
        assert progress["ground"].generated == progress["trees"].generated == 0
        assert progress["picture"].generated > 0
        focus.move(half + 500.0, 0.0)
        made.finish()
        assert made.progress()["ground"].generated > 0  # beyond it there is something to make
    store.close()


def test_what_is_kept_is_what_a_world_without_a_store_makes(path):
    baked(path)
    store = Store(path)
    kept, *_ = world(store)
    plain, _, same = world(None)
    with kept, plain:
        needed = piece(plain.graph, {same: RADII[0]}, -300.0, 70.0, SIZE)
        for order, layer in enumerate(plain.graph.layers):
            bounds = needed[order].bounds(layer.size)
            assert kept.digest(kept.graph.layers[order], bounds) == plain.digest(layer, bounds)
        assert kept.progress()["trees"].generated == 0
    store.close()


def test_again_it_makes_nothing_and_says_the_same(path):
    first, again = baked(path), baked(path)
    assert first.made == sum(first.chunks.values()) > 300
    assert again == Baked(first.chunks, 0, first.digest)


def test_the_digest_is_of_the_content_alone(path, tmp_path):
    digests = [
        baked(path).digest,
        baked(tmp_path / "two.world", threads=0).digest,
        baked(tmp_path / "three.world", seed=2).digest,
        baked(tmp_path / "four.world", size=SIZE + 2.0 * BLOCK).digest,
    ]
    assert digests[0] == digests[1]
    assert len(set(digests)) == 3


@pytest.mark.parametrize("after", [1, 4])
def test_interrupted_and_begun_again_it_goes_on(path, tmp_path, after):
    def stop(done, total):
        if done == after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        baked(path, stop)
    whole, rest = baked(tmp_path / "whole.world"), baked(path)
    assert 0 < rest.made < whole.made
    assert (rest.chunks, rest.digest) == (whole.chunks, whole.digest)


def test_progress_is_told_block_by_block(path):
    told = []
    baked(path, lambda done, total: told.append((done, total)))
    assert told == [(done, len(told) - 1) for done in range(len(told))]
    assert len(told) > 9


def test_a_damaged_chunk_is_made_anew(path):
    first = baked(path)
    with sqlite3.connect(path) as base:
        base.execute("UPDATE chunks SET content = substr(content, 1, 40) WHERE i = 0")
    base.close()
    again = baked(path)
    assert again.digest == first.digest
    assert 0 < again.made < first.made


def test_a_damaged_file_is_told_in_one_line(path):
    baked(path)
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (path.stat().st_size - 4096))
    with pytest.raises(OrlopError, match=r"one\.world: .*(malformed|damaged)"):
        baked(path)


def test_two_pieces_of_several_worlds_share_a_file(path):
    first = baked(path)
    baked(path, seed=2)
    baked(path, size=2.0 * SIZE)
    assert baked(path) == Baked(first.chunks, 0, first.digest)
    assert baked(path, seed=2).made == 0
