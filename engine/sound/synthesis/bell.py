"""A ship's bell."""

import numpy as np

from orlop.engine.sound.synthesis.circle import Floats, Random, count, place, silence
from orlop.engine.sound.synthesis.ringing import blow, burst, modes

SECONDS = 7.0
PARTIALS = (
    # over the prime, gain, decay 1/s: hum, prime, tierce, quint, nominal, then the upper ones, which die sooner
    (0.500, 0.55, 0.50),
    (1.000, 0.80, 0.75),
    (1.183, 0.75, 0.90),
    (1.506, 0.35, 1.25),
    (2.000, 1.00, 1.35),
    (2.514, 0.50, 2.30),
    (2.662, 0.42, 2.50),
    (3.011, 0.50, 3.10),
    (4.166, 0.42, 4.60),
    (5.433, 0.32, 6.80),
    (6.796, 0.24, 9.50),
    (8.215, 0.18, 13.0),
)
"""A minor-third bell's spectrum: the tierce is a minor third over the prime, and nothing above the nominal is in tune."""


def bell(random: Random) -> Floats:
    """One stroke. Each partial is a pair a little apart, since no bell is quite round, so it throbs."""
    prime = 640.0 * random.uniform(0.98, 1.02)
    ratios, gains, decays = (np.array(column) for column in zip(*PARTIALS, strict=True))
    splits = random.uniform(0.25, 1.1, len(ratios)) * np.sqrt(ratios)
    shares = random.uniform(0.25, 0.5, len(ratios))
    ring = modes(
        np.concatenate([prime * ratios, prime * ratios + splits]),
        np.tile(decays, 2),
        np.concatenate([gains * (1.0 - shares), gains * shares]),
    )
    shot = silence(SECONDS)
    n = count(SECONDS) - count(0.05)
    tail = np.minimum(1.0, (n - np.arange(n)) / count(1.5))
    struck = np.convolve(ring[:n], blow(0.0008))[:n]
    place(shot, 0.004, struck * tail)
    place(shot, 0.004, 0.35 * burst(random, 0.014, 2500.0, 9000.0, attack=0.06))
    return shot
