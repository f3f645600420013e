"""Doors ease, push, and stop for whoever cannot give way."""

import math
from itertools import pairwise

import esper
import pytest

from orlop.components import Door, Interactable, Player, Transform, WalkwayPusher
from orlop.levels.drawn import draw_walkway, rectangle
from orlop.systems.interaction import Used
from orlop.systems.pusher import PusherBlocked

PANEL = (rectangle(0, -0.03, 1.2, 0.03),)


def hang(walkway: str, x: float, z: float, **settings: object) -> tuple[int, Door, WalkwayPusher, Transform]:
    """Create a door with its hinge at (x, z)."""
    parts = (Door((x, 0.0, z), **settings), WalkwayPusher(walkway, PANEL), Transform((x, 0.0, z)))
    return (esper.create_entity(*parts), *parts)


def test_a_door_opens_in_its_time_slowly_at_both_ends(world):
    _, door, _, transform = hang("deck", 10.0, 10.0, swing=1.5, seconds=0.5)
    world.add(draw_walkway("deck", rectangle(0, 0, 20, 20)))
    door.wanted = 1.0
    headings = [transform.heading]
    for _ in range(30):
        world.tick()
        headings.append(transform.heading)
    steps = [b - a for a, b in pairwise(headings)]
    assert transform.heading == pytest.approx(1.5)
    assert steps[0] < 0.2 * max(steps)
    assert steps[-1] < 0.2 * max(steps)
    assert all(step > 0 for step in steps)
    assert world.decks.pushers[1].heading == transform.heading


def test_a_sliding_door_slides_and_comes_back(world):
    _, door, _, transform = hang("deck", 10.0, 10.0, swing=0.0, slide=(0.0, 0.0, 1.0), seconds=0.5)
    world.add(draw_walkway("deck", rectangle(0, 0, 20, 20)))
    door.wanted = 1.0
    world.tick(40)
    assert transform.position == (10.0, 0.0, 11.0)
    assert world.decks.pushers[1].z == 11.0
    door.wanted = 0.0
    world.tick(40)
    assert transform.position == (10.0, 0.0, 10.0)


def test_drawing_sees_a_door_at_rest_once_it_rests(world):
    _, door, _, transform = hang("deck", 10.0, 10.0, swing=1.5, seconds=0.1)
    world.add(draw_walkway("deck", rectangle(0, 0, 20, 20)))
    door.wanted = 1.0
    world.tick(20)
    assert transform.previous_heading == transform.heading == 1.5


def test_using_a_door_opens_it_and_using_it_again_shuts_it(world):
    entity, door, _, _ = hang("deck", 10.0, 10.0)
    esper.add_component(entity, Interactable("open the door", ("deck",), (10.6, 10.0)))
    world.add(draw_walkway("deck", rectangle(0, 0, 20, 20)))
    user, _ = world.motor("deck", 10.6, 11.5, Player())
    world.tick(pressed=("use",), use=1.0)
    assert world.told(Used) == [Used(entity, user)]
    assert door.wanted == 1.0
    world.tick(pressed=("use",), use=1.0)
    assert door.wanted == 0.0


def test_a_shut_door_stops_a_walker_and_an_open_one_does_not(world):
    _, door, _, _ = hang("deck", 10.0, 10.0, swing=-1.5)
    world.add(draw_walkway("deck", rectangle(10, 0, 11.2, 20)))
    _, motor = world.motor("deck", 10.6, 15.0)
    motor.wish = (0.0, -3.0)
    world.tick(240)
    assert motor.blocked
    assert motor.position[1] == pytest.approx(10.43, abs=2e-3)
    door.wanted = 1.0
    world.tick(240)
    assert motor.position[1] < 9.0


def test_a_door_swung_at_a_motor_against_a_wall_is_blocked_and_pushes_it_nowhere(world):
    entity, door, pusher, transform = hang("closet", 0.0, 1.0, swing=-1.5)
    world.add(draw_walkway("closet", rectangle(0, 0, 1.25, 3)))
    user, motor = world.motor("closet", 0.8, 0.41)
    air = world.decks.deck("closet").walkway.air(0.4)
    world.tick()
    door.wanted = 1.0
    for _ in range(120):
        world.tick()
        assert air.contains([motor.position])[0]
        assert world.decks.pushers[entity].distance(*motor.position) > 0.4 - 1.1e-3
    assert pusher.blocked
    assert 0.0 < door.openness < 1.0
    assert transform.heading == world.decks.pushers[entity].heading
    assert world.told(PusherBlocked) == [PusherBlocked(entity, user)]  # once, not in every tick


def test_a_blocked_door_goes_on_when_the_motor_is_gone(world):
    _, door, pusher, transform = hang("closet", 0.0, 1.0, swing=-1.5)
    world.add(draw_walkway("closet", rectangle(0, 0, 1.25, 3)))
    user, _ = world.motor("closet", 0.8, 0.41)
    world.tick()
    door.wanted = 1.0
    world.tick(120)
    esper.delete_entity(user, immediate=True)
    world.tick(120)
    assert door.openness == 1.0
    assert not pusher.blocked
    assert transform.heading == pytest.approx(-1.5)


def test_a_switched_off_pusher_lets_through_and_goes_with_its_entity(world):
    entity, _, pusher, _ = hang("deck", 10.0, 10.0)
    world.add(draw_walkway("deck", rectangle(10, 0, 11.2, 20)))
    _, motor = world.motor("deck", 10.6, 12.0)
    motor.wish = (0.0, -3.0)
    pusher.enabled = False
    world.tick(120)
    assert motor.position[1] < 8.0
    esper.delete_entity(entity, immediate=True)
    world.tick()
    assert not world.decks.pushers


def test_doors_without_a_pusher_still_open(world):
    door = Door((0.0, 0.0, 0.0), swing=math.pi / 2, seconds=0.1)
    entity = esper.create_entity(door, Transform())
    door.wanted = 1.0
    world.tick(10)
    assert esper.component_for_entity(entity, Transform).heading == pytest.approx(math.pi / 2)
