"""A circle that walks on a walkway."""

import math
import sys
from dataclasses import dataclass

FLAT: tuple[float, float, float] = (0.0, 1.0, 0.0)
UNSET_PREVIOUS = (math.nan, math.nan)


@dataclass(slots=True)
class WalkwayMotor:
    """Moves its entity over a walkway, as `wish` asks and the air allows.

    Attributes
    ----------
    walkway
        Name of the walkway it stands on.
    position, previous
        World (x, z) in metres at the end of this tick and of the last one.
    radius
        Metres. A gap narrower than twice this is closed to it. To change it, replace the component: it
        is taken when the motor first moves.
    mass
        Kilograms: of two motors that meet, the lighter gives way the farther; replace the component to change it.
    height
        Of the eye over the floor, metres.
    wish
        Wished velocity (x, z) in metres a second; longer than `speed` times `pace` is shortened to it.
    speed
        Greatest speed on level floor, metres a second.
    pace
        Factor on `speed` now; sprinting is more than 1.
    acceleration
        How fast the velocity follows the wish, metres a second squared; infinite for at once.
    velocity
        Velocity (x, z) at the end of this tick, without what walls and pushers took from it, metres a second.
    slope_response
        How a climb slows it: its speed is multiplied by the cosine of the slope to this power. 0 not at
        all; at 30°, 1 leaves 87 %, 5 a half.
    floor_height
        World height of the floor under it, metres.
    floor_normal
        Upward unit normal of that floor.
    blocked
        Whether something kept it this tick from half or more of the speed it wished.
    """

    walkway: str
    position: tuple[float, float] = (0.0, 0.0)
    radius: float = 0.4
    height: float = 1.65
    wish: tuple[float, float] = (0.0, 0.0)
    speed: float = 3.0
    pace: float = 1.0
    acceleration: float = 30.0
    velocity: tuple[float, float] = (0.0, 0.0)
    slope_response: float = 0.5
    floor_height: float = 0.0
    floor_normal: tuple[float, float, float] = FLAT
    blocked: bool = False
    previous: tuple[float, float] = UNSET_PREVIOUS
    mass: float = 80.0

    def __post_init__(self) -> None:
        if self.previous is UNSET_PREVIOUS:
            self.previous = self.position
        try:  # all at once, since thousands may be made in a tick; which it was is found out after
            (x, z), (wish_x, wish_z), (vx, vz) = self.position, self.wish, self.velocity
            fine = (
                math.isfinite(x + z + wish_x + wish_z + vx + vz + self.height + self.slope_response)
                and 0.0 < self.radius < math.inf
                and 0.0 < self.mass < math.inf
                and 0.0 <= self.speed < math.inf
                and 0.0 <= self.pace < math.inf
                and self.acceleration >= 0.0
                and isinstance(self.walkway, str)
            )
        except (TypeError, ValueError):
            fine = False
        if not fine:
            raise ValueError(fault_of(self))


PAIRS = (("position", "metres"), ("wish", "metres a second"), ("velocity", "metres a second"))
MOST = sys.float_info.max
NUMBERS = (
    ("radius", math.ulp(0.0), MOST, "more than 0, in metres"),
    ("mass", math.ulp(0.0), MOST, "more than 0, in kilograms"),
    ("height", -MOST, MOST, "in metres"),
    ("speed", 0.0, MOST, "0 or more, in metres a second"),
    ("pace", 0.0, MOST, "0 or more, a factor on its speed"),
    ("acceleration", 0.0, math.inf, "0 or more, in metres a second squared"),
    ("slope_response", -MOST, MOST, "a power of the slope's cosine"),
)


def fault_of(motor: WalkwayMotor) -> str:
    """Return which of its fields can't be what it is, and what is expected; empty if all can."""
    if not isinstance(motor.walkway, str):
        return f"a motor's walkway is the name of one, got {motor.walkway!r}"
    for name, unit in PAIRS:
        value = getattr(motor, name)
        try:
            fine = len(value) == 2 and all(map(math.isfinite, value))
        except TypeError:
            fine = False
        if not fine:
            return f"a motor's {name} is (x, z) in {unit}, got {value!r}"
    for name, low, high, meaning in NUMBERS:
        value = getattr(motor, name)
        try:
            fine = bool(low <= value <= high)
        except (TypeError, ValueError):
            fine = False
        if not fine:
            return f"a motor's {name} is a number, {meaning}, got {value!r}"
    return ""
