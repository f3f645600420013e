"""A door, a railing or any other obstacle that moves or can be switched off."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(slots=True)
class WalkwayPusher:
    """Solid shapes slaved to the position and heading of their entity's `Transform`.

    Attributes
    ----------
    walkway
        Name of the walkway it stands on. To change it, replace the component: it is laid out once.
    outlines
        Convex or concave closed rings, each (n, 2) float64: metres in the entity's own (x, z)
        frame at heading 0, counter-clockwise; replace the component to change them.
    enabled
        A switched-off pusher is no obstacle.
    displaces
        What switching it on does to a motor in its place: true puts the motor beside it, within the
        motor's diameter; false leaves the pusher off until the place is free.
    blocked
        Whether a motor that could not give way stopped it this tick.
    """

    walkway: str
    outlines: tuple[NDArray[np.float64], ...]
    enabled: bool = True
    displaces: bool = True
    blocked: bool = False
