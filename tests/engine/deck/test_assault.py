"""Movement beset from all sides; and that the judge of it sees what goes wrong."""

import math
from functools import partial

import esper
import numpy as np
import pytest
import shapely

from orlop.components import WalkwayMotor
from orlop.engine.deck.boundary import Boundary
from orlop.engine.deck.decks import Decks
from orlop.engine.schedule import Stage, System
from orlop.engine.walkway.air import Air
from orlop.levels.assault import Assault
from orlop.levels.clutter import cluttered_walkway
from orlop.levels.drawn import draw_walkway, rectangle
from orlop.levels.quayside.level import quayside
from orlop.levels.verdict import Judge, Verdict, is_wedged, region_of, roomy_points
from orlop.levels.walking import add_walking_systems
from orlop.systems.floor_height import FloorHeightSystem
from orlop.tools.bench.assault import besieged, cluttered


@pytest.fixture(autouse=True)
def _cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("ORLOP_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_no_clutter_no_speed_and_no_tick_breaks_a_walk(seed):
    verdict = Assault("clutter", partial(cluttered, seed=seed), seed, walkers=40, ghosts=True).run(300)
    assert verdict.motor_ticks >= 10_000
    assert not verdict.violations, verdict.cases
    assert verdict.deepest_m <= 1e-3
    assert verdict.blocked > 200, "nobody was at a wall"


@pytest.mark.slow
def test_doors_hatches_and_portals_of_the_quayside_let_nobody_out():
    total = Verdict()
    for seed in range(3):
        total.add(Assault("quayside", besieged(quayside()), seed, walkers=30).run(200))
    assert total.motor_ticks == 3 * 30 * 200
    assert not total.violations, total.cases
    assert total.deepest_m <= 1e-3


def test_whoever_a_portal_takes_into_a_swinging_door_gives_way_to_it():
    verdict = Assault("quayside", besieged(quayside()), 66, ghosts=True).run(12)  # motor 18 did, in tick 5
    assert verdict.motor_ticks == 600
    assert not verdict.violations, verdict.cases


@pytest.mark.slow
def test_a_crowd_of_fast_ones_between_sheets_and_spikes_does_not_shake():
    total = Verdict()
    for world, seed in ((1, 4), (7, 16), (13, 28)):  # ticks of 40 to 160 ms: 34 shook when ways ended behind walls
        total.add(Assault("clutter", partial(cluttered, seed=world), seed, doors=0).run(300))
    assert not total.violations, total.cases
    assert total.jitter_in_company < 5


class Saboteur(System):
    """Breaks every tick what the others did."""

    stage = Stage.SIMULATE
    after = (FloorHeightSystem,)

    def __init__(self, spoil):
        self._spoil = spoil
        self._ticks = 0

    def process(self, dt):
        self._ticks += 1
        for _, motor in esper.get_component(WalkwayMotor):
            self._spoil(motor, self._ticks)


def spoilt(spoil) -> Verdict:
    def load(game):
        game.decks.add_walkway(draw_walkway("deck", rectangle(0, 0, 20, 20)))
        add_walking_systems(game)
        game.add(Saboteur(spoil))

    return Assault("sabotage", load, 3, walkers=4, doors=0, ghosts=True).run(400)


def test_the_judge_sees_a_motor_outside_its_air():
    def spoil(motor, tick):
        if tick == 100:
            motor.position = (motor.position[0] + 30.0, motor.position[1])

    verdict = spoilt(spoil)
    assert verdict.outside == 4
    assert "tick 98, motor 0" in verdict.cases[0]


def test_the_judge_sees_what_is_not_a_number():
    def spoil(motor, tick):
        if tick == 400:
            motor.velocity = (math.nan, 0.0)

    assert spoilt(spoil).not_finite == 4


def test_the_judge_sees_a_shake_of_a_centimetre():
    def spoil(motor, tick):
        motor.position = (10.0 + 0.01 * (tick % 2), 10.0)

    assert spoilt(spoil).jitter > 100


def test_nothing_is_found_where_nothing_is_spoilt():
    verdict = spoilt(lambda motor, tick: None)
    assert verdict.motor_ticks == 1600
    assert not verdict.violations, verdict.cases


def test_an_overlap_with_a_pusher_is_as_deep_as_anyone_can_work_out():
    decks = Decks()
    decks.add_walkway(draw_walkway("deck", rectangle(0, 0, 20, 20)))
    door = decks.add_pusher(1, "deck", [rectangle(0, -0.1, 2, 0.1)], (10.0, 0.0, 10.0), math.pi / 2)
    points, radii = np.array([[10.3, 11.0], [9.5, 11.0], [10.0, 12.3], [3.0, 3.0]]), np.full(4, 0.4)
    assert Judge(decks).overlaps("deck", radii, points)[0].tolist() == [0.0] * 4
    decks.enable(door)
    decks.advance(1 / 60)
    depth, near = Judge(decks).overlaps("deck", radii, points)
    assert depth == pytest.approx([0.2, 0.0, 0.1, 0.0])
    assert near.tolist() == [True, True, True, False]


def test_a_region_has_holes_and_islands_in_them():
    rings = [rectangle(0, 0, 10, 10), rectangle(2, 2, 8, 8)[::-1], rectangle(4, 4, 5, 5)]
    region = region_of(Air.from_rings(0.4, rings))
    assert region.area == pytest.approx(100 - 36 + 1)
    points = roomy_points(region, 50, 2.0, np.random.default_rng(1))
    assert len(points) == 50
    assert shapely.contains_xy(region, *points.T).all()
    assert not shapely.contains_xy(shapely.box(4, 4, 5, 5), *points.T).any()


def test_a_corner_can_be_left_and_a_hole_of_a_centimetre_cannot():
    corner = Boundary.from_air(Air.from_rings(0.4, [np.array([[0.0, 0.0], [10.0, 0.0], [10.0, 0.5]])]))
    assert not is_wedged(corner, 0.02, 5e-4)
    assert is_wedged(Boundary.from_air(Air.from_rings(0.4, [rectangle(0, 0, 0.006, 0.006)])), 0.003, 0.003)


def test_clutter_of_one_seed_is_the_same_and_of_another_is_not():
    first, again, other = (cluttered_walkway(seed).outlines[0].points for seed in (5, 5, 6))
    assert np.array_equal(first, again)
    assert first.shape != other.shape or not np.array_equal(first, other)
