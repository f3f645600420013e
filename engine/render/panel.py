"""Panels of text over a picture, and the small signs of the interface."""

from collections.abc import Sequence
from functools import lru_cache

import pygame

from orlop.engine.render.ink import INK, PAPER, blank
from orlop.engine.render.lettering import Colour, line

BACK = (24, 22, 20, 196)
TEXT: Colour = (240, 232, 214)
DIM: Colour = (176, 166, 148)
WARM: Colour = (238, 196, 110)
PADDING = 14


def panel(rows: Sequence[Sequence[str]], title: str = "", size: int = 20, ragged: bool = False) -> pygame.Surface:
    """Return `rows` of cells in columns on a dark slip with round corners.

    The first column is dim; with `ragged` all others end at the right, as numbers should.
    """
    cells = [[line(cell, size, DIM if column == 0 else TEXT) for column, cell in enumerate(row)] for row in rows]
    columns = max((len(row) for row in cells), default=0)
    widths = [max((row[c].get_width() for row in cells if c < len(row)), default=0) + 16 for c in range(columns)]
    pitch = size + 4
    head = line(title, size + 8, WARM) if title else None
    top = PADDING + (size + 18 if head else 0)
    width = max(sum(widths) - 16, head.get_width() if head else 0) + 2 * PADDING
    sheet = slip((width, top + pitch * len(cells) + PADDING - 6))
    if head:
        sheet.blit(head, (PADDING, PADDING))
    for index, row in enumerate(cells):
        left = PADDING
        for column, cell in enumerate(row):
            room = widths[column] - 16 - cell.get_width() if ragged and column else 0
            sheet.blit(cell, (left + room, top + index * pitch))
            left += widths[column]
    return sheet


def rows_in(height: int, size: int = 20) -> int:
    """Return how many rows a panel without a title has room for in `height` pixels."""
    return max(0, (height - 2 * PADDING + 6) // (size + 4))


def slip(size: tuple[int, int]) -> pygame.Surface:
    """Return an empty dark slip."""
    sheet = blank(size)
    pygame.draw.rect(sheet, BACK, sheet.get_rect(), border_radius=8)
    return sheet


@lru_cache(maxsize=64)
def sign(text: str, size: int = 24, key: str = "") -> pygame.Surface:
    """Return one line on a slip; `key` is shown before it as the cap of a key."""
    words = line(text, size, TEXT)
    cap = _cap(key, size) if key else None
    width = words.get_width() + 2 * PADDING + (cap.get_width() + 10 if cap else 0)
    sheet = slip((width, size + 18))
    left = PADDING
    if cap:
        sheet.blit(cap, cap.get_rect(midleft=(left, sheet.get_height() // 2)))
        left += cap.get_width() + 10
    sheet.blit(words, words.get_rect(midleft=(left, sheet.get_height() // 2)))
    return sheet


def _cap(key: str, size: int) -> pygame.Surface:
    letter = line(key, size - 2, INK)
    cap = blank((max(letter.get_width() + 14, size + 4), size + 4))
    pygame.draw.rect(cap, PAPER, cap.get_rect(), border_radius=5)
    cap.blit(letter, letter.get_rect(center=cap.get_rect().center))
    return cap


@lru_cache(maxsize=4)
def dot(radius: int = 3) -> pygame.Surface:
    """Return the mark in the middle of the first-person view."""
    sheet = blank((2 * radius + 4, 2 * radius + 4))
    middle = (radius + 2, radius + 2)
    pygame.draw.aacircle(sheet, (20, 18, 16, 120), middle, radius + 1)
    pygame.draw.aacircle(sheet, (255, 250, 240, 210), middle, radius - 1)
    return sheet


def graph(values: Sequence[float], limit: float, size: tuple[int, int] = (240, 56)) -> pygame.Surface:
    """Return bars for `values`, the newest at the right; those over `limit` are warm, and a line marks it.

    The graph is twice the limit high.
    """
    sheet = slip(size)
    width, height = size
    shown = list(values)[-(width - 8) // 2 :]
    for index, value in enumerate(shown):
        tall = min(height - 8, round((height - 8) * value / (2 * limit)))
        x = width - 4 - 2 * (len(shown) - index)
        pygame.draw.line(sheet, WARM if value > limit else DIM, (x, height - 4), (x, height - 4 - tall))
    pygame.draw.line(sheet, (*TEXT, 90), (4, height // 2), (width - 5, height // 2))
    return sheet
