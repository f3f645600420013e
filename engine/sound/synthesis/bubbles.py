"""Bubbles: what water sounds of."""

from dataclasses import dataclass

import numpy as np

from orlop.engine.sound.sound import RATE
from orlop.engine.sound.synthesis.circle import Floats, Random, moments, place, silence
from orlop.engine.sound.synthesis.ringing import INAUDIBLE


@dataclass(frozen=True, slots=True)
class Bubbles:
    """Which bubbles there are.

    Attributes
    ----------
    rate
        Of their birth, 1/second.
    smallest, largest
        Radii, metres. Above `largest` they die out softly: a sharp end would be heard as a tone.
    steepness
        Number of bubbles of radius r falls as r to the minus `steepness`; above 1.
    rising
        Share whose pitch rises, since they are close under the surface, 0 … 1.
    """

    rate: float
    smallest: float
    largest: float
    steepness: float
    rising: float


def sing(random: Random, seconds: float, bubbles: Bubbles, flow: Floats | None = None) -> Floats:
    """Make a circle of bubbles, each a decaying sine.

    van den Doel 2005, "Physically based models for liquid sounds": a bubble of radius r metres
    rings at 3/r hertz, decays at 0.13/r + 0.0072 r^-1.5 a second, and its amplitude goes with
    r^1.5; one near the surface rises in pitch as it decays.

    Parameters
    ----------
    random, seconds
        Chance and length.
    bubbles
        Which ones.
    flow
        (n,) above zero: the rate's course over the circle; None is even.
    """
    circle = silence(seconds)
    starts = moments(random, bubbles.rate * (np.ones(len(circle)) if flow is None else flow / flow.mean()))
    number = len(starts)
    radii = radii_of(random, bubbles, number)
    depths = random.uniform(0.05, 1.0, number) ** 1.5
    slopes = np.where(random.random(number) < bubbles.rising, random.uniform(0.04, 0.16, number), 0.0)
    for r, start, depth, slope in zip(radii, starts, depths, slopes, strict=True):
        place(circle, start, depth * bubble(r, slope))
    return circle


def bubble(radius: float, slope: float) -> Floats:
    """Return one bubble: `radius` in metres; `slope` is how much of its pitch it gains in a time constant."""
    pitch = 3.0 / radius
    decay = 0.13 / radius + 0.0072 * radius**-1.5
    t = np.arange(int(INAUDIBLE / decay * RATE)) / RATE
    phase = 2.0 * np.pi * pitch * (t + 0.5 * slope * decay * t**2)
    loudness = (radius / 1e-3) ** 1.5
    onset = np.minimum(1.0, t * pitch)  # over the first turn, else each begins with a tick
    return np.asarray(loudness * onset * np.exp(-decay * t) * np.sin(phase), np.float64)


def radii_of(random: Random, bubbles: Bubbles, number: int) -> Floats:
    """Draw radii from the power law with a soft end, metres."""
    power = 1.0 - bubbles.steepness
    low, high = bubbles.smallest**power, (3.0 * bubbles.largest) ** power
    radii = np.zeros(0)
    while len(radii) < number:
        drawn = (low + (high - low) * random.random(2 * number + 16)) ** (1.0 / power)
        kept = random.random(len(drawn)) < np.exp(-((drawn / bubbles.largest) ** 2))
        radii = np.concatenate([radii, drawn[kept]])
    return radii[:number]
