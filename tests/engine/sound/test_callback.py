import ctypes

import numpy as np
import pytest

from orlop.engine.sound.callback import BUSY, CALLS, FRAMES, LATE, LONGEST_BUSY, LONGEST_GAP, OVERDUE, SCRATCH, Callback
from orlop.engine.sound.mixer import Mixer
from orlop.engine.sound.sound import RATE

CLOCK = ctypes.CFUNCTYPE(ctypes.c_int64)


def two_mixers(tone, target):
    """Two that play the same."""
    mixers = Mixer(), Mixer()
    for mixer in mixers:
        mixer.steer([mixer.loop(tone())], target(0.8, 0.5, 0.3))
        mixer.publish()
    return mixers


@pytest.mark.parametrize("frames", [1, 512, SCRATCH + 1, 2000])
def test_the_compiled_callback_plays_what_the_kernel_renders(tone, target, frames):
    called, rendered = two_mixers(tone, target)
    callback = Callback(called.voices)
    for _ in range(3):
        stream, out = np.zeros((frames, 2), np.float32), np.zeros((frames, 2), np.float32)
        callback(stream)
        rendered.render(out)
        assert np.array_equal(stream, out)


def test_it_adds_to_what_others_play_and_stays_within_full_scale(tone, target):
    called, rendered = two_mixers(tone, target)
    stream, out = np.full((24_000, 2), 0.9, np.float32), np.zeros((24_000, 2), np.float32)
    Callback(called.voices)(stream)
    rendered.render(out)
    assert np.abs(out).max() > 0.2
    assert np.array_equal(stream, np.clip(out + np.float32(0.9), -1.0, 1.0))


def test_it_counts_frames_calls_and_what_is_late_or_takes_too_long():
    block = 480  # 10 ms
    times = iter([0, 1, 10, 12, 50, 51, 60, 75])  # begin and end of four calls, ms
    clock = CLOCK(lambda: next(times) * 1000)
    callback = Callback(Mixer().voices, ctypes.cast(clock, ctypes.c_void_p).value, 1_000_000)
    for _ in range(4):
        callback(np.zeros((block, 2), np.float32))
    tally = callback.tally
    assert tally[CALLS] == 4
    assert tally[FRAMES] == 4 * block
    assert block * 1_000_000 // RATE == 10_000
    assert tally[LATE] == 1, "the gap of 40 ms"
    assert tally[LONGEST_GAP] == 40_000
    assert tally[OVERDUE] == 1, "the call of 15 ms"
    assert tally[LONGEST_BUSY] == 15_000
    assert tally[BUSY] == 19_000
