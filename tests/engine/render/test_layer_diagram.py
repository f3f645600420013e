"""The picture of a layered world: what it shows lies where it should."""

import numpy as np

from orlop.engine.render.ink import PLAYER
from orlop.engine.render.layer_diagram import FOOT, HEAD, LANE, MARGIN, NAMES, WIDTH, draw_layers
from orlop.engine.worldgen.dependency import Dependency
from orlop.engine.worldgen.graph import LayerGraph
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.world import World


class Plain(Layer[None]):
    def __init__(self, name, size, *needs):
        self.name, self.size, self.needs = name, size, needs

    def generate(self, bounds, inputs, seed):
        return None


def layers(padding=16.0):
    ground = Plain("ground", 64.0)
    trees = Plain("trees", 32.0, Dependency(ground, padding))
    return ground, trees


def frames(picture):
    """Pixels of the chosen chunk's frames in the grids of a world with one lane, (row, column)."""
    return np.argwhere((picture[HEAD:-FOOT, MARGIN + NAMES + LANE + 14 :] == PLAYER).all(axis=2))


def test_a_world_or_a_bare_graph_can_be_drawn_and_any_chunk_of_it():
    ground, trees = layers()
    with World([ground, trees], 1, threads=0) as world:
        picture = draw_layers(world.graph, title="Wood")
    assert picture.dtype == np.uint8
    assert picture.shape[1] == WIDTH
    graph = LayerGraph([ground, trees])
    assert (draw_layers(graph, trees, title="Wood") == picture).all()
    assert (draw_layers(graph, ground, title="Wood") != picture).any()
    assert (draw_layers(graph, trees, 1e6, -1e6, "Wood") != picture).any()


def test_the_chosen_chunk_is_a_square_in_every_row_and_one_above_another():
    graph = LayerGraph(layers())
    found = frames(draw_layers(graph))
    rows = np.unique(found[:, 0])
    (gap,) = np.flatnonzero(np.diff(rows) > 20)  # between the two grids
    upper, lower = found[found[:, 0] <= rows[gap]], found[found[:, 0] > rows[gap]]
    assert np.ptp(upper[:, 0]) == np.ptp(upper[:, 1]) > 50
    assert (np.unique(upper[:, 1])[[0, -1]] == np.unique(lower[:, 1])[[0, -1]]).all()


def test_more_padding_shows_more_of_the_world():
    narrow, wide = (frames(draw_layers(LayerGraph(layers(padding)))) for padding in (16.0, 320.0))
    assert np.ptp(wide[:, 1]) < np.ptp(narrow[:, 1]) / 3


def test_many_layers_make_a_taller_picture_that_ends():
    chain = [Plain("layer 0", 10.0)]
    for number in range(1, 40):
        chain.append(Plain(f"layer {number}", 10.0 + number, Dependency(chain[-1], 5.0)))
    picture = draw_layers(LayerGraph(chain))
    assert picture.shape[0] > 40 * 44
    assert picture.shape[1] > WIDTH
