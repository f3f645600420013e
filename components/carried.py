"""Something in somebody's hands."""

from dataclasses import dataclass


@dataclass(slots=True)
class Carried:
    """Keeps its entity's `Transform` before the carrier's, on whatever deck that is.

    Taking the component off sets it down in the air; where it goes from there is the game's affair.
    What has a motor of its own is carried without it.

    Attributes
    ----------
    by
        Entity that carries it; when that is gone, so is this component.
    ahead, height
        Before and over the carrier's foot, metres.
    """

    by: int
    ahead: float = 0.5
    height: float = 1.1
