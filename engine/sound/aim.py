"""From sums to targets: how loud a cloud is, where it is heard and how spread out."""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.sound.cloud_kernel import SUMS
from orlop.engine.sound.listener import Frame, Listener
from orlop.engine.sound.target import SPREAD, VOLUME, WIDTH, X, Y, Z

SILENT = 1e-6
"""A volume below -120 dB is none."""

UNDIRECTED = 1e-5
"""A mean direction shorter than this points nowhere: float32 sums of opposites leave so much."""


@kernel
def aim(
    settled: NDArray[np.float64],
    sum_law: int,
    direction_law: int,
    power: bool,
    traits: NDArray[np.float64],
    frame: Frame,
    directions: NDArray[np.float64],
    targets: NDArray[np.float32],
) -> None:
    """Write targets (components, WIDTH) for a listener with a frame, see `Listener.frame`.

    Spread is how much of the samples' unit directions cancels out. Where that is all of them,
    the last direction stays, and where nothing is heard, the last spread too, so that neither
    jumps. Directions are kept in the world's frame: a turning head turns what it hears at once.

    Parameters
    ----------
    settled
        (laws, components, SUMS): weights and directions by each law.
    sum_law, direction_law
        Which of them to take.
    power
        The sum law's are of squares.
    traits
        (components, 2): final volume and directionality.
    directions
        (components, 3) unit vectors, the last ones, brought up to date.
    """
    totals, weighted = settled[sum_law], settled[direction_law]
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
        targets[c, X] = frame[0] * x + frame[1] * y + frame[2] * z
        targets[c, Y] = frame[3] * x + frame[4] * y + frame[5] * z
        targets[c, Z] = frame[6] * x + frame[7] * y + frame[8] * z


@kernel
def settle(settled: NDArray[np.float64], sums: NDArray[np.float64], share: float) -> None:
    """Bring settled (laws, components, SUMS) nearer to sums by a share of what is left, 0 … 1; set those back to 0."""
    for law in range(len(sums)):
        for c in range(sums.shape[1]):
            for k in range(SUMS):
                settled[law, c, k] += (sums[law, c, k] - settled[law, c, k]) * share
                sums[law, c, k] = 0.0


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    sums, targets = np.ones((1, 1, SUMS)), np.zeros((1, WIDTH), np.float32)
    settle(sums, sums.copy(), 1.0)
    frame = Listener((0.0, 0.0, 0.0)).frame()
    aim(sums, 0, 0, False, np.ones((1, 2)), frame, np.ones((1, 3)), targets)
