"""Nothing leaves the air: known answers, and assaults on random worlds."""

import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from orlop.engine.deck.boundary import Boundary
from orlop.engine.deck.decks import Decks
from orlop.engine.deck.foresight import foresee
from orlop.engine.deck.mover import (
    AIM_X,
    AIM_Z,
    DX,
    DZ,
    END_COLUMNS,
    END_X,
    END_Z,
    LEGS,
    LONGS_X,
    LONGS_Z,
    MOTOR_COLUMNS,
    VX,
    VZ,
    X,
    Z,
    move,
)
from orlop.engine.deck.pushing import NO_PUSHING
from orlop.engine.deck.slide import BENDS
from orlop.engine.deck.sweep import in_empty_cell
from orlop.engine.walkway.air import Air
from orlop.levels.clutter import cluttered_walkway
from orlop.levels.drawn import draw_walkway, rectangle

SKIN = 2e-4


def room() -> Boundary:
    return Boundary.from_air(Air.from_rings(0.4, [rectangle(0, 0, 10, 10)]))


def wedge(angle: float) -> Boundary:
    """A corner of `angle` radians at the origin, between +x and the ray at that angle."""
    ring = np.array([[0.0, 0.0], [10.0, 0.0], [10.0 * math.cos(angle), 10.0 * math.sin(angle)]])
    return Boundary.from_air(Air.from_rings(0.4, [ring]))


def test_a_free_way_is_gone_to_its_end():
    assert room().slide(2.0, 3.0, 1.5, -0.5) == pytest.approx((3.5, 2.5), abs=1e-12)


def test_a_wall_takes_what_goes_into_it_and_leaves_the_rest():
    x, z = room().slide(2.0, 1.0, 3.0, -5.0)
    assert x == pytest.approx(5.0, abs=1e-4)
    assert 0.0 < z < SKIN


def test_a_way_straight_into_a_wall_ends_there():
    x, z = room().slide(2.0, 1.0, 0.0, -5.0)
    assert x == pytest.approx(2.0, abs=1e-9)
    assert 0.0 < z < SKIN


def test_a_right_corner_holds_whoever_runs_into_it():
    x, z = room().slide(3.0, 2.0, -50.0, -50.0)
    assert 0.0 < x < SKIN
    assert 0.0 < z < SKIN


@pytest.mark.parametrize("degrees", [3, 10, 30, 60, 89])
def test_an_acute_corner_stops_dead(degrees):
    angle = math.radians(degrees)
    boundary = wedge(angle)
    x, z = 4.0 * math.cos(angle / 2), 4.0 * math.sin(angle / 2)
    places = []
    for _ in range(50):
        x, z = boundary.slide(x, z, -0.5 * math.cos(angle * 0.7), -0.5 * math.sin(angle * 0.7))
        places.append((x, z))
        assert boundary.inside(x, z)
    steps = np.diff(places, axis=0)
    assert (np.einsum("ij,ij->i", steps[1:], steps[:-1]) >= -1e-9).all(), "it swung back"
    assert np.hypot(*steps[-1]) < 1e-6, "it did not come to rest"


def test_no_way_is_long_enough_to_jump_a_wall():
    solids = [rectangle(5.0, -50.0, 5.0005, 50.0)]
    air = Air.from_rings(0.4, [rectangle(0, -60, 10, 60), solids[0][::-1]])
    x, _ = Boundary.from_air(air).slide(1.0, 0.0, 1000.0, 0.0)
    assert x == pytest.approx(5.0, abs=SKIN)


def test_a_start_outside_stays_where_it_is():
    assert room().slide(-1.0, 5.0, 3.0, 0.0) == (-1.0, 5.0)


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    speed=st.sampled_from([0.3, 3.0, 20.0, 100.0]),
    dt=st.sampled_from([1 / 240, 1 / 60, 1 / 20, 1 / 5]),
    radius=st.sampled_from([0.15, 0.4]),
    heading=st.floats(-math.pi, math.pi),
)
def test_a_motor_never_leaves_its_air_nor_shakes_on_any_deck(seed, speed, dt, radius, heading):
    walkway = cluttered_walkway(seed)
    air = walkway.air(radius)
    if not len(air.points):
        return
    boundary = Boundary.from_air(air)
    decks = Decks()
    decks.add_walkway(walkway)
    start = np.random.default_rng(seed).uniform(0, 20, 2)
    motor = decks.add_motor(1, "deck", radius, *start)
    places, headings = [(motor.x, motor.z)], []
    for tick in range(180):
        if tick % 60 == 0:
            heading += 2.0
        headings.append(heading)
        motor.want_x, motor.want_z = speed * math.sin(heading), -speed * math.cos(heading)
        decks.advance(dt)
        places.append((motor.x, motor.z))
        assert boundary.inside(motor.x, motor.z)
    ways = np.array(places)
    assert np.isfinite(ways).all()
    assert air.contains(ways).all()
    steps = np.diff(ways, axis=0)
    held = np.arange(len(steps)) % 60 > 1  # a new wish moves the motor from the next tick on
    onward = steps[:, 0] * np.sin(headings) - steps[:, 1] * np.cos(headings)
    assert onward[held].min() > -1e-6, "it went against its wish"
    long = np.hypot(*steps.T) > 1e-3
    returned = np.hypot(*(ways[2:] - ways[:-2]).T) < 0.1 * np.hypot(*steps[1:].T)
    assert not (returned & long[1:] & long[:-1] & held[1:] & held[:-1]).any(), "it shook"


@settings(max_examples=15, deadline=None)
@example(seed=183, dt=1 / 240)  # a door switched on and turned in one tick
@given(seed=st.integers(0, 10**6), dt=st.sampled_from([1 / 240, 1 / 60, 1 / 5]))
def test_swinging_doors_push_nobody_out_and_are_never_left_inside_somebody(seed, dt):
    random = np.random.default_rng(seed)
    walkway = cluttered_walkway(seed)
    air = walkway.air(0.4)
    if not len(air.points):
        return
    decks = Decks()
    decks.add_walkway(walkway)
    motors = [decks.add_motor(i, "deck", 0.4, *random.uniform(0, 20, 2)) for i in range(4)]
    doors = []
    for i in range(4):
        x, z = random.uniform(2, 18, 2)
        length = random.uniform(0.5, 2.0)
        door = decks.add_pusher(100 + i, "deck", [rectangle(0, -0.04, length, 0.04)], (x, 0.0, z), 0.0)
        decks.enable(door)
        doors.append([door, random.uniform(0.5, 6.0)])
    for _ in range(150):
        for motor, heading in zip(motors, random.uniform(-3, 3, 4), strict=True):
            motor.want_x, motor.want_z = 3 * math.sin(heading), -3 * math.cos(heading)
        for door, rate in doors:
            decks.turn_pusher(door, door.position, door.heading + rate * dt)
        stopped = {pusher for pusher, _ in decks.advance(dt)}
        for entry in doors:
            if entry[0] in stopped:
                entry[1] = -entry[1]
        places = np.array([(motor.x, motor.z) for motor in motors])
        assert air.contains(places).all()
        for door, _ in doors:
            if door.enabled:
                assert all(door.distance(x, z) > 0.4 - 1.1e-3 for x, z in places)


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_many_among_many_doors_go_the_same_ways_as_each_alone(seed):
    random = np.random.default_rng(seed)
    starts, headings = random.uniform(1, 39, (60, 2)), random.uniform(-3, 3, 60)
    doors = [(*random.uniform(2, 38, 2), random.uniform(0, 6), random.uniform(0.3, 2.5)) for _ in range(40)]
    ends = []
    for groups in ([range(60)], [range(i, i + 4) for i in range(0, 60, 4)]):
        places = {}
        for group in groups:
            decks = Decks()
            decks.motors_meet = False
            decks.add_walkway(draw_walkway("deck", rectangle(0, 0, 40, 40)))
            for k, (x, z, heading, length) in enumerate(doors):
                door = [rectangle(0, -0.1, length, 0.1)]
                decks.enable(decks.add_pusher(100 + k, "deck", door, (x, 0.0, z), heading))
            decks.advance(1 / 60)
            for i in group:
                motor = decks.add_motor(i, "deck", 0.3, *starts[i])
                motor.want_x, motor.want_z = 4 * math.sin(headings[i]), -4 * math.cos(headings[i])
            for _ in range(60):
                decks.advance(1 / 60)
            places.update({owner: motor.position for owner, motor in decks.motors.items()})
        ends.append(places)
    assert ends[0] == ends[1]


def test_the_short_cut_through_empty_cells_leads_where_sliding_does_to_the_last_bit():
    boundary = Boundary.from_air(cluttered_walkway(4).air(0.3))
    random = np.random.default_rng(2)
    places = random.uniform(0, 20, (4000, 2))
    places = places[[boundary.inside(x, z) for x, z in places.tolist()]]
    rows, ends = np.zeros((len(places), MOTOR_COLUMNS)), np.zeros((len(places), END_COLUMNS))
    rows[:, [X, Z]] = places
    ways = random.normal(0, 1, places.shape) * 10.0 ** random.uniform(-10, 1, (len(places), 1))
    rows[:, [DX, DZ]] = rows[:, [VX, VZ]] = rows[:, [LONGS_X, LONGS_Z]] = ways
    bends = np.zeros((len(places), BENDS, 2))
    foresee(rows, 0.3, boundary.arrays, NO_PUSHING)
    move(rows, ends, bends, 0.3, 1e-3, boundary.arrays, NO_PUSHING, np.zeros(0, np.int64))
    expected = [boundary.slide(*place, *way) for place, way in zip(places.tolist(), ways.tolist(), strict=True)]
    assert ends[:, [END_X, END_Z]].tolist() == [list(end) for end in expected]
    assert places + rows[:, [AIM_X, AIM_Z]] == pytest.approx(np.array(expected), abs=1e-9)
    moved = ends[:, LEGS] > 0
    last = bends[np.arange(len(places)), ends[:, LEGS].astype(int) - 1]
    assert (last[moved] == ends[moved][:, [END_X, END_Z]]).all()
    short = [in_empty_cell(*a, *b, boundary.arrays) for a, b in zip(places.tolist(), expected, strict=True)]
    assert 0.1 < np.mean(short) < 0.9, "both ways should be tried"
