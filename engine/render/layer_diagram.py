"""A picture of a layered world: who reads whom, and what one chunk is made of, to scale.

A row a layer, those that read above those that are read. A layer that is read has a lane, from its own
row up to its topmost reader; a dot with the padding says which rows read it. At the right lie the
layers' grids, all to one scale, around one chunk: what that chunk is made of is tinted.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import pygame
from numpy.typing import NDArray

from orlop.engine.render.chart_furniture import round_length
from orlop.engine.render.ink import INK, PALE_INK, PAPER, PLAYER, Colour, blank, blend, dashed
from orlop.engine.render.lettering import fitted, line
from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.graph import LayerGraph
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.reach import LayerReading, deepest, readings
from orlop.engine.worldgen.rect import chunk_at, chunk_bounds

WIDTH = 1500
"""Of the picture, pixels."""

MARGIN, HEAD, FOOT = 28, 96, 68
"""Around it, above and below the rows, pixels."""

NAMES, LANE = 210, 50
"""Width of the names and of a lane, pixels."""

STRIPS = 420
"""Least width of the grids, pixels: with very many lanes the picture grows."""

GAP = 8
"""Between two grids, pixels."""

ROWS = (44, 230)
"""Least and greatest height of a grid, pixels."""

TALL = 900
"""What a picture of few layers fills with its grids, pixels."""

FINEST = 3.0
"""Grids with narrower chunks are not drawn, pixels."""

FAINT = 0.4
"""How strong the colours are of what the chosen chunk has nothing to do with."""

LIGHT = blend(PAPER, (255, 255, 255), 0.45)
"""The ground of grids."""

HUES: tuple[Colour, ...] = (
    (38, 108, 176),
    (178, 116, 20),
    (150, 58, 110),
    (46, 128, 74),
    (112, 86, 170),
    (22, 134, 140),
    (160, 78, 48),
    (96, 112, 34),
    (92, 96, 112),
    (196, 82, 74),
    (60, 74, 140),
    (122, 128, 120),
)
"""Colours of the lanes, from the right."""


@dataclass(frozen=True, slots=True)
class Row:
    """One layer in the picture.

    Attributes
    ----------
    reading
        What the chosen chunk reads of it.
    hue
        The colour of its lane; ink if nobody reads it.
    lane
        Which lane that is, from the left; None without.
    top
        Upper edge of its grid, pixels.
    """

    reading: LayerReading
    hue: Colour
    lane: int | None
    top: int

    @property
    def layer(self) -> Layer[Any]:
        """The layer."""
        return self.reading.layer


def draw_layers(
    graph: LayerGraph, chosen: Layer[Any] | None = None, x: float = 0.0, z: float = 0.0, title: str = ""
) -> NDArray[np.uint8]:
    """Return a picture of a world's layers, (height, width, 3) sRGB; it needs no window.

    Parameters
    ----------
    graph
        The layers: `LayerGraph(layers)`, or the `graph` of a world.
    chosen
        The layer one chunk of which is taken apart; by default the one that takes most layers.
    x, z
        World metres; the chunk is the one that holds them.
    title
        What the layers make.
    """
    layer = deepest(graph) if chosen is None else chosen
    index = chunk_at(x, z, layer.size)
    return LayerDiagram(graph, layer, readings(graph, layer, index), chunk_bounds(index, layer.size), title).drawn()


class LayerDiagram:
    """The picture while it is drawn."""

    def __init__(
        self, graph: LayerGraph, layer: Layer[Any], read: tuple[LayerReading, ...], chunk: Bounds, title: str
    ) -> None:
        self._layer, self._chunk, self._title = layer, chunk, title
        pitch = min(max(TALL // len(read), ROWS[0] + GAP), ROWS[1] + GAP)
        self._tall = pitch - GAP
        users = {sketch.name: sketch.users for sketch in graph.sketch()}
        self._rows: list[Row] = []
        lanes, drawn = sum(bool(users[reading.layer.name]) for reading in read), 0
        for place, reading in enumerate(reversed(read)):
            lane = drawn if users[reading.layer.name] else None
            hue = INK if lane is None else HUES[(lanes - 1 - lane) % len(HUES)]
            drawn += lane is not None
            self._rows.append(Row(reading, hue, lane, HEAD + place * pitch))
        self._by_name = {row.layer.name: row for row in self._rows}
        self._left = MARGIN + NAMES + lanes * LANE + 14
        self._across = max(WIDTH - MARGIN - self._left, STRIPS)
        self._scale = min(self._across / (2.0 * self._half(read)), self._tall / (1.2 * layer.size))
        self._size = (self._left + self._across + MARGIN, HEAD + len(read) * pitch + FOOT)

    def drawn(self) -> NDArray[np.uint8]:
        """Return the picture, (height, width, 3) sRGB."""
        sheet = blank(self._size, PAPER)
        self._draw_head(sheet)
        for row in self._rows:
            self._draw_lane(sheet, row)
        for row in self._rows:
            self._draw_needs(sheet, row)
            self._draw_name(sheet, row)
            self._draw_strip(sheet, row)
        self._draw_foot(sheet)
        data = pygame.image.tobytes(sheet, "RGB")
        return np.frombuffer(data, np.uint8).reshape(self._size[1], self._size[0], 3).copy()

    def _half(self, read: tuple[LayerReading, ...]) -> float:
        """How far the grids go to either side of the chunk's middle, metres: all that is read is seen."""
        middle = self._chunk.centre[0]
        ends = [abs(end - middle) for each in read if each.bounds for end in (each.bounds.low_x, each.bounds.high_x)]
        return max(1.06 * max(ends), 1.5 * self._layer.size)

    def _draw_head(self, sheet: pygame.Surface) -> None:
        sheet.blit(line(self._title or "A world in layers", 34, INK), (MARGIN, 20))
        (x, z), size = self._chunk.centre, self._layer.size
        words = f"one chunk of {self._layer.name}, {size:g} m wide, around ({x:g}, {z:g}) m, and what it is made of"
        right = fitted(words, 18, blend(INK, PAPER, 0.2), self._across)
        sheet.blit(right, (self._left, HEAD - 12 - right.get_height()))

    def _draw_lane(self, sheet: pygame.Surface, row: Row) -> None:
        """From the layer's own row up to its topmost reader; what the chosen chunk has to do with is strong."""
        if row.lane is None:
            return
        x, low = self._lane_x(row.lane), self._middle(row)
        readers = [other for other in self._rows if any(need.layer is row.layer for need in other.layer.needs)]
        strong = [other for other in readers if other.reading.bounds is not None]
        pygame.draw.line(sheet, blend(PAPER, row.hue, FAINT), (x, self._middle(readers[0])), (x, low), 3)
        if strong:
            pygame.draw.line(sheet, row.hue, (x, self._middle(strong[0])), (x, low), 3)

    def _draw_needs(self, sheet: pygame.Surface, row: Row) -> None:
        y, strength = self._middle(row), 1.0 if row.reading.bounds is not None else FAINT
        lanes = [self._by_name[need.layer.name].lane for need in row.layer.needs]
        ends = [self._lane_x(lane) for lane in (*lanes, row.lane) if lane is not None]
        if ends:
            colour = blend(PAPER, row.hue, 0.55 * strength)
            pygame.draw.line(sheet, colour, (MARGIN + NAMES - 8, y), (max(ends), y), 1)
        for need in row.layer.needs:
            provider = self._by_name[need.layer.name]
            assert provider.lane is not None
            x = self._lane_x(provider.lane)
            pygame.draw.aacircle(sheet, blend(PAPER, provider.hue, strength), (x, y), 6)
            label = line(f"{need.padding:,.0f}" if need.padding >= 1000 else f"{need.padding:.4g}", 16, INK)
            slip = blank((label.get_width() + 4, label.get_height() + 2), PAPER)
            slip.blit(label, (2, 1))
            sheet.blit(slip, slip.get_rect(midleft=(x + 9, y)))
        if row.lane is not None:
            _station(sheet, (self._lane_x(row.lane), y), blend(PAPER, row.hue, strength))

    def _draw_name(self, sheet: pygame.Surface, row: Row) -> None:
        count, own = row.reading.chunks.area, row.layer is self._layer
        name = fitted(row.layer.name, 21, PLAYER if own else INK, NAMES - 14)
        chunks = f"{count} chunk{'s' * (count > 1)}" if count else "chunks"
        about = fitted(f"{chunks} of {row.layer.size:,g} m", 16, INK if count else blend(INK, PAPER, 0.45), NAMES - 14)
        top = self._middle(row) - (name.get_height() + about.get_height() + 3) // 2
        sheet.blit(name, (MARGIN, top))
        sheet.blit(about, (MARGIN, top + name.get_height() + 3))

    def _draw_strip(self, sheet: pygame.Surface, row: Row) -> None:
        strip = blank((self._across, self._tall), LIGHT)
        reading, own = row.reading, row.layer is self._layer
        if reading.bounds is not None:
            needed = self._box(reading.chunks.bounds(row.layer.size))
            strip.fill(blend(PAPER, PLAYER if own else row.hue, 0.8 if own else 0.42), needed)
        self._draw_grid(strip, row)
        if reading.bounds is not None and not own:
            _dash(strip, self._box(reading.bounds))
        pygame.draw.rect(strip, PLAYER, self._box(self._chunk).inflate(2, 2), 2)
        pygame.draw.rect(strip, INK, strip.get_rect(), 1)
        sheet.blit(strip, (self._left, row.top))

    def _draw_grid(self, strip: pygame.Surface, row: Row) -> None:
        pitch = row.layer.size * self._scale
        if pitch < FINEST:
            return
        colour = PALE_INK if row.reading.bounds is not None else blend(LIGHT, PALE_INK, 0.6)
        for axis, extent in ((0, self._across), (1, self._tall)):
            low = self._chunk.centre[axis] - extent / 2 / self._scale
            first = int(np.ceil(low / row.layer.size))
            for number in range(first, first + int(extent / pitch) + 2):
                at = round((number * row.layer.size - low) * self._scale)
                ends = ((at, 0), (at, self._tall)) if axis == 0 else ((0, at), (self._across, at))
                pygame.draw.line(strip, colour, *ends)

    def _draw_foot(self, sheet: pygame.Surface) -> None:
        y = self._size[1] - FOOT + 26
        length = round_length(150.0 / self._scale)
        label = line(f"{length:,g} m", 17, INK)
        across, right = round(length * self._scale), self._size[0] - MARGIN - label.get_width()
        sheet.blit(label, label.get_rect(midleft=(right, y)))
        bar = pygame.Rect(right - 8 - across, y - 3, across, 6)
        pygame.draw.rect(sheet, INK, bar, 1)
        sheet.fill(INK, (bar.left, bar.top, bar.width // 2, bar.height))
        _station(sheet, (MARGIN + 8, y), INK)
        left = _words(sheet, "a layer", MARGIN + 24, y) + 20
        pygame.draw.aacircle(sheet, INK, (left, y), 6)
        left = _words(sheet, "who reads it, so many metres around itself", left + 14, y) + 20
        pygame.draw.rect(sheet, PLAYER, (left, y - 7, 14, 14), 2)
        left = _words(sheet, "the chunk", left + 22, y) + 20
        sheet.fill(blend(PAPER, HUES[0], 0.42), (left, y - 7, 26, 14))
        left = _words(sheet, "made for it", left + 34, y) + 20
        _dash(sheet, pygame.Rect(left, y - 7, 26, 14))
        _words(sheet, "what may be read", left + 34, y)

    def _lane_x(self, lane: int) -> int:
        return MARGIN + NAMES + 8 + lane * LANE

    def _middle(self, row: Row) -> int:
        return row.top + self._tall // 2

    def _box(self, bounds: Bounds) -> pygame.Rect:
        """Where bounds lie in a strip, pixels."""
        (x, z), scale = self._chunk.centre, self._scale
        left, top = round((bounds.low_x - x) * scale), round((bounds.low_z - z) * scale)
        right, foot = round((bounds.high_x - x) * scale), round((bounds.high_z - z) * scale)
        return pygame.Rect(self._across // 2 + left, self._tall // 2 + top, right - left, foot - top)


def _station(sheet: pygame.Surface, middle: tuple[int, int], colour: Colour) -> None:
    box = pygame.Rect(0, 0, 15, 15)
    box.center = middle
    pygame.draw.rect(sheet, colour, box)
    pygame.draw.rect(sheet, INK, box, 1)


def _words(sheet: pygame.Surface, text: str, left: int, middle: int) -> int:
    """Write a line; return where it ends."""
    words = line(text, 17, INK)
    sheet.blit(words, words.get_rect(midleft=(left, middle)))
    return left + words.get_width()


def _dash(surface: pygame.Surface, box: pygame.Rect) -> None:
    """Draw a dashed frame. It may be kilometres long: only what lies on the surface is drawn."""
    corners = (box.topleft, box.topright, box.bottomright, box.bottomleft, box.topleft)
    for begin, end in pairwise(corners):
        part = surface.get_rect().clipline(begin, end)
        if part:
            dashed(surface, INK, np.array(part[0], np.float64), np.array(part[1], np.float64))
