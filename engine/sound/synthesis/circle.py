"""Time that goes round: what is made here has no end, so a loop of it has no seam."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from orlop.engine.sound.sound import RATE

Floats = NDArray[np.float64]
Random = np.random.Generator
Shape = Callable[[Floats], Floats]
"""Gain of the amplitude at frequencies in hertz."""


def count(seconds: float) -> int:
    """Return how many samples `seconds` are."""
    return round(seconds * RATE)


def silence(seconds: float) -> Floats:
    """Make a circle of zeros."""
    return np.zeros(count(seconds))


def frequencies(samples: int, rate: float = RATE) -> Floats:
    """Return the frequencies that so many samples are made of, hertz."""
    return np.asarray(np.fft.rfftfreq(samples, 1.0 / rate), np.float64)


def band(low: float, high: float, order: int = 2) -> Shape:
    """Return the gain of a band from `low` to `high` hertz; past its edges it falls by 6 dB × `order` an octave."""

    def gain(frequency: Floats) -> Floats:
        f = np.maximum(frequency, 1e-6)
        shape: Floats = 1.0 / np.sqrt((1.0 + (low / f) ** (2 * order)) * (1.0 + (f / high) ** (2 * order)))
        return shape

    return gain


def sloping(low: float, high: float, decibels: float, order: int = 2) -> Shape:
    """Return a band that rises by `decibels` an octave within; a negative number lets it fall."""
    within = band(low, high, order)
    middle = np.sqrt(low * high)

    def gain(frequency: Floats) -> Floats:
        octaves = np.log2(np.maximum(frequency, 1.0) / middle)
        shape: Floats = within(frequency) * 10.0 ** (decibels * octaves / 20.0)
        return shape

    return gain


def noise(random: Random, seconds: float, shape: Shape) -> Floats:
    """Make noise with the spectrum `shape` and an RMS of 1.

    Random phases under a given spectrum: periodic, so it goes round without a click
    (Välimäki et al. 2018).
    """
    n = count(seconds)
    gain = shape(frequencies(n))
    gain[0] = 0.0
    phase = random.uniform(0.0, 2.0 * np.pi, len(gain))
    return unit_rms(np.fft.irfft(gain * np.exp(1j * phase), n))


def drift(random: Random, seconds: float, slowest: float, quickest: float) -> Floats:
    """Make a slow wandering about 0, RMS 1, with wind's spectrum: 1/f in power between two rates, below 50 hertz."""
    n = count(seconds)
    steps = n // 64  # so slow a course needs no sample of its own at each
    gain = sloping(slowest, quickest, -3.0, order=3)(frequencies(steps, steps / seconds))
    gain[0] = 0.0
    course = np.fft.irfft(gain * np.exp(1j * random.uniform(0.0, 2.0 * np.pi, len(gain))), steps)
    places = np.arange(n) * (steps / n)
    return unit_rms(np.interp(places, np.arange(steps + 1), np.append(course, course[0])))


def through(samples: Floats, shape: Shape) -> Floats:
    """Filter without delay."""
    n = len(samples)
    filtered: Floats = np.fft.irfft(np.fft.rfft(samples) * shape(frequencies(n)), n)
    return filtered


def struck(hits: Floats, pulse: Floats) -> Floats:
    """Let every sample of `hits` set off `pulse` times its value; tails go round."""
    n = len(hits)
    folded = np.zeros(-(-len(pulse) // n) * n)
    folded[: len(pulse)] = pulse
    once = folded.reshape(-1, n).sum(axis=0)
    answer: Floats = np.fft.irfft(np.fft.rfft(hits) * np.fft.rfft(once), n)
    return answer


def place(circle: Floats, start: float, piece: Floats) -> None:
    """Add `piece` to `circle` from `start` seconds on; what is past its end goes on at the beginning."""
    n = len(circle)
    if len(piece) > n:
        raise ValueError(f"a piece of {len(piece)} samples does not fit into a circle of {n}")
    first = round(start * RATE) % n
    fits = min(len(piece), n - first)
    circle[first : first + fits] += piece[:fits]
    circle[: len(piece) - fits] += piece[fits:]


def moments(random: Random, rate: Floats) -> Floats:
    """Draw the moments of Poisson events, seconds in order of chance, from their `rate` a second at each sample."""
    share = np.concatenate([[0.0], np.cumsum(rate)]) / RATE
    draws = random.uniform(0.0, share[-1], random.poisson(share[-1]))
    return np.asarray(np.interp(draws, share, np.arange(len(share)) / RATE), np.float64)


def unit_rms(samples: NDArray[np.floating]) -> Floats:
    """Scale to an RMS of 1; silence stays silent."""
    rms = float(np.sqrt(np.mean(samples**2)))
    return np.asarray(samples / rms if rms > 0.0 else samples, np.float64)
