import numpy as np
import pytest

from orlop.engine.sound.sound import RATE
from orlop.engine.sound.synthesis.circle import noise, sloping
from orlop.engine.sound.synthesis.loudness import LOOP_LOUDNESS, PEAK, balance_loop, balance_shot, loudness


def tone(frequency, amplitude=1.0, seconds=1.0):
    return amplitude * np.sin(2 * np.pi * frequency * np.arange(round(seconds * RATE)) / RATE)


def test_a_full_tone_of_997_hertz_is_3_lufs_down():
    """The calibration that BS.1770 itself gives."""
    assert loudness(tone(997.0)) == pytest.approx(-3.01, abs=0.05)


def test_high_tones_count_for_more_and_very_low_ones_for_less():
    assert loudness(tone(6000.0)) - loudness(tone(500.0)) == pytest.approx(4.0, abs=0.5)
    assert loudness(tone(30.0)) < loudness(tone(500.0)) - 3.0


def test_a_loop_with_a_few_great_peaks_is_as_loud_as_any_and_stays_below_the_ceiling(random):
    peaky = 0.01 * noise(random, 2.0, sloping(200.0, 4000.0, -3.0))
    for start in range(0, len(peaky), 2400):
        peaky[start : start + 200] += 3.0 * tone(900.0)[:200] * np.hanning(200)
    loop = balance_loop(peaky)
    assert np.abs(loop).max() <= PEAK
    assert loudness(loop) == pytest.approx(LOOP_LOUDNESS, abs=0.3)
    assert loop.mean() == pytest.approx(0.0, abs=1e-6)


def test_a_shot_reaches_the_ceiling_and_begins_and_ends_at_zero():
    shot = balance_shot(tone(300.0, 0.02, 0.2))
    assert np.abs(shot).max() == pytest.approx(PEAK)
    assert shot[0] == 0.0
    assert shot[-1] == 0.0
