"""A scripted walk."""

import math
from dataclasses import dataclass


@dataclass(slots=True)
class Route:
    """Steers a motor from waypoint to waypoint, using what lies in the way.

    Attributes
    ----------
    waypoints
        World (x, z), metres, in order.
    uses
        Indices of the waypoints at which it uses the nearest thing in reach, as a player would
        a hatch. Doors in its way it uses anyhow.
    arrive
        A waypoint counts as reached within this distance, metres.
    next
        Index of the waypoint it is going to.
    loop
        Begin again after the last one.
    wander
        Without waypoints: walk on, and turn away from what blocks (by the game's seed).
    patience
        Seconds without progress after which the waypoint is given up.
    stalled, best
        Seconds without progress, and the least distance to the waypoint so far, metres.
    course, course_left
        Heading that a wanderer walks, radians, and for how many seconds more.
    """

    waypoints: tuple[tuple[float, float], ...] = ()
    uses: tuple[int, ...] = ()
    arrive: float = 0.4
    next: int = 0
    loop: bool = True
    wander: bool = False
    patience: float = 4.0
    stalled: float = 0.0
    best: float = float("inf")
    course: float = 0.0
    course_left: float = 0.0

    def __post_init__(self) -> None:
        try:
            fine = all(math.isfinite(x + z) for x, z in self.waypoints)
        except (TypeError, ValueError):
            fine = False
        if not fine:
            raise ValueError(
                f"a route's waypoints are world (x, z) in metres, as in ((0, 2), (3, 5)), got {self.waypoints!r}"
            )
