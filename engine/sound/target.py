"""What a voice is to sound like: a row of a float32 array that cloud and voice share.

An array and not a class, since the audio thread reads it without Python. The columns are
constants, so kernels take them as numbers.
"""

import numpy as np
from numpy.typing import NDArray

VOLUME = 0
"""Gain of the amplitude, 0 (silent) and up; 1 plays the loop as it is."""

X = 1
"""Unit direction to the sound in the listener's own frame: the right ear's side is +x."""

Y = 2
"""Up."""

Z = 3
"""Backwards: what lies straight ahead is at (0, 0, -1)."""

SPREAD = 4
"""0: all from one direction; 1: from all around, the direction says nothing."""

WIDTH = 5
"""Columns of a row."""


def silent_targets(count: int) -> NDArray[np.float32]:
    """Make `count` rows of silence straight ahead, (count, WIDTH) float32."""
    targets = np.zeros((count, WIDTH), np.float32)
    targets[:, Z] = -1.0
    return targets
