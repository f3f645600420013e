"""Who is steered by the actions."""

from dataclasses import dataclass


@dataclass(slots=True)
class Player:
    """The entity that the player's actions move.

    Attributes
    ----------
    sprint
        Factor on the motor's speed while sprinting.
    reach
        How far it can use things, metres.
    """

    sprint: float = 1.8
    reach: float = 1.8
