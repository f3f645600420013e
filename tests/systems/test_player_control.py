"""Actions become headings and wishes."""

import math

import esper
import pytest

from orlop.components import Player, Transform
from orlop.levels.drawn import draw_walkway, rectangle

DECK = draw_walkway("deck", rectangle(-50, -50, 50, 50))


@pytest.fixture
def walker(world):
    world.add(DECK)
    entity, motor = world.motor("deck", 0.0, 0.0, Player(sprint=2.0), acceleration=math.inf, speed=3.0)
    return motor, esper.component_for_entity(entity, Transform)


def test_heading_zero_walks_along_minus_z_and_right_is_plus_x(world, walker):
    motor, _ = walker
    world.tick(move_forward=1.0)
    assert motor.wish == pytest.approx((0.0, -3.0))
    world.tick(move_right=1.0)
    assert motor.wish == pytest.approx((3.0, 0.0))


def test_a_quarter_turn_to_the_right_walks_along_plus_x(world, walker):
    motor, transform = walker
    world.tick(turn=math.pi / 2, move_forward=1.0)
    assert transform.heading == pytest.approx(math.pi / 2)
    assert transform.previous_heading == 0.0
    assert motor.wish == pytest.approx((3.0, 0.0), abs=1e-9)


def test_a_diagonal_is_no_faster(world, walker):
    motor, _ = walker
    world.tick(move_forward=1.0, move_right=1.0)
    assert math.hypot(*motor.wish) == pytest.approx(3.0)


def test_half_a_stick_walks_at_half_speed(world, walker):
    motor, _ = walker
    world.tick(move_forward=0.5)
    assert math.hypot(*motor.wish) == pytest.approx(1.5)


def test_sprinting_is_faster_by_the_players_factor(world, walker):
    motor, _ = walker
    world.tick(2, move_forward=1.0, sprint=1.0)
    assert math.hypot(*motor.velocity) == pytest.approx(6.0)
    world.tick(2, move_forward=1.0)
    assert math.hypot(*motor.velocity) == pytest.approx(3.0)


def test_nobody_looks_over_backwards(world, walker):
    _, transform = walker
    world.tick(50, look_up=0.2)
    assert transform.pitch == 1.5
    world.tick(50, look_up=-0.2)
    assert transform.pitch == -1.5


def test_the_heading_stays_within_a_turn(world, walker):
    _, transform = walker
    world.tick(100, turn=0.7)
    assert -math.pi <= transform.heading <= math.pi
    assert math.cos(transform.heading) == pytest.approx(math.cos(70.0))
