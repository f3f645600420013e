import math

import numpy as np
import pytest

from orlop.engine.sound.clicks import find_clicks
from orlop.engine.sound.ear_kernel import AZIMUTHS, ELEVATIONS, convolve, look_up
from orlop.engine.sound.hearing import Hearing
from orlop.engine.sound.measured_ears import grid
from orlop.engine.sound.mixer import Mixer
from orlop.engine.sound.sound import RATE, Sound
from orlop.engine.sound.target import VOLUME, X, Z, silent_targets
from orlop.engine.sound.voice import EAR_COLUMNS, QUANTUM, TAPS


@pytest.fixture(scope="module")
def ears():
    """A table of ears that hear later and duller the further they are turned away, and differ in every direction."""
    table = np.zeros((ELEVATIONS * AZIMUTHS, 2, EAR_COLUMNS), np.float32)
    for ear, side in enumerate((-1.0, 1.0)):
        toward = side * grid()[:, 0]
        table[:, ear, 0] = 20.0 * (1.0 - toward)
        table[:, ear, 1:] = np.exp(-np.arange(TAPS) / (2.0 + 3.0 * (1.0 - toward[:, None])))
        table[:, ear, 1:] *= (0.6 + 0.1 * grid()[:, 1:2]) / np.linalg.norm(table[:, ear, 1:], axis=1, keepdims=True)
    return table.reshape(len(table), -1)


def looked_up(ears, direction):
    filters = np.zeros((2, TAPS), np.float32)
    lags = look_up(ears, *map(float, direction), filters)
    return np.concatenate([[lags[0]], filters[0], [lags[1]], filters[1]])


def heard(mixer, seconds=0.5):
    out = np.zeros((round(seconds * RATE), 2), np.float32)
    mixer.render(out)
    return out


def playing(ears, sound, direction):
    mixer = Mixer(Hearing(1.0, 1.0, ears))
    mixer.publish()
    heard(mixer, 150 * QUANTUM / RATE)  # a mixer fades in from silence
    row = silent_targets(1)
    row[0, VOLUME], row[0, X : Z + 1] = 1.0, direction
    if sound.loop:
        mixer.steer([mixer.loop(sound, phase=0.0)], row)
    else:
        mixer.play(sound, row[0])
    mixer.publish()
    return mixer


def test_a_direction_of_the_grid_has_its_own_row(ears):
    for index in (9 * AZIMUTHS, 9 * AZIMUTHS + 18, 3 * AZIMUTHS + 71, 17 * AZIMUTHS + 40):
        assert looked_up(ears, grid()[index]) == pytest.approx(ears[index], abs=1e-4)


def test_straight_up_and_down_are_the_same_from_every_side(ears):
    for y in (-1.0, 1.0):
        around = [looked_up(ears, (1e-9 * math.sin(a), y, -1e-9 * math.cos(a))) for a in np.linspace(0, 6, 9)]
        assert np.ptp(around, axis=0).max() < 1e-4


def test_what_is_heard_changes_little_with_every_step_all_the_way_round(ears):
    angles = np.linspace(0.0, 2.0 * math.pi, 2001)
    found = np.array([looked_up(ears, (math.sin(a) * 0.9, 0.4, -math.cos(a) * 0.9)) for a in angles])
    assert np.abs(np.diff(found, axis=0)).max() < 0.1  # of a sample of delay, at 20 samples a radian
    assert found[0] == pytest.approx(found[-1], abs=1e-4)


def test_a_quantum_is_convolved_as_numpy_does():
    rng = np.random.default_rng(3)
    past, taps = rng.standard_normal(QUANTUM + TAPS - 1), rng.standard_normal(TAPS)
    out = np.ones(QUANTUM, np.float32)
    convolve(past.astype(np.float32), taps.astype(np.float32), out)
    assert out == pytest.approx(np.convolve(past, taps, "valid"), abs=1e-4)


@pytest.mark.parametrize("azimuth", [0, 18, 54])
def test_a_click_is_heard_as_each_ears_filter_after_its_delay(ears, azimuth):
    index = 9 * AZIMUTHS + azimuth
    click = np.zeros(400, np.float32)
    click[100] = 0.5
    out = heard(playing(ears, Sound("click", click, False), grid()[index]))[QUANTUM:]  # the limiter looks ahead
    for ear in range(2):
        row = ears[index].reshape(2, EAR_COLUMNS)[ear]
        begin = 100 + round(float(row[0]))  # ahead and at the sides delays are whole
        expected = np.zeros(1000)
        expected[begin : begin + TAPS] = 0.5 * row[1:]
        assert out[:1000, ear] == pytest.approx(expected, abs=1e-4)


def test_a_one_shot_rings_out_through_the_filters_and_ends(ears):
    tail = np.zeros(1000, np.float32)
    tail[-300:] = 0.5
    mixer = playing(ears, Sound("tail", tail, False), (0.0, 0.0, -1.0))
    heard(mixer, 0.1)
    assert mixer.sounding == 0


def test_nothing_clicks_while_a_tone_goes_round_the_head(ears, tone):
    mixer = Mixer(Hearing(1.0, 1.0, ears))
    voices, row = [mixer.loop(tone(level=0.5))], silent_targets(1)
    blocks = []
    for tick in range(180):
        angle = tick / 60.0 * 2.0 * math.pi + (2.0 if tick > 120 else 0.0)  # and jumps once, as through a portal
        row[0, VOLUME], row[0, X], row[0, Z] = 1.0, math.sin(angle), -math.cos(angle)
        mixer.steer(voices, row)
        mixer.publish()
        blocks.append(heard(mixer, 1.0 / 60.0))
    out = np.concatenate(blocks)
    smooth = np.abs(out).max() * 2.0 * math.pi * 100.0 / RATE
    assert np.abs(np.diff(out[4800:], axis=0)).max() < 2.0 * smooth
    assert not len(find_clicks(out))


def test_a_direction_that_is_no_number_is_silence_and_the_next_one_is_heard(ears, tone):
    mixer = Mixer(Hearing(1.0, 1.0, ears))
    voices, row = [mixer.loop(tone(level=0.5))], silent_targets(1)
    row[0, VOLUME], row[0, X] = 1.0, math.nan
    mixer.steer(voices, row)
    mixer.publish()
    assert np.all(heard(mixer) == 0.0)
    row[0, X] = 0.0
    mixer.steer(voices, row)
    mixer.publish()
    assert np.isfinite(out := heard(mixer)).all()
    assert np.abs(out).max() > 0.2
