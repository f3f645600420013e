import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orlop.engine.sound.cloud import CloudSound
from orlop.engine.sound.collection import SampleCollection
from orlop.engine.sound.collision import Collision
from orlop.engine.sound.component import SoundComponent
from orlop.engine.sound.listener import Listener
from orlop.engine.sound.target import SPREAD, VOLUME, Y

BODY = Collision(body_height=1.6, body_radius=0.3, least_speed=0.5, full_speed=2.5)
AREA = math.pi * 0.5**2


def brush(points, at=(0.0, 1.6, 0.0), speed=2.5, radii=0.5, multiplier=1.0, **laws):
    cloud = CloudSound("hedge", [SoundComponent("leaves", multiplier)], BODY, **laws)
    cloud.add(SampleCollection(points, radii))
    return cloud.evaluate(Listener(at, speed=speed))[0].astype(np.float64)


@pytest.mark.parametrize("height", [0.0, 0.8, 1.6])
def test_what_is_within_the_body_is_heard_in_full_at_any_height(height):
    assert brush([[0.2, height, 0.0]])[VOLUME] == pytest.approx(AREA, rel=1e-6)


@pytest.mark.parametrize(
    ("point", "closeness"),
    [
        ((0.3, 1.0, 0.0), 1.0),
        ((0.0, 1.0, 0.55), 0.5),
        ((0.7, 1.0, 0.0), 0.2),
        ((0.8, 1.0, 0.0), 0.0),
        ((0.0, 2.15, 0.0), 0.5),
        ((0.0, -0.55, 0.0), 0.5),
        ((0.0, 2.5, 0.0), 0.0),
        ((0.0, -1.0, 0.0), 0.0),
    ],
)
def test_closeness_falls_from_the_skin_over_the_samples_radius(point, closeness):
    assert brush([point])[VOLUME] == pytest.approx(AREA * closeness, abs=1e-6)


@pytest.mark.parametrize(("speed", "share"), [(0.0, 0.0), (0.5, 0.0), (1.0, 0.25), (1.5, 0.5), (2.5, 1.0), (9.0, 1.0)])
def test_it_is_heard_from_the_least_speed_on_and_in_full_at_the_full_speed(speed, share):
    assert brush([[0.0, 1.0, 0.0]], speed=speed)[VOLUME] == pytest.approx(AREA * share, rel=1e-6)


def test_grass_at_the_feet_is_heard_from_below():
    target = brush([[0.0, 0.0, 0.0]])
    assert target[Y] == pytest.approx(-1.0)
    assert target[SPREAD] == pytest.approx(1 - 1.6 / (1.6 + 0.25), abs=1e-6)


def test_speed_and_closeness_square_by_the_power_law():
    one = brush([[0.0, 1.0, 0.55]], speed=1.5, sum_law="power")[VOLUME]
    four = brush([[0.0, 1.0, 0.55]] * 4, speed=1.5, multiplier=0.5, sum_law="power")[VOLUME]
    assert one == pytest.approx(AREA * 0.25, rel=1e-6)
    assert four == pytest.approx(one, rel=1e-6)


@given(st.integers(0, 2**32 - 1), st.sampled_from(["linear", "power"]))
@settings(max_examples=60, deadline=None)
def test_it_agrees_with_plain_float64(seed, law):
    rng = np.random.default_rng(seed)
    points, radii = rng.uniform(-2, 2, (50, 3)), rng.uniform(0.2, 1.0, 50)
    ear = rng.uniform([-1.0, -0.2, -1.0], [1.0, 1.8, 1.0])
    target = brush(points, tuple(ear), 1.5, radii, 0.01, sum_law=law, direction_law=law)
    along = np.clip(points[:, 1], ear[1] - 1.6, ear[1])
    gaps = np.linalg.norm(points - np.column_stack([np.full(50, ear[0]), along, np.full(50, ear[2])]), axis=1) - 0.3
    weights = 0.01 * math.pi * radii**2 * np.clip(1 - np.maximum(gaps, 0) / radii, 0, None) * 0.5
    shares = weights if law == "linear" else weights**2
    if not shares.sum():
        assert target[VOLUME] == 0.0
        return
    directions = (points - ear) / (np.linalg.norm(points - ear, axis=1) + radii / 2)[:, None]
    mean = shares @ directions / shares.sum()
    assert target[VOLUME] == pytest.approx(min(1.0, shares.sum() if law == "linear" else math.sqrt(shares.sum())), 1e-5)
    assert target[SPREAD] == pytest.approx(1 - np.linalg.norm(mean), abs=1e-5)


def test_walking_into_a_hedge_has_no_step_above_minus_40_db():
    cloud = CloudSound("hedge", [SoundComponent("leaves")], BODY)
    cloud.add(SampleCollection(np.random.default_rng(5).uniform([0, 0, -2], [2, 2, 2], (40, 3)), 0.3))
    volumes = [cloud.evaluate(Listener((x, 1.6, 0.0), speed=2.0))[0, VOLUME] for x in np.arange(-1.5, 1, 0.002)]
    assert volumes[0] == 0.0
    assert max(volumes) > 0.2
    assert np.abs(np.diff(volumes)).max() < 1e-2


@pytest.mark.parametrize(
    "wrong", [{"body_height": -1.0}, {"body_radius": math.nan}, {"least_speed": 3.0, "full_speed": 2.0}]
)
def test_a_body_that_cannot_be_is_refused(wrong):
    with pytest.raises(ValueError, match=r"body|speeds"):
        Collision(**wrong)
