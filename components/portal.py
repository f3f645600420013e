"""A rectangle that carries motors from one walkway to another."""

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
