"""How two ears hear a direction: pan, delay and the head's shadow."""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.sound.sound import RATE

HEAD_RADIUS = 0.0875
"""Metres; Woodworth's and Kuhn's mean head."""

SPEED_OF_SOUND = 343.0
"""Metres a second."""

SHADOW_CORNER = 2.0 * SPEED_OF_SOUND / HEAD_RADIUS
"""Radians a second above which the head casts a shadow: twice Brown & Duda's omega 0, as in their formula."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """What the sound comes out of.

    Attributes
    ----------
    pan
        0 … 1: how far from the middle a sound at the side is panned; 1 leaves the far side silent.
    head
        0 … 1: how much of a head's shadow and delay is added. None for loudspeakers, whose
        sound goes round the listener's own head.
    ears
        Measured ones in place of pan and head, see `orlop.engine.sound.measured_ears`.
    """

    pan: float
    head: float
    ears: NDArray[np.float32] | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not (0.0 <= self.pan <= 1.0 and 0.0 <= self.head <= 1.0):
            raise ValueError(f"pan and head must be 0 … 1, got {self.pan} and {self.head}")


HEADPHONES = Hearing(pan=0.35, head=1.0)
"""The pan that brings the level difference between the ears closest to measured ears, over clouds of seven loops."""

SPEAKERS = Hearing(pan=1.0, head=0.0)


@kernel
def pan_gains(side: float, spread: float) -> tuple[float, float, float]:
    """Return gains of the direct sound left and right, and of the diffuse sound at each ear.

    `side` is the direction's share to the right, -1 … 1. The sum of the powers is 1 at any side
    and spread, for the diffuse sounds of the two ears have nothing in common with each other
    or with the direct one.
    """
    angle = (side + 1.0) * (0.25 * math.pi)
    direct = math.sqrt(1.0 - spread)
    return direct * math.cos(angle), direct * math.sin(angle), math.sqrt(0.5 * spread)


@kernel
def shaded(left: float, right: float, side: float, head: float) -> tuple[float, float]:
    """Return the gains of high frequencies, given those of low ones at each ear: one shaded, one turned to the sound.

    Their power is that of the low ones: measured ears too get no louder by more than a decibel
    when a sound goes round, only less alike.
    """
    high_left = left * (1.0 + head * (shadow(-side) - 1.0))
    high_right = right * (1.0 + head * (shadow(side) - 1.0))
    power = high_left * high_left + high_right * high_right
    scale = math.sqrt((left * left + right * right) / power) if power > 0.0 else 0.0
    return scale * high_left, scale * high_right


@kernel
def lag(side: float) -> float:
    """Return by how many samples the ear away from `side` hears later: Woodworth's a/c (angle + sin(angle))."""
    away = abs(side)
    return (HEAD_RADIUS / SPEED_OF_SOUND * RATE) * (math.asin(away) + away)


@kernel
def shadow(toward: float) -> float:
    """Return the gain of high frequencies at an ear, `toward` being the cosine of the angle from that ear.

    Brown & Duda 1998, "A structural model for binaural sound synthesis": 1.05 + 0.95 cos(1.2 angle).
    """
    return 1.05 + 0.95 * math.cos(1.2 * math.acos(toward))


def warm() -> None:
    """Compile this file's kernels."""
    pan_gains(0.5, 0.5)
    lag(0.5)
    shadow(0.5)
    shaded(0.5, 0.5, 0.5, 1.0)
