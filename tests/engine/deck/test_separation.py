"""Motors keep out of each other, softly and calmly."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orlop.engine.deck.decks import Decks
from orlop.engine.deck.mover import AIM_X, DX, MOTOR_COLUMNS, VX, VZ, X, Z
from orlop.engine.deck.scatter import MARGIN
from orlop.engine.deck.separation import neighbours, separate
from orlop.levels.drawn import draw_walkway, rectangle

DT = 1 / 60


def standing(*places: tuple[float, float]) -> np.ndarray:
    rows = np.zeros((len(places), MOTOR_COLUMNS))
    rows[:, [X, Z]] = np.reshape(places, (-1, 2))
    return rows


def test_two_that_overlap_part_by_half_each():
    rows = standing((0.0, 0.0), (0.7, 0.0))
    separate(rows, np.full(2, 0.4), np.full(2, 80.0), DT)
    assert rows[:, DX] == pytest.approx([-0.05, 0.05], abs=1e-3)


def test_the_lighter_of_two_gives_way_in_proportion():
    rows = standing((0.0, 0.0), (0.75, 0.0))
    separate(rows, np.full(2, 0.4), np.array([300.0, 100.0]), DT)
    assert rows[:, DX] == pytest.approx([-0.0125, 0.0375], abs=1e-3)


def test_those_who_do_not_touch_are_left_alone():
    rows = standing((0.0, 0.0), (0.81, 0.0), (50.0, 3.0))
    rows[:, VX] = 1.0
    before = rows.copy()
    separate(rows, np.full(3, 0.4), np.full(3, 80.0), DT)
    assert (rows == before).all()


def test_a_velocity_loses_what_runs_into_another_and_gains_nothing():
    rows = standing((0.0, 0.0), (0.78, 0.0))
    rows[0, [VX, VZ]] = 1.0, 0.5
    rows[0, DX] = rows[0, AIM_X] = 1.0 * DT
    separate(rows, np.full(2, 0.4), np.full(2, 80.0), DT)
    assert 0.0 <= rows[0, VX] < 1.0
    assert rows[0, VZ] == pytest.approx(0.5)
    assert rows[1, [VX, VZ]].tolist() == [0.0, 0.0]


def test_a_heap_on_one_spot_spreads_in_all_directions_and_does_not_burst():
    rows = standing(*[(3.0, 4.0)] * 200)
    separate(rows, np.full(200, 0.3), np.full(200, 80.0), DT)
    ways = rows[:, DX : DX + 2]
    assert np.isfinite(ways).all()
    assert np.hypot(*ways.T).max() <= 3.0 * DT + 1e-9
    assert len(np.unique(np.sign(ways[np.hypot(*ways.T) > 0]), axis=0)) >= 4


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6), st.integers(0, 60))
def test_the_pairs_found_are_those_that_all_against_all_finds(seed, count):
    random = np.random.default_rng(seed)
    rows, radii = standing(*random.uniform(-6, 6, (count, 2))), random.uniform(0.05, 0.5, count)
    reach = radii[:, None] + radii + MARGIN
    away = np.hypot(*(rows[:, None, :2] - rows[None, :, :2]).transpose(2, 0, 1))
    expected = {(i, j) for i, j in np.argwhere(away < reach).tolist() if i < j}
    assert {tuple(sorted(pair)) for pair in neighbours(rows, radii).tolist()} == expected


def packed(count: int, radius: float = 0.3) -> tuple[Decks, list]:
    decks = Decks()
    decks.add_walkway(draw_walkway("square", rectangle(0, 0, 30, 30), [rectangle(14, 14, 16, 16)]))
    random = np.random.default_rng(3)
    return decks, [decks.add_motor(i, "square", radius, *random.uniform(1, 29, 2)) for i in range(count)]


@pytest.mark.parametrize("acceleration", [30.0, 1e9])
def test_a_crowd_that_presses_to_one_place_packs_without_shaking_and_comes_to_rest(acceleration):
    decks, motors = packed(150)
    (crowd,) = decks.deck("square").busy
    places = [crowd.ends[:, :2].copy()]
    for _ in range(1200):
        toward = np.array([22.0, 8.0]) - places[-1]
        wish = 1.5 * toward / np.maximum(np.hypot(*toward.T), 0.3)[:, None]
        velocity = crowd.ends[:, 2:4]
        crowd.wants[:] = velocity + np.clip(wish - velocity, -acceleration * DT, acceleration * DT)
        decks.advance(DT)
        places.append(crowd.ends[:, :2].copy())
    ways = np.diff(np.array(places[10:]), axis=0)  # first the few that began in each other part
    long = np.hypot(ways[..., 0], ways[..., 1]) > 1e-3
    back = (ways[1:] * ways[:-1]).sum(axis=2) < 0
    assert not (back & long[1:] & long[:-1]).any(), "it shook"
    moved = np.hypot(*(places[-1] - places[-120]).T)
    assert np.median(moved) < 0.1, "it did not come to rest"
    away = np.hypot(*(places[-1][:, None] - places[-1][None]).transpose(2, 0, 1)) + np.eye(len(motors))
    assert np.median(away.min(axis=1)) > 0.45, "they stand in each other"


def test_no_crowd_presses_anybody_out_of_the_air():
    decks, _ = packed(200)
    deck = decks.deck("square")
    (crowd,) = deck.busy
    air = deck.walkway.air(0.3)
    for tick in range(240):
        crowd.wants[:] = 4.0 * math.cos(tick / 30), 4.0 * math.sin(tick / 30)
        decks.advance(DT)
        assert air.contains(crowd.ends[:, :2]).all()


def test_motors_of_different_radii_keep_out_of_each_other():
    decks = Decks()
    decks.add_walkway(draw_walkway("square", rectangle(0, 0, 10, 10)))
    big, small = decks.add_motor(1, "square", 1.0, 3.0, 5.0), decks.add_motor(2, "square", 0.2, 5.0, 5.01)
    for _ in range(120):
        big.want_x, small.want_x = 1.0, -1.0
        decks.advance(DT)
        assert math.dist(big.position, small.position) > 1.1


def test_a_motor_that_moves_on_to_another_row_keeps_its_numbers():
    decks, motors = packed(9)
    for motor in motors:
        motor.want_x = float(motor.owner)
    before = {motor.owner: (motor.position, motor.want_x) for motor in motors}
    for gone in (0, 8, 3):
        decks.remove_motor(motors[gone])
        del before[gone]
    assert {motor.owner: (motor.position, motor.want_x) for motor in decks.motors.values()} == before


def test_a_mass_that_is_none_is_refused():
    decks, _ = packed(1)
    with pytest.raises(ValueError, match="positive kilograms"):
        decks.add_motor(7, "square", 0.3, 2.0, 2.0, mass=0.0)
