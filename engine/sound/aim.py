"""From sums to targets: how loud a cloud is, where it is heard and how spread out."""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.sound.cloud_kernel import SUMS
from orlop.engine.sound.target import SPREAD, VOLUME, WIDTH, X, Y, Z

SILENT = 1e-6
"""A volume below -120 dB is none."""

UNDIRECTED = 1e-5
"""A mean direction shorter than this points nowhere: float32 sums of opposites leave so much."""


@kernel
def aim(
    totals: NDArray[np.float64],
    weighted: NDArray[np.float64],
    power: bool,
    traits: NDArray[np.float64],
    axes: NDArray[np.float64],
    directions: NDArray[np.float64],
    targets: NDArray[np.float32],
) -> None:
    """Write targets (components, WIDTH) for a listener with axes (3, 3), see `Listener.axes`.

    Spread is how much of the samples' unit directions cancels out. Where that is all of them,
    the last direction stays, and where nothing is heard, the last spread too, so that neither
    jumps. Directions are kept in the world's frame: a turning head turns what it hears at once.

    Parameters
    ----------
    totals, weighted
        (components, SUMS): weights of the sum law, and weights and directions of the direction's.
    power
        The totals are of squares.
    traits
        (components, 2): final volume and directionality.
    directions
        (components, 3) unit vectors, the last ones, brought up to date.
    """
    for c in range(len(targets)):
        volume = math.sqrt(totals[c, 0]) if power else totals[c, 0]
        heard = volume >= SILENT
        targets[c, VOLUME] = min(volume, 1.0) * traits[c, 0] if heard else 0.0
        if heard:
            x, y, z = weighted[c, 1], weighted[c, 2], weighted[c, 3]
            length = math.sqrt(x * x + y * y + z * z)
            mean = length / weighted[c, 0]
            targets[c, SPREAD] = 1.0
            if mean > UNDIRECTED:
                directions[c, 0], directions[c, 1], directions[c, 2] = x / length, y / length, z / length
                targets[c, SPREAD] = 1.0 - traits[c, 1] * min(mean, 1.0)
        x, y, z = directions[c, 0], directions[c, 1], directions[c, 2]
        targets[c, X] = axes[0, 0] * x + axes[0, 1] * y + axes[0, 2] * z
        targets[c, Y] = axes[1, 0] * x + axes[1, 1] * y + axes[1, 2] * z
        targets[c, Z] = axes[2, 0] * x + axes[2, 1] * y + axes[2, 2] * z


def warm() -> None:
    """Compile the kernel of this module, or fetch it from the cache."""
    sums, targets = np.ones((1, SUMS)), np.zeros((1, WIDTH), np.float32)
    aim(sums, sums, False, np.ones((1, 2)), np.eye(3), np.ones((1, 3)), targets)
