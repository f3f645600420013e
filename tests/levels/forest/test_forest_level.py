"""The forest walked: what is drawn is what is walked on, and nobody can tell how it came."""

import math
from collections.abc import Iterator
from contextlib import contextmanager

import esper
import numpy as np
import pytest

from orlop.components import Instances, SoundPointCollection, TerrainTile, Transform, WalkwayMotor
from orlop.engine.error import OrlopError
from orlop.engine.game import Game
from orlop.engine.sound.mixer import Mixer
from orlop.engine.sound.target import VOLUME
from orlop.engine.walkway.lattice_floor import LatticeFloor
from orlop.engine.worldgen.bounds import Bounds
from orlop.levels.catalogue import LEVELS
from orlop.levels.forest.floor_patch import WADE, obstacles
from orlop.levels.forest.level import NAME, Forest, thickets
from orlop.levels.forest.runner import Runner
from orlop.levels.heard import Sonorous
from orlop.systems.point_cloud_audio import PointCloudAudioSystem

NEAR_BY = (130.0, 260.0, 130.0, 130.0, 40.0)
"""How far the rings reach here: what is to be seen is the same farther off."""


@contextmanager
def played(seed: int = 1, patient: bool = True, autopilot: bool = False) -> Iterator[tuple[Game, Forest]]:
    forest = Forest(autopilot=autopilot, reaches=NEAR_BY)
    forest.patient = patient
    with Game(seed) as game:
        game.load(forest)
        yield game, forest


def walker(forest: Forest) -> tuple[WalkwayMotor, Transform]:
    return esper.component_for_entity(forest.player, WalkwayMotor), esper.component_for_entity(forest.player, Transform)


def test_the_walk_is_the_same_to_the_bit_whether_or_not_ticks_wait() -> None:
    states = []
    for patient in (True, False):
        with played(patient=patient, autopilot=True) as (game, forest):
            motor, _ = walker(forest)
            motor.speed = 8.0
            for _ in range(8):
                game.tick(30)
                forest.world.finish()
            states.append((game.state_hash(), motor.position))
    assert states[0] == states[1]


def test_a_runner_keeps_off_trunks_and_deep_water_and_on_the_ground_that_is_drawn() -> None:
    with played(patient=True) as (game, forest):
        motor, transform = walker(forest)
        motor.speed = 12.0
        layers = forest._layers
        game.steering = Runner(game.decks, forest.player)
        start = motor.position
        for _ in range(60):
            game.tick(10)
            x, y, z = transform.position
            near = Bounds.around(x, z, 8.0)
            trees = forest.world.overlapping(layers.made.trees[0], near)
            things = forest.world.overlapping(layers.made.undergrowth, near)
            for tree_chunk in trees:
                for thing_chunk in things:
                    circles = obstacles(tree_chunk, thing_chunk)
                    gaps = np.hypot(circles[:, 0] - x, circles[:, 1] - z) - circles[:, 2]
                    assert gaps.min(initial=math.inf) >= motor.radius - 1e-6
            tile = tile_at(x, z)
            low = (tile.origin[0] - tile.spacing, tile.origin[2] - tile.spacing)
            drawn = LatticeFloor((0.0, 0.0), tile.spacing, tile.heights.astype(np.float64))
            height, _ = drawn.at(x - low[0], z - low[1])
            assert y == pytest.approx(height + tile.origin[1], abs=1e-3)
            assert y > -WADE - 0.5
        assert math.dist(start, motor.position) > 30.0


def tile_at(x: float, z: float) -> TerrainTile:
    for _, tile in esper.get_component(TerrainTile):
        width = (tile.heights.shape[0] - 3) * tile.spacing
        if tile.level == 0 and 0.0 <= x - tile.origin[0] < width and 0.0 <= z - tile.origin[2] < width:
            return tile
    raise AssertionError(f"no tile at {x}, {z}")


def test_neighbouring_tiles_fit_to_the_bit_at_every_level() -> None:
    with played() as (game, _):
        game.tick()
        tiles = {(tile.level, tile.origin[0], tile.origin[2]): tile for _, tile in esper.get_component(TerrainTile)}
        pairs = 0
        for (level, x, z), tile in tiles.items():
            width = (tile.heights.shape[0] - 3) * tile.spacing
            right, below = tiles.get((level, x + width, z)), tiles.get((level, x, z + width))
            if right is not None:
                assert (heights(tile)[-3:, 1:-1] == heights(right)[:3, 1:-1]).all()
                pairs += 1
            if below is not None:
                assert (heights(tile)[1:-1, -3:] == heights(below)[1:-1, :3]).all()
        assert pairs > 6


def heights(tile: TerrainTile) -> np.ndarray:
    return tile.heights.astype(np.float64) + tile.origin[1]


def test_far_trees_are_some_of_the_near_ones_to_the_bit() -> None:
    with played() as (game, forest):
        game.tick()
        stood = {0: set(), 1: set()}
        for _, each in esper.get_component(Instances):
            if each.level in stood:
                places = each.positions[:, [0, 2]].astype(np.float64) + np.array([each.origin[0], each.origin[2]])
                for place, kind, size, tint, heading in zip(
                    places.tolist(), each.kinds, each.sizes.tolist(), each.tints.tolist(), each.headings, strict=True
                ):
                    stood[each.level].add((*place, each.names[kind], *size, *tint, float(heading)))
        x, z = walker(forest)[0].position
        near = {tree for tree in stood[1] if math.dist(tree[:2], (x, z)) < 120.0}
        assert len(near) > 50
        assert near <= stood[0]


def test_the_start_is_dry_and_open_whatever_the_seed() -> None:
    for seed in (0, 2, 3):
        with played(seed, patient=False) as (game, forest):
            motor, transform = walker(forest)
            deck = game.decks.deck(NAME)
            assert transform.position[1] > 0.5
            boundary = deck.boundary(motor.radius)
            clear = [
                boundary.clear_way(motor.position[0] - deck.origin_x, motor.position[1] - deck.origin_z, turn, 10.0)
                for turn in np.linspace(0.0, math.tau, 16)
            ]
            assert min(clear) > 1.9
            assert max(clear) > 8.0
            bushes = thickets()
            assert len(bushes)
            beside = np.hypot(bushes[:, 0] - motor.position[0], bushes[:, 1] - motor.position[1]) - bushes[:, 2]
            assert beside.min() > 1.4, "no leaves before the eyes"


def test_the_forest_is_heard() -> None:
    with played(2) as (game, forest):
        assert isinstance(forest, Sonorous)
        game.tick()
        names = {cloud.name for cloud in forest.clouds()}
        assert {collection.sound for _, collection in esper.get_component(SoundPointCollection)} == names
        audio = PointCloudAudioSystem(Mixer(), forest.clouds(), forest.repertoire)
        audio.process(game.clock.dt)
        assert max(cloud.targets[:, VOLUME].max() for cloud in audio.clouds.values()) > 0.0
        motor, _ = walker(forest)
        assert forest.surface(motor) in ("grass", "gravel", "stone")


def test_unloading_leaves_nothing_behind() -> None:
    with played(patient=False) as (game, forest):
        game.tick(10)
        threads = list(forest.world._workers._threads)
        game.unload()
        assert list(esper.get_entities()) == []
        assert not any(thread.is_alive() for thread in threads)


def test_a_forest_is_not_tilted() -> None:
    with pytest.raises(OrlopError, match="tilted"):
        LEVELS["forest"].load(None, (0.1, 0.0), False)
