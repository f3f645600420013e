"""What the player is offered."""

import math

import esper
import numpy as np
import pytest

from orlop.components import Interactable, Player, Transform, WalkwayMotor
from orlop.engine.scene.sight import Sight
from orlop.levels.drawn import draw_walkway, rectangle
from orlop.systems.interaction import Used, nearest_in_front


@pytest.fixture
def player(world):
    world.add(draw_walkway("deck", rectangle(-20, -20, 20, 20)))
    entity, _ = world.motor("deck", 0.0, 0.0, Player(reach=1.8))
    return entity


def thing(x: float, z: float, **settings: object) -> int:
    return esper.create_entity(Interactable("use it", centre=(x, z), **settings))


def test_the_nearest_thing_in_front_is_offered(world, player):
    thing(0.0, -2.0)
    near = thing(0.3, -1.0)
    thing(0.0, 0.8)  # nearer, but behind
    world.tick()
    assert world.interaction.offered == near


@pytest.mark.parametrize(("x", "z", "offered"), [(0.0, -2.29, True), (0.0, -2.31, False), (0.0, 1.0, False)])
def test_reach_ends_at_the_things_rim(world, player, x, z, offered):
    entity = thing(x, z, radius=0.5)
    world.tick()
    assert world.interaction.offered == (entity if offered else None)


@pytest.mark.parametrize(("degrees", "offered"), [(0, True), (59, True), (-59, True), (61, False), (180, False)])
def test_a_thing_is_in_front_within_sixty_degrees(world, player, degrees, offered):
    angle = math.radians(degrees)
    entity = thing(math.sin(angle), -math.cos(angle))
    world.tick()
    assert (world.interaction.offered == entity) is offered


@pytest.mark.parametrize(
    ("walkways", "offered"),
    [((), True), (("deck",), True), (("elsewhere", "deck"), True), (("elsewhere",), False)],
)
def test_a_thing_is_offered_on_its_own_walkways_only(world, player, walkways, offered):
    entity = thing(0.0, -1.0, walkways=walkways)
    world.tick()
    assert world.interaction.offered == (entity if offered else None)


def test_only_a_press_uses_it(world, player):
    entity = thing(0.0, -1.0)
    world.tick(5, use=1.0)
    assert world.told(Used) == []
    world.tick(pressed=("use",), use=1.0)
    assert world.told(Used) == [Used(entity, player)]


def test_nothing_is_offered_without_a_player(world, player):
    thing(0.0, -1.0)
    world.tick()
    esper.remove_component(player, Player)
    world.tick()
    assert world.interaction.offered is None
    assert esper.component_for_entity(player, Transform) is not None


def wall(z: float, low: float, high: float) -> np.ndarray:
    corners = [(-5, low, z), (5, low, z), (5, high, z), (-5, high, z)]
    return np.array([[corners[0], corners[1], corners[2]], [corners[0], corners[2], corners[3]]], np.float64)


@pytest.mark.parametrize(
    ("low", "high", "offered"),
    [(0.0, 3.0, False), (0.0, 1.0, True), (1.5, 3.0, True)],
    ids=["wall", "rail", "lintel"],
)
def test_nothing_is_used_through_a_wall_but_over_a_rail_and_under_a_lintel(world, player, low, high, offered):
    entity = thing(0.0, -1.6, radius=0.4)
    motor = esper.component_for_entity(player, WalkwayMotor)
    sight = Sight.over(wall(-0.8, low, high))
    found = nearest_in_front(esper.get_component(Interactable), 1.8, 0.0, motor, sight)
    assert found == (entity if offered else None)


def test_the_frame_of_a_door_does_not_hide_it(world, player):
    entity = thing(0.0, -1.6, radius=0.5)
    motor = esper.component_for_entity(player, WalkwayMotor)
    sight = Sight.over(wall(-1.55, 0.0, 3.0))
    assert nearest_in_front(esper.get_component(Interactable), 1.8, 0.0, motor, sight) == entity
