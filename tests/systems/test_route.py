"""Scripted walks: waypoints, doors, wandering."""

import esper
import numpy as np
import pytest

from orlop.components import Door, Route, Transform, WalkwayPusher
from orlop.levels.drawn import draw_walkway, rectangle
from orlop.systems.interaction import Used


def test_a_walker_goes_from_waypoint_to_waypoint_and_stops_at_the_last(world):
    world.add(draw_walkway("deck", rectangle(0, 0, 20, 20)))
    entity, motor = world.motor("deck", 2.0, 2.0)
    route = world.route(entity, (10.0, 2.0), (10.0, 10.0), loop=False)
    corner = 99.0
    for _ in range(400):
        world.tick()
        corner = min(corner, np.hypot(motor.position[0] - 10, motor.position[1] - 2))
    assert corner < 0.4
    assert np.hypot(motor.position[0] - 10, motor.position[1] - 10) < 0.5
    assert route.next == 2
    assert motor.wish == (0.0, 0.0)


def test_a_looping_walker_begins_again(world):
    world.add(draw_walkway("deck", rectangle(0, 0, 20, 20)))
    entity, motor = world.motor("deck", 2.0, 2.0)
    world.route(entity, (4.0, 2.0), (2.0, 2.0))
    visits = [0, 0]
    near = -1
    for _ in range(600):
        world.tick()
        for i, x in enumerate((2.0, 4.0)):
            if abs(motor.position[0] - x) < 0.5 and near != i:
                visits[i] += 1
                near = i
    assert min(visits) >= 3


def test_a_walker_faces_where_it_walks(world):
    world.add(draw_walkway("deck", rectangle(0, 0, 20, 20)))
    entity, _ = world.motor("deck", 2.0, 2.0)
    world.route(entity, (18.0, 2.0))
    world.tick(60)
    assert esper.component_for_entity(entity, Transform).heading == pytest.approx(np.pi / 2, abs=1e-3)


def test_a_waypoint_out_of_reach_is_given_up(world):
    world.add(draw_walkway("deck", rectangle(0, 0, 20, 20)))
    entity, motor = world.motor("deck", 2.0, 2.0)
    world.route(entity, (2.0, -30.0), (15.0, 15.0), loop=False, patience=1.0)
    world.tick(600)
    assert np.hypot(motor.position[0] - 15, motor.position[1] - 15) < 0.6


def test_a_walker_opens_the_door_in_its_way(world):
    world.add(draw_walkway("deck", rectangle(0, 0, 1.2, 20)))
    door = Door((0.0, 0.0, 10.0), swing=-1.5)
    entity = esper.create_entity(
        door, WalkwayPusher("deck", (rectangle(0, -0.03, 1.2, 0.03),)), Transform((0.0, 0.0, 10.0))
    )
    walker, motor = world.motor("deck", 0.6, 15.0)
    world.route(walker, (0.6, 3.0), loop=False)
    world.tick(400)
    assert motor.position[1] < 4.0
    assert world.told(Used) == [Used(entity, walker)]


def test_twenty_seconds_of_wandering_explore(world):
    solids = [rectangle(x, z, x + 2, z + 2) for x in (4, 10, 16) for z in (4, 10, 16)]
    world.add(draw_walkway("deck", rectangle(0, 0, 22, 22), solids))
    _, motor = world.motor("deck", 2.0, 2.0, Route(wander=True))
    seen = set()
    travelled = 0.0
    for _ in range(1200):
        world.tick()
        seen.add((int(motor.position[0] // 2), int(motor.position[1] // 2)))
        travelled += np.hypot(motor.position[0] - motor.previous[0], motor.position[1] - motor.previous[1])
    assert len(seen) > 20
    assert travelled > 40.0
