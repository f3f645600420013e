"""Something the player can use."""

from dataclasses import dataclass


@dataclass(slots=True)
class Interactable:
    """Offers `prompt` when the player stands near and looks that way.

    Attributes
    ----------
    prompt
        What using it does, as the player reads it: "open the door".
    walkways
        Names of the walkways from which it can be used; empty for any. What stands on one deck is
        else used from the deck below it, too.
    centre
        World (x, z) of its handle, metres.
    radius
        Size of the thing: added to the player's reach, metres.
    """

    prompt: str
    walkways: tuple[str, ...] = ()
    centre: tuple[float, float] = (0.0, 0.0)
    radius: float = 0.5
