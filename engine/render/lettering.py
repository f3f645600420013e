"""Text, in the font that comes with pygame, so that it looks the same everywhere."""

from functools import lru_cache

import pygame

Colour = tuple[int, int, int]


@lru_cache(maxsize=16)
def font(size: int, slanted: bool = False) -> pygame.font.Font:
    """Return the bundled font, `size` pixels high."""
    if not pygame.font.get_init():
        pygame.font.init()
    made = pygame.font.Font(None, size)
    made.set_italic(slanted)
    return made


@lru_cache(maxsize=512)
def line(text: str, size: int, colour: Colour, slanted: bool = False) -> pygame.Surface:
    """Return `text` on a transparent surface; the same surface for the same text.

    Drawn at twice its size: the font is fitted to whole pixels, which sets small letters apart unevenly.
    """
    large = font(size * 2, slanted).render(text, True, colour)
    return pygame.transform.smoothscale(large, ((large.get_width() + 1) // 2, (large.get_height() + 1) // 2))


def fitted(text: str, size: int, colour: Colour, width: int, slanted: bool = False) -> pygame.Surface:
    """Return `text` no wider than `width` pixels: smaller if it must be, down to half its size, then cut short."""
    for smaller in range(size, size // 2, -1):
        made = line(text, smaller, colour, slanted)
        if made.get_width() <= width:
            return made
    kept = len(text)
    while kept > 1 and made.get_width() > width:
        kept -= 1
        made = line(f"{text[:kept]}…", smaller, colour, slanted)
    return made
