"""How far a chunk looks, in worlds small enough to count by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.dependency import Dependency
from orlop.engine.worldgen.graph import LayerGraph
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.reach import LayerReach, deepest, reach_of, readings
from orlop.engine.worldgen.rect import NONE, Rect


class Plain(Layer[None]):
    def __init__(self, name, size, *needs):
        self.name, self.size, self.needs = name, size, needs

    def generate(self, bounds, inputs, seed):
        return None


def three(middle_size=64.0):
    points = Plain("points", 64.0)
    relaxed = Plain("relaxed", middle_size, Dependency(points, effect_distance=8.0, iterations=8))
    heights = Plain("heights", 32.0, Dependency(relaxed, 12.0))
    return LayerGraph([heights, points, relaxed]), points, relaxed, heights


def test_a_chunk_s_padding_widens_from_layer_to_layer():
    graph, points, relaxed, heights = three()
    read = {reading.layer: reading for reading in readings(graph, heights, (0, 0))}
    assert read[heights].chunks == Rect(0, 0, 1, 1)
    assert read[relaxed].bounds == Bounds(-12.0, -12.0, 44.0, 44.0)
    assert read[relaxed].chunks == Rect(-1, -1, 1, 1)
    assert read[points].bounds == Bounds(-128.0, -128.0, 128.0, 128.0)
    assert read[points].chunks == Rect(-2, -2, 2, 2)
    assert reach_of(graph, heights) == LayerReach(128.0, 1 + 4 + 16)


def test_what_is_not_read_costs_nothing():
    graph, points, _, heights = three()
    other = {reading.layer: reading for reading in readings(graph, points, (3, -2))}[heights]
    assert (other.chunks, other.bounds) == (NONE, None)
    assert reach_of(graph, points) == LayerReach(0.0, 1)


def test_two_readers_of_one_layer_read_it_within_what_holds_both():
    ground = Plain("ground", 10.0)
    path = Plain("path", 10.0, Dependency(ground, 5.0))
    tree = Plain("tree", 10.0, Dependency(ground, 1.0), Dependency(path, 0.0))
    graph = LayerGraph([ground, path, tree])
    assert readings(graph, tree, (0, 0))[0].bounds == Bounds(-5.0, -5.0, 15.0, 15.0)


@given(st.integers(-300, 300), st.integers(-300, 300), st.sampled_from([48.0, 64.0, 80.0, 4096.0, 10.7]))
def test_no_chunk_reaches_farther_than_its_layer(i, j, size):
    graph, _, _, heights = three(size)
    most, own = reach_of(graph, heights), Bounds(i * 32.0, j * 32.0, (i + 1) * 32.0, (j + 1) * 32.0)
    read = readings(graph, heights, (i, j))
    assert sum(reading.chunks.area for reading in read) <= most.chunks
    assert all(own.expanded(most.metres + 1e-6).contains(reading.bounds) for reading in read if reading.bounds)


def test_the_deepest_layer_is_the_one_with_the_longest_way_down():
    graph, _, _, heights = three()
    assert deepest(graph) is heights


def test_a_layer_of_another_world_is_refused():
    graph, *_ = three()
    with pytest.raises(ValueError, match="no part of this world"):
        reach_of(graph, Plain("other", 1.0))
