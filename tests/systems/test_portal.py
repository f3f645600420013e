"""Portals and seams carry; nothing skips them, nothing flips back."""

import esper
import numpy as np
import pytest

from orlop.components import Portal, Transform, WalkwayPusher
from orlop.engine.walkway.walkway import Seam
from orlop.levels.drawn import draw_walkway, rectangle
from orlop.systems.portal import PortalPassed, PortalRefused

LONG = rectangle(0, 0, 60, 4)


def two_decks(world, **lower: object) -> None:
    world.add(draw_walkway("upper", LONG, height=3.0), draw_walkway("lower", LONG, height=3.0, **lower))


def test_a_motor_keeps_its_place_to_the_last_bit(world):
    two_decks(world)
    esper.create_entity(Portal("upper", "lower", (10.0, 0.0), (12.0, 4.0)))
    entity, motor = world.motor("upper", 8.0, 2.0)
    motor.wish = (3.0, 0.3)
    while motor.walkway == "upper":
        before = motor.position
        world.tick()
    assert world.told(PortalPassed) == [PortalPassed(entity, "upper", "lower")]
    assert motor.previous == before
    assert 10.0 <= motor.position[0] < 10.06
    assert motor.position == (world.decks.motors[entity].x, world.decks.motors[entity].z)


@pytest.mark.parametrize("dt", [1 / 240, 1 / 60, 1 / 5])
@pytest.mark.parametrize("speed", [3.0, 100.0])
def test_no_speed_skips_a_portal(world, speed, dt):
    two_decks(world)
    esper.create_entity(Portal("upper", "lower", (30.0, 0.0), (30.1, 4.0)))
    _, motor = world.motor("upper", 5.0, 2.0, speed=speed, acceleration=1e9)
    motor.wish = (speed, 0.0)
    world.tick(int(60 / speed / dt) + 5, dt)
    assert motor.walkway == "lower"
    assert motor.position[0] == pytest.approx(59.6, abs=1e-3)


def test_a_way_that_bends_into_a_portal_behind_a_corner_is_swept_bend_by_bend(world):
    """A fast motor slides down the slanted wall and along the floor: the straight line would miss the portal."""
    slanted = np.array([[0, 0], [20, 0], [20, 40], [10, 40], [10, 20]])
    world.add(draw_walkway("upper", slanted), draw_walkway("lower", slanted))
    esper.create_entity(Portal("upper", "lower", (15.0, 0.0), (20.0, 5.0)))
    _, motor = world.motor("upper", 12.0, 35.0, speed=200.0, acceleration=1e9)
    motor.wish = (120.0, -160.0)
    world.tick(3, 0.2)
    assert motor.walkway == "lower"


def test_no_motor_flips_back_and_forth_around_a_pair_of_portals(world):
    two_decks(world)
    esper.create_entity(Portal("upper", "lower", (10.0, 0.0), (12.0, 4.0)))
    esper.create_entity(Portal("lower", "upper", (10.5, 0.0), (12.5, 4.0)))  # overlapping, as no author should
    _, motor = world.motor("upper", 8.0, 2.0)
    for tick in range(1000):
        motor.wish = (3.0, 0.0) if tick < 60 else (0.0, 0.3 * (-1) ** (tick // 20))
        world.tick()
    assert len(world.told(PortalPassed)) == 1


def test_overlapping_portals_still_lead_across_and_back(world):
    two_decks(world)
    esper.create_entity(Portal("upper", "lower", (10.0, 0.0), (12.0, 4.0)))
    esper.create_entity(Portal("lower", "upper", (10.5, 0.0), (12.5, 4.0)))
    _, motor = world.motor("upper", 8.0, 2.0)
    motor.wish = (3.0, 0.0)
    world.tick(200)
    assert motor.walkway == "lower"
    assert motor.position[0] > 15.0
    motor.wish = (-3.0, 0.0)
    world.tick(200)
    assert motor.walkway == "upper"
    assert motor.position[0] < 9.0
    assert len(world.told(PortalPassed)) == 2


def test_a_shut_portal_carries_nobody_until_it_opens(world):
    two_decks(world)
    portal = Portal("upper", "lower", (10.0, 0.0), (12.0, 4.0), enabled=False)
    esper.create_entity(portal)
    _, motor = world.motor("upper", 11.0, 2.0)
    world.tick(3)
    assert motor.walkway == "upper"
    portal.enabled = True
    world.tick()
    assert motor.walkway == "lower"


def test_a_portal_without_room_behind_it_is_told_once_and_the_motor_stays(world):
    world.add(draw_walkway("upper", LONG), draw_walkway("lower", rectangle(0, 0, 5, 4)))
    esper.create_entity(Portal("upper", "lower", (10.0, 0.0), (12.0, 4.0)))
    entity, motor = world.motor("upper", 9.0, 2.0)
    motor.wish = (3.0, 0.0)
    world.tick(60)
    assert motor.walkway == "upper"
    assert motor.position[0] > 11.0
    assert world.told(PortalRefused) == [PortalRefused(entity, "upper", "lower")]


def test_a_seam_of_many_rectangles_is_crossed_once(world):
    strip = np.array([[10 + 0.1 * i, 0.1 * j, 10.1 + 0.1 * i, 0.1 + 0.1 * j] for i in range(10) for j in range(40)])
    back = strip - [1.5, 0.0, 1.5, 0.0]
    world.add(
        draw_walkway("upper", LONG, seams=(Seam("lower", strip),)),
        draw_walkway("lower", LONG, seams=(Seam("upper", back),)),
    )
    _, motor = world.motor("upper", 5.0, 2.0)
    motor.wish = (3.0, 0.2)
    world.tick(300)
    assert motor.walkway == "lower"
    motor.wish = (-3.0, 0.0)
    world.tick(300)
    assert motor.walkway == "upper"
    assert len(world.told(PortalPassed)) == 2


def test_decks_with_origins_of_their_own_still_share_the_world(world):
    world.add(
        draw_walkway("upper", LONG, origin=(500.0, 0.0, 0.0)),
        draw_walkway("lower", LONG, origin=(480.0, -3.0, 0.0)),
    )
    esper.create_entity(Portal("upper", "lower", (510.0, 0.0), (512.0, 4.0)))
    _, motor = world.motor("upper", 508.0, 2.0)
    motor.wish = (3.0, 0.0)
    while motor.walkway == "upper":
        world.tick()
    x = motor.position[0]
    assert 510.0 <= x < 510.06
    world.tick()
    assert motor.position[0] == pytest.approx(x + 0.05, abs=1e-6)


def test_a_body_without_a_component_is_carried_and_told_like_any(world):
    two_decks(world, seams=(Seam("upper", np.array([[20.0, 0.0, 22.0, 4.0]])),))
    esper.create_entity(Portal("upper", "lower", (10.0, 0.0), (12.0, 4.0)))
    stranger = 10_000  # nobody's entity: its owner steers it itself
    body = world.decks.add_motor(stranger, "upper", 0.4, 8.0, 2.0)
    for _ in range(300):
        body.want_x = 3.0
        world.tick()
    passed = [PortalPassed(stranger, "upper", "lower"), PortalPassed(stranger, "lower", "upper")]
    assert world.told(PortalPassed) == passed
    assert body.deck.name == "upper"
    assert body.x > 22.0


def test_who_arrives_where_a_door_stands_comes_out_beside_it(world):
    two_decks(world)
    esper.create_entity(Portal("upper", "lower", (10.0, 0.0), (12.0, 4.0)))
    door = esper.create_entity(Transform((10.3, 0.0, 0.5)), WalkwayPusher("lower", (rectangle(0, 0, 0.1, 3.0),)))
    entity, motor = world.motor("upper", 8.0, 2.0)
    motor.wish = (3.0, 0.0)
    while motor.walkway == "upper":
        world.tick()
    assert world.told(PortalPassed) == [PortalPassed(entity, "upper", "lower")]
    assert world.decks.pushers[door].distance(*motor.position) >= 0.4 - 1e-3
    assert world.decks.deck("lower").boundary(0.4).inside(*motor.position)
    assert motor.position == pytest.approx((9.9, 2.0), abs=1e-2)
    world.tick(30)
    assert motor.position == pytest.approx((9.9, 2.0), abs=1e-2), "it goes on pressing against the door"


def test_who_would_arrive_where_a_pusher_leaves_no_room_passes_as_soon_as_it_is_gone(world):
    two_decks(world)
    esper.create_entity(Portal("upper", "lower", (10.0, 0.0), (12.0, 4.0)))
    block = WalkwayPusher("lower", (rectangle(0, 0, 6.0, 4.0),))
    esper.create_entity(Transform((8.0, 0.0, 0.0)), block)
    entity, motor = world.motor("upper", 9.0, 2.0)
    motor.wish = (3.0, 0.0)
    world.tick(30)
    motor.wish = (0.0, 0.0)
    world.tick(30)
    assert motor.walkway == "upper"
    assert world.told(PortalRefused) == [], "it is no fault of the level"
    block.enabled = False
    world.tick(2)
    assert world.told(PortalPassed) == [PortalPassed(entity, "upper", "lower")]
