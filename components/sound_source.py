"""A thing that makes itself heard now and then, or when it is used."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(slots=True)
class SoundSource:
    """Plays one of its sounds at its `Transform`, waits, and plays again: a bird, a bell. Using it plays it, too.

    Attributes
    ----------
    sounds
        Names; which is next is chance.
    pause
        Seconds of silence between two, from and to; None: heard only when it is used.
    volume
        Gain of the amplitude within `radius`.
    radius, reach
        Metres: full within the one, silent from the other on.
    height
        Over the Transform's position, metres.
    left
        Seconds until the next; below 0 before the first is drawn.
    """

    sounds: tuple[str, ...]
    pause: tuple[float, float] | None = (4.0, 12.0)
    volume: float = 1.0
    radius: float = 2.0
    reach: float = 60.0
    height: float = 0.0
    left: float = -1.0
    hashed: ClassVar[bool] = False  # what is heard is no part of a game's state
