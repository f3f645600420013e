"""What motors foresee of their ways, and that nobody is shoved through what lies between."""

import math

import numpy as np
import pytest

from orlop.engine.deck.decks import Decks
from orlop.engine.deck.foresight import SHORT, foresee, halt
from orlop.engine.deck.mover import AIM_X, AIM_Z, DX, DZ, LONGS_X, LONGS_Z, MOTOR_COLUMNS, VX, VZ, X, Z
from orlop.engine.deck.pushing import NO_PUSHING
from orlop.levels.drawn import draw_walkway, rectangle

RADIUS = 0.4


def row(x: float, z: float, dx: float = 0.0, dz: float = 0.0) -> np.ndarray:
    motor = np.zeros(MOTOR_COLUMNS)
    motor[[X, Z, DX, DZ, VX, VZ, AIM_X, AIM_Z, LONGS_X, LONGS_Z]] = x, z, dx, dz, dx, dz, dx, dz, dx, dz
    return motor


def decks_with_a_sheet() -> Decks:
    """Two rooms with a sheet of 2 mm between them, open far away."""
    decks = Decks()
    decks.add_walkway(draw_walkway("deck", rectangle(0, 0, 20, 20), [rectangle(10, 2, 10.002, 18)]))
    return decks


def test_an_aim_ends_at_the_wall_and_slides_along_it():
    boundary = decks_with_a_sheet().deck("deck").boundary(RADIUS)
    rows = np.array([row(5.0, 10.0, 3.0, 0.0), row(5.0, 10.0, 30.0, 0.0), row(9.0, 10.0, 3.0, 1.0)])
    foresee(rows, RADIUS, boundary.arrays, NO_PUSHING)
    assert rows[0, [AIM_X, AIM_Z]].tolist() == [3.0, 0.0]
    assert rows[1, [AIM_X, AIM_Z]] == pytest.approx([4.6, 0.0], abs=1e-3)
    assert rows[2, [AIM_X, AIM_Z]] == pytest.approx([0.6, 1.0], abs=2e-3)
    assert rows[:, DX].tolist() == [3.0, 30.0, 3.0], "ways stay as wished"


def test_a_long_aim_ends_a_little_in_the_first_motor_on_its_way():
    rows = np.array([row(0.0, 0.0, 50.0, 0.0), row(20.0, 0.1), row(30.0, 0.0), row(10.0, 2.0)])
    halt(rows, np.full(4, RADIUS))
    room = (2.0 - SHORT) * RADIUS
    assert rows[0, AIM_X] == pytest.approx(20.0 - math.sqrt(room**2 - 0.1**2))
    assert rows[1:, AIM_X].tolist() == [0.0, 0.0, 0.0]


def test_whoever_is_deep_in_another_may_go_out_and_no_further_in():
    rows = np.array([row(0.0, 0.0, 1.0, 0.0), row(0.3, 0.0, 1.0, 0.0)])
    halt(rows, np.full(2, RADIUS))
    assert rows[:, AIM_X].tolist() == [0.0, 1.0]


@pytest.mark.parametrize("speed", [3.0, 100.0])
def test_nobody_is_shoved_through_a_wall(speed):
    decks = decks_with_a_sheet()
    runner, stander = (decks.add_motor(i, "deck", RADIUS, x, 10.0) for i, x in enumerate((9.0, 10.41)))
    for _ in range(60):
        runner.want_x = speed
        decks.advance(1 / 60)
    assert stander.position == (10.41, 10.0)
    assert runner.position[0] == pytest.approx(9.6, abs=1e-3)


def test_nobody_is_shoved_through_a_shut_door():
    decks = Decks()
    decks.add_walkway(draw_walkway("deck", rectangle(0, 0, 20, 20)))
    decks.enable(decks.add_pusher(9, "deck", [rectangle(-0.02, -1.0, 0.02, 1.0)], (10.0, 0.0, 10.0), 0.0))
    runner, stander = (decks.add_motor(i, "deck", RADIUS, x, 10.0) for i, x in enumerate((9.0, 10.43)))
    for _ in range(60):
        runner.want_x = 3.0
        decks.advance(1 / 60)
    assert stander.position == (10.43, 10.0)
    assert runner.position[0] == pytest.approx(9.58, abs=1e-3)


@pytest.mark.parametrize("dt", [1 / 60, 1 / 12])
def test_fast_ones_who_press_each_other_into_a_corner_come_to_rest(dt):
    decks = Decks()
    decks.add_walkway(draw_walkway("deck", rectangle(0, 0, 20, 20)))
    motors = [decks.add_motor(i, "deck", RADIUS, 16.0 + 0.1 * i, 12.0 + 1.3 * i) for i in range(4)]
    places = []
    for _ in range(200):
        for motor in motors:
            motor.want_x, motor.want_z = 50.0, 31.0
        decks.advance(dt)
        places.append([motor.position for motor in motors])
    ways = np.diff(np.array(places[-60:]), axis=0)
    turned = ((ways[1:] * ways[:-1]).sum(axis=2) < 0.0) & (np.linalg.norm(ways[1:], axis=2) > 1e-3)
    assert not turned.any()
    ends = np.array(places[-1])
    apart = np.linalg.norm(ends[:, None] - ends, axis=2) + np.eye(4)
    assert apart.min() > RADIUS, "they stand in each other"
