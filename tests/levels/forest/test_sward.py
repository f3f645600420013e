"""Grass, and how woods look from afar: both fit what grows there."""

import numpy as np

from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.world import World
from orlop.levels.forest.canopy import canopy_over
from orlop.levels.forest.sward import growing, sward
from orlop.levels.forest.world import forest_layers


def test_grass_is_the_same_however_it_is_cut_and_never_stands_in_water_or_on_paths() -> None:
    layers = forest_layers()
    with World(layers.all(), 1, threads=1) as world:
        (tile,) = world.generate(layers.terrain[0], Bounds(10.0, 10.0, 20.0, 20.0)).values()
        canopy = canopy_over(1, tile.ground, tile.paths)
        origin = (0.0, 0.0, 0.0)
        whole = sward(1, tile.ground, tile.paths, canopy, Bounds(0.0, 0.0, 128.0, 128.0), origin)
        parts = [
            sward(1, tile.ground, tile.paths, canopy, Bounds(x, z, x + 64.0, z + 64.0), origin)
            for x in (0.0, 64.0)
            for z in (0.0, 64.0)
        ]
    together = np.concatenate([part.positions for part in parts])
    assert len(whole.positions) > 1000
    assert sorted(map(tuple, together.tolist())) == sorted(map(tuple, whole.positions.tolist()))
    i, j = (np.rint(whole.positions[:, [0, 2]] / 2.0).astype(int) - tile.ground.first).T
    assert tile.ground.shore[i, j].min() > 0.0
    assert tile.paths[i, j].min() > 0.5
    assert (growing(tile.ground, tile.paths, canopy)[i, j] > 0.0).all()


def test_the_canopy_is_closed_where_trees_stand_close() -> None:
    layers = forest_layers()
    with World(layers.all(), 3, threads=1) as world:
        (tile,) = world.generate(layers.terrain[0], Bounds(10.0, 10.0, 20.0, 20.0)).values()
        bounds = Bounds(*(float(v) for v in (0.0, 0.0, 128.0, 128.0)))
        (trees,) = world.generate(layers.trees[0], bounds.expanded(-1.0)).values()
    canopy = canopy_over(3, tile.ground, tile.paths)[1:-1, 1:-1]
    assert canopy.min() >= 0.0
    assert canopy.max() <= 1.0
    cells = np.floor(trees.places / 16.0).astype(int)
    counts = np.zeros((8, 8))
    np.add.at(counts, tuple(cells.T), 1.0)
    means = canopy[:64, :64].reshape(8, 8, 8, 8).mean(axis=(1, 3))
    assert np.corrcoef(counts.ravel(), means.ravel())[0, 1] > 0.5
