"""What each recipe must sound like, as far as numbers tell."""

import numpy as np
import pytest

from orlop.engine.sound.sound import RATE
from orlop.engine.sound.synthesis.bell import PARTIALS

WATERS = ("trickle", "stream", "torrent", "waterfall")


def spectrum(samples):
    return np.fft.rfftfreq(len(samples), 1 / RATE), np.abs(np.fft.rfft(samples)) ** 2


def share(samples, low, high):
    frequency, power = spectrum(samples)
    return power[(frequency >= low) & (frequency < high)].sum() / power.sum()


def centroid(samples):
    frequency, power = spectrum(samples)
    return (frequency * power).sum() / power.sum()


def envelope(samples, seconds):
    window = round(seconds * RATE)
    return np.sqrt(np.mean(samples[: len(samples) // window * window].reshape(-1, window) ** 2, axis=1))


def unrest(samples):
    """How far the level moves from one 20 ms to others, beside its mean."""
    level = envelope(samples, 0.02)
    return level.std() / level.mean()


def test_more_water_is_lower(made):
    below = [share(made(name), 20.0, 400.0) for name in WATERS]
    assert below == sorted(below)
    assert below[0] < 0.1
    assert below[-1] > 0.4


def test_more_water_is_steadier(made):
    assert np.all(np.diff([unrest(made(name)) for name in WATERS]) < 0.0)


def test_a_trickle_is_single_bubbles_and_a_fall_is_noise(made):
    crests = [np.abs(made(name)).max() / np.sqrt(np.mean(made(name) ** 2)) for name in ("trickle", "waterfall")]
    assert crests[0] > 8.0
    assert crests[1] < 6.0


def test_leaves_rustle_where_leaves_do(made):
    for name in ("leaves_breeze", "leaves_wind", "foliage"):
        assert share(made(name), 1000.0, 12_000.0) > 0.8


def test_only_a_gale_roars_in_the_branches(made):
    roar = [share(made(name), 50.0, 700.0) for name in ("leaves_breeze", "leaves_wind", "leaves_gale")]
    assert roar == sorted(roar)
    assert roar[0] < 0.02
    assert roar[2] > 0.1


def test_a_wind_comes_in_gusts(made):
    level = envelope(made("leaves_wind"), 0.5)
    assert level.max() > 2.0 * level.min()


def test_the_hull_works_with_the_roll_and_rests_between(made):
    level = envelope(made("hull"), 0.25)
    assert np.quantile(level, 0.9) > 3.0 * np.quantile(level, 0.2)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("ground", ["wood", "stone", "grass", "gravel"])
def test_a_step_has_a_heel_and_then_a_toe(made, ground, seed):
    level = envelope(made(f"footstep_{ground}", seed), 0.005)
    heel, between, toe = level[:8].max(), level[14:20].min(), level[20:44].max()
    assert toe > 1.5 * between
    assert heel > between
    assert level[-20:].max() < 0.02 * level.max()


def test_grounds_are_told_apart_by_their_brightness(made):
    tones = [np.mean([centroid(made(f"footstep_{g}", seed)) for seed in range(3)]) for g in ("wood", "stone", "gravel")]
    assert tones[0] < 400.0 < tones[1] < tones[2]
    assert share(made("footstep_grass"), 2000.0, 10_000.0) > 0.3


def test_a_bell_rings_with_its_own_partials_and_not_with_harmonics(made):
    samples = made("bell")
    frequency, power = spectrum(samples)
    band = (frequency > 600.0) & (frequency < 680.0)
    prime = frequency[band][power[band].argmax()]
    for ratio, *_ in PARTIALS[:8]:
        near = power[np.abs(frequency - ratio * prime) < 4.0].max()
        beside = np.median(power[np.abs(frequency - (ratio + 0.07) * prime) < 10.0])
        assert near > 50.0 * beside


def test_a_bell_grows_dull_as_it_rings(made):
    samples = made("bell")
    assert centroid(samples[:RATE]) > 1.2 * centroid(samples[3 * RATE : 4 * RATE])
    level = envelope(samples, 0.5)
    assert level[6] > 0.05 * level[0]


@pytest.mark.parametrize("name", ["bird_finch", "bird_tit", "bird_thrush"])
def test_a_bird_sings_between_1900_and_8000_hertz_with_pauses(made, name):
    samples = made(name, 1)
    assert share(samples, 1900.0, 8000.0) > 0.97
    level = envelope(samples, 0.01)
    loud = level > 0.35 * level.max()
    assert (np.diff(loud.astype(int)) == 1).sum() >= 4


def test_no_two_strophes_of_a_finch_are_alike(made):
    lengths = {int((envelope(made("bird_finch", seed), 0.01) > 0.05).sum()) for seed in range(5)}
    assert len(lengths) > 2


def test_a_door_creaks_in_single_slips_that_quicken(made):
    samples = made("door_open")[round(0.18 * RATE) :]
    pulses = np.flatnonzero(np.diff((envelope(samples, 0.001) > 0.04).astype(int)) == 1)
    waits = np.diff(pulses)
    assert len(pulses) > 20
    assert np.median(waits[:4]) > 2.0 * np.median(waits[len(waits) // 2 - 3 : len(waits) // 2 + 3])


def test_a_door_that_shuts_is_a_blow_before_all(made):
    level = envelope(made("door_shut"), 0.02)
    assert level.argmax() <= 1
    assert level[25:].max() < 0.05 * level.max()
