"""Somebody who finds a way."""

import math
from dataclasses import dataclass

Destination = tuple[str, float, float]
"""Walkway, and world (x, z) in metres."""


@dataclass(slots=True)
class Agent:
    """Steers its motor to a destination: over decks, through doors, around what stands there, past whom it meets.

    Attributes
    ----------
    destination
        Walkway and world (x, z), metres; None to stand still.
    arrive
        It has arrived within this distance, metres.
    arrived
        Whether it has. A place in a wall or at its foot counts, too, if the motor reaches it within `arrive`
        from where it stands beside it.
    lost
        Whether its destination can't be reached, as far as it knows. One off the floor it goes as near to as it can;
        to one that no way leads to it doesn't set out. It looks again now and then.
    path, next, planned
        The way found last, the place in it that comes next, and the destination it leads to.
    nearest, stalled
        Least distance to that place so far, metres, and the seconds since it was last lessened.
    """

    destination: Destination | None = None
    arrive: float = 0.25
    arrived: bool = False
    lost: bool = False
    path: tuple[Destination, ...] = ()
    next: int = 0
    planned: Destination | None = None
    nearest: float = float("inf")
    stalled: float = 0.0

    def __post_init__(self) -> None:
        if self.destination is None:
            return
        try:
            walkway, x, z = self.destination
            fine = isinstance(walkway, str) and math.isfinite(x + z)
        except (TypeError, ValueError):
            fine = False
        if not fine:
            raise ValueError(
                f"an agent's destination is a walkway's name and world (x, z) in metres, got {self.destination!r}: "
                'as in Agent(("deck", 2.0, 3.5))'
            )
