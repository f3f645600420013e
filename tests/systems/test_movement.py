"""Motors: wishes, acceleration, slopes, coming and going."""

import math

import esper
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from orlop.components import Transform, WalkwayMotor, WalkwayPusher
from orlop.engine.game import Game
from orlop.engine.walkway.floor import Floor
from orlop.levels.drawn import draw_walkway, rectangle
from orlop.levels.walking import add_walking_systems
from orlop.systems.movement import Displaced
from orlop.systems.pusher import PusherBlocked

HALL = draw_walkway("hall", rectangle(0, 0, 100, 20), height=1.5, origin=(1000.0, 10.0, -50.0))


def test_a_motor_gets_to_its_speed_as_its_acceleration_says_and_stops_so(world):
    world.add(HALL)
    _, motor = world.motor("hall", 1005.0, -40.0, speed=3.0, acceleration=6.0)
    motor.wish = (3.0, 0.0)
    world.tick(15)
    assert motor.velocity == pytest.approx((1.5, 0.0), abs=1e-9)
    world.tick(30)
    assert motor.velocity == pytest.approx((3.0, 0.0), abs=1e-9)
    motor.wish = (0.0, 0.0)
    world.tick(30)
    assert motor.velocity == pytest.approx((0.0, 0.0), abs=1e-9)


def test_a_wish_beyond_the_speed_is_shortened_to_it(world):
    world.add(HALL)
    _, motor = world.motor("hall", 1005.0, -40.0, speed=2.0, acceleration=math.inf)
    motor.wish = (30.0, 40.0)
    world.tick()
    assert motor.velocity == pytest.approx((1.2, 1.6))
    motor.pace = 1.5
    world.tick()
    assert motor.velocity == pytest.approx((1.8, 2.4))


def test_an_entity_stands_on_the_floor_of_its_walkway(world):
    world.add(HALL)
    entity, motor = world.motor("hall", 1005.0, -40.0)
    world.tick()
    transform = esper.component_for_entity(entity, Transform)
    assert transform.position == (1005.0, 11.5, -40.0)
    assert motor.floor_height == 11.5
    assert motor.floor_normal == (0.0, 1.0, 0.0)


def test_the_tick_before_is_kept_for_drawing(world):
    world.add(HALL)
    entity, motor = world.motor("hall", 1005.0, -40.0)
    motor.wish = (3.0, 0.0)
    world.tick(30)
    transform = esper.component_for_entity(entity, Transform)
    before = (transform.position, motor.position)
    world.tick()
    assert (transform.previous_position, motor.previous) == before
    assert transform.position != before[0]


@pytest.mark.parametrize("response", [0.0, 0.5, 1.0, 4.0])
def test_a_climb_slows_as_the_response_says_and_a_descent_does_not(world, response):
    walkway = draw_walkway("slope", rectangle(0, 0, 20, 20))
    corners = [(0.0, 0.0, 0.0), (0.0, 0.0, 20.0), (20.0, 20.0, 20.0), (20.0, 20.0, 0.0)]  # 45° up along x
    walkway.floor = Floor.from_triangles(np.array([corners[:3], [corners[0], corners[2], corners[3]]]))
    world.add(walkway)
    _, motor = world.motor("slope", 5.0, 10.0, slope_response=response, acceleration=math.inf, speed=2.0)
    for wish, speed in (
        ((2.0, 0.0), 2.0 * math.sqrt(0.5) ** response),
        ((-2.0, 0.0), 2.0),
        ((0.0, 2.0), 2.0),
    ):
        motor.wish = wish
        world.tick(2)
        assert math.hypot(*motor.velocity) == pytest.approx(speed)


def test_a_motor_is_blocked_by_what_stops_it_and_not_by_what_turns_it_a_little(world):
    world.add(HALL)
    _, motor = world.motor("hall", 1005.0, -49.0, acceleration=math.inf)
    motor.wish = (0.0, -3.0)
    world.tick(60)
    assert motor.blocked
    motor.wish = (3.0, -0.5)
    world.tick(10)
    assert not motor.blocked
    motor.wish = (0.0, 0.0)
    world.tick(2)
    assert not motor.blocked


def test_a_motor_that_is_put_elsewhere_goes_on_from_there(world):
    world.add(HALL, draw_walkway("loft", rectangle(0, 0, 10, 10), height=4.0))
    _, motor = world.motor("hall", 1005.0, -40.0)
    world.tick()
    motor.walkway, motor.position = "loft", (3.0, 3.0)
    world.tick()
    assert motor.position == (3.0, 3.0)
    assert motor.floor_height == 4.0
    motor.position = np.array([5.0, 2.0])
    world.tick()
    assert motor.position == (5.0, 2.0)
    motor.position = (-5.0, 3.0)  # outside: the nearest air
    world.tick()
    assert motor.position == pytest.approx((0.4, 3.0), abs=2e-3)


def test_bodies_come_and_go_with_their_entities(world):
    world.add(HALL)
    first, _ = world.motor("hall", 1005.0, -40.0)
    world.tick()
    second, _ = world.motor("hall", 1008.0, -40.0)
    world.tick()
    assert sorted(world.decks.motors) == [first, second]
    esper.delete_entity(first, immediate=True)
    world.tick()
    assert list(world.decks.motors) == [second]
    esper.remove_component(second, WalkwayMotor)
    world.tick()
    assert not world.decks.motors
    assert not world.decks.space.bodies


def test_the_same_wishes_lead_to_the_same_bits(world):
    world.add(*(draw_walkway(name, rectangle(0, 0, 20, 20), [rectangle(6, 2, 7, 9)]) for name in ("one", "other")))
    pairs = [(world.motor("one", 3.0 + i, 12.0)[1], world.motor("other", 3.0 + i, 12.0)[1]) for i in range(4)]
    for tick in range(120):
        for i, (motor, twin) in enumerate(pairs):
            motor.wish = twin.wish = (3 * math.sin(tick / 20 + i), 3 * math.cos(tick / 30 - i))
        world.tick()
    for motor, twin in pairs:
        assert motor.position == pytest.approx(twin.position, abs=1e-9)


def test_a_level_edited_under_a_motor_puts_it_on_the_nearest_floor_and_tells(world):
    world.add(draw_walkway("yard", rectangle(0, 0, 20, 20)))
    entity, motor = world.motor("yard", 15.0, 5.0)
    bystander, _ = world.motor("yard", 3.0, 5.0)
    world.tick()
    world.decks.replace_walkway(draw_walkway("yard", rectangle(0, 0, 10, 20), height=0.7))
    world.tick()
    assert world.told(Displaced) == [Displaced(entity, (15.0, 5.0), motor.position)]
    assert motor.position == pytest.approx((9.6, 5.0), abs=1e-3)
    assert esper.component_for_entity(entity, Transform).position[1] == 0.7
    assert esper.component_for_entity(bystander, Transform).position == (3.0, 0.7, 5.0)


def test_a_motor_that_cannot_start_where_it_should_is_told_of_once_in_the_log_too(world, caplog):
    world.add(draw_walkway("hall", rectangle(0, 0, 10, 4), origin=(0.1, 0.0, 0.3)))
    entity, motor = world.motor("hall", 100.0, 2.0)
    world.motor("hall", 5.07, 2.07)
    world.tick(3)
    assert motor.position == pytest.approx((9.7, 2.0), abs=2e-3)
    assert world.told(Displaced) == [Displaced(entity, (100.0, 2.0), motor.position)]
    (said,) = [record for record in caplog.records if record.name == "orlop.movement"]
    assert said.levelname == "WARNING"
    assert 'walkway "hall" at (100.000, 2.000)' in said.getMessage()
    assert "starts at (9." in said.getMessage()


def test_many_motors_are_told_what_one_is(world):
    world.add(draw_walkway("few", rectangle(0, 0, 60, 60)), draw_walkway("many", rectangle(0, 0, 60, 60)))
    ramp = np.array([[(0, 0, 0), (0, 0, 60), (60, 20, 60)], [(0, 0, 0), (60, 20, 60), (60, 20, 0)]], np.float64)
    for deck in world.decks:
        deck.walkway.floor = Floor.from_triangles(ramp)
    (_, lone), places = world.motor("few", 20.0, 20.0), [(5.0 * i, 5.0 * j) for i in range(1, 12) for j in range(1, 5)]
    crowd = [world.motor("many", x, z)[1] for x, z in places]
    lone.wish = (1.0, 2.0)
    for motor in crowd:
        motor.wish = lone.wish
    world.tick(40)
    twin = crowd[places.index((20.0, 20.0))]
    for field in ("position", "previous", "velocity", "floor_height", "floor_normal", "blocked"):
        assert getattr(lone, field) == getattr(twin, field), field


def test_a_walkway_taken_out_and_put_back_moves_its_motors_and_pushers_again(world):
    yard = draw_walkway("yard", rectangle(0, 0, 20, 20))
    world.add(yard)
    entity, motor = world.motor("yard", 5.0, 5.0)
    gate = esper.create_entity(Transform((10.0, 0.0, 0.0)), WalkwayPusher("yard", (rectangle(0, 0, 0.2, 20.0),)))
    motor.wish = (3.0, 0.0)
    world.tick(10)
    world.decks.remove_walkway("yard")
    world.decks.add_walkway(yard)
    here = motor.position[0]
    world.tick(10)
    assert motor.position[0] > here + 0.3
    assert list(world.decks.motors) == [entity]
    world.tick(180)
    assert world.decks.pushers[gate].enabled
    assert motor.position == pytest.approx((9.6, 5.0), abs=1e-3)


def test_a_pusher_without_a_component_is_held_up_and_told_like_any(world):
    world.add(draw_walkway("yard", rectangle(0, 0, 4, 1)))
    entity, _ = world.motor("yard", 3.6, 0.5)
    stranger = 10_000  # nobody's entity: its owner turns it itself
    body = world.decks.add_pusher(stranger, "yard", (rectangle(0, 0, 0.2, 1.0),), (2.8, 0.0, 0.0), 0.0)
    world.decks.enable(body)
    world.tick()
    world.decks.turn_pusher(body, (3.1, 0.0, 0.0), 0.0)
    world.tick()
    assert world.told(PusherBlocked) == [PusherBlocked(stranger, entity)]
    assert body.position == (2.8, 0.0, 0.0)


@settings(max_examples=200, deadline=None)
@given(
    st.floats(0.2, 1.4),
    st.floats(0.02, 1.0),
    st.floats(0.5, 0.98),
    st.floats(2.0, 10.0),
    st.floats(5, 60),
    st.floats(0.01, 0.2),
)
@example(0.5, 1.0, 0.5, 5.0, 5.0, 0.03125)
def test_momentum_takes_nobody_over_a_bump_that_the_wish_brings_them_down_from(bend, size, between, speed, most, dt):
    # Up a wall, and against what stands out of it: there momentum alone would go up, and the wish down, by turns.
    bump = np.array((2.0, 8.0)) + size * np.array((math.sin(bend), math.cos(bend)))
    ring = [(2.0, 0.0), (2.0, 8.0), bump, (bump[0], 20.0), (12.0, 20.0), (12.0, 0.0)]
    turn = bend * between  # how far the wish leans away from the first wall; square to the bump at `bend`
    with Game(dt=dt) as game:
        game.decks.add_walkway(draw_walkway("room", ring))
        add_walking_systems(game)
        motor = WalkwayMotor("room", (2.5, 7.0), radius=0.4, speed=speed, acceleration=most)
        esper.create_entity(motor, Transform((2.5, 0.0, 7.0)))
        motor.wish = (-speed * math.cos(turn), speed * math.sin(turn))
        been = []
        for _ in range(120):
            game.tick()
            been.append(motor.position)
    steps = np.diff(been[-20:], axis=0)
    steps = steps[np.hypot(*steps.T) > 1e-3]
    back = np.einsum("nk,nk->n", steps[1:], steps[:-1]) < 0.0
    assert back.sum() <= 1  # at rest, on the way, or once back when the momentum is used up


@pytest.mark.parametrize("wish", [(1.0, 0.0, 0.0), (1.0,), None, ("a", "b")])
def test_a_wish_that_is_none_is_refused_in_its_own_terms(world, wish):
    world.add(HALL)
    _, motor = world.motor("hall", 1005.0, -40.0)
    world.tick()
    motor.wish = wish
    with pytest.raises(ValueError, match=r"a motor's wish is \(x, z\) in metres a second"):
        world.tick()
