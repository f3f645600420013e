import wave

import numpy as np
import pytest

from orlop.engine.sound.mixer import Mixer
from orlop.engine.sound.offline import OfflineSink
from orlop.engine.sound.sound import RATE


def playing(tone, target):
    mixer = Mixer()
    mixer.steer([mixer.loop(tone())], target(0.5))
    mixer.publish()
    return mixer


def test_ticks_of_any_length_add_up_to_the_time_that_passed(tone, target):
    sink = OfflineSink(playing(tone, target))
    lengths = [len(sink.advance(1.0 / 61.0)) for _ in range(61)]
    assert sum(lengths) == RATE
    assert {786, 787} == set(lengths)
    whole = OfflineSink(playing(tone, target)).advance(1.0)
    assert np.array_equal(sink.samples, whole)


def test_what_was_heard_can_be_written(tone, target, tmp_path):
    sink = OfflineSink(playing(tone, target))
    sink.advance(0.5)
    sink.write(tmp_path / "walk.wav")
    with wave.open(str(tmp_path / "walk.wav")) as file:
        frames = np.frombuffer(file.readframes(RATE), "<i2").reshape(-1, 2)
    assert np.abs(frames / 32767.0 - sink.samples).max() < 1e-4


def test_nothing_was_heard_at_first(tone, target):
    assert OfflineSink(playing(tone, target)).samples.shape == (0, 2)


@pytest.mark.parametrize("seconds", [-1.0, float("nan")])
def test_time_goes_forward(tone, target, seconds):
    with pytest.raises(ValueError, match="seconds"):
        OfflineSink(playing(tone, target)).advance(seconds)
