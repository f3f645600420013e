"""One square of a chart's plan."""

from collections.abc import Iterable, Sequence

import numpy as np
import pygame

from orlop.engine.render.chart_content import ChartDeck, Points
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
    hatching,
    segments_of,
    stroke,
)
from orlop.engine.walkway.outline import signed_area

TILE = 256
"""Width of a tile in pixels."""

FINE = 2
"""Tiles are drawn this much larger and scaled down, which smooths every line and rim."""

DOTS = 7.0
"""Distance of the dots around the air, pixels."""

DOTTED = 8.0
"""Pixels a metre from which the air's border can be told from the outline beside it."""

CLEAR = (0, 0, 0, 0)
OPAQUE = (255, 255, 255, 255)

Corners = list[list[float]]


class ChartTile:
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
        self._floor: list[Corners] = []

    def finished(self) -> pygame.Surface:
        """Return it at its size in the picture."""
        small = blank((TILE, TILE), PAPER)
        pygame.transform.smoothscale(self._surface, (TILE, TILE), small)
        return small

    def pale(self, deck: ChartDeck) -> None:
        """Draw the outlines of another deck, faintly."""
        for ring in deck.outlines:
            stroke(self._surface, blend(PAPER, PALE_INK, 0.75), self._near(segments_of(self._pixels(ring))), FINE)

    def floor(self, deck: ChartDeck, shades: Points) -> None:
        """Fill the floor, by `shades` of its triangles, 0 … 1."""
        corners = self._pixels(deck.floor[:, :, [0, 2]])
        low, high = corners.min(axis=1), corners.max(axis=1)
        near = np.flatnonzero(((high >= self._low) & (low <= self._high)).all(axis=1))
        large = (high - low).max(axis=1) > 2 * self._size
        for index, shade in zip(near.tolist(), shades[near].tolist(), strict=True):
            ring = clipped(corners[index], self._low, self._high) if large[index] else corners[index]
            if len(ring) > 2:
                self._floor.append(ring.tolist())
                pygame.draw.polygon(self._surface, blend(LOW_FLOOR, HIGH_FLOOR, shade), self._floor[-1])

    def seams(self, deck: ChartDeck) -> None:
        """Tint where the deck goes on as another."""
        corners = deck.seams[:, [[0, 1], [2, 1], [2, 3], [0, 3]]]
        self._wash([(ring, SEAM) for _, ring in self._near_rings(corners)])

    def air(self, deck: ChartDeck) -> None:
        """Tint where a motor's centre may be."""
        self._wash([(ring, AIR if area > 0 else CLEAR) for area, ring in self._near_rings(deck.air)])

    def solids(self, deck: ChartDeck) -> None:
        """Hatch what is solid: rims within open space, and floor (drawn before) that no open space covers."""
        rings = [(ring, CLEAR if area > 0 else OPAQUE) for area, ring in self._near_rings(deck.outlines)]
        if not rings and not self._floor:
            return
        mask = self._filled([*((triangle, OPAQUE) for triangle in self._floor), *rings])
        body = blank((self._size, self._size))
        body.fill((*SOLID, 255))
        body.blit(hatching((self._size, self._size), -self._phase, 7 * FINE, FINE, (*INK, 110)), (0, 0))
        body.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        self._surface.blit(body, (0, 0))

    def outlines(self, deck: ChartDeck) -> None:
        """Draw the outlines in ink."""
        for ring in deck.outlines:
            segments = self._near(segments_of(self._pixels(ring)))
            if len(segments):
                stroke(self._surface, INK, segments, round(self._pen * (2.1 if signed_area(ring) > 0 else 1.4)))

    def dots(self, rings: list[Points]) -> None:
        """Draw dots at `rings`, (n, 2) world points."""
        if self._scale < DOTTED * FINE:
            return
        for ring in rings:
            at = self._pixels(ring)
            near = ((at >= self._low) & (at <= self._high)).all(axis=1)
            for point in at[near].tolist():
                pygame.draw.circle(self._surface, INK, point, 0.8 * FINE)

    def _wash(self, rings: Sequence[tuple[Corners, tuple[int, ...]]]) -> None:
        if rings:
            self._surface.blit(self._filled(rings), (0, 0))

    def _near_rings(self, rings: Iterable[Points]) -> list[tuple[float, Corners]]:
        """Return what of `rings` (world) comes near, in pixels, with their areas, m².

        The largest come first: what lies within another is filled after it.
        """
        cut = ((ring, clipped(self._pixels(ring), self._low, self._high)) for ring in rings)
        near = [(signed_area(ring), part.tolist()) for ring, part in cut if len(part) > 2]
        return sorted(near, key=lambda found: -abs(found[0]))

    def _filled(self, rings: Sequence[tuple[Corners, tuple[int, ...]]]) -> pygame.Surface:
        """Fill `rings` (pixels), each over those before it, on a layer of their own."""
        layer = blank((self._size, self._size))
        for ring, colour in rings:
            pygame.draw.polygon(layer, colour, ring)
        return layer

    def _pixels(self, points: Points) -> Points:
        return points * self._scale - self._corner

    def _near(self, segments: Points) -> Points:
        inside = (segments.max(axis=1) >= self._low) & (segments.min(axis=1) <= self._high)
        near = segments[inside.all(axis=1)]
        return _shortened(near, self._low, self._high) if len(near) else near


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
