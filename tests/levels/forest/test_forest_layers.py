import ast
from pathlib import Path

import numpy as np
import pytest

import orlop.levels.forest
from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.world import World
from orlop.levels.forest.relief_map import MapContent, blurred, draw_map, shaded
from orlop.levels.forest.warmup import KERNEL_MODULES
from orlop.levels.forest.world import forest_layers, map_layers

HERE = Path(orlop.levels.forest.__path__[0])
SQUARE = Bounds(-200.0, 10.0, -10.0, 120.0)


def test_the_forest_is_the_same_in_any_order_and_with_any_threads():
    layers = forest_layers()
    # Coarse tiles, which are large, are compared with fine ones elsewhere.
    order = [layer for layer in layers.all() if layer not in (*layers.terrain[1:], *layers.trees[1:])]
    with World(layers.all(), 7, threads=0) as one, World(layers.all(), 7, threads=2) as other:
        one.digest(layers.coarse, SQUARE.expanded(700.0))
        first = [one.digest(layer, SQUARE) for layer in order]
        second = [other.digest(layer, SQUARE) for layer in reversed(order)][::-1]
    assert first == second
    assert len(set(first)) == len(order)


def test_another_seed_is_another_forest():
    layers = forest_layers()
    with World(layers.all(), 1, threads=0) as one, World(layers.all(), 2, threads=0) as other:
        assert one.digest(layers.streams, SQUARE) != other.digest(layers.streams, SQUARE)


def test_tiles_of_all_levels_fit_their_neighbours_to_the_bit(forest):
    world, layers = forest
    for layer in layers.terrain:
        tiles = world.generate(layer, Bounds(0.0, 0.0, 1.5 * layer.size, 1.5 * layer.size))
        one, east, south = (tiles[index].ground for index in ((0, 0), (1, 0), (0, 1)))
        width = 1 + 2 * layer.border
        for name in ("heights", "ridge", "shore", "water"):
            field = getattr(one, name)
            assert field[-width:].tobytes() == getattr(east, name)[:width].tobytes()
            assert field[:, -width:].tobytes() == getattr(south, name)[:, :width].tobytes()
        paths = [tiles[index].paths for index in ((0, 0), (1, 0))]
        assert paths[0][-width:].tobytes() == paths[1][:width].tobytes()


def test_it_goes_on_ten_thousand_kilometres_out():
    layers = forest_layers()
    with World(layers.all(), 3, threads=0) as world:
        far = Bounds(9_900_000.0, -9_900_000.0, 9_900_100.0, -9_899_900.0)
        for tile in world.generate(layers.terrain[0], far).values():
            assert np.isfinite(tile.ground.heights).all()
            assert np.ptp(tile.ground.heights) > 1.0


def test_every_module_with_kernels_is_warmed():
    found = {
        f"orlop.levels.forest.{path.stem}"
        for path in HERE.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and any(ast.unparse(mark) == "kernel" for mark in node.decorator_list)
    }
    assert sorted(KERNEL_MODULES) == sorted(found)


def test_the_map_shows_sea_woods_and_paths():
    layers = map_layers(16.0)
    bounds = Bounds(-1024.0, -3072.0, 1024.0, -1024.0)
    with World(layers.all(), 1, threads=2) as world:
        content = MapContent.gathered(world, layers, bounds)
    picture = draw_map(content)
    assert picture.shape == (128, 128, 3)
    ground = content.ground
    sea = (ground.heights < -3.0).T
    assert sea.any()
    assert (picture[sea][:, 2] > picture[sea][:, 0]).mean() > 0.98  # a path along the shore is a pixel wide, 16 m
    assert (picture == (150, 78, 44)).all(axis=2).sum() > 50
    assert picture.std() > 20


def test_a_slope_to_the_north_west_is_light():
    ramp = np.add.outer(np.arange(9.0), np.arange(9.0))
    assert shaded(ramp, 1.0).mean() > shaded(np.zeros((9, 9)), 1.0).mean() > shaded(-ramp, 1.0).mean()


def test_blurring_keeps_the_mean_of_a_flat_field_and_spreads_a_spot():
    assert blurred(np.full((7, 5), 3.0), 2) == pytest.approx(np.full((7, 5), 3.0))
    spot = np.zeros((9, 9))
    spot[4, 4] = 9.0
    assert blurred(spot, 1)[3:6, 3:6] == pytest.approx(np.ones((3, 3)))
    assert blurred(spot, 1).sum() == pytest.approx(9.0)
