"""Motors, pushers and props in the one 2D world."""

import math

import pymunk
import pytest

from orlop.engine.deck.boundary import Boundary
from orlop.engine.deck.decks import Decks
from orlop.engine.error import OrlopError
from orlop.levels.drawn import draw_walkway, rectangle


def decks_of(*walkways) -> Decks:
    decks = Decks()
    for walkway in walkways:
        decks.add_walkway(walkway)
    return decks


def walk(decks: Decks, motor, velocity, ticks: int, dt: float = 1 / 60) -> list:
    stopped = []
    for _ in range(ticks):
        motor.want_x, motor.want_z = velocity
        stopped += decks.advance(dt)
    return stopped


def test_a_motor_walks_as_fast_as_it_wants():
    decks = decks_of(draw_walkway("deck", rectangle(0, 0, 20, 20)))
    motor = decks.add_motor(1, "deck", 0.4, 5.0, 5.0)
    walk(decks, motor, (3.0, 0.0), 60)
    assert motor.position == pytest.approx((8.0, 5.0), abs=1e-6)


def test_a_motor_alone_walks_just_as_it_does_in_company():
    ways = []
    for company in (False, True):
        decks = decks_of(draw_walkway("deck", rectangle(0, 0, 20, 20), [rectangle(6, 2, 7, 9)]))
        motor = decks.add_motor(1, "deck", 0.4, 5.0, 5.0)
        if company:
            decks.add_motor(2, "deck", 0.4, 18.0, 18.0)
        way = []
        for tick in range(300):
            walk(decks, motor, (3 * math.cos(tick / 40), 3 * math.sin(tick / 40)), 1)
            way += motor.position
        ways.append(way)
    assert ways[0] == pytest.approx(ways[1], abs=1e-9)


def test_a_wall_leaves_the_speed_along_it():
    decks = decks_of(draw_walkway("deck", rectangle(0, 0, 100, 20)))
    motor = decks.add_motor(1, "deck", 0.4, 5.0, 1.0)
    walk(decks, motor, (2.0, -2.0), 60)
    before = motor.x
    walk(decks, motor, (2.0, -2.0), 60)
    assert motor.x - before == pytest.approx(2.0, abs=1e-3)
    assert (motor.vx, motor.vz) == pytest.approx((2.0, 0.0), abs=1e-6)
    assert 0.4 <= motor.z < 0.402


def test_two_motors_do_not_walk_through_each_other():
    decks = decks_of(draw_walkway("deck", rectangle(0, 0, 20, 4)))
    left, right = decks.add_motor(1, "deck", 0.4, 5.0, 2.0), decks.add_motor(2, "deck", 0.4, 8.0, 2.0)
    for _ in range(180):
        left.want_x, right.want_x = 3.0, -3.0
        decks.advance(1 / 60)
    assert right.x - left.x > 0.75


def test_motors_that_do_not_meet_walk_through_each_other():
    decks = decks_of(draw_walkway("deck", rectangle(0, 0, 20, 4)))
    decks.motors_meet = False
    left, right = decks.add_motor(1, "deck", 0.4, 5.0, 2.0), decks.add_motor(2, "deck", 0.4, 8.0, 2.0)
    for _ in range(60):
        left.want_x, right.want_x = 3.0, -3.0
        decks.advance(1 / 60)
    assert (left.x, right.x) == pytest.approx((8.0, 5.0))


def test_decks_over_each_other_do_not_touch():
    decks = decks_of(draw_walkway("upper", rectangle(0, 0, 20, 4)), draw_walkway("lower", rectangle(0, 0, 20, 4)))
    above, below = decks.add_motor(1, "upper", 0.4, 5.0, 2.0), decks.add_motor(2, "lower", 0.4, 8.0, 2.0)
    for _ in range(120):
        above.want_x, below.want_x = 3.0, -3.0
        decks.advance(1 / 60)
    assert above.x == pytest.approx(11.0)
    assert below.x == pytest.approx(2.0)


def test_a_walk_ten_thousand_kilometres_out_is_the_walk_at_home():
    ways = []
    for origin in (0.0, 1e7):
        decks = decks_of(draw_walkway("deck", rectangle(0, 0, 20, 20), [rectangle(6, 2, 7, 9)], origin=(origin, 0, 0)))
        motor = decks.add_motor(1, "deck", 0.4, origin + 5.0, 5.0)
        walk(decks, motor, (2.0, 1.0), 200)
        ways.append((motor.x, motor.z))
    assert ways[0] == ways[1]


def test_a_swinging_door_pushes_a_motor_ahead_of_it():
    decks = decks_of(draw_walkway("deck", rectangle(0, 0, 20, 20)))
    motor = decks.add_motor(1, "deck", 0.4, 10.8, 10.5)
    door = decks.add_pusher(2, "deck", [rectangle(0, -0.03, 1.2, 0.03)], (10.0, 0.0, 10.0), 0.0)
    decks.enable(door)
    walk(decks, motor, (0.0, 0.0), 1)
    for _ in range(60):
        decks.turn_pusher(door, door.position, door.heading + 1.5 / 60)
        assert decks.advance(1 / 60) == []
    assert door.heading == pytest.approx(1.5)
    assert door.distance(*motor.position) >= 0.4 - 1e-3
    assert motor.x < 10.8
    assert motor.z > 10.5


def test_a_door_that_would_crush_a_motor_against_a_wall_stops_and_goes_on_when_it_can():
    decks = decks_of(draw_walkway("deck", rectangle(0, 0, 20, 20)))
    motor = decks.add_motor(1, "deck", 0.4, 10.5, 0.5)
    door = decks.add_pusher(2, "deck", [rectangle(0, -0.03, 1.2, 0.03)], (10.0, 0.0, 1.5), 0.0)
    corner = decks.add_pusher(3, "deck", [rectangle(-0.5, -2.0, 0.0, 0.0)], (10.0, 0.0, 1.5), 0.0)
    stopper = decks.add_pusher(4, "deck", [rectangle(0.0, 0.0, 0.5, 1.2)], (11.0, 0.0, 0.0), 0.0)
    for pusher in (door, corner, stopper):
        decks.enable(pusher)
    decks.advance(1 / 60)
    stopped = []
    for _ in range(60):
        decks.turn_pusher(door, door.position, door.heading - 1.5 / 60)
        stopped += decks.advance(1 / 60)
        assert decks.deck("deck").boundary(0.4).inside(motor.x, motor.z)
    assert (door, motor) in stopped
    assert {pusher for pusher, _ in stopped} == {door}
    assert -1.5 < door.heading < 0.0
    assert door.distance(*motor.position) > 0.4 - 1.1e-3
    decks.remove_motor(motor)
    for _ in range(60):
        decks.turn_pusher(door, door.position, door.heading - 1.5 / 60)
        assert decks.advance(1 / 60) == []


@pytest.mark.parametrize("dt", [1 / 240, 1 / 60, 1 / 5])
def test_no_speed_carries_a_motor_through_a_shut_door(dt):
    decks = decks_of(draw_walkway("deck", rectangle(0, 0, 40, 2)))
    motor = decks.add_motor(1, "deck", 0.4, 2.0, 1.0)
    door = decks.add_pusher(2, "deck", [rectangle(-0.01, -1.0, 0.01, 1.0)], (20.0, 0.0, 1.0), 0.0)
    decks.enable(door)
    walk(decks, motor, (100.0, 3.0), 240, dt)
    assert motor.x == pytest.approx(19.59, abs=1e-3)
    assert motor.met is door or motor.hits == 0


def test_a_pusher_enabled_on_a_motor_puts_it_beside():
    decks = decks_of(draw_walkway("deck", rectangle(0, 0, 20, 20)))
    motor = decks.add_motor(1, "deck", 0.4, 10.1, 10.0)
    rail = decks.add_pusher(2, "deck", [rectangle(-0.1, -2.0, 0.1, 2.0)], (10.0, 0.0, 10.0), 0.0)
    decks.enable(rail)
    assert decks.advance(1 / 60) == []
    assert rail.enabled
    assert motor.position == pytest.approx((10.5, 10.0), abs=1e-3)


def test_a_pusher_is_not_enabled_on_a_motor_that_has_nowhere_to_go():
    decks = decks_of(draw_walkway("deck", rectangle(0, 0, 20, 1)))
    motor = decks.add_motor(1, "deck", 0.4, 10.0, 0.5)
    block = decks.add_pusher(2, "deck", [rectangle(-3.0, -1.0, 3.0, 1.0)], (10.0, 0.0, 0.5), 0.0)
    decks.enable(block)
    assert decks.advance(1 / 60) == [(block, motor)]
    assert not block.enabled
    assert motor.position == (10.0, 0.5)


def test_a_prop_is_pushed_by_a_motor_and_kept_by_the_walls():
    decks = decks_of(draw_walkway("deck", rectangle(0, 0, 20, 4), origin=(100.0, 0.0, 0.0)))
    motor = decks.add_motor(1, "deck", 0.4, 102.0, 2.0)
    barrel = pymunk.Body(20.0, 5.0)
    barrel.position = (105.0, 2.05)
    decks.add_prop("deck", barrel, pymunk.Circle(barrel, 0.3))
    walk(decks, motor, (3.0, 0.0), 600)
    assert barrel.position.x > 5.5
    assert 0.2 < barrel.position.x < 19.8
    assert decks.deck("deck").boundary(0.4).inside(motor.x, motor.z)


def test_the_same_wishes_lead_to_the_same_bits():
    ends = []
    for _ in range(2):
        decks = decks_of(draw_walkway("deck", rectangle(0, 0, 20, 20), [rectangle(6, 2, 7, 9)]))
        motors = [decks.add_motor(i, "deck", 0.4, 3.0 + i, 12.0) for i in range(5)]
        for tick in range(200):
            for i, motor in enumerate(motors):
                motor.want_x, motor.want_z = 3 * math.sin(tick / 20 + i), 3 * math.cos(tick / 30 - i)
            decks.advance(1 / 60)
        ends.append([motor.position for motor in motors])
    assert ends[0] == ends[1]


def test_an_unknown_walkway_is_named_with_the_known_ones():
    decks = decks_of(draw_walkway("quay", rectangle(0, 0, 5, 5)))
    with pytest.raises(OrlopError, match=r'walkway "quai".*quay'):
        decks.add_motor(1, "quai", 0.4, 1.0, 1.0)


def test_a_deck_too_narrow_for_a_motor_says_so():
    decks = decks_of(draw_walkway("gap", rectangle(0, 0, 5, 0.5)))
    with pytest.raises(OrlopError, match=r"no room for a motor of radius 0.4"):
        decks.add_motor(1, "gap", 0.4, 1.0, 0.2)


def test_a_walkway_leaves_with_all_that_is_on_it():
    decks = decks_of(draw_walkway("deck", rectangle(0, 0, 5, 5)))
    decks.add_motor(1, "deck", 0.4, 2.0, 2.0)
    decks.enable(decks.add_pusher(2, "deck", [rectangle(0, 0, 1, 1)], (3.0, 0.0, 3.0), 0.0))
    decks.advance(1 / 60)
    decks.remove_walkway("deck")
    assert not decks.motors
    assert not decks.pushers
    assert not decks.space.bodies
    assert not decks.space.shapes
    decks.advance(1 / 60)


def test_company_that_comes_finds_the_lone_motor_where_it_walked():
    decks = decks_of(draw_walkway("deck", rectangle(0, 0, 40, 4)))
    motor = decks.add_motor(1, "deck", 0.4, 2.0, 2.0)
    walk(decks, motor, (3.0, 0.0), 121)
    other = decks.add_motor(2, "deck", 0.4, 10.0, 2.0)
    other.want_x = 0.0
    walk(decks, motor, (3.0, 0.0), 120)
    assert motor.x > 8.5
    assert other.x - motor.x > 0.75


def test_a_timid_pusher_waits_until_nobody_is_in_its_place():
    decks = decks_of(draw_walkway("deck", rectangle(0, 0, 20, 20)))
    motor = decks.add_motor(1, "deck", 0.4, 10.1, 10.0)
    rail = decks.add_pusher(2, "deck", [rectangle(-0.1, -2.0, 0.1, 2.0)], (10.0, 0.0, 10.0), 0.0)
    decks.enable(rail, displaces=False)
    assert decks.advance(1 / 60) == [(rail, motor)]
    assert not rail.enabled
    assert motor.position == (10.1, 10.0)
    decks.put(motor, "deck", 12.0, 10.0)
    decks.enable(rail, displaces=False)
    assert decks.advance(1 / 60) == []
    assert rail.enabled


def test_on_a_replaced_walkway_all_stay_where_they_are_and_as_fast():
    decks = decks_of(draw_walkway("deck", rectangle(0, 0, 20, 20), origin=(1e6, 0, 0)))
    motor = decks.add_motor(1, "deck", 0.4, 1e6 + 5.1, 5.0)
    door = decks.add_pusher(2, "deck", [rectangle(0, -0.03, 1.2, 0.03)], (1e6 + 10.0, 0.0, 10.0), 0.3)
    decks.enable(door)
    barrel = pymunk.Body(20.0, 5.0)
    barrel.position = (1e6 + 15.0, 15.0)
    decks.add_prop("deck", barrel, pymunk.Circle(barrel, 0.3))
    walk(decks, motor, (2.0, 0.0), 30)
    before = (motor.position, motor.vx, door.distance(*motor.position))
    wider = draw_walkway("deck", rectangle(-5, -5, 25, 25), [rectangle(1, 1, 2, 2)], origin=(1e6 - 8.0, 0, 3.0))
    assert decks.replace_walkway(wider) == []
    assert (motor.position, motor.vx, door.distance(*motor.position)) == before
    walk(decks, motor, (2.0, 0.0), 30)
    assert motor.position == pytest.approx((1e6 + 7.1, 5.0))
    assert barrel.position.x == pytest.approx(23.0)
    assert len(decks.space.shapes) == len(decks.deck("deck").outlines) + 2


def test_whoever_a_replaced_walkway_has_no_place_for_is_put_to_the_nearest():
    decks = decks_of(draw_walkway("deck", rectangle(0, 0, 20, 20)))
    motor, other = decks.add_motor(1, "deck", 0.4, 19.0, 5.0), decks.add_motor(2, "deck", 0.4, 3.0, 5.0)
    assert decks.replace_walkway(draw_walkway("deck", rectangle(0, 0, 10, 20))) == [motor]
    assert motor.position == pytest.approx((9.6, 5.0), abs=1e-3)
    assert other.position == (3.0, 5.0)


def test_a_walkway_without_room_for_those_on_it_is_refused_and_nothing_changes():
    decks = decks_of(draw_walkway("deck", rectangle(0, 0, 20, 20)))
    motor = decks.add_motor(1, "deck", 0.4, 19.0, 5.0)
    with pytest.raises(OrlopError, match="no room for a motor"):
        decks.replace_walkway(draw_walkway("deck", rectangle(0, 0, 10, 0.5)))
    walk(decks, motor, (0.0, 1.0), 60)
    assert motor.position == pytest.approx((19.0, 6.0))
    assert len(decks.space.shapes) == 4


def test_a_walkway_that_comes_with_its_boundaries_leaves_the_2d_world_alone():
    decks = Decks()
    whole = draw_walkway("deck", rectangle(0.0, 0.0, 8.0, 8.0), [rectangle(3.0, 3.0, 5.0, 5.0)])
    decks.add_walkway(whole, {0.4: Boundary.from_air(whole.air(0.4))})
    assert len(decks.space.shapes) == 0
    motor = decks.add_motor(1, "deck", 0.4, 1.0, 4.0)
    motor.want_x = 2.0
    for _ in range(120):
        decks.advance(1 / 60)
    assert motor.position[0] == pytest.approx(2.6, abs=1e-3)
    decks.replace_walkway(whole, {0.4: Boundary.from_air(whole.air(0.4))})
    assert motor.position[0] == pytest.approx(2.6, abs=1e-3)
    decks.remove_walkway("deck")
    assert len(decks.space.shapes) == 0
