"""Stick and slip: what makes wood and hinges creak."""

import numpy as np
from numpy.typing import ArrayLike

from orlop.engine.sound.sound import RATE
from orlop.engine.sound.synthesis.circle import Floats, Random, drift, struck
from orlop.engine.sound.synthesis.ringing import blow, modes

BANDS = (
    (62.5, 1.0, 0.15),
    (125.0, 1.0, 0.35),
    (250.0, 2.0, 0.8),
    (395.0, 2.0, 1.0),
    (560.0, 3.0, 1.0),
    (790.0, 3.0, 0.9),
)
"""A wooden door's resonances, hertz and quality (Farnell 2010, "Designing Sound", chapter 32), and gains of ours."""


SLIP = 0.0009
"""How long a slip lasts, seconds."""


def slips(random: Random, rate: Floats, unsteady: float) -> Floats:
    """Return pulses, one at each slip.

    The surfaces stick until the force is enough; what has built up meanwhile lets go at once, so
    a slip after a longer wait is stronger (by the square root, Farnell).

    Parameters
    ----------
    random
        Chance.
    rate
        (n,) slips a second at each sample, 0 where nothing moves.
    unsteady
        How far each wait strays, in octaves RMS.
    """
    turns = np.cumsum(rate) / RATE
    waits = 2.0 ** (unsteady * random.standard_normal(int(turns[-1] * 1.5) + 8))
    moments = np.cumsum(waits)
    moments = moments[moments < turns[-1]]
    pulses = np.zeros(len(rate))
    np.add.at(pulses, np.searchsorted(turns, moments), np.sqrt(waits[: len(moments)]))
    return pulses


def wood(pulses: Floats, lower: float = 1.0, sharp: float = 1.0) -> Floats:
    """Let a panel answer to `pulses`: its bands divided by `lower`, its resonances `sharp` times as keen."""
    pitches, qualities, gains = np.array(BANDS).T
    pitches /= lower
    return rung(pulses, pitches, np.pi * pitches / (qualities * sharp), gains)


def rung(pulses: Floats, pitches: ArrayLike, decays: ArrayLike, gains: ArrayLike) -> Floats:
    """Let modes (see `modes`) answer to pulses, each a slip of about a millisecond."""
    return struck(pulses, np.convolve(modes(pitches, decays, gains), blow(SLIP)))


def wandering(random: Random, rate: Floats, octaves: float, slowest: float, quickest: float) -> Floats:
    """Let a rate stray by `octaves` RMS, as no hand and no wave moves evenly."""
    return np.asarray(rate * 2.0 ** (octaves * drift(random, len(rate) / RATE, slowest, quickest)), np.float64)
