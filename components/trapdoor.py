"""A piece of floor that can be switched."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(slots=True)
class Trapdoor:
    """While enabled, the floor is the higher of the walkway's own and these triangles.

    Attributes
    ----------
    walkway
        Name of the walkway whose hole it covers. To change it, replace the component: it is laid once.
    triangles
        (n, 3, 3) float64, world metres; replace the component to change them.
    enabled
        Off while the hatch is open.
    """

    walkway: str
    triangles: NDArray[np.float64]
    enabled: bool = True
