import numpy as np
import pytest

from orlop.engine.sound.clicks import find_clicks, largest_step
from orlop.engine.sound.sound import RATE


def sine(hertz=200.0, seconds=1.0):
    return np.sin(2.0 * np.pi * hertz * np.arange(round(seconds * RATE)) / RATE).astype(np.float32)


def test_a_smooth_tone_has_none():
    assert not len(find_clicks(sine()))


def test_noise_has_none():
    assert not len(find_clicks(np.random.default_rng(1).standard_normal(20 * RATE).astype(np.float32)))


@pytest.mark.parametrize("size", [0.01, 0.1, 1.0])
def test_a_step_in_a_tone_is_found_where_it_is(size):
    wave = sine()
    wave[20_000:] += size
    assert find_clicks(wave) == pytest.approx([20_000], abs=1)


def test_each_click_counts_once():
    wave = sine()
    for at in (10_000, 20_000, 30_000):
        wave[at] += 0.5
    assert find_clicks(wave) == pytest.approx([10_000, 20_000, 30_000], abs=1)


def test_a_sample_out_of_place_in_noise_is_found():
    wave = np.random.default_rng(2).standard_normal(RATE).astype(np.float32) * 0.02
    wave[24_000] = 1.0
    assert find_clicks(wave) == pytest.approx([24_000], abs=1)


def test_the_sharp_beginning_of_a_step_is_none():
    wave = np.zeros(RATE, np.float32)
    burst = np.random.default_rng(3).standard_normal(9600) * np.exp(-np.arange(9600) / 2000.0)
    wave[20_000:29_600] = 0.3 * burst
    assert not len(find_clicks(wave))


def test_a_click_in_one_ear_is_found():
    both = np.stack([sine(), sine(300.0)], axis=1)
    both[5_000, 1] += 0.2
    assert find_clicks(both) == pytest.approx([5_000], abs=1)


def test_a_tone_cut_off_is_found():
    wave = sine()
    wave[20_060:] = 0.0
    assert find_clicks(wave) == pytest.approx([20_060], abs=1)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 10])
def test_a_short_wave_is_no_trouble(count):
    assert not len(find_clicks(np.zeros((count, 2), np.float32)))


def test_the_largest_step_is_of_any_channel():
    assert largest_step(np.array([[0.0, 0.0], [0.1, -0.4], [0.2, 0.0]], np.float32)) == pytest.approx(0.4)
    assert largest_step(np.zeros((0, 2), np.float32)) == 0.0
