"""Birds: syllables of whistled pitch, strung to phrases by chance."""

from dataclasses import dataclass

import numpy as np

from orlop.engine.sound.sound import RATE
from orlop.engine.sound.synthesis.circle import Floats, Random, band, count, place, silence, struck, through


@dataclass(frozen=True, slots=True)
class Syllable:
    """One chirp.

    Attributes
    ----------
    seconds
        Its length.
    pitches
        Hertz, at even steps from its beginning to its end; smooth between.
    trill, depth
        Hertz of a quick waver of the pitch, and how far it goes as a share of the pitch.
    pause
        Seconds of silence after it.
    """

    seconds: float
    pitches: tuple[float, ...]
    trill: float = 0.0
    depth: float = 0.0
    pause: float = 0.03


@dataclass(frozen=True, slots=True)
class Song:
    """A kind of bird's phrases.

    Attributes
    ----------
    syllables
        The first one begins.
    follows
        For each, the chances of what follows: a column for each syllable, then one for the end.
    seconds
        Room for a phrase and its echo.
    least
        Syllables before a phrase may end.
    """

    syllables: tuple[Syllable, ...]
    follows: tuple[tuple[float, ...], ...]
    seconds: float
    least: int


FINCH = Song(
    (
        Syllable(0.085, (5200.0, 4100.0, 3300.0), pause=0.045),
        Syllable(0.070, (4300.0, 3400.0, 2700.0), pause=0.030),
        Syllable(0.055, (3600.0, 2900.0, 2400.0), pause=0.022),
        Syllable(0.150, (2600.0, 4900.0, 3100.0, 4300.0), pause=0.06),
    ),
    (
        (0.74, 0.26, 0.0, 0.0, 0.0),
        (0.0, 0.84, 0.16, 0.0, 0.0),
        (0.0, 0.0, 0.86, 0.14, 0.0),
        (0.0, 0.0, 0.0, 0.0, 1.0),
    ),
    2.8,
    8,
)
"""A rattle that runs down in steps and ends with a flourish."""

TIT = Song(
    (
        Syllable(0.095, (4300.0, 4600.0, 4450.0), pause=0.035),
        Syllable(0.120, (3350.0, 3300.0, 3150.0), trill=62.0, depth=0.02, pause=0.075),
    ),
    ((0.0, 1.0, 0.0), (0.84, 0.0, 0.16)),
    2.6,
    4,
)
"""Two notes by turns, like a small saw."""

THRUSH = Song(
    (
        Syllable(0.210, (2050.0, 2500.0, 2350.0), pause=0.09),
        Syllable(0.190, (2900.0, 2300.0, 2600.0), pause=0.10),
        Syllable(0.110, (3300.0, 3900.0, 3000.0), trill=34.0, depth=0.05, pause=0.07),
        Syllable(0.060, (6400.0, 5200.0, 6800.0), trill=90.0, depth=0.03, pause=0.02),
    ),
    (
        (0.25, 0.40, 0.25, 0.05, 0.05),
        (0.35, 0.20, 0.30, 0.10, 0.05),
        (0.15, 0.20, 0.30, 0.25, 0.10),
        (0.05, 0.05, 0.05, 0.55, 0.30),
    ),
    3.6,
    5,
)
"""Fluting, unhurried, with a twitter at the end."""


def bird_finch(random: Random) -> Floats:
    """A finch's strophe."""
    return phrase(random, FINCH)


def bird_tit(random: Random) -> Floats:
    """A tit's call."""
    return phrase(random, TIT)


def bird_thrush(random: Random) -> Floats:
    """A thrush's phrase."""
    return phrase(random, THRUSH)


def phrase(random: Random, song: Song) -> Floats:
    """Sing one phrase, each syllable a little different, with the echo of trees around."""
    shot = silence(song.seconds)
    time, state, sung, key = 0.02, 0, 0, random.uniform(0.94, 1.07)
    echo = 0.7
    while state < len(song.syllables):
        syllable = song.syllables[state]
        chirp = _whistle(random, syllable, key)
        if time + len(chirp) / RATE > song.seconds - echo:
            break
        place(shot, time, chirp * random.uniform(0.75, 1.0))
        time += len(chirp) / RATE + syllable.pause * random.uniform(0.85, 1.2)
        sung += 1
        state = _next(random, song, state, sung)
    return shot + struck(shot, _echo(random, echo))


def _next(random: Random, song: Song, state: int, sung: int) -> int:
    chances = np.array(song.follows[state])
    if sung < song.least and chances[:-1].any():
        chances[-1] = 0.0
    return int(random.choice(len(chances), p=chances / chances.sum()))


def _whistle(random: Random, syllable: Syllable, key: float) -> Floats:
    """Whistle one syllable: a sine whose pitch glides, with a trace of its octave."""
    n = count(syllable.seconds * random.uniform(0.92, 1.08))
    x = np.linspace(0.0, 1.0, n)
    corners = np.log(np.array(syllable.pitches)) + random.normal(0.0, 0.012, len(syllable.pitches))
    pitch = key * np.exp(
        np.polynomial.Polynomial.fit(np.linspace(0.0, 1.0, len(corners)), corners, len(corners) - 1)(x)
    )
    pitch = pitch * (1.0 + syllable.depth * np.sin(2.0 * np.pi * syllable.trill * np.arange(n) / RATE))
    phase = 2.0 * np.pi * np.cumsum(pitch) / RATE
    envelope = np.sin(np.pi * x) ** 0.7 * (1.0 - 0.3 * x)
    return np.asarray(envelope * (np.sin(phase) + 0.05 * np.sin(2.0 * phase)), np.float64)


def _echo(random: Random, seconds: float) -> Floats:
    """What trunks send back: thin, dull, dying away."""
    n = count(seconds)
    t = np.arange(n) / RATE
    tail = (
        through(random.standard_normal(n), band(800.0, 4500.0))
        * np.exp(-9.0 * t)
        * np.clip((t - 0.012) / 0.02, 0.0, 1.0)
    )
    return np.asarray(0.11 * tail / np.sqrt((tail**2).sum()), np.float64)
