"""Who hears."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(slots=True)
class SoundListener:
    """Ears on an entity, turned as its `Transform` is. What touches foliage is its `WalkwayMotor`, if it has one.

    Attributes
    ----------
    height
        Of the ears over the Transform's position, metres.
    """

    height: float = 1.65
    hashed: ClassVar[bool] = False  # what is heard is no part of a game's state
