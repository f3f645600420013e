"""Barrels roll on, come to rest, and take portals as anybody does."""

import math

import esper
import numpy as np
import pytest

from orlop.components import Portal, Rolling, Transform, WalkwayPusher
from orlop.engine.walkway.floor import Floor
from orlop.levels.drawn import draw_walkway, rectangle
from orlop.systems.portal import PortalPassed

LONG = rectangle(0, 0, 60, 6)


def barrel(world, walkway: str, x: float, z: float, **rolling: float):
    return world.motor(
        walkway, x, z, Rolling(**rolling), radius=0.3, mass=25.0, speed=8.0, acceleration=math.inf, slope_response=0.0
    )


def test_a_barrel_left_alone_stays(world):
    world.add(draw_walkway("deck", LONG))
    _, motor = barrel(world, "deck", 20.0, 3.0)
    world.tick(120)
    assert motor.position == (20.0, 3.0)


def test_a_pushed_barrel_rolls_on_when_its_pusher_stops_and_comes_to_rest(world):
    world.add(draw_walkway("deck", LONG))
    _, motor = barrel(world, "deck", 10.0, 3.0)
    _, walker = world.motor("deck", 8.0, 3.0)
    walker.wish = (2.0, 0.0)
    world.tick(90)
    assert motor.velocity[0] == pytest.approx(2.0, abs=0.3)
    assert motor.position[0] - walker.position[0] > 0.6
    walker.wish = (0.0, 0.0)
    world.tick(5)
    begin, speed = motor.position[0], (motor.position[0] - motor.previous[0]) * 60
    world.tick(600)
    assert motor.position[0] - begin == pytest.approx(speed**2 / (2 * 0.5), rel=0.05), "v² / 2a"
    assert motor.position == motor.previous
    assert motor.position[1] == pytest.approx(3.0, abs=1e-9)


@pytest.mark.parametrize(("tilt", "rolls"), [(0.03, False), (0.2, True)])
def test_a_barrel_rolls_down_a_slope_that_pulls_more_than_it_resists(world, tilt, rolls):
    deck = draw_walkway("deck", LONG)
    fall = 60.0 * math.tan(tilt)
    low, high = [(60.0, 0.0, 0.0), (60.0, 0.0, 6.0)], [(0.0, fall, 0.0), (0.0, fall, 6.0)]
    deck.floor = Floor.from_triangles(np.array([[high[0], high[1], low[1]], [high[0], low[1], low[0]]]))
    world.add(deck)
    _, motor = barrel(world, "deck", 10.0, 3.0)
    world.tick(61)
    pulled = 9.81 * 2 / 3 * math.sin(tilt) * math.cos(tilt) - 0.5
    expected = 10.0 + 0.5 * pulled if rolls else 10.0
    assert motor.position[0] == pytest.approx(expected, rel=0.02)


def test_a_barrel_is_rolled_through_a_portal_and_rolls_on_behind_it(world):
    world.add(draw_walkway("upper", LONG, height=3.0), draw_walkway("lower", LONG, height=3.0))
    esper.create_entity(Portal("upper", "lower", (14.0, 0.0), (16.0, 6.0)))
    entity, motor = barrel(world, "upper", 10.0, 3.0)
    _, walker = world.motor("upper", 8.0, 3.0)
    walker.wish = (3.0, 0.0)
    while motor.walkway == "upper":
        before = motor.velocity[0]
        world.tick()
    assert PortalPassed(entity, "upper", "lower") in world.told(PortalPassed)
    world.tick()
    assert motor.velocity[0] == pytest.approx(before, abs=0.1)
    assert esper.component_for_entity(entity, Transform).position[1] == 3.0


def test_a_door_sweeps_a_barrel_away_and_a_wall_stops_it(world):
    world.add(draw_walkway("deck", LONG))
    door, panel = Transform((10.0, 0.0, 3.0)), WalkwayPusher("deck", (rectangle(0, -0.05, 2.0, 0.05),))
    esper.create_entity(door, panel)
    _, motor = barrel(world, "deck", 11.5, 3.4)
    world.tick()
    for _ in range(30):
        door.heading += 0.05
        world.tick()
    assert motor.position[1] > 4.0
    world.tick(300)
    assert motor.position[1] <= 5.7
    assert world.decks.deck("deck").boundary(0.3).inside(*motor.position)
