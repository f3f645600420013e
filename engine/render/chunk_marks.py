"""A layered world made visible while it is made: chunks where they are, and how far each layer is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pygame
from numpy.typing import NDArray

from orlop.engine.render.chart_view import ChartView
from orlop.engine.render.ink import INK, Colour
from orlop.engine.render.lettering import fitted, line
from orlop.engine.render.panel import DIM, PADDING, TEXT, WARM, slip

FILLS: Mapping[str, tuple[int, int, int, int]] = {
    "needed": (120, 112, 100, 46),
    "being made": (236, 148, 24, 190),
    "made": (72, 140, 58, 96),
    "kept": (72, 104, 186, 84),
    "failed": (206, 44, 36, 200),
}
"""What a chunk is, and its colour on the chart, red, green, blue and opacity of 255."""

OUTLINE = (*INK, 96)
"""Around chunks that are wide enough for one."""

EDGED = 6.0
"""Pixels from which a chunk has an outline."""

NAMES, BAR, COUNTS = 112, 48, 50
"""Widths in the panel, pixels."""

ROW = 19
"""Height of a row, pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class ChunkMarks:
    """Chunks of one layer.

    Attributes
    ----------
    bounds
        (n, 4): low x, low z, high x, high z, metres.
    fates
        What each is, one of `FILLS`.
    """

    bounds: NDArray[np.float64]
    fates: Sequence[str]


@dataclass(frozen=True, slots=True)
class LayerMark:
    """How far a layer is: how many of its chunks are needed, made, and can't be made."""

    name: str
    needed: int
    done: int
    failed: int = 0


def draw_chunks(surface: pygame.Surface, marks: ChunkMarks, view: ChartView) -> None:
    """Lay chunks over a chart, tinted by what they are; seams between neighbours stay a pixel wide."""
    low, high = view.to_pixels(marks.bounds[:, :2]), view.to_pixels(marks.bounds[:, 2:])
    corners = np.rint(np.concatenate([low, high], axis=1)).astype(np.int64)
    outlined = len(corners) > 0 and float(np.min(high - low)) >= EDGED
    room = surface.get_clip()
    for (left, top, right, foot), fate in zip(corners.tolist(), marks.fates, strict=True):
        box = pygame.Rect(left, top, right - left, foot - top).clip(room)
        if box.width and box.height:
            surface.fill(FILLS[fate], box)
            if outlined:
                _outline(surface, pygame.Rect(left, top, right - left + 1, foot - top + 1))


def layer_panel(title: str, layers: Sequence[LayerMark], chosen: int, fates: Mapping[str, int]) -> pygame.Surface:
    """Return a panel with a bar for each layer and what the colours of the chosen one's chunks mean.

    Parameters
    ----------
    title
        Of the chosen layer.
    layers
        In order.
    chosen
        Which of them the chart shows.
    fates
        How many chunks of that one are what.
    """
    width = NAMES + BAR + COUNTS + 2 * PADDING
    head = fitted(title, 21, WARM, width - 2 * PADDING)
    shown = [fate for fate in FILLS if fate != "failed" or fates.get(fate)]
    legend = PADDING + 24 + len(layers) * ROW + 10
    sheet = slip((width, legend + len(shown) * ROW + PADDING - 4))
    sheet.blit(head, (PADDING, PADDING - 2))
    for row, layer in enumerate(layers):
        _layer_row(sheet, PADDING + 24 + row * ROW, layer, row == chosen)
    for row, fate in enumerate(shown):
        _fate_row(sheet, legend + row * ROW, fate, fates.get(fate, 0))
    return sheet


def _layer_row(sheet: pygame.Surface, top: int, layer: LayerMark, chosen: bool) -> None:
    sheet.blit(fitted(layer.name, 16, WARM if chosen else DIM, NAMES - 8), (PADDING, top))
    box = pygame.Rect(PADDING + NAMES, top + 2, BAR, 9)
    share = layer.done / layer.needed if layer.needed else 1.0
    complete = not layer.needed or layer.done == layer.needed
    colour = FILLS["failed"] if layer.failed else FILLS["made"] if complete else FILLS["being made"]
    sheet.fill((*_bright(colour), 255), (box.left, box.top, round(box.width * share), box.height))
    pygame.draw.rect(sheet, WARM if chosen else DIM, box, 1)
    text = f"{layer.needed}" if complete else f"{layer.done}/{layer.needed}"
    count = fitted(text, 16, TEXT if chosen else DIM, COUNTS - 6)
    sheet.blit(count, count.get_rect(topright=(PADDING + NAMES + BAR + COUNTS, top)))


def _fate_row(sheet: pygame.Surface, top: int, fate: str, count: int) -> None:
    sheet.fill((*_bright(FILLS[fate]), 255), (PADDING, top + 1, 14, 10))
    sheet.blit(line(fate, 16, TEXT), (PADDING + 22, top))
    number = line(f"{count}", 16, TEXT)
    sheet.blit(number, number.get_rect(topright=(PADDING + NAMES + BAR + COUNTS, top)))


def _bright(fill: tuple[int, int, int, int]) -> Colour:
    return fill[:3]


def _outline(surface: pygame.Surface, box: pygame.Rect) -> None:
    """Frame a box, drawing only what is seen: the largest chunks are kilometres wide."""
    room = surface.get_clip()
    for edge in (
        pygame.Rect(box.left, box.top, box.width, 1),
        pygame.Rect(box.left, box.bottom - 1, box.width, 1),
        pygame.Rect(box.left, box.top, 1, box.height),
        pygame.Rect(box.right - 1, box.top, 1, box.height),
    ):
        part = edge.clip(room)
        if part.width and part.height:
            surface.fill(OUTLINE, part)
