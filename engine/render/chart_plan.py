"""The part of a chart that never changes, drawn once in tiles."""

from collections import OrderedDict
from collections.abc import Sequence

import numpy as np
import pygame
from numpy.typing import NDArray

from orlop.engine.render.chart_content import ChartDeck, Points
from orlop.engine.render.chart_view import ChartView
from orlop.engine.render.ink import (
    AIR,
    HIGH_FLOOR,
    INK,
    LOW_FLOOR,
    PALE_INK,
    PAPER,
    SEAM,
    SOLID,
    blank,
    blend,
    clipped,
    dots_along,
    hatching,
    segments_of,
    stroke,
)

TILE = 256
"""Width of a tile in pixels."""

FINE = 2
"""Tiles are drawn this much larger and scaled down, which smooths every line and rim."""

KEPT = 192
"""Tiles kept, 48 MB: four times what a large window shows."""

DOTTED = 8.0
"""Pixels a metre from which the air's border can be told from the outline beside it."""

CLEAR = (0, 0, 0, 0)
OPAQUE = (255, 255, 255, 255)

DOTS = 7.0
"""Distance of the dots around the air, pixels."""


class ChartPlan:
    """Tiles of decks, each drawn when it is first seen."""

    def __init__(self) -> None:
        self._tiles: OrderedDict[tuple[object, ...], pygame.Surface] = OrderedDict()
        self._dots: dict[tuple[ChartDeck, float], list[Points]] = {}
        self._shades: dict[ChartDeck, Points] = {}

    def draw(self, surface: pygame.Surface, deck: ChartDeck, others: tuple[ChartDeck, ...], view: ChartView) -> None:
        """Fill `surface` with the plan of `deck`."""
        left, top = view.corner()
        for row in range(top // TILE, (top + view.size[1] - 1) // TILE + 1):
            for column in range(left // TILE, (left + view.size[0] - 1) // TILE + 1):
                tile = self._tile(deck, others, view.scale, column, row)
                surface.blit(tile, (column * TILE - left, row * TILE - top))

    def _tile(
        self, deck: ChartDeck, others: tuple[ChartDeck, ...], scale: float, column: int, row: int
    ) -> pygame.Surface:
        key = (deck, others, scale, column, row)
        tile = self._tiles.get(key)
        if tile is None:
            tile = self._tiles[key] = self._drawn(deck, others, scale, column, row)
            if len(self._tiles) > KEPT:
                self._tiles.popitem(last=False)
        else:
            self._tiles.move_to_end(key)
        return tile

    def _drawn(
        self, deck: ChartDeck, others: tuple[ChartDeck, ...], scale: float, column: int, row: int
    ) -> pygame.Surface:
        piece = _Piece(scale, column, row)
        piece.floor(deck, self._shaded(deck))
        piece.seams(deck)
        piece.air(deck)
        piece.solids(deck)
        for other in others:
            piece.pale(other)
        piece.outlines(deck)
        piece.dots(self._dotted(deck, scale))
        return piece.finished()

    def _dotted(self, deck: ChartDeck, scale: float) -> list[Points]:
        key = (deck, scale)
        if key not in self._dots:
            self._dots[key] = [dots_along(ring, DOTS / scale) for ring in deck.air if len(ring) > 2]
        return self._dots[key]

    def _shaded(self, deck: ChartDeck) -> Points:
        if deck not in self._shades:
            self._shades[deck] = floor_shades(deck.floor)
        return self._shades[deck]


class _Piece:
    """One tile while it is drawn, `FINE` times enlarged."""

    def __init__(self, scale: float, column: int, row: int) -> None:
        self._scale = scale * FINE
        self._size = TILE * FINE
        self._corner = np.array([column, row], np.float64) * self._size
        self._low = (-8.0 * FINE, -8.0 * FINE)
        self._high = (self._size + 8.0 * FINE, self._size + 8.0 * FINE)
        self._pen = FINE * min(1.0, max(0.55, scale / 12.0))  # small plans take a finer pen
        self._phase = (column + row) * self._size
        self._surface = blank((self._size, self._size), PAPER)

    def finished(self) -> pygame.Surface:
        small = blank((TILE, TILE), PAPER)
        pygame.transform.smoothscale(self._surface, (TILE, TILE), small)
        return small

    def pale(self, deck: ChartDeck) -> None:
        for ring in deck.outlines:
            stroke(self._surface, blend(PAPER, PALE_INK, 0.75), self._near(segments_of(self._pixels(ring))), FINE)

    def floor(self, deck: ChartDeck, shades: Points) -> None:
        near = self._over(deck)
        corners = self._pixels(deck.floor[near][:, :, [0, 2]])
        for triangle, shade in zip(corners, shades[near].tolist(), strict=True):
            cut = clipped(triangle, self._low, self._high)
            if len(cut) > 2:
                pygame.draw.polygon(self._surface, blend(LOW_FLOOR, HIGH_FLOOR, shade), cut.tolist())

    def seams(self, deck: ChartDeck) -> None:
        corners = deck.seams[:, [[0, 1], [2, 1], [2, 3], [0, 3]]]
        self._wash([(ring, SEAM) for ring in corners])

    def air(self, deck: ChartDeck) -> None:
        self._wash([(ring, AIR if area > 0 else CLEAR) for area, ring in _outer_first(deck.air)])

    def solids(self, deck: ChartDeck) -> None:
        """Hatch what is solid: rims within open space, and floor that no open space covers."""
        under = [(triangle, OPAQUE) for triangle in deck.floor[self._over(deck)][:, :, [0, 2]]]
        rings = [(ring, CLEAR if area > 0 else OPAQUE) for area, ring in _outer_first(deck.outlines)]
        mask = self._layer([*under, *rings])
        if mask is None:
            return
        body = blank((self._size, self._size))
        body.fill((*SOLID, 255))
        body.blit(hatching((self._size, self._size), -self._phase, 7 * FINE, FINE, (*INK, 110)), (0, 0))
        body.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        self._surface.blit(body, (0, 0))

    def outlines(self, deck: ChartDeck) -> None:
        for ring in deck.outlines:
            width = round(self._pen * (2.1 if _area(ring) > 0 else 1.4))
            stroke(self._surface, INK, self._near(segments_of(self._pixels(ring))), width)

    def dots(self, rings: list[Points]) -> None:
        if self._scale < DOTTED * FINE:
            return
        for ring in rings:
            at = self._pixels(ring)
            near = ((at >= self._low) & (at <= self._high)).all(axis=1)
            for point in at[near].tolist():
                pygame.draw.circle(self._surface, INK, point, 0.8 * FINE)

    def _wash(self, rings: Sequence[tuple[Points, tuple[int, ...]]]) -> None:
        layer = self._layer(rings)
        if layer is not None:
            self._surface.blit(layer, (0, 0))

    def _layer(self, rings: Sequence[tuple[Points, tuple[int, ...]]]) -> pygame.Surface | None:
        """Fill `rings`, each over those before it, on a layer of their own; None if none comes near."""
        cut = [(clipped(self._pixels(ring), self._low, self._high), colour) for ring, colour in rings]
        near = [(ring.tolist(), colour) for ring, colour in cut if len(ring) > 2]
        if not near:
            return None
        layer = blank((self._size, self._size))
        for ring, colour in near:
            pygame.draw.polygon(layer, colour, ring)
        return layer

    def _over(self, deck: ChartDeck) -> NDArray[np.bool_]:
        """Tell which floor triangles lie on this tile."""
        corners = self._pixels(deck.floor[:, :, [0, 2]])
        near = (corners.max(axis=1) >= self._low) & (corners.min(axis=1) <= self._high)
        return np.asarray(near.all(axis=1))

    def _pixels(self, points: Points) -> Points:
        return points * self._scale - self._corner

    def _near(self, segments: Points) -> Points:
        inside = (segments.max(axis=1) >= self._low) & (segments.min(axis=1) <= self._high)
        return _shortened(segments[inside.all(axis=1)], self._low, self._high)


def floor_shades(floor: Points) -> Points:
    """Lightness 0 … 1 of floor triangles (n, 3, 3): the higher the lighter, the steeper the darker."""
    if not len(floor):
        return np.zeros(0)
    heights = floor[:, :, 1].mean(axis=1)
    low, high = float(heights.min()), float(heights.max())
    share = (heights - low) / (high - low) if high - low > 0.05 else np.full(len(floor), 0.75)
    normals = np.cross(floor[:, 1] - floor[:, 0], floor[:, 2] - floor[:, 0])
    lengths = np.linalg.norm(normals, axis=1)
    level = np.abs(normals[:, 1]) / np.where(lengths > 0, lengths, 1.0)
    return np.asarray(np.clip(share - 0.55 * (1.0 - level), 0.0, 1.0))


def _outer_first(rings: tuple[Points, ...]) -> list[tuple[float, Points]]:
    """Rings with their signed areas, the largest first: what lies within is filled later."""
    return sorted(((_area(ring), ring) for ring in rings), key=lambda pair: -abs(pair[0]))


def _area(ring: Points) -> float:
    x, z = ring[:, 0], ring[:, 1]
    return 0.5 * float(np.dot(x, np.roll(z, -1)) - np.dot(z, np.roll(x, -1)))


def _shortened(segments: Points, low: tuple[float, float], high: tuple[float, float]) -> Points:
    """Cut segments (n, 2, 2) near a rectangle: a line that runs on for kilometres costs as much."""
    begin, way = segments[:, 0], segments[:, 1] - segments[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        one, other = (np.asarray(low) - begin) / way, (np.asarray(high) - begin) / way
    enter = np.nanmax(np.where(way == 0, 0.0, np.minimum(one, other)), axis=1).clip(0.0, 1.0)
    leave = np.nanmin(np.where(way == 0, 1.0, np.maximum(one, other)), axis=1).clip(0.0, 1.0)
    hit = enter < leave
    enter, leave = enter[hit, None], leave[hit, None]
    return np.stack([begin[hit] + enter * way[hit], begin[hit] + leave * way[hit]], axis=1)
