"""What an endless world shows of itself follows its entities."""

from collections.abc import Iterator

import esper
import numpy as np
import pytest

from orlop.components import Instances, Pool, Ribbon, TerrainTile
from orlop.engine.render.device import Device
from orlop.engine.render.landscape import Landscape
from orlop.engine.render.picking import LEVELS
from orlop.engine.render.shape import Shape
from orlop.systems.scenery import ScenerySystem


@pytest.fixture
def landscape(device: Device) -> Iterator[Landscape]:
    """A landscape in an esper context of its own, with one model."""
    before = esper.current_world
    esper.switch_world("scenery")
    esper.clear_database()
    leaf = Shape(
        np.array([[(0, 0, 0), (1, 0, 0), (0, 1, 0)]], np.float32),
        np.ones((1, 3, 3), np.float32),
        np.ones((1, 3), np.float32),
        np.ones(1, np.float32),
    )
    made = Landscape(device, {"leaf": ((leaf,) * LEVELS,)})
    yield made
    made.release()
    esper.clear_database()
    esper.switch_world(before)
    esper.delete_world("scenery")


def tile(height: float = 0.0) -> TerrainTile:
    heights = np.full((19, 19), height, np.float32)
    return TerrainTile((0.0, 0.0, 0.0), 1.0, heights, np.ones((19, 19, 3), np.float32), np.zeros((19, 19), np.float32))


def things() -> Instances:
    one = np.ones(1, np.float32)
    kinds, places = np.zeros(1, np.int32), np.zeros((1, 3), np.float32)
    return Instances((0.0, 0.0, 0.0), ("leaf",), kinds, places, one, np.ones((1, 2), np.float32), places + 1, one)


def ribbon() -> Ribbon:
    line = np.array([(0, 0, 0), (0, 0, 5)], np.float32)
    return Ribbon((0.0, 0.0, 0.0), np.zeros(1, np.int32), line, np.ones(2, np.float32), np.ones(2, np.float32))


def pool() -> Pool:
    return Pool((0.0, 0.0, 0.0), np.zeros((1, 3), np.float32), np.ones(1, np.float32))


def test_every_part_of_an_entity_is_shown_and_goes_with_it(landscape: Landscape) -> None:
    scenery = ScenerySystem(landscape)
    chunk = esper.create_entity(tile(), things(), ribbon(), pool())
    other = esper.create_entity(things())
    scenery.process(0.0)
    assert len(landscape.keys()) == 5
    esper.delete_entity(chunk, immediate=True)
    scenery.process(0.0)
    assert landscape.keys() == {(other, Instances)}
    esper.delete_entity(other, immediate=True)
    scenery.process(0.0)
    assert not landscape.keys()


def test_a_replaced_component_is_shown_anew_and_an_unchanged_one_is_left(landscape: Landscape) -> None:
    scenery = ScenerySystem(landscape)
    entity = esper.create_entity(tile(), pool())
    scenery.process(0.0)
    tiles, pools = landscape.part((entity, TerrainTile)), landscape.part((entity, Pool))
    esper.add_component(entity, tile(3.0))
    scenery.process(0.0)
    assert landscape.part((entity, TerrainTile)) is not tiles
    assert landscape.part((entity, Pool)) is pools


def test_an_entity_that_lost_a_component_no_longer_shows_it(landscape: Landscape) -> None:
    scenery = ScenerySystem(landscape)
    entity = esper.create_entity(tile(), ribbon())
    scenery.process(0.0)
    esper.remove_component(entity, Ribbon)
    scenery.process(0.0)
    assert landscape.keys() == {(entity, TerrainTile)}
