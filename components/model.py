"""What an entity looks like."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray


@dataclass(slots=True)
class Model:
    """Triangles drawn at the entity's Transform (turned by its heading, not its pitch).

    To change its arrays, put others in their place: each is read once.

    Attributes
    ----------
    triangles
        (n, 3, 3) float32, metres in the entity's own frame, counter-clockwise seen from outside.
    colours
        (n, 3) float32, linear RGB in 0 … 1, one a triangle.
    visible
        Whether it is drawn.
    """

    triangles: NDArray[np.float32]
    colours: NDArray[np.float32]
    visible: bool = True
    hashed: ClassVar[bool] = False  # looks are no part of a game's state
