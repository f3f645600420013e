"""A sound at one place: a step, a door, a bird."""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.sound.listener import Listener
from orlop.engine.sound.target import SPREAD, VOLUME, WIDTH, X, Z


def spot_target(
    listener: Listener,
    position: tuple[float, float, float],
    volume: float = 1.0,
    radius: float = 0.5,
    reach: float = 40.0,
) -> NDArray[np.float32]:
    """Return the target (WIDTH,) of a sound at one place, by the law of a cloud of one sample.

    Parameters
    ----------
    position
        World metres.
    volume
        Within `radius`; beyond it falls as 1/distance.
    radius
        Metres. Within it the sound spreads, until at its middle it is all around.
    reach
        Metres, above `radius`: from there on nothing is heard.
    """
    if not 0.0 < radius < reach:
        raise ValueError(f"a spot needs 0 < radius < reach, got {radius} and {reach} m")
    toward = np.subtract(position, listener.position)
    distance = math.sqrt(float(toward @ toward))
    target = np.zeros(WIDTH, np.float32)
    target[VOLUME] = volume * max(0.0, 1.0 / max(distance, radius) - 1.0 / reach) / (1.0 / radius - 1.0 / reach)
    target[Z] = -1.0
    if distance > 0.0:
        target[X : Z + 1] = listener.axes() @ (toward / distance)
    target[SPREAD] = 1.0 - distance / (distance + 0.5 * radius)
    return target
