"""A ship's hull at sea, from within."""

import numpy as np

from orlop.engine.sound.sound import RATE
from orlop.engine.sound.synthesis.circle import (
    Floats,
    Random,
    count,
    moments,
    noise,
    place,
    silence,
    sloping,
    through,
    unit_rms,
)
from orlop.engine.sound.synthesis.creak import rung, slips, wandering, wood
from orlop.engine.sound.synthesis.ringing import blow, modes, swell

SECONDS = 13.0
ROLLS = 2
"""Rolls to and fro in one loop, so a roll takes 6.5 s."""


def hull(random: Random) -> Floats:
    """Timbers that creak as the ship rolls, knocks in the frames, and the sea behind the planks."""
    t = np.arange(count(SECONDS)) / RATE
    working: Floats = np.abs(np.cos(2.0 * np.pi * ROLLS * t / SECONDS))  # the hull works most where it rolls quickest
    creaks = silence(SECONDS)
    for moment in moments(random, 1.1 * working**2 / (working**2).mean()):
        place(creaks, moment, _creak(random) * random.uniform(0.15, 0.6))
    knocks = silence(SECONDS)
    for moment in moments(random, 0.7 * working**2 / (working**2).mean()):
        place(knocks, moment, _knock(random) * random.uniform(0.3, 1.0))
    sea = noise(random, SECONDS, sloping(35.0, 260.0, -6.0)) * (0.45 + 0.55 * working)
    wash = noise(random, SECONDS, sloping(250.0, 1200.0, -5.0)) * working**2
    return unit_rms(creaks) + 0.5 * unit_rms(knocks) + 0.45 * sea + 0.16 * wash


def _creak(random: Random) -> Floats:
    """One joint that gives: slow clicks that quicken to a groan and die away."""
    n = count(random.uniform(0.4, 1.6))
    force = swell(n, random.uniform(0.3, 0.7))
    rate = wandering(random, random.uniform(25.0, 75.0) * force**0.6, 0.18, 1.0, 12.0)
    pulses = slips(random, rate, 0.25) * np.sqrt(force)
    pulses = np.concatenate([pulses, np.zeros(count(0.3))])
    pitch = random.uniform(0.8, 1.9)
    body = wood(pulses, lower=1.8 / pitch, sharp=2.2)
    grain = rung(pulses, np.array([520.0, 840.0, 1310.0]) * pitch, [160.0, 220.0, 300.0], [1.0, 0.6, 0.3])
    return unit_rms(body) + 0.55 * unit_rms(through(grain, sloping(300.0, 2500.0, 0.0)))


def _knock(random: Random) -> Floats:
    """A frame that shifts: one dull blow in heavy timber."""
    pitch = random.uniform(0.8, 1.3)
    ring = modes(np.array([74.0, 118.0, 187.0, 296.0]) * pitch, [16.0, 22.0, 30.0, 45.0], [0.8, 1.0, 0.7, 0.4])
    return np.asarray(np.convolve(ring, blow(0.004)), np.float64)
