"""Finds clicks: steps that nothing around them explains."""

import numpy as np
from numpy.typing import NDArray

from orlop.engine.sound.sound import RATE

AROUND = RATE // 200
"""Samples on either side that a bend is compared with, 5 ms."""

GUARD = 4
"""Samples beside a bend that are left out of its surroundings: they belong to it."""

TIMES = 10.0
"""How far a bend must stand out of its surroundings' RMS. Of noise, one in 10^20 does."""

FAINTEST = 2e-3
"""Bends smaller than this are no clicks: -54 dBFS."""


def largest_step(samples: NDArray[np.float32]) -> float:
    """Return the largest difference between neighbours of any channel, of (n,) or (n, channels)."""
    return float(np.abs(np.diff(samples, axis=0)).max(initial=0.0))


def find_clicks(samples: NDArray[np.float32]) -> NDArray[np.int64]:
    """Return the frames at which (n,) or (n, channels) click.

    A click is a bend (a second difference) far above the bends 5 ms before *and* after it. So a
    footstep is none, since what follows is as sharp as its beginning; a step in a smooth wave,
    or a drop-out in noise, is one.
    """
    channels = samples[:, None] if samples.ndim == 1 else samples
    found = [_clicks_of(channel) for channel in channels.T.astype(np.float64)]
    return np.unique(np.concatenate(found))


def _clicks_of(wave: NDArray[np.float64]) -> NDArray[np.int64]:
    if len(wave) < 3:
        return np.zeros(0, np.int64)
    bends = np.abs(np.diff(wave, 2))
    sums = np.concatenate([[0.0], np.cumsum(bends**2)])
    at = np.arange(len(bends))

    def rms(first: NDArray[np.int64], last: NDArray[np.int64]) -> NDArray[np.float64]:
        first, last = np.clip(first, 0, len(bends)), np.clip(last, 0, len(bends))
        return np.asarray(np.sqrt(np.maximum(sums[last] - sums[first], 0.0) / np.maximum(last - first, 1)))

    usual = np.maximum(rms(at - AROUND, at - GUARD), rms(at + GUARD + 1, at + AROUND + 1))
    sharp = np.flatnonzero((bends > TIMES * usual) & (bends > FAINTEST))
    alone = np.diff(sharp, prepend=-AROUND) > GUARD
    return sharp[alone] + 1
