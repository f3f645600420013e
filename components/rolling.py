"""A barrel, a ball: something that rolls on when it was pushed."""

from dataclasses import dataclass


@dataclass(slots=True)
class Rolling:
    """Lets its `WalkwayMotor` keep the speed at which others push it, and roll down slopes.

    Like any motor it takes portals and never leaves its air. Its `mass` says how hard it is to push,
    its `speed` how fast it ever gets; `acceleration` should be infinite and `slope_response` 0.

    Attributes
    ----------
    resistance
        By how much it slows, metres a second squared. Half of one is a barrel on planks; five, a
        crate that is shoved and stops. It stays on slopes that pull less.
    """

    resistance: float = 0.5
