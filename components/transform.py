"""Where a thing is."""

import math
from dataclasses import dataclass

UNSET_POSITION = (math.nan, math.nan, math.nan)


@dataclass(slots=True)
class Transform:
    """Position and turn of an entity, now and one tick ago.

    Drawing interpolates from the previous to the current values. `TransformHistorySystem` takes the
    previous ones down at each tick's begin, so who moves a thing sets the current ones alone; who
    teleports it sets both, else it is drawn flying.

    Attributes
    ----------
    position, previous_position
        World position in metres, Y up.
    heading, previous_heading
        Turn about Y in radians. Heading 0 looks along −Z, a quarter turn (π/2) along +X: the
        forward direction is (sin h, −cos h) in (x, z).
    pitch, previous_pitch
        Radians above the horizon, −π/2 … π/2.
    """

    position: tuple[float, float, float] = (0.0, 0.0, 0.0)
    heading: float = 0.0
    pitch: float = 0.0
    previous_position: tuple[float, float, float] = UNSET_POSITION
    previous_heading: float = math.nan
    previous_pitch: float = math.nan

    def __post_init__(self) -> None:
        if self.previous_position is UNSET_POSITION:
            self.previous_position = self.position
        if math.isnan(self.previous_heading):
            self.previous_heading = self.heading
        if math.isnan(self.previous_pitch):
            self.previous_pitch = self.pitch
        try:
            x, y, z = self.position
            fine = math.isfinite(x + y + z + self.heading + self.pitch)
        except (TypeError, ValueError):
            fine = False
        if not fine:
            raise ValueError(
                "a transform is a position (x, y, z) in metres, and heading and pitch in radians, "
                f"got {self.position!r}, {self.heading!r} and {self.pitch!r}"
            )
