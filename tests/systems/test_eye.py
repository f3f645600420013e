import math
from itertools import pairwise

import esper
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.components import Camera, Transform
from orlop.engine.game import Game
from orlop.systems.eye import MOST_LAG, EyeSystem

EYE = 1.65


def walk(floors: list[float], dt: float = 1 / 60, stride: float = 0.0) -> list[float]:
    """Heights of the eye over the ticks in which the floor has the heights `floors`, `stride` metres apart."""
    with Game(dt=dt) as game:
        game.add(EyeSystem())
        transform, camera = Transform((0.0, floors[0], 0.0)), Camera(eye=EYE)
        esper.create_entity(transform, camera)
        heights = []
        for floor in floors:
            transform.previous_position = transform.position
            transform.position = (transform.position[0] + stride, floor, 0.0)
            game.tick()
            heights.append(camera.eased_height)
        return heights


def test_the_eye_starts_where_it_belongs() -> None:
    assert walk([3.0]) == [3.0 + EYE]


def test_a_step_is_climbed_smoothly_and_without_swinging_over() -> None:
    heights = walk([0.0] * 5 + [0.3] * 60)
    climbs = [b - a for a, b in pairwise(heights)]
    assert max(climbs) < 0.03
    assert min(climbs) >= -1e-12
    assert heights[5 + 15] == pytest.approx(0.3 + EYE, abs=0.05)
    assert heights[-1] == pytest.approx(0.3 + EYE, abs=1e-3)


@given(st.lists(st.floats(-1.4, 1.4), min_size=2, max_size=40))
def test_the_eye_of_a_walker_never_lags_far(floors: list[float]) -> None:
    for floor, height in zip(floors, walk(floors, stride=1.41), strict=True):
        assert abs(height - floor - EYE) <= MOST_LAG + 1e-9


@pytest.mark.parametrize("rise", [-3.0, -1.2, 0.5, 2.0])
def test_a_trapdoor_that_shuts_or_opens_under_somebody_moves_the_eye_softly(rise: float) -> None:
    heights = walk([0.0] * 5 + [rise] * 90)
    climbs = [(b - a) / rise for a, b in pairwise(heights)]
    assert max(climbs) < 0.1, "it jumped"
    assert min(climbs) >= -1e-12, "it swung over"
    assert heights[-1] == pytest.approx(rise + EYE, abs=1e-3)


def test_another_deck_is_no_step() -> None:
    assert walk([0.0, 0.0, 5.0])[-1] == 5.0 + EYE


def test_the_same_climb_takes_the_same_time_at_any_tick_length() -> None:
    quick = walk([0.0] + [0.3] * 60, 1 / 240)[60]
    slow = walk([0.0] + [0.3] * 15, 1 / 60)[15]
    assert quick == pytest.approx(slow, abs=0.01)
    assert not math.isnan(quick)
