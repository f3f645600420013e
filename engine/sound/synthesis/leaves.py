"""Leaves: in the wind, and brushed past."""

import numpy as np

from orlop.engine.sound.synthesis.circle import (
    Floats,
    Random,
    drift,
    moments,
    noise,
    place,
    silence,
    sloping,
    unit_rms,
)
from orlop.engine.sound.synthesis.ringing import burst

SORTS = 20
"""Kinds of leaf contact in one loop: enough that none is known again."""


def leaves_breeze(random: Random) -> Floats:
    """A breath of air: single leaves tick, now and then a little more."""
    return _in_wind(random, 11.0, mean=3.0, restless=0.20, roar=0.0)


def leaves_wind(random: Random) -> Floats:
    """A wind that makes the crown rustle, in gusts."""
    return _in_wind(random, 13.0, mean=5.0, restless=0.23, roar=0.10)


def leaves_gale(random: Random) -> Floats:
    """A gale: the whole crown hisses, and the branches roar."""
    return _in_wind(random, 12.0, mean=9.0, restless=0.20, roar=0.55)


def foliage(random: Random) -> Floats:
    """Leaves and twigs along a walker's sleeve: close, dry, in swishes."""
    seconds = 7.0
    swish = np.exp(0.6 * drift(random, seconds, 1.0, 7.0))
    contacts = _contacts(random, 1500.0 * swish, (1200.0, 7500.0))
    twigs = silence(seconds)
    for moment in moments(random, 8.0 * swish):
        place(twigs, moment, burst(random, random.uniform(0.003, 0.008), 700.0, 3500.0, attack=0.05))
    rub = noise(random, seconds, sloping(1500.0, 8000.0, -2.0)) * swish
    return unit_rms(contacts) + 0.5 * twigs + 0.35 * rub


def wind_speed(random: Random, seconds: float, mean: float, restless: float) -> Floats:
    """Make the course of a wind, metres a second, above zero: `restless` nepers RMS about its mean, with gusts."""
    course = np.exp(restless * (drift(random, seconds, 0.08, 1.2) + 0.45 * drift(random, seconds, 1.0, 6.0)))
    return np.asarray(mean * course / course.mean(), np.float64)


def _in_wind(random: Random, seconds: float, mean: float, restless: float, roar: float) -> Floats:
    """Rustle of a crown; loudness goes with the square of the wind, contacts with what exceeds 1.2 m/s."""
    wind = wind_speed(random, seconds, mean, restless)
    push = (wind / mean) ** 2
    rate = 90.0 * np.maximum(wind - 1.2, 0.0) ** 2
    ticks = _contacts(random, rate, (1500.0, 8500.0)) * wind / mean
    low = noise(random, seconds, sloping(900.0, 4000.0, -1.0)) * push
    high = noise(random, seconds, sloping(4000.0, 9000.0, -4.0, order=1)) * push**1.25
    branches = noise(random, seconds, sloping(120.0, 700.0, -3.0)) * push
    crown = min(1.0, mean / 7.0)
    return unit_rms(ticks) + crown * (0.8 * low + 0.45 * high) + roar * branches


def _contacts(random: Random, rate: Floats, pitches: tuple[float, float]) -> Floats:
    """Let leaves touch at `rate` a second, (n,): short bursts, each sort with a band and a length of its own."""
    sorts = [_touch(random, np.exp(random.uniform(*np.log(pitches)))) for _ in range(SORTS)]
    total = np.zeros(len(rate))
    for moment in moments(random, rate):
        place(total, moment, sorts[random.integers(SORTS)] * random.lognormal(0.0, 0.5))
    return total


def _touch(random: Random, pitch: float) -> Floats:
    return burst(random, random.uniform(0.003, 0.009), pitch / 1.4, pitch * 1.4, attack=random.uniform(0.2, 0.5))
