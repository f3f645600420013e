"""Trapdoor, railing and portal of a hatch keep step."""

from itertools import pairwise

import esper
import numpy as np
import pytest

from orlop.components import Hatch, Portal, Transform, Trapdoor, WalkwayPusher
from orlop.engine.walkway.floor import Floor
from orlop.levels.drawn import draw_walkway, rectangle
from orlop.systems.interaction import Used
from orlop.systems.portal import PortalPassed

COVER = np.array(
    [[(8.0, 3.0, 8.0), (8.0, 3.0, 12.0), (10.0, 3.0, 12.0)], [(8.0, 3.0, 8.0), (10.0, 3.0, 12.0), (10.0, 3.0, 8.0)]]
)


@pytest.fixture
def hatch(world):
    """A hole of 2 m by 4 m with stairs down along −z, a railing on three sides, a portal at the foot."""
    upper = draw_walkway("upper", rectangle(0, 0, 20, 20), height=3.0)
    stairs = np.array(
        [[(8.0, 1.0, 8.0), (8.0, 3.0, 12.0), (10.0, 3.0, 12.0)], [(8.0, 1.0, 8.0), (10.0, 3.0, 12.0), (10.0, 1.0, 8.0)]]
    )
    around = [rectangle(0, 0, 20, 8), rectangle(0, 12, 20, 20), rectangle(0, 8, 8, 12), rectangle(10, 8, 20, 12)]
    deck = [
        triangle
        for x0, z0, x1, z1 in ((*ring[0], *ring[2]) for ring in around)
        for triangle in ([(x0, 3, z0), (x0, 3, z1), (x1, 3, z1)], [(x0, 3, z0), (x1, 3, z1), (x1, 3, z0)])
    ]
    upper.floor = Floor.from_triangles(np.concatenate([stairs, np.array(deck, np.float64)]))
    lower = draw_walkway("lower", rectangle(0, 0, 20, 20), height=0.0)
    lower.floor = Floor.from_triangles(np.concatenate([stairs, lower.floor.triangles]))
    world.add(upper, lower)
    rail = (rectangle(7.9, 7.9, 8.0, 12.0), rectangle(10.0, 7.9, 10.1, 12.0), rectangle(8.0, 7.9, 10.0, 8.0))
    parts = (
        esper.create_entity(Trapdoor("upper", COVER)),
        esper.create_entity(WalkwayPusher("upper", rail), Transform()),
        esper.create_entity(Portal("upper", "lower", (8.0, 8.0), (10.0, 9.5))),
    )
    hatch = Hatch(parts[:1], parts[1:2], parts[2:])
    return esper.create_entity(hatch), hatch, parts


def state(parts) -> tuple[bool, bool, bool]:
    trapdoor, railing, portal = parts
    return (
        esper.component_for_entity(trapdoor, Trapdoor).enabled,
        esper.component_for_entity(railing, WalkwayPusher).enabled,
        esper.component_for_entity(portal, Portal).enabled,
    )


def test_shut_it_is_walked_across(world, hatch):
    _, _, parts = hatch
    _, motor = world.motor("upper", 5.0, 9.0)
    motor.wish = (3.0, 0.0)
    world.tick()
    assert state(parts) == (True, False, False)
    for _ in range(150):
        world.tick()
        assert motor.floor_height == 3.0
    assert motor.position[0] > 11.0
    assert motor.walkway == "upper"


def test_open_it_leads_around_the_railing(world, hatch):
    _, hatch_, parts = hatch
    _, motor = world.motor("upper", 5.0, 9.0)
    world.tick()
    hatch_.wanted = True
    world.tick()
    assert hatch_.open
    assert state(parts) == (False, True, True)
    motor.wish = (3.0, 0.0)
    world.tick(150)
    assert motor.blocked
    assert motor.position[0] == pytest.approx(7.5, abs=2e-3)
    assert motor.floor_height == 3.0


def test_open_it_is_walked_down_through_the_portal(world, hatch):
    _, hatch_, _ = hatch
    _, motor = world.motor("upper", 9.0, 14.0)
    hatch_.wanted = True
    motor.wish = (0.0, -3.0)
    heights = []
    for _ in range(115):
        world.tick()
        heights.append(motor.floor_height)
    assert motor.walkway == "lower"
    assert len(world.told(PortalPassed)) == 1
    assert max(abs(a - b) for a, b in pairwise(heights)) < 0.05, "the floor jumped"
    assert min(heights) < 2.0


def test_opening_waits_while_somebody_stands_on_the_cover(world, hatch):
    _, hatch_, parts = hatch
    _, motor = world.motor("upper", 9.0, 10.0)
    hatch_.wanted = True
    world.tick(30)
    assert not hatch_.open
    assert state(parts) == (True, False, False)
    motor.wish = (3.0, 0.0)
    world.tick(60)
    assert hatch_.open
    assert state(parts) == (False, True, True)


def test_opening_waits_while_somebody_stands_where_the_railing_will_be(world, hatch):
    _, hatch_, _ = hatch
    _, motor = world.motor("upper", 7.65, 7.65)
    hatch_.wanted = True
    world.tick(5)
    assert not hatch_.open
    motor.wish = (-3.0, 0.0)
    world.tick(60)
    assert hatch_.open


def test_using_it_opens_and_shuts_it_with_all_parts_in_the_same_tick(world, hatch):
    entity, hatch_, parts = hatch
    for expected in (True, False, True):
        world.events.send(Used(entity, 0))
        world.tick(2)
        assert hatch_.open is expected
        assert state(parts) == (not expected, expected, expected)


def stairway(motor, is_open: bool) -> np.ndarray:
    """Where to go next on the way down and up again: first before the stairs, then, once they are open, over them."""
    x, z = motor.position
    begin, end = (13.0, 6.0) if motor.walkway == "upper" else (7.0, 14.0)
    on_it = abs(x - 9.0) < 0.55 and min(begin, end) - 0.3 < z < max(begin, end) + 0.3
    return np.array([9.0, end if on_it and is_open else begin])


def test_whoever_walks_and_whenever_it_is_used_its_parts_agree_and_no_floor_drops_away(world, hatch):
    entity, hatch_, parts = hatch
    hatch_.portals += (esper.create_entity(Portal("lower", "upper", (8.0, 10.5), (10.0, 11.5))),)
    random = np.random.default_rng(4)
    motors = [world.motor("upper", x, z)[1] for x, z in random.uniform(2.0, 7.0, (3, 2)).tolist()]
    world.tick()
    before, states = [motor.floor_height for motor in motors], set()
    for tick in range(4000):
        if random.random() < 0.005:
            world.events.send(Used(entity, 0))
        if tick % 10 == 0:
            for motor in motors:
                away = stairway(motor, hatch_.open) - motor.position if motor is motors[0] else random.uniform(-1, 1, 2)
                motor.wish = tuple((away * 3.0 / max(np.hypot(*away), 0.1)).tolist())
        world.tick()
        states.add(state(parts))
        assert state(parts) == (not hatch_.open, hatch_.open, hatch_.open)
        for motor, height in zip(motors, before, strict=True):
            fell = motor.walkway == "upper" and motor.floor_height < height - 0.1
            assert not fell, "someone stood on the cover as it went"
        before = [motor.floor_height for motor in motors]
    assert len(states) == 2
    assert {event.destination for event in world.told(PortalPassed)} == {"upper", "lower"}
