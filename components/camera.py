"""The eye that the first-person view looks through."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(slots=True)
class Camera:
    """Looks from its entity's `Transform`, raised by `eye` over the position.

    Attributes
    ----------
    field_of_view
        Vertical, radians, 0.3 … 2.5.
    near, far
        Clip distances, metres.
    eye
        Height of the eye over the Transform's position, metres; eased, so that no step or
        trapdoor makes it jump.
    eased_height
        World height of the eye now, metres; NaN before the first tick.
    previous_height
        The same, one tick ago.
    """

    field_of_view: float = 1.22
    near: float = 0.05
    far: float = 2000.0
    eye: float = 1.65
    eased_height: float = float("nan")
    previous_height: float = float("nan")
    hashed: ClassVar[bool] = False  # what is seen is no part of a game's state
