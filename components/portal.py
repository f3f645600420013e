"""A rectangle that carries motors from one walkway to another."""

import math
from dataclasses import dataclass


@dataclass(slots=True)
class Portal:
    """Entering the rectangle on `source` puts a motor at the same (x, z) on `destination`.

    Both floors must carry the same ramp under the rectangle, else the eye would jump. The way
    back needs a rectangle of its own, apart from this one, else the motor would flip each tick.

    Attributes
    ----------
    source, destination
        Names of walkways. To change them, replace the component: it is laid out once.
    low, high
        Corners (x, z), world metres, `low` < `high` in both; replace the component to change them.
    enabled
        A shut hatch disables its portal.
    """

    source: str
    destination: str
    low: tuple[float, float]
    high: tuple[float, float]
    enabled: bool = True

    def __post_init__(self) -> None:
        try:
            (low_x, low_z), (high_x, high_z) = self.low, self.high
            fine = low_x < high_x and low_z < high_z and math.isfinite(low_x + low_z + high_x + high_z)
        except (TypeError, ValueError):
            fine = False
        if not fine:
            raise ValueError(
                f"a portal's low and high are corners (x, z) in metres, low < high in both, got {self.low!r} and {self.high!r}"
            )
