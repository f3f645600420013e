"""What the colours of a chart mean."""

import pygame

from orlop.engine.render.chart_content import ChartContent
from orlop.engine.render.ink import (
    AIR,
    INK,
    MOTOR,
    PAPER,
    PLANKS,
    PLAYER,
    PORTAL,
    PUSHER,
    SEAM,
    SOLID,
    Colour,
    blank,
    blend,
    hatching,
)
from orlop.engine.render.lettering import line
from orlop.engine.walkway.outline import signed_area

ROW = 22
"""Height of a row, pixels."""

MEANINGS = {
    "air": "air: you can stand here",
    "solid": "solid",
    "seam": "goes on as another deck",
    "portal": "portal",
    "trapdoor": "trapdoor",
    "pusher": "door, railing",
    "player": "you",
    "motor": "another motor",
}


def kinds_in(content: ChartContent) -> tuple[str, ...]:
    """Return which of `MEANINGS` the chart of `content` needs."""
    deck = content.deck
    present = {
        "air": len(deck.air) > 0,
        "solid": any(signed_area(ring) < 0 for ring in deck.outlines),
        "seam": len(deck.seams) > 0,
        "portal": len(content.portals) > 0,
        "trapdoor": len(content.trapdoors) > 0,
        "pusher": len(content.pushers) > 0,
        "player": any(motor.player for motor in content.motors),
        "motor": not all(motor.player for motor in content.motors),
    }
    return tuple(kind for kind in MEANINGS if present[kind])


def legend(kinds: tuple[str, ...]) -> pygame.Surface:
    """Return a swatch and a meaning for each of `kinds`."""
    texts = [line(MEANINGS[kind], 17, INK) for kind in kinds]
    piece = blank((38 + max((text.get_width() for text in texts), default=0), ROW * len(kinds)))
    for row, (kind, text) in enumerate(zip(kinds, texts, strict=True)):
        piece.blit(text, (38, row * ROW + 4))
        _swatch(piece, kind, pygame.Rect(2, row * ROW + 4, 28, 12))
    return piece


def _swatch(piece: pygame.Surface, kind: str, box: pygame.Rect) -> None:
    match kind:
        case "air":
            piece.fill(_washed(AIR), box)
            for x in range(box.left, box.right + 1, 7):
                for y in (box.top, box.bottom):
                    pygame.draw.circle(piece, INK, (x, y), 1)
        case "solid":
            _hatched(piece, SOLID, INK, box)
        case "portal":
            _hatched(piece, blend(PAPER, PORTAL, 0.12), PORTAL, box)
        case "seam":
            piece.fill(_washed(SEAM), box)
        case "trapdoor":
            pygame.draw.rect(piece, PLANKS, box)
            pygame.draw.rect(piece, INK, box, 1)
        case "pusher":
            pygame.draw.rect(piece, PUSHER, box.inflate(0, -5))
        case _:
            pygame.draw.aacircle(piece, PLAYER if kind == "player" else MOTOR, box.center, 5)


def _hatched(piece: pygame.Surface, ground: Colour, colour: Colour, box: pygame.Rect) -> None:
    piece.fill(ground, box)
    piece.blit(hatching(box.size, 0, 6, 1, (*colour, 150)), box)
    pygame.draw.rect(piece, colour, box, 1)


def _washed(tint: tuple[int, int, int, int]) -> Colour:
    red, green, blue, opacity = tint
    return blend(PAPER, (red, green, blue), opacity / 255)
