"""How loud a finished sound is."""

import numpy as np

from orlop.engine.sound.synthesis.circle import Floats, band, count, through

PEAK = 10.0 ** (-3.0 / 20.0)
"""No sample is beyond this: -3 dBFS."""

LOOP_LOUDNESS = -23.0
"""LUFS of all loops, as broadcasts have, so that a cross-fade between them keeps its level."""

AUDIBLE = band(30.0, 19_000.0)


def loudness(samples: Floats) -> float:
    """Return the loudness in LUFS: ITU-R BS.1770 for one channel, without gates."""
    return -0.691 + 10.0 * float(np.log10(np.mean(through(samples, heard) ** 2)))


def heard(frequency: Floats) -> Floats:
    """Gain of BS.1770's two filters: the head's shelf at 1682 Hz, and the high pass at 38 Hz."""
    s = 1j * frequency / 1681.97
    top = 10.0 ** (4.0 / 20.0)
    shelf = (top * s**2 + top**0.49967 / 0.70718 * s + 1.0) / (s**2 + s / 0.70718 + 1.0)
    s = 1j * frequency / 38.135
    return np.asarray(np.abs(shelf * s**2 / (s**2 + s / 0.5003 + 1.0)), np.float64)


def balance_loop(circle: Floats) -> Floats:
    """Bring a loop to `LOOP_LOUDNESS`; where single peaks are beyond `PEAK`, the gain gives way round them."""
    loop = through(circle, AUDIBLE)
    for _ in range(6):
        loop *= 10.0 ** ((LOOP_LOUDNESS - loudness(loop)) / 20.0)
        if np.abs(loop).max() <= PEAK:
            return loop
        loop *= _yielding(loop)
        loop -= loop.mean()
    return loop


def balance_shot(shot: Floats) -> Floats:
    """Bring a shot's peak to `PEAK`, without a step at its beginning and its end."""
    edge = count(0.002)
    fade = np.ones(len(shot))
    fade[:edge] = np.linspace(0.0, 1.0, edge)
    fade[-edge:] = fade[:edge][::-1]
    room = count(0.1)  # the filter swings before a blow as well as after it
    even = through(np.pad(shot, room), AUDIBLE)[room:-room] * fade
    return np.asarray(even * PEAK / np.abs(even).max(), np.float64)


def _yielding(loop: Floats) -> Floats:
    """Return a gain that is low enough at each peak, and goes there and back within 4 ms, round the circle."""
    reach = count(0.002)
    wanted = np.minimum(1.0, 0.97 * PEAK / np.maximum(np.abs(loop), 1e-9))
    padded = np.concatenate([wanted[-2 * reach :], wanted, wanted[: 2 * reach]])
    least = np.lib.stride_tricks.sliding_window_view(padded, 2 * reach + 1).min(axis=1)
    window = np.hanning(2 * reach + 3)[1:-1]
    return np.asarray(np.convolve(least, window / window.sum(), mode="valid"), np.float64)
