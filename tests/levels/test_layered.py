"""Which levels are layered, and that their chunks are shown while they are played."""

import numpy as np
import pytest

from orlop.engine.game import Game
from orlop.engine.render.canvas import PlainCanvas
from orlop.engine.render.ink import blank
from orlop.engine.render.screen import Screen
from orlop.engine.worldgen.reach import deepest
from orlop.levels.catalogue import LEVELS
from orlop.levels.forest.level import Forest
from orlop.levels.layered import Layered
from orlop.levels.shown import Shown
from orlop.systems.chunk_overlay import ChunkOverlaySystem

NEAR_BY = (130.0, 260.0, 130.0, 130.0, 40.0)


@pytest.mark.parametrize("name", LEVELS)
def test_only_the_forest_is_layered(name):
    level = LEVELS[name].load(None, (0.0, 0.0), False)
    assert isinstance(level, Layered) == (name == "forest")


def test_the_layers_asked_for_are_layers_of_the_world():
    forest = Forest()
    assert set(forest.radii()) <= set(forest.layers())
    assert forest.layers() == forest.layers()


def test_the_forest_s_chunks_are_laid_over_its_chart():
    screen = Screen(PlainCanvas(blank((900, 600), (0, 0, 0))), "chart")
    forest = Forest(reaches=NEAR_BY)
    with Game(1) as game:
        game.load(Shown(forest, screen))
        game.tick(2)  # ticks wait for the world: all is made
        pictures = []
        for pressed in ((), ("chunks",), ("next_layer",), ("chunks",)):
            game.actions.set_frame(pressed)
            game.draw(1 / 60)
            game.actions.set_frame()
            for _ in range(40):  # parts of the chart come in frame by frame
                game.draw(1 / 60)
            pictures.append(screen.canvas.read())
        (overlay,) = (system for system in game.schedule.added() if isinstance(system, ChunkOverlaySystem))
        layers = forest.world.graph.layers
        looked_at = layers.index(deepest(forest.world.graph)) + 1
        assert overlay._watch.survey().layer is layers[looked_at % len(layers)]
    plain, chunks, others, again = pictures
    assert (plain != chunks).any(axis=2).mean() > 0.2
    assert (chunks != others).any()
    assert np.array_equal(plain, again)
