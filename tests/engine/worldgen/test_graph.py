"""The layers of a world, checked before anything is generated."""

import pytest

from orlop.engine.worldgen.dependency import Dependency
from orlop.engine.worldgen.graph import LayerGraph
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.rect import NONE, Rect


class Plain(Layer[None]):
    def __init__(self, name, size=10.0, *needs):
        self.name, self.size, self.needs = name, size, needs

    def generate(self, bounds, inputs, seed):
        return None


def chain():
    rock = Plain("rock", 40.0)
    soil = Plain("soil", 20.0, Dependency(rock, 15.0))
    return rock, soil, Plain("trees", 10.0, Dependency(soil, 5.0), Dependency(rock, 0.0))


def test_providers_come_first_whatever_the_order_given():
    rock, soil, trees = chain()
    assert LayerGraph([trees, rock, soil]).layers == (rock, soil, trees)


def test_padding_adds_up_on_the_way_down():
    graph = LayerGraph(chain())
    trees, soil, rock = Rect(0, 0, 1, 1), Rect(-1, -1, 1, 1), Rect(-1, -1, 1, 1)  # -5…15 in soil, -35…35 in rock
    assert graph.needed({2: trees}) == [rock, soil, trees]
    assert graph.needed({}) == [NONE, NONE, NONE]


def test_iterations_times_effect_distance_is_the_padding():
    assert Dependency(Plain("a"), effect_distance=7.0, iterations=8).padding == 56.0


def test_what_a_chunk_waits_for_is_more_urgent_than_the_chunk():
    rock, soil, trees = chain()
    graph = LayerGraph([rock, soil, trees])
    leads = graph.leads([2])
    tree = (35.0**2 + 5.0**2) ** 0.5 - leads[2]  # chunk (3, 0), focus at the origin
    farthest_soil = (50.0**2 + 10.0**2) ** 0.5 - leads[1]
    farthest_rock = (60.0**2 + 20.0**2) ** 0.5 - leads[0]
    assert farthest_rock <= farthest_soil <= tree


def test_a_circle_is_named_in_order():
    rock, soil, trees = chain()
    rock.needs = (Dependency(trees, 1.0),)
    with pytest.raises(ValueError, match=r"rock → trees → soil → rock|rock → trees → rock"):
        LayerGraph([rock, soil, trees])


def test_a_layer_that_needs_itself_is_refused():
    rock = Plain("rock")
    rock.needs = (Dependency(rock, 1.0),)
    with pytest.raises(ValueError, match="rock → rock"):
        LayerGraph([rock])


def test_a_missing_layer_is_named():
    _, soil, _ = chain()
    with pytest.raises(ValueError, match="soil needs rock, which is not in this world"):
        LayerGraph([soil])


def test_another_layer_of_the_same_name_does_not_stand_in():
    _, soil, _ = chain()
    with pytest.raises(ValueError, match="soil needs rock, which is not"):
        LayerGraph([soil, Plain("rock", 40.0)])


@pytest.mark.parametrize("size", [0.0, -1.0, float("nan"), float("inf"), 1e7])
def test_a_size_that_makes_no_sense_is_refused(size):
    with pytest.raises(ValueError, match="layer rock: size must be"):
        LayerGraph([Plain("rock", size)])


@pytest.mark.parametrize("padding", [-1.0, float("nan"), float("inf")])
def test_a_padding_that_makes_no_sense_is_refused(padding):
    with pytest.raises(ValueError, match="padding must be"):
        Dependency(Plain("rock"), padding)


def test_padding_and_effect_distance_exclude_each_other():
    with pytest.raises(ValueError, match="either"):
        Dependency(Plain("rock"), 3.0, effect_distance=4.0)
    with pytest.raises(ValueError, match="either"):
        Dependency(Plain("rock"))


def test_a_chunk_that_would_read_thousands_of_others_is_refused():
    pebbles = Plain("pebbles", 1.0)
    with pytest.raises(ValueError, match="Make those of pebbles larger"):
        LayerGraph([pebbles, Plain("rock", 1000.0, Dependency(pebbles, 0.0))])


def test_two_layers_of_one_name_are_refused():
    with pytest.raises(ValueError, match="two layers are named rock"):
        LayerGraph([Plain("rock"), Plain("rock")])


def test_the_sketch_tells_depth_needs_and_users():
    rock, soil, trees = LayerGraph(chain()).sketch()
    assert (rock.depth, soil.depth, trees.depth) == (0, 1, 2)
    assert rock.users == ("soil", "trees")
    assert soil.needs == (("rock", 15.0, 4),)
    assert trees.needs == (("soil", 5.0, 4), ("rock", 0.0, 1))


class Nameless(Layer[None]):
    size = 10.0

    def generate(self, bounds, inputs, seed):
        return None


@pytest.mark.parametrize(
    ("layers", "message"),
    [
        (Plain("a"), "a list of layers"),
        ([Plain], "make one: Plain"),
        (["a"], "derived from Layer"),
        ([Nameless()], "lacks a name"),
        ([Plain("a", "64")], "size must be"),
        ([Plain("a", 10.0, Plain("b"))], r"write Dependency\(b, padding"),
        ([Plain("a", 10.0, Dependency(Plain, 1.0))], "make one: Plain"),
    ],
)
def test_what_is_no_layer_is_refused_with_what_to_write_instead(layers, message):
    with pytest.raises((TypeError, ValueError), match=message):
        LayerGraph(layers)


def test_needs_that_are_no_tuple_are_refused():
    layer = Plain("a")
    layer.needs = Dependency(Plain("b"), 1.0)
    with pytest.raises(TypeError, match=r"tuple of Dependency.*write \(…,\)"):
        LayerGraph([layer])
