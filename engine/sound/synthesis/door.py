"""A wooden door on old hinges."""

import numpy as np

from orlop.engine.sound.synthesis.circle import Floats, Random, count, place, silence, unit_rms
from orlop.engine.sound.synthesis.creak import rung, slips, wandering, wood
from orlop.engine.sound.synthesis.ringing import blow, burst, modes, swell


def door_open(random: Random) -> Floats:
    """The latch lifts, then the hinges creak for as long as the door swings."""
    shot = silence(2.1)
    place(shot, 0.0, 0.35 * _latch(random))
    n = count(1.45)
    force = swell(n, 0.35)
    rate = wandering(random, random.uniform(75.0, 120.0) * (0.12 + 0.88 * force**1.4), 0.22, 1.0, 9.0)
    pulses = np.concatenate([slips(random, rate, 0.13) * force**0.7, np.zeros(count(0.25))])
    panel = wood(pulses, lower=1.0, sharp=1.5)
    hinge = rung(pulses, [1150.0, 1830.0, 2680.0], [260.0, 330.0, 420.0], [1.0, 0.8, 0.5])
    place(shot, 0.18, 0.5 * unit_rms(panel) + 0.22 * unit_rms(hinge))
    return shot


def door_shut(random: Random) -> Floats:
    """The leaf falls into its frame; the latch snaps and rattles."""
    shot = silence(1.0)
    pitch = random.uniform(0.9, 1.12)
    tones = np.array([68.0, 112.0, 167.0, 243.0, 351.0, 508.0]) * pitch
    thud = modes(tones, [22.0, 24.0, 30.0, 40.0, 55.0, 80.0], [0.7, 1.0, 1.0, 0.9, 0.7, 0.5])
    place(shot, 0.01, np.convolve(thud, blow(0.0032)))
    place(shot, 0.01, 0.5 * burst(random, 0.05, 300.0, 2500.0, attack=0.06))
    for delay, strength in ((0.028, 0.30), (0.061, 0.16), (0.085, 0.08)):
        place(shot, delay + random.uniform(0.0, 0.008), strength * _latch(random))
    return shot


def _latch(random: Random) -> Floats:
    """Iron on iron: two clicks close together."""
    click = silence(0.2)
    tones = np.array([1420.0, 2310.0, 3570.0, 5240.0]) * random.uniform(0.92, 1.08)
    ring = np.convolve(modes(tones, [70.0, 95.0, 130.0, 190.0], [1.0, 0.8, 0.6, 0.4]), blow(0.0004))
    place(click, 0.001, ring[: count(0.15)])
    place(click, random.uniform(0.022, 0.034), 0.55 * ring[: count(0.12)])
    return click
