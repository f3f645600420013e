"""Something that swings or slides between shut and open."""

from dataclasses import dataclass


@dataclass(slots=True)
class Door:
    """Turns its entity by `swing` and moves it by `slide` as it opens.

    The entity's `Transform` when shut is `heading` and `position`.

    Attributes
    ----------
    position
        World position when shut, metres.
    heading
        Heading when shut, radians.
    swing
        Turn from shut to open, radians; 0 for a sliding door.
    slide
        Way from shut to open, world metres; zero for a swinging door.
    seconds
        Time from shut to open.
    openness
        0 shut … 1 open, as it is now.
    wanted
        Where it is going, 0 … 1.
    previous_openness
        One tick ago: where it is put back to when a motor holds it up.
    """

    position: tuple[float, float, float]
    heading: float = 0.0
    swing: float = 1.75
    slide: tuple[float, float, float] = (0.0, 0.0, 0.0)
    seconds: float = 0.8
    openness: float = 0.0
    wanted: float = 0.0
    previous_openness: float = 0.0

    def __post_init__(self) -> None:
        self.previous_openness = self.openness
