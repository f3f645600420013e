"""What rings when it is hit: decaying modes, bursts, and the shape of a blow."""

import numpy as np
from numpy.typing import ArrayLike

from orlop.engine.sound.sound import RATE
from orlop.engine.sound.synthesis.circle import Floats, Random, band, count, through

INAUDIBLE = np.log(2000.0)
"""A mode is over after this many of its time constants: 66 dB down."""


def modes(frequencies: ArrayLike, decays: ArrayLike, gains: ArrayLike = 1.0) -> Floats:
    """Sum decaying sines: the speed of a body that is struck at once.

    A speed, since that is what the air takes over; so its sum is 0, and it begins with a step that
    `blow` makes smooth.

    Parameters
    ----------
    frequencies
        (m,) hertz.
    decays
        1/seconds: the amplitude falls to 1/e in 1/decay.
    gains
        Amplitudes at the beginning.

    Returns
    -------
    (n,) float64
        As long as the longest mode is heard.
    """
    f, d, g = np.broadcast_arrays(*(np.atleast_1d(np.asarray(a, np.float64)) for a in (frequencies, decays, gains)))
    total = np.zeros(max(1, int(np.ceil(INAUDIBLE / d.min() * RATE))))
    for frequency, decay, gain in zip(f, d, g, strict=True):
        turns = 2.0 * np.pi * frequency
        t = np.arange(min(len(total), int(np.ceil(INAUDIBLE / decay * RATE)))) / RATE
        total[: len(t)] += gain * np.exp(-decay * t) * np.cos(turns * t + np.arctan2(decay, turns))
    return total


def blow(seconds: float) -> Floats:
    """Return the force of a blow: a raised cosine with a sum of 1. The shorter, the brighter what it strikes."""
    n = max(3, count(seconds))
    force = np.hanning(n + 2)[1:-1]
    return np.asarray(force / force.sum(), np.float64)


def burst(random: Random, seconds: float, low: float, high: float, attack: float = 0.1) -> Floats:
    """Make noise from `low` to `high` hertz that swells for `attack` of its time and dies away; peak about 1."""
    n = max(8, count(seconds))
    white = np.zeros(n + 256)  # room for the filter's ends
    white[128:-128] = random.standard_normal(n)
    hiss = through(white, band(low, high))[128:-128]
    shaped = hiss * swell(n, attack)
    return np.asarray(shaped / max(1e-9, float(np.abs(shaped).max())), np.float64)


def swell(samples: int, attack: float) -> Floats:
    """Return an envelope from 0 to 1 and back to 0: a raised cosine up for `attack` (0 … 1) of it, the rest down."""
    x = (np.arange(samples) + 0.5) / samples
    up = np.clip(x / attack, 0.0, 1.0)
    down = np.clip((1.0 - x) / (1.0 - attack), 0.0, 1.0)
    return np.asarray((0.5 - 0.5 * np.cos(np.pi * up)) * down**2, np.float64)
