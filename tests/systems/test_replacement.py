"""A component put in another's place counts from the next tick on, whatever of it is read only once."""

from dataclasses import replace

import esper
import numpy as np
import pytest

from orlop.components import Portal, Transform, Trapdoor, WalkwayPusher
from orlop.levels.drawn import draw_walkway, rectangle
from orlop.systems.portal import PortalPassed

ROOM = rectangle(0, 0, 20, 20)


def square(x, z, height, size=2.0):
    """Two triangles, level."""
    a, b, c, d = [x, height, z], [x, height, z + size], [x + size, height, z + size], [x + size, height, z]
    return np.array([[a, b, c], [a, c, d]], np.float64)


@pytest.mark.parametrize("changed", ["place", "source", "destination"])
def test_a_portal_elsewhere_carries_there_and_no_longer_here(world, changed):
    world.add(*(draw_walkway(name, ROOM) for name in ("upper", "lower", "third")))
    portal = Portal("upper", "lower", (10.0, 0.0), (12.0, 20.0))
    entity = esper.create_entity(portal)
    other = {
        "place": replace(portal, low=(15.0, 0.0), high=(16.0, 20.0)),
        "source": replace(portal, source="third"),
        "destination": replace(portal, destination="third"),
    }[changed]
    walker, motor = world.motor("upper", 8.0, 5.0)
    motor.wish = (3.0, 0.0)
    world.tick(10)
    esper.add_component(entity, other)
    world.tick(50)
    assert motor.position[0] < 12.0
    assert motor.walkway == {"place": "upper", "source": "upper", "destination": "third"}[changed]
    world.tick(90)
    expected = {"place": ["lower"], "source": [], "destination": ["third"]}[changed]
    assert world.told(PortalPassed) == [PortalPassed(walker, "upper", name) for name in expected]


def test_a_motor_of_another_radius_fits_where_the_old_one_did_not_and_keeps_its_way(world):
    wall = [rectangle(10.0, 0.0, 10.2, 9.7), rectangle(10.0, 10.3, 10.2, 20.0)]
    world.add(draw_walkway("deck", ROOM, wall))
    entity, motor = world.motor("deck", 8.0, 10.0, radius=0.4)
    motor.wish = (3.0, 0.0)
    world.tick(120)
    assert motor.position[0] < 10.0
    before = motor.position
    slim = replace(motor, radius=0.25)
    esper.add_component(entity, slim)
    world.tick()
    assert slim.position[0] > before[0] - 1e-9
    world.tick(120)
    assert slim.position[0] > 12.0
    assert world.decks.motors[entity].radius == 0.25
    assert len(world.decks.motors) == 1


def test_a_motor_of_another_mass_pushes_by_it(world):
    world.add(draw_walkway("deck", ROOM))
    entity, motor = world.motor("deck", 5.0, 5.0)
    world.tick()
    esper.add_component(entity, replace(motor, mass=400.0))
    world.tick()
    assert world.decks.motors[entity].mass == 400.0


def test_a_pusher_of_another_shape_stands_in_the_way_as_it_is_now(world):
    world.add(draw_walkway("deck", ROOM), draw_walkway("attic", ROOM))
    pusher = WalkwayPusher("deck", (rectangle(-0.1, -1.0, 0.1, 1.0),))
    entity = esper.create_entity(Transform((10.0, 0.0, 10.0)), pusher)
    _, motor = world.motor("deck", 8.0, 5.0)
    _, aloft = world.motor("attic", 8.0, 5.0)
    motor.wish = aloft.wish = (3.0, 0.0)
    world.tick(10)
    wide = replace(pusher, outlines=(rectangle(-0.1, -8.0, 0.1, 8.0),))
    esper.add_component(entity, wide)
    world.tick(60)
    assert motor.position[0] == pytest.approx(9.5, abs=1e-3)
    assert aloft.position[0] > 10.0
    esper.add_component(entity, replace(wide, walkway="attic"))
    aloft.wish = (-3.0, 0.0)
    world.tick(60)
    assert motor.position[0] > 11.0
    assert aloft.position[0] == pytest.approx(10.5, abs=1e-3)
    assert len(world.decks.pushers) == 1


def test_a_trapdoor_of_another_place_carries_there_and_no_longer_here(world):
    world.add(draw_walkway("deck", ROOM), draw_walkway("attic", ROOM))
    trapdoor = Trapdoor("deck", square(4.0, 4.0, 0.2))
    entity = esper.create_entity(trapdoor)
    _, here = world.motor("deck", 5.0, 5.0)
    _, there = world.motor("deck", 11.0, 11.0)
    _, aloft = world.motor("attic", 11.0, 11.0)
    heights = []
    for now in (trapdoor, replace(trapdoor, triangles=square(10.0, 10.0, 0.3)), None):
        esper.add_component(entity, now or replace(trapdoor, walkway="attic", triangles=square(10.0, 10.0, 0.1)))
        world.tick()
        heights.append(tuple(round(motor.floor_height, 6) for motor in (here, there, aloft)))
    assert heights == [(0.2, 0.0, 0.0), (0.0, 0.3, 0.0), (0.0, 0.0, 0.1)]


def test_a_part_taken_away_is_gone_with_the_next_tick(world):
    world.add(draw_walkway("upper", ROOM), draw_walkway("lower", ROOM))
    portal = esper.create_entity(Portal("upper", "lower", (10.0, 0.0), (12.0, 20.0)))
    pusher = esper.create_entity(Transform((9.0, 0.0, 5.0)), WalkwayPusher("upper", (rectangle(-0.1, -9.0, 0.1, 9.0),)))
    trapdoor = esper.create_entity(Trapdoor("upper", square(4.0, 4.0, 0.2)))
    _, motor = world.motor("upper", 5.0, 5.0)
    world.tick()
    assert motor.floor_height == pytest.approx(0.2)
    for entity, kind in ((portal, Portal), (pusher, WalkwayPusher), (trapdoor, Trapdoor)):
        esper.remove_component(entity, kind)
    motor.wish = (3.0, 0.0)
    world.tick(150)
    assert motor.walkway == "upper"
    assert motor.position[0] > 12.0
    assert motor.floor_height == 0.0
