import math

import numpy as np
import pytest

from orlop.engine.sound.listener import Listener
from orlop.engine.sound.spot import spot_target
from orlop.engine.sound.target import SPREAD, VOLUME, X, Y, Z

HERE = Listener((0.0, 1.65, 0.0))


def test_a_sound_to_the_right_is_heard_from_the_right():
    target = spot_target(HERE, (5.0, 1.65, 0.0))
    assert target[X : Z + 1] == pytest.approx([1.0, 0.0, 0.0], abs=1e-6)


def test_turning_towards_a_sound_puts_it_straight_ahead():
    target = spot_target(Listener((0.0, 1.65, 0.0), heading=math.pi / 2), (5.0, 1.65, 0.0))
    assert target[X : Z + 1] == pytest.approx([0.0, 0.0, -1.0], abs=1e-6)


def test_a_step_below_is_heard_from_below():
    assert spot_target(HERE, (0.0, 0.0, 0.0))[Y] == pytest.approx(-1.0)


@pytest.mark.parametrize(
    ("distance", "share"), [(0.2, 1.0), (1.0, 1.0), (2.0, (1 / 2 - 1 / 10) / (1 - 1 / 10)), (10.0, 0.0), (50.0, 0.0)]
)
def test_it_is_full_within_its_radius_and_silent_from_its_reach_on(distance, share):
    target = spot_target(HERE, (0.0, 1.65, -distance), volume=0.5, radius=1.0, reach=10.0)
    assert target[VOLUME] == pytest.approx(0.5 * share, abs=1e-6)


def test_far_away_it_is_a_point_and_in_its_middle_it_is_all_around():
    assert spot_target(HERE, (0.0, 1.65, -30.0), radius=0.5)[SPREAD] < 0.01
    assert spot_target(HERE, HERE.position)[SPREAD] == 1.0
    assert np.isfinite(spot_target(HERE, HERE.position)).all()


def test_a_reach_within_the_radius_is_refused():
    with pytest.raises(ValueError, match="radius < reach"):
        spot_target(HERE, (0.0, 0.0, 0.0), radius=5.0, reach=5.0)
