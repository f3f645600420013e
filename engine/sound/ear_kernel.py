"""Measured ears: how each of them hears a direction, as a filter and a delay.

A table holds them for a grid of directions. What lies between is mixed from the four around it:
delays are kept apart from the filters, so that those mixed begin together and none cancels another.
"""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.sound.voice import EAR_COLUMNS, QUANTUM, TAPS

ELEVATIONS, AZIMUTHS = 19, 72
"""Rows of the grid, from straight down to straight up, and columns, from ahead by the right: 10 and 5 degrees apart."""

Singles = NDArray[np.float32]


@kernel
def look_up(ears: Singles, x: float, y: float, z: float, filters: Singles) -> tuple[float, float]:
    """Fill filters (2, TAPS) with those of the direction (x, y, z) in the listener's frame; return both ears' delays.

    `ears` is (ELEVATIONS · AZIMUTHS, 2 · EAR_COLUMNS), see `Voices`; delays are in samples.
    """
    across = (math.atan2(x, -z) / (2.0 * math.pi)) % 1.0 * AZIMUTHS
    length = math.sqrt(x * x + y * y + z * z)
    up = math.asin(min(max(y / length, -1.0), 1.0)) if length > 0.0 else 0.0
    above = (up / math.pi + 0.5) * (ELEVATIONS - 1)
    column, row = int(across), min(int(above), ELEVATIONS - 2)
    filters[:, :] = 0.0
    left = right = 0.0
    for corner in range(4):
        right_one, upper_one = corner % 2, corner // 2
        t, s = across - column, above - row
        share = (t if right_one else 1.0 - t) * (s if upper_one else 1.0 - s)
        here = ears[(row + upper_one) * AZIMUTHS + (column + right_one) % AZIMUTHS]
        left += share * here[0]
        right += share * here[EAR_COLUMNS]
        for ear in range(2):
            begin = ear * EAR_COLUMNS + 1
            for k in range(TAPS):
                filters[ear, k] += np.float32(share) * here[begin + k]
    return left, right


@kernel
def convolve(past: Singles, taps: Singles, heard: Singles) -> None:
    """Filter a quantum into `heard`; past (QUANTUM + TAPS - 1,) is the quantum and what came before it."""
    heard[:] = np.float32(0.0)
    for k in range(0, TAPS, 8):  # as many at once as make reading and writing `heard` cheap
        a, b, c, d = taps[k], taps[k + 1], taps[k + 2], taps[k + 3]
        e, f, g, h = taps[k + 4], taps[k + 5], taps[k + 6], taps[k + 7]
        p = past[TAPS - 8 - k : TAPS - 8 - k + QUANTUM + 7]
        for i in range(QUANTUM):
            near = (a * p[i + 7] + b * p[i + 6]) + (c * p[i + 5] + d * p[i + 4])
            far = (e * p[i + 3] + f * p[i + 2]) + (g * p[i + 1] + h * p[i])
            heard[i] += near + far


def warm() -> None:
    """Compile this file's kernels."""
    look_up(
        np.zeros((ELEVATIONS * AZIMUTHS, 2 * EAR_COLUMNS), np.float32), 0.0, 0.0, -1.0, np.zeros((2, TAPS), np.float32)
    )
    convolve(np.zeros(QUANTUM + TAPS - 1, np.float32), np.zeros(TAPS, np.float32), np.zeros(QUANTUM, np.float32))
