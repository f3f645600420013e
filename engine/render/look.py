"""Sun, sky and haze of a first-person picture."""

import math
from dataclasses import dataclass

Colour = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Look:
    """Light and air; colours are linear RGB, 1 being as bright as white paper in the sun.

    Attributes
    ----------
    sun_heading, sun_height
        Where the sun stands: heading and angle over the horizon, radians.
    sun
        Light of the sun on a face turned to it.
    zenith, horizon
        The sky above and at the horizon.
    bounce
        Light that comes up from the ground.
    haze
        Distance at which things keep 1/e of their own colour, metres.
    air
        How dense the haze is to each colour, relative to `haze`: less to red than to blue makes far
        things blue before they grow pale.
    ground_mist
        How much denser the haze is at the eye's feet than at its height, 0 … 1.
    mist_depth
        Height over the floor at which the ground mist has thinned to 1/e, metres.
    shadow_reach
        How far around the eye shadows are cast, metres; the farther, the softer.
    lantern
        Light that the viewer carries, in the shade only: rooms without a lamp stay legible.
    exposure
        Factor on all light before it is shown.
    """

    sun_heading: float = math.radians(128.0)
    sun_height: float = math.radians(38.0)
    sun: Colour = (1.36, 1.13, 0.84)
    zenith: Colour = (0.11, 0.27, 0.54)
    horizon: Colour = (0.66, 0.74, 0.78)
    bounce: Colour = (0.25, 0.20, 0.15)
    haze: float = 420.0
    air: Colour = (1.0, 1.0, 1.0)
    ground_mist: float = 0.5
    mist_depth: float = 8.3
    shadow_reach: float = 44.0
    lantern: float = 0.36
    exposure: float = 1.0

    def to_sun(self) -> Colour:
        """Unit vector towards the sun, world."""
        flat = math.cos(self.sun_height)
        return (math.sin(self.sun_heading) * flat, math.sin(self.sun_height), -math.cos(self.sun_heading) * flat)
