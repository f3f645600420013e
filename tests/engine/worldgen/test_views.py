"""What a chunk may read while it is made."""

import numpy as np
import pytest

from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.dependency import Dependency
from orlop.engine.worldgen.failure import GenerationError
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.world import World


class Stones(Layer[np.ndarray]):
    """Four points in each chunk of 10 m, named by their chunk."""

    name, size = "stones", 10.0

    def generate(self, bounds, inputs, seed):
        i, j = inputs.index
        x = bounds.low_x + np.array([0.0, 2.0, 5.0, 9.5])
        return np.column_stack([x, np.full(4, bounds.low_z + 5.0), np.full(4, i), np.full(4, j)])


class Reader(Layer[tuple]):
    name, size = "reader", 4.0

    def __init__(self, stones, padding, read):
        self.stones = stones
        self.needs = (Dependency(stones, padding),)
        self.read = read

    def generate(self, bounds, inputs, seed):
        return self.read(bounds, inputs.of(self.stones))


FIRST = Bounds(0.0, 0.0, 4.0, 4.0)


def read(read, padding=3.0, bounds=FIRST):
    stones = Stones()
    reader = Reader(stones, padding, read)
    with World([stones, reader], 1, threads=0) as world:
        return world.generate(reader, bounds)


def chunks_of(arrays):
    return [tuple(int(v) for v in array[0, 2:]) for array in arrays]


def test_overlapping_gives_every_chunk_in_reach_j_quickest():
    seen = read(lambda bounds, view: tuple(chunks_of(view.overlapping())))
    assert seen == {(0, 0): ((-1, -1), (-1, 0), (0, -1), (0, 0))}


def test_overlapping_within_smaller_bounds_gives_only_those_chunks():
    seen = read(lambda bounds, view: tuple(chunks_of(view.overlapping(Bounds(-1.0, 1.0, 2.0, 2.0)))))
    assert seen == {(0, 0): ((-1, 0), (0, 0))}


def test_the_chunk_at_a_point_is_found_on_both_sides_of_an_edge():
    def both(bounds, view):
        return tuple(chunks_of([view.at(-0.5, 1.0), view.at(0.0, 0.0), view.at(6.9, 6.9)]))

    assert read(both) == {(0, 0): ((-1, 0), (0, 0), (0, 0))}


def test_each_stone_is_owned_by_exactly_one_reader():
    owned = read(lambda bounds, view: tuple(view.owned()), padding=0.0, bounds=Bounds(0.0, 0.0, 40.0, 40.0))
    stones = np.concatenate([part for parts in owned.values() for part in parts])
    assert len(stones) == 4 * 16
    assert len(np.unique(stones, axis=0)) == 4 * 16


def test_owned_within_wider_bounds_gathers_from_neighbours():
    parts = read(lambda bounds, view: tuple(view.owned(Bounds(-1.0, 0.0, 3.0, 6.0))))[0, 0]
    assert sorted(float(x) for part in parts for x in part[:, 0]) == [-0.5, 0.0, 2.0]


@pytest.mark.parametrize("query", ["overlapping", "owned"])
def test_reading_beyond_the_padding_names_the_padding_needed(query):
    with pytest.raises(
        GenerationError, match=r"8 m beyond its own bounds.*declares 3 m.*Dependency\(stones, padding=8\)"
    ):
        read(lambda bounds, view: tuple(getattr(view, query)(bounds.expanded(8.0))))


def test_a_point_beyond_the_padding_is_refused_even_where_its_chunk_is_there():
    for x, needed in ((7.5, r"3\.5"), (7.0, "3"), (-3.25, r"3\.25")):
        with pytest.raises(GenerationError, match=f"{needed} m beyond"):
            read(lambda bounds, view, x=x: (view.at(x, 0.0)[0, 0],))


def test_a_layer_that_is_not_needed_cannot_be_read():
    other = Stones()
    other.name = "pebbles"
    stones = Stones()
    reader = Reader(stones, 1.0, None)
    reader.generate = lambda bounds, inputs, seed: inputs.of(other)
    with (
        World([stones, other, reader], 1, threads=0) as world,
        pytest.raises(GenerationError, match="reader reads pebbles, but needs only: stones"),
    ):
        world.generate(reader, Bounds(0.0, 0.0, 1.0, 1.0))


def test_inputs_cannot_be_changed():
    def scribble(bounds, view):
        view.overlapping()[0][0, 0] = 99.0

    with pytest.raises(GenerationError, match="read-only"):
        read(scribble)


def test_content_without_anchors_says_how_to_own_it():
    class Names(Stones):
        def generate(self, bounds, inputs, seed):
            return "stone"

    names = Names()
    reader = Reader(names, 0.0, lambda bounds, view: tuple(view.owned()))
    with (
        World([names, reader], 1, threads=0) as world,
        pytest.raises(GenerationError, match=r"Let Names\.owned return"),
    ):
        world.generate(reader, Bounds(0.0, 0.0, 1.0, 1.0))
