"""Where a thing that is heard as a cloud makes its sound."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray


@dataclass(slots=True, eq=False)
class SoundPointCollection:
    """Sample points that one chunk or object contributes to a sound. They fade in and out with it.

    To change them, replace the component: its arrays are read once.

    Attributes
    ----------
    sound
        Name of the cloud.
    points
        (n, 3) float64, world metres.
    radii
        (n,) metres: each point stands for a disk of that radius.
    parameters
        (n,): what decides how a point sounds, such as a river's strength.
    packed
        The same laid out for the sound by `CloudSound.pack`, which takes 0.1 s for a million points:
        a worker thread that makes the points can do that too. None: it is done as the collection comes.
    """

    sound: str
    points: NDArray[np.float64]
    radii: NDArray[np.float64]
    parameters: NDArray[np.float64]
    packed: object | None = None
    hashed: ClassVar[bool] = False  # what is heard is no part of a game's state
