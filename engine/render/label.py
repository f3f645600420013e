"""Something flat laid over a picture: text, a panel, the dot in the middle."""

from dataclasses import dataclass

import pygame


@dataclass(frozen=True, slots=True)
class Label:
    """A surface and where it goes.

    Attributes
    ----------
    surface
        With alpha; pixel for pixel. One that is not changed after it was made.
    corner
        Its upper left in pixels of the picture.
    opacity
        0 … 1, for fading.
    """

    surface: pygame.Surface
    corner: tuple[int, int]
    opacity: float = 1.0
