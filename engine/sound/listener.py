"""Who hears the cloud."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Frame = tuple[float, float, float, float, float, float, float, float, float]


@dataclass(frozen=True, slots=True)
class Listener:
    """Where the ears are in the world and how they are turned.

    Attributes
    ----------
    position
        Midway between the ears, world metres; float64, so that it holds far from the origin.
    heading
        Radians; 0 looks along -z, a quarter turn along +x.
    pitch
        Radians, positive upwards.
    speed
        Metres a second of the body, for what it brushes against.
    """

    position: tuple[float, float, float]
    heading: float = 0.0
    pitch: float = 0.0
    speed: float = 0.0

    def __post_init__(self) -> None:
        if len(self.position) != 3 or not all(map(math.isfinite, (*self.position, self.heading, self.pitch))):
            raise ValueError(f"a listener needs a finite position (3,), heading and pitch, got {self}")
        if not self.speed >= 0.0:
            raise ValueError(f"a listener's speed is 0 m/s or more, got {self.speed}")

    def axes(self) -> NDArray[np.float64]:
        """Return the listener's right, up and back as rows, (3, 3): it turns world directions into the listener's."""
        return np.array(self.frame()).reshape(3, 3)

    def frame(self) -> Frame:
        """Return the same as nine numbers, which cost less than an array."""
        sin_h, cos_h = math.sin(self.heading), math.cos(self.heading)
        sin_p, cos_p = math.sin(self.pitch), math.cos(self.pitch)
        right = (cos_h, 0.0, sin_h)
        up = (-sin_h * sin_p, cos_p, cos_h * sin_p)
        return (*right, *up, -sin_h * cos_p, -sin_p, cos_h * cos_p)
