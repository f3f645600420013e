"""A sound: what is heard, before anything is known about where."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

RATE = 48_000
"""Samples a second of everything that is mixed."""


@dataclass(frozen=True, slots=True, eq=False)
class Sound:
    """One channel of samples at `RATE`.

    Attributes
    ----------
    name
        As its author calls it.
    samples
        (n,) float32, -1 … 1.
    loop
        Whether its end goes on at its beginning; else it is heard once.
    """

    name: str
    samples: NDArray[np.float32]
    loop: bool

    def __post_init__(self) -> None:
        if self.samples.ndim != 1 or self.samples.dtype != np.float32 or not len(self.samples):
            raise ValueError(f"samples must be (n,) float32, got {self.samples.shape} {self.samples.dtype}")

    @property
    def seconds(self) -> float:
        """How long it is."""
        return len(self.samples) / RATE
