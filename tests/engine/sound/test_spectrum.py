import numpy as np
import pygame
import pytest

from orlop.engine.sound.sound import RATE
from orlop.engine.sound.spectrum import HIGHEST, LOWEST, spectrogram, write_spectrogram


def tone(hertz):
    return np.sin(2.0 * np.pi * hertz * np.arange(RATE) / RATE).astype(np.float32)


@pytest.mark.parametrize("hertz", [200.0, 1000.0, 8000.0])
def test_a_tone_is_a_line_at_its_height(hertz):
    picture = spectrogram(tone(hertz), 100, 400)
    assert picture.shape == (400, 100, 3)
    brightest = picture.sum(axis=-1, dtype=int)[:, 50].argmax()
    height = 1.0 - np.log(hertz / LOWEST) / np.log(HIGHEST / LOWEST)
    assert brightest / 400 == pytest.approx(height, abs=0.03)


def test_silence_is_dark_and_a_full_tone_bright():
    assert spectrogram(np.zeros(RATE, np.float32), 60, 40).max() <= 4
    assert spectrogram(tone(1000.0), 60, 40).max() > 230


def test_the_left_ear_lies_above_the_right():
    picture = spectrogram(np.stack([tone(1000.0), np.zeros(RATE, np.float32)], axis=1), 50, 200)
    assert picture[:100].max() > 230
    assert picture[100:].max() <= 4


def test_a_sound_shorter_than_the_window_is_drawn():
    assert spectrogram(tone(1000.0)[:100], 30, 40).shape == (40, 30, 3)


def test_the_picture_is_a_png_that_others_read(tmp_path):
    path = tmp_path / "tone.png"
    write_spectrogram(path, tone(1000.0), 60, 40)
    loaded = pygame.surfarray.array3d(pygame.image.load(path)).swapaxes(0, 1)
    assert np.array_equal(loaded, spectrogram(tone(1000.0), 60, 40))
