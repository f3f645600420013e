"""What somebody carries goes where he goes; so do his ears."""

import math

import esper
import pytest

from orlop.components import Carried, Portal, SoundListener, Transform
from orlop.levels.drawn import draw_walkway, rectangle
from orlop.systems.listening import listener_now
from orlop.systems.portal import PortalPassed

LONG = rectangle(0, 0, 60, 4)


def test_a_carried_thing_is_before_its_carrier_in_every_tick(world):
    world.add(draw_walkway("deck", LONG))
    carrier, motor = world.motor("deck", 8.0, 2.0)
    lantern = Transform()
    esper.create_entity(lantern, Carried(carrier, ahead=0.5, height=1.0))
    motor.wish = (3.0, 0.0)
    for tick in range(40):
        esper.component_for_entity(carrier, Transform).heading = heading = tick / 10
        world.tick()
        x, z = motor.position
        assert lantern.position == pytest.approx((x + 0.5 * math.sin(heading), 1.0, z - 0.5 * math.cos(heading)))
        assert lantern.heading == heading


def test_carried_things_and_ears_go_through_a_portal_without_a_jump(world):
    world.add(draw_walkway("upper", LONG, height=3.0), draw_walkway("lower", LONG, height=3.0))
    esper.create_entity(Portal("upper", "lower", (10.0, 0.0), (12.0, 4.0)))
    carrier, motor = world.motor("upper", 8.0, 2.0, SoundListener(1.65), acceleration=math.inf)
    lantern = Transform()
    esper.create_entity(lantern, Carried(carrier))
    motor.wish = (3.0, 0.0)
    world.tick()
    places, ears = [lantern.position], [listener_now().position]
    while motor.walkway == "upper" or len(places) < 60:
        world.tick()
        places.append(lantern.position)
        ears.append(listener_now().position)
    assert len(world.told(PortalPassed)) == 1
    assert ears[-1][0] > 10.5
    for way in (places, ears):
        steps = [math.dist(a, b) for a, b in zip(way[1:], way[:-1], strict=True)]
        assert steps == pytest.approx([3.0 / 60] * len(steps), abs=1e-9)


def test_what_a_carrier_who_is_gone_held_stays_where_it_was(world):
    world.add(draw_walkway("deck", LONG))
    carrier, _ = world.motor("deck", 8.0, 2.0)
    thing = Transform()
    entity = esper.create_entity(thing, Carried(carrier))
    world.tick()
    place = thing.position
    esper.delete_entity(carrier, immediate=True)
    world.tick(2)
    assert thing.position == place
    assert not esper.has_component(entity, Carried)
