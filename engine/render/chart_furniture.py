"""What stands beside a chart's plan: border, title, compass, legend, scale bar."""

import math
from functools import lru_cache

import pygame

from orlop.engine.render.chart_legend import legend
from orlop.engine.render.chart_view import Box
from orlop.engine.render.ink import INK, PALE_INK, PAPER, blank, blend
from orlop.engine.render.lettering import fitted, line

MARGIN = 16
"""Of the border from the picture's edge, pixels."""

SIDEBAR = 240
"""Width of the strip at the left that holds all but the border, pixels: nothing lies on the plan."""

INSET = 18
"""Of the pieces from the border, pixels."""

BAR = 150
"""Longest scale bar, pixels."""

SMALLEST = (520, 300)
"""Pixels of a picture with a sidebar; a smaller one needs its room for the plan."""

FINE = 3


def plan_room(size: tuple[int, int]) -> Box:
    """Return the part of a picture of `size` that is left for the plan."""
    left = MARGIN + 5 + (SIDEBAR if has_sidebar(size) else 0)
    top = MARGIN + 5
    return left, top, max(1, size[0] - left - top), max(1, size[1] - 2 * top)


@lru_cache(maxsize=4)
def frame(size: tuple[int, int]) -> pygame.Surface:
    """Return the border and an empty sidebar, on a surface of `size` pixels that is transparent where the plan is."""
    sheet = blank(size)
    _border(sheet)
    if has_sidebar(size):
        left, top, _, height = plan_room(size)
        sheet.fill((*PAPER, 255), (top, top, left - top, height))
        pygame.draw.line(sheet, INK, (left - 1, top - 1), (left - 1, top + height))
    return sheet


@lru_cache(maxsize=8)
def furniture(size: tuple[int, int], scale: float, title: str, deck: str, kinds: tuple[str, ...]) -> pygame.Surface:
    """Return the frame with all that belongs into its sidebar.

    `scale` is in pixels a metre; `kinds` are the rows of the legend.
    """
    sheet = frame(size).copy()
    if not has_sidebar(size):
        return sheet
    bar = _scale_bar(scale)
    left, top, foot = MARGIN + INSET, MARGIN + INSET, size[1] - MARGIN - INSET - bar.get_height()
    sheet.blit(bar, (left, foot))
    for piece in (_title(title, deck), _compass(), legend(kinds)):
        if top + piece.get_height() < foot:
            sheet.blit(piece, (left, top))
            top += piece.get_height() + INSET
    return sheet


def round_length(metres: float) -> float:
    """Return the largest of 1, 2 and 5 times a power of ten that is no longer than `metres`."""
    power = 10.0 ** math.floor(math.log10(metres))
    return max(step * power for step in (1.0, 2.0, 5.0) if step * power <= metres * (1 + 1e-9))


def has_sidebar(size: tuple[int, int]) -> bool:
    """Tell whether a picture of `size` is large enough for one."""
    return size[0] >= SMALLEST[0] and size[1] >= SMALLEST[1]


def _border(sheet: pygame.Surface) -> None:
    frame = sheet.get_rect()
    for edge in (
        pygame.Rect(0, 0, frame.width, MARGIN), pygame.Rect(0, frame.height - MARGIN, frame.width, MARGIN),
        pygame.Rect(0, 0, MARGIN, frame.height), pygame.Rect(frame.width - MARGIN, 0, MARGIN, frame.height),
    ):  # fmt: skip
        sheet.fill((*PAPER, 255), edge)
    pygame.draw.rect(sheet, INK, frame.inflate(-2 * MARGIN, -2 * MARGIN), 2)
    pygame.draw.rect(sheet, INK, frame.inflate(-2 * MARGIN + 8, -2 * MARGIN + 8), 1)


def _title(title: str, deck: str) -> pygame.Surface:
    room = SIDEBAR - 2 * INSET
    above = fitted(title, 18, blend(INK, PAPER, 0.35), room, slanted=True)
    name = fitted(deck or "deck", 34, INK, room)
    piece = blank((room, above.get_height() + name.get_height() + 8))
    piece.blit(above, (0, 0))
    piece.blit(name, (0, above.get_height() + 6))
    return piece


def _scale_bar(scale: float) -> pygame.Surface:
    length = round_length(BAR / scale)
    fourth = length * scale / 4
    piece = blank((SIDEBAR - INSET - 4, 28))
    for quarter in range(4):
        bar = pygame.Rect(round(2 + quarter * fourth), 18, round(fourth) + 1, 7)
        pygame.draw.rect(piece, INK if quarter % 2 == 0 else PAPER, bar)
        pygame.draw.rect(piece, INK, bar, 1)
    for share, text in ((0.0, "0"), (0.5, f"{length / 2:g}"), (1.0, f"{length:g} m")):
        label = line(text, 16, INK)
        middle = 2 + share * 4 * fourth - min(label.get_width(), line("00", 16, INK).get_width()) / 2
        piece.blit(label, (max(0, round(middle)), 2))
    return piece


def _compass() -> pygame.Surface:
    piece = blank((84 * FINE, 84 * FINE))
    middle, reach = 42 * FINE, 27 * FINE
    pygame.draw.circle(piece, INK, (middle, middle), reach, FINE)
    pygame.draw.circle(piece, PALE_INK, (middle, middle), reach * 0.62, FINE)
    for quarter in range(4):
        turn = quarter * math.pi / 2
        tip = (middle + math.sin(turn) * reach * 1.08, middle - math.cos(turn) * reach * 1.08)
        for side, colour in ((1, INK), (-1, PAPER)):
            foot = turn + side * math.pi / 4
            corner = (middle + math.sin(foot) * reach * 0.26, middle - math.cos(foot) * reach * 0.26)
            pygame.draw.polygon(piece, colour, [(middle, middle), tip, corner])
            pygame.draw.polygon(piece, INK, [(middle, middle), tip, corner], FINE // 2)
    small = pygame.transform.smoothscale(piece, (84, 84))
    for text, at in (("−Z", (42, 7)), ("+X", (74, 30))):
        label = line(text, 16, INK)
        small.blit(label, label.get_rect(center=at))
    return small
