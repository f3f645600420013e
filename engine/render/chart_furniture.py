"""What surrounds a chart's plan: border, title, scale bar, compass, legend."""

import math
from functools import lru_cache

import pygame

from orlop.engine.render.ink import (
    AIR,
    INK,
    MOTOR,
    PALE_INK,
    PAPER,
    PLANKS,
    PLAYER,
    PORTAL,
    PUSHER,
    SOLID,
    blank,
    blend,
    hatching,
)
from orlop.engine.render.lettering import line

MARGIN = 16
"""Of the border from the picture's edge, pixels."""

FINE = 3


@lru_cache(maxsize=8)
def furniture(size: tuple[int, int], scale: float, title: str, deck: str) -> pygame.Surface:
    """Return border, title, scale bar, compass and legend on a transparent surface of `size` pixels.

    `scale` is in pixels a metre.
    """
    sheet = blank(size)
    width, height = size
    _border(sheet)
    if min(size) < 300:  # a thumbnail has no room for more
        return sheet
    _on_paper(sheet, _title(title, deck), (MARGIN + 14, MARGIN + 14))
    bar = _scale_bar(scale)
    _on_paper(sheet, bar, (MARGIN + 14, height - MARGIN - 26 - bar.get_height()))
    compass = _compass()
    _on_paper(sheet, compass, (width - MARGIN - 26 - compass.get_width(), MARGIN + 14))
    legend = _legend()
    if height > 460:
        corner = (width - MARGIN - 26 - legend.get_width(), height - MARGIN - 26 - legend.get_height())
        _on_paper(sheet, legend, corner)
    return sheet


def round_length(metres: float) -> float:
    """Return the largest of 1, 2 and 5 times a power of ten that is no longer than `metres`."""
    power = 10.0 ** math.floor(math.log10(metres))
    return max(step * power for step in (1.0, 2.0, 5.0) if step * power <= metres * (1 + 1e-9))


def _border(sheet: pygame.Surface) -> None:
    frame = sheet.get_rect()
    for edge in (
        pygame.Rect(0, 0, frame.width, MARGIN), pygame.Rect(0, frame.height - MARGIN, frame.width, MARGIN),
        pygame.Rect(0, 0, MARGIN, frame.height), pygame.Rect(frame.width - MARGIN, 0, MARGIN, frame.height),
    ):  # fmt: skip
        sheet.fill((*PAPER, 255), edge)
    pygame.draw.rect(sheet, INK, frame.inflate(-2 * MARGIN, -2 * MARGIN), 2)
    pygame.draw.rect(sheet, INK, frame.inflate(-2 * MARGIN + 8, -2 * MARGIN + 8), 1)


def _on_paper(sheet: pygame.Surface, piece: pygame.Surface, corner: tuple[int, int]) -> None:
    """Paste a piece with a slip of paper under it, so that no line of the plan runs through its text."""
    slip = piece.get_rect(topleft=corner).inflate(12, 12).move(6, 6)
    sheet.fill((*PAPER, 226), slip)
    pygame.draw.rect(sheet, (*PALE_INK, 255), slip, 1)
    sheet.blit(piece, (corner[0] + 6, corner[1] + 6))


def _title(title: str, deck: str) -> pygame.Surface:
    name = line(deck or "deck", 30, INK)
    above = line(title, 18, blend(INK, PAPER, 0.35), slanted=True)
    piece = blank((max(name.get_width(), above.get_width(), 90) + 4, 46 if title else 26))
    if title:
        piece.blit(above, (2, 2))
    piece.blit(name, (2, piece.get_height() - name.get_height() - 2))
    return piece


def _scale_bar(scale: float) -> pygame.Surface:
    length = round_length(150.0 / scale)
    fourth = length * scale / 4
    piece = blank((round(4 * fourth) + 56, 32))
    for quarter in range(4):
        bar = pygame.Rect(round(8 + quarter * fourth), 20, round(fourth) + 1, 7)
        pygame.draw.rect(piece, INK if quarter % 2 == 0 else PAPER, bar)
        pygame.draw.rect(piece, INK, bar, 1)
    for share, text in ((0.0, "0"), (0.5, f"{length / 2:g}"), (1.0, f"{length:g} m")):
        label = line(text, 16, INK)
        piece.blit(label, (round(8 + share * 4 * fourth - (label.get_width() / 2 if share < 1 else 6)), 4))
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
    for text, at in (("−Z", (42, 7)), ("+X", (73, 30))):
        label = line(text, 16, INK)
        small.blit(label, label.get_rect(center=at))
    return small


def _legend() -> pygame.Surface:
    rows = ("air: where you can stand", "solid", "portal", "trapdoor", "door, railing", "you", "another motor")
    piece = blank((186, 20 * len(rows)))
    for row, text in enumerate(rows):
        piece.blit(line(text, 17, INK), (40, row * 20 + 4))
        _swatch(piece, row, pygame.Rect(4, row * 20 + 4, 28, 12))
    return piece


def _swatch(piece: pygame.Surface, row: int, box: pygame.Rect) -> None:
    if row == 0:
        piece.fill(blend(PAPER, (AIR[0], AIR[1], AIR[2]), AIR[3] / 255), box)
        for x in range(box.left, box.right + 1, 7):
            for y in (box.top, box.bottom):
                pygame.draw.circle(piece, INK, (x, y), 1)
    elif row in (1, 2):
        colour = INK if row == 1 else PORTAL
        piece.fill(SOLID if row == 1 else blend(PAPER, PORTAL, 0.12), box)
        piece.blit(hatching(box.size, 0, 6, 1, (*colour, 150)), box)
        pygame.draw.rect(piece, colour, box, 1)
    elif row == 3:
        pygame.draw.rect(piece, PLANKS, box)
        pygame.draw.rect(piece, INK, box, 1)
    elif row == 4:
        pygame.draw.rect(piece, PUSHER, box.inflate(0, -5))
    else:
        pygame.draw.aacircle(piece, PLAYER if row == 5 else MOTOR, box.center, 5)
