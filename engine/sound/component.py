"""A component: one of the loops that a cloud is heard as."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.engine.sound.curve import Curve


@dataclass(frozen=True, slots=True)
class SoundComponent:
    """A loop and how loud the samples play it. A river is one cloud of three: trickle, stream, fall.

    Attributes
    ----------
    loop
        Name of what is played.
    multiplier
        Volume of a sample per square metre.
    final_volume
        What a cloud at its loudest, clamped to 1, is turned down (or up) to.
    directionality
        0 … 1: how much of the direction is kept; 0 is heard from all around.
    curve
        Volume by the sample's parameter; None: heard alike at all.
    """

    loop: str
    multiplier: float = 1.0
    final_volume: float = 1.0
    directionality: float = 1.0
    curve: Curve | None = None

    def __post_init__(self) -> None:
        for name, number in (("multiplier", self.multiplier), ("final_volume", self.final_volume)):
            if not (math.isfinite(number) and number >= 0.0):
                raise ValueError(f'component "{self.loop}": {name} is a number from 0 up, got {number}')
        if not 0.0 <= self.directionality <= 1.0:
            raise ValueError(f'component "{self.loop}": directionality lies in 0 … 1, got {self.directionality}')

    def volumes(
        self, radii: NDArray[np.float64], parameters: NDArray[np.float64], of_energy: bool = False
    ) -> NDArray[np.float64]:
        """Return the volume of samples of radii (n,), metres, and parameters (n,): area times multiplier and curve.

        With `of_energy` it is the area's root, so that what squares add up to does not depend on how it is cut.
        """
        areas = math.pi * radii**2
        volumes = self.multiplier * (np.sqrt(areas) if of_energy else areas)
        return volumes if self.curve is None else volumes * self.curve.volumes(parameters)
