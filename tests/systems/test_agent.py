"""Agents get where they want to."""

import math
from itertools import pairwise

import esper
import numpy as np
import pytest

from orlop.components import Agent, Door, Portal, Transform, WalkwayMotor, WalkwayPusher
from orlop.engine.deck.gate import BERTH
from orlop.engine.game import Game
from orlop.levels.drawn import draw_walkway, rectangle
from orlop.levels.quayside.level import quayside
from orlop.systems.agent import CLOSE
from orlop.systems.interaction import Used
from orlop.systems.portal import PortalPassed

HALL = draw_walkway("hall", rectangle(0, 0, 20, 6), [rectangle(9, 0, 9.4, 2), rectangle(9, 4, 9.4, 6)])


def test_an_agent_walks_around_corners_and_stops_where_it_was_sent(world):
    world.add(draw_walkway("yard", rectangle(0, 0, 20, 20), [rectangle(6, 2, 8, 21)]))
    agent = Agent(("yard", 15.0, 15.0))
    _, motor = world.motor("yard", 2.0, 15.0, agent)
    world.tick(800)
    assert agent.arrived
    assert math.dist(motor.position, (15.0, 15.0)) <= agent.arrive
    assert math.hypot(*motor.velocity) < 1e-6


def test_the_way_takes_hardly_longer_than_its_length_at_full_speed(world):
    world.add(draw_walkway("yard", rectangle(0, 0, 20, 20), [rectangle(6, 2, 8, 21)]))
    agent = Agent(("yard", 15.0, 15.0))
    world.motor("yard", 2.0, 15.0, agent, speed=3.0)
    ticks = 0
    while not agent.arrived:
        world.tick()
        ticks += 1
    length = sum(math.dist(a[1:], b[1:]) for a, b in pairwise(agent.path))
    assert ticks / 60 < length / 3.0 + 1.0


def test_an_agent_opens_the_door_in_its_way(world):
    world.add(HALL)
    door = esper.create_entity(
        Transform((9.2, 0.0, 2.0), math.pi / 2),
        WalkwayPusher("hall", (rectangle(0, -0.05, 2.0, 0.05),)),
        Door((9.2, 0.0, 2.0), math.pi / 2, swing=-1.6),
    )
    agent = Agent(("hall", 17.0, 3.0))
    entity, _ = world.motor("hall", 3.0, 3.0, agent)
    world.tick(600)
    assert agent.arrived
    assert world.told(Used) == [Used(door, entity)]


def test_an_agent_finds_another_way_when_its_own_is_shut(world):
    world.add(draw_walkway("ring", rectangle(0, 0, 20, 20), [rectangle(5, 5, 15, 15)]))
    gate = WalkwayPusher("ring", (rectangle(-0.1, -2.5, 0.1, 2.5),), enabled=False)
    esper.create_entity(Transform((10.0, 0.0, 2.5)), gate)
    agent = Agent(("ring", 17.0, 4.0))
    _, motor = world.motor("ring", 3.0, 4.0, agent)
    world.tick(60)
    assert motor.position[1] < 4.6
    gate.enabled = True
    world.tick(1500)
    assert agent.arrived


def test_an_agent_goes_through_an_open_portal_and_waits_at_a_shut_one(world):
    world.add(draw_walkway("lower", rectangle(0, 0, 6, 10)), draw_walkway("upper", rectangle(3, 0, 12, 10), height=3.0))
    portal = Portal("lower", "upper", (4.0, 4.0), (4.5, 6.0), enabled=False)
    esper.create_entity(portal)
    agent = Agent(("upper", 10.0, 2.0))
    _, motor = world.motor("lower", 1.0, 2.0, agent)
    world.tick(30)
    assert agent.lost
    assert motor.walkway == "lower"
    portal.enabled = True
    world.tick(600)
    assert agent.arrived
    assert not agent.lost
    assert motor.walkway == "upper"


@pytest.fixture
def house(world):
    """A hall, and a yard behind a wall with a doorway; portals right across both lead there and back."""
    wall = [rectangle(5.4, -5, 5.6, -0.6), rectangle(5.4, 0.6, 5.6, 5)]
    world.add(draw_walkway("hall", rectangle(-6, -4, 7, 4), wall), draw_walkway("yard", rectangle(4, -4, 16, 4), wall))
    esper.create_entity(Portal("hall", "yard", (5.8, -4.0), (5.95, 4.0)))
    esper.create_entity(Portal("yard", "hall", (5.1, -4.0), (5.25, 4.0)))
    return world


def test_who_cuts_a_bend_short_enters_no_gate():
    assert CLOSE < BERTH


@pytest.mark.parametrize(
    ("goal", "passages"), [(("hall", 12.0, 2.0), 0), (("hall", 6.3, 2.0), 0), (("yard", 0.0, 0.0), 1)]
)
def test_an_agent_sent_behind_a_portal_that_carries_it_off_is_lost_and_goes_no_farther(house, goal, passages):
    agent = Agent(goal)
    _, motor = house.motor("hall", 0.0, 2.0, agent)
    house.tick(1200)
    assert agent.lost
    assert not agent.arrived
    assert motor.walkway == goal[0]
    assert motor.velocity == pytest.approx((0.0, 0.0), abs=1e-3)
    assert len(house.told(PortalPassed)) == passages


def test_an_agent_sent_through_portals_and_back_passes_each_once(house):
    agent = Agent(("yard", 12.0, 2.0))
    _, motor = house.motor("hall", 0.0, 2.0, agent)
    for goal in (("yard", 12.0, 2.0), ("hall", -3.0, -2.0)):
        agent.destination = goal
        house.tick(600)
        assert agent.arrived
        assert motor.walkway == goal[0]
    assert len(house.told(PortalPassed)) == 2


def test_an_agent_sent_into_a_wall_arrives_beside_it(house):
    agent = Agent(("hall", 5.5, 3.0))
    _, motor = house.motor("hall", 0.0, 2.0, agent)
    house.tick(400)
    assert agent.arrived
    assert not agent.lost
    assert math.dist(motor.position, (5.5, 3.0)) <= agent.arrive + motor.radius


def test_an_agent_sent_off_the_ground_goes_as_near_as_it_can_and_knows_that_it_is_lost(house):
    agent = Agent(("yard", 200.0, 2.0))
    _, motor = house.motor("yard", 12.0, 2.0, agent)
    house.tick(2)
    assert agent.lost
    house.tick(300)
    assert agent.lost
    assert not agent.arrived
    assert motor.position == pytest.approx((15.6, 2.0), abs=0.15)
    agent.destination = ("yard", 10.0, 2.0)
    house.tick(300)
    assert agent.arrived
    assert not agent.lost


def test_agents_walk_through_portals_that_overlap_and_back(world):
    world.add(draw_walkway("upper", rectangle(0, 0, 30, 4)), draw_walkway("lower", rectangle(0, 0, 30, 4)))
    esper.create_entity(Portal("upper", "lower", (10.0, 0.0), (12.0, 4.0)))
    esper.create_entity(Portal("lower", "upper", (10.5, 0.0), (12.5, 4.0)))
    agent = Agent()
    _, motor = world.motor("upper", 5.0, 2.0, agent)
    for goal in (("lower", 20.0, 2.0), ("upper", 5.0, 2.0)):
        agent.destination = goal
        world.tick(500)
        assert agent.arrived
        assert motor.walkway == goal[0]


def test_a_portal_that_begins_beyond_where_a_motor_can_be_is_none(world):
    """The air of the hall ends at x = 5.6: nobody's centre comes to 5.61, however near a wall that is."""
    world.add(draw_walkway("hall", rectangle(-12, -8, 6, 8)), draw_walkway("yard", rectangle(-4, -8, 14, 8)))
    esper.create_entity(Portal("hall", "yard", (5.61, -1.0), (6.4, 1.0)))
    agent = Agent(("yard", 12.0, 0.0))
    _, motor = world.motor("hall", 2.0, 0.0, agent)
    world.tick(200)
    assert agent.lost
    assert motor.position == (2.0, 0.0)
    esper.create_entity(Portal("hall", "yard", (0.0, 6.0), (1.0, 7.0)))
    world.tick(1000)
    assert agent.arrived
    assert motor.walkway == "yard"


def test_a_portal_that_hardly_reaches_into_the_air_is_entered(world):
    world.add(draw_walkway("hall", rectangle(-12, -8, 6, 8)), draw_walkway("yard", rectangle(-4, -8, 14, 8)))
    esper.create_entity(Portal("hall", "yard", (5.59, -1.0), (6.4, 1.0)))
    agent = Agent(("yard", 12.0, 0.0))
    _, motor = world.motor("hall", 2.0, 0.0, agent)
    world.tick(700)
    assert agent.arrived
    assert motor.walkway == "yard"


@pytest.mark.parametrize("goal", [("upper", 5.0, 2.0), ("upper", 25.0, 2.0)])
@pytest.mark.parametrize(("down", "up"), [((10.0, 12.0), (10.5, 12.5)), ((10.0, 11.0), (11.0, 12.0))])
@pytest.mark.parametrize("stop", [10.9, 11.6])
def test_an_agent_that_stands_in_a_portal_that_holds_it_walks_out_of_it_and_in_again(world, goal, down, up, stop):
    world.add(draw_walkway("upper", rectangle(0, 0, 30, 4)), draw_walkway("lower", rectangle(0, 0, 30, 4)))
    esper.create_entity(Portal("upper", "lower", (down[0], 0.0), (down[1], 4.0)))
    esper.create_entity(Portal("lower", "upper", (up[0], 0.0), (up[1], 4.0)))
    agent = Agent(("lower", stop, 2.0))
    _, motor = world.motor("upper", 5.0, 2.0, agent)
    world.tick(400)
    assert agent.arrived
    agent.destination = goal
    world.tick(700)
    assert agent.arrived
    assert motor.walkway == "upper"
    assert len(world.told(PortalPassed)) == 2


def test_an_agent_in_a_room_that_a_portal_fills_is_lost_and_stands_still(world):
    world.add(draw_walkway("hall", rectangle(0, 0, 10, 4)), draw_walkway("lift", rectangle(6, 0, 8, 4)))
    esper.create_entity(Portal("hall", "lift", (6.5, 0.0), (7.5, 4.0)))
    esper.create_entity(Portal("lift", "hall", (5.0, 0.0), (9.0, 4.0)))
    agent = Agent(("lift", 7.0, 2.0))
    _, motor = world.motor("hall", 1.0, 2.0, agent)
    world.tick(400)
    assert agent.arrived
    agent.destination = ("hall", 1.0, 2.0)
    for _ in range(300):
        world.tick()
        assert agent.lost
        assert motor.velocity == pytest.approx((0.0, 0.0), abs=1e-9)


def test_an_agent_that_is_put_on_another_deck_on_its_way_goes_on_from_there(house):
    agent = Agent(("yard", 12.0, 0.0))
    _, motor = house.motor("hall", -4.0, 0.0, agent)
    house.tick(30)
    motor.walkway = "yard"  # where nobody was before
    motor.position = (14.0, 2.0)
    house.tick(500)
    assert agent.arrived
    assert math.dist(motor.position, (12.0, 0.0)) <= agent.arrive


@pytest.mark.parametrize(("walkway", "place"), [("hall", (-5.0, -3.0)), ("yard", (12.0, 3.0))])
def test_an_agent_that_is_taken_away_from_where_it_has_arrived_walks_back(house, walkway, place):
    agent = Agent(("hall", 3.0, 2.0))
    _, motor = house.motor("hall", -4.0, 0.0, agent)
    house.tick(400)
    assert agent.arrived
    motor.walkway, motor.position = walkway, place
    house.tick(2)
    assert not agent.arrived
    assert motor.wish != (0.0, 0.0)
    house.tick(900)
    assert agent.arrived
    assert math.dist(motor.position, (3.0, 2.0)) <= agent.arrive


def test_two_that_meet_in_a_hall_pass_each_other(world):
    world.add(draw_walkway("hall", rectangle(0, 0, 20, 3)))
    there, back = Agent(("hall", 18.0, 1.5)), Agent(("hall", 2.0, 1.5))
    _, one = world.motor("hall", 2.0, 1.5, there)
    _, other = world.motor("hall", 18.0, 1.5, back)
    nearest = math.inf
    for _ in range(480):
        world.tick()
        nearest = min(nearest, math.dist(one.position, other.position))
    assert there.arrived
    assert back.arrived
    assert nearest > 0.75


def test_forty_agents_that_change_sides_of_a_square_all_arrive(world):
    world.add(draw_walkway("square", rectangle(0, 0, 24, 24)))
    agents = []
    for k in range(40):
        angle = 2 * math.pi * k / 40
        x, z = 12 + 10 * math.cos(angle), 12 + 10 * math.sin(angle)
        agents.append(Agent(("square", 24 - x, 24 - z), arrive=0.5))
        world.motor("square", x, z, agents[-1], radius=0.3)
    world.tick(1500)
    assert sum(agent.arrived for agent in agents) == 40


@pytest.mark.parametrize("goal", [("cellar", 4.8, 6.1), ("quay", 6.4, 0.0)])
def test_an_agent_walks_the_quayside_through_its_door_and_down_its_ramp(goal):
    with Game(seed=1) as game:
        game.load(level := quayside())
        esper.add_component(level.player, agent := Agent(goal))
        motor = esper.component_for_entity(level.player, WalkwayMotor)
        for _ in range(1800):
            game.tick()
            if agent.arrived:
                break
        assert agent.arrived
        assert motor.walkway == goal[0]
        assert np.hypot(motor.position[0] - goal[1], motor.position[1] - goal[2]) < 0.3
