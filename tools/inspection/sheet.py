"""A drawing of a part of the plane, to scale, with its coordinates along the edges."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import pygame
from numpy.typing import NDArray

from orlop.engine.render.ink import INK, PALE_INK, PAPER, Colour, blank, stroke
from orlop.engine.render.lettering import line

if TYPE_CHECKING:
    from shapely import Polygon

    from orlop.engine.walkway.build.grid import Grid

Points = NDArray[np.float64]

LONGEST = 880
"""Pixels of the longer side of the plane's part."""

NEAREST = 64.0
"""Most pixels a metre: a closet need not fill the page."""

FINE = 2
"""Drawn this much larger and scaled down, which smooths every line."""

LEFT, TOP, RIGHT, FOOT = 52, 26, 12, 10
"""Pixels around it for its coordinates."""

CLEAR = (0, 0, 0, 0)


class Sheet:
    """Draws in world metres (x, z): x to the right, z down.

    Parameters
    ----------
    low, high
        The part of the plane shown, world metres.
    """

    def __init__(self, low: Points, high: Points) -> None:
        self._low = np.asarray(low, np.float64)
        extent = np.maximum(np.asarray(high) - self._low, 0.5)
        self._scale = min(NEAREST, LONGEST / float(extent.max()))
        self._size = (math.ceil(extent[0] * self._scale), math.ceil(extent[1] * self._scale))
        self._surface = blank((self._size[0] * FINE, self._size[1] * FINE), PAPER)

    @property
    def scale(self) -> float:
        """Pixels a metre."""
        return self._scale

    def cells(self, grid: "Grid", colours: NDArray[np.uint8], origin: Points) -> None:
        """Colour the cells of a walkway's `grid`, (nx, nz, 4) with alpha."""
        corners = np.array([[grid.x, grid.z], [grid.x + grid.nx * grid.cell, grid.z + grid.nz * grid.cell]])
        (left, top), (right, foot) = self._pixels(corners + origin).tolist()
        picture = pygame.image.frombuffer(
            np.ascontiguousarray(colours.transpose(1, 0, 2)).tobytes(), (grid.nx, grid.nz), "RGBA"
        )
        size = (max(1, round(right) - round(left)), max(1, round(foot) - round(top)))
        smaller = size[0] < grid.nx  # thin things must not fall between pixels
        fitted = pygame.transform.smoothscale(picture, size) if smaller else pygame.transform.scale(picture, size)
        self._surface.blit(fitted, (round(left), round(top)))

    def areas(self, polygons: "Sequence[Polygon]", colour: tuple[int, ...], origin: Points) -> None:
        """Fill local `polygons`, whose holes stay as they are; what lies in a hole is filled again."""
        layer = blank(self._surface.get_size())
        for polygon in sorted(polygons, key=lambda each: -each.envelope.area):
            self._fill(layer, np.array(polygon.exterior.coords), colour, origin)
            for hole in polygon.interiors:
                self._fill(layer, np.array(hole.coords), CLEAR, origin)
        self._surface.blit(layer, (0, 0))

    def _fill(self, layer: pygame.Surface, ring: Points, colour: tuple[int, ...], origin: Points) -> None:
        if len(ring) > 2:
            pygame.draw.polygon(layer, colour, self._pixels(ring + origin).tolist())

    def rings(self, rings: Sequence[Points], colour: Colour, origin: Points, width: int = 2) -> None:
        """Draw closed local `rings`, (n, 2) each, `width` pixels wide."""
        for ring in rings:
            self.segments(np.stack([ring, np.roll(ring, -1, axis=0)], axis=1), colour, origin, width)

    def segments(self, ends: Points, colour: Colour, origin: Points, width: int = 2) -> None:
        """Draw local straight lines, (n, 2, 2)."""
        stroke(self._surface, colour, self._pixels(ends + origin), width * FINE)

    def corners(self, points: Points, colour: Colour, origin: Points) -> None:
        """Dot local `points`, (n, 2)."""
        for x, z in self._pixels(points + origin).tolist():
            pygame.draw.circle(self._surface, colour, (x, z), 1.6 * FINE)

    def cross(self, place: Points, colour: Colour) -> None:
        """Mark a world `place` (2,) that is to be found at once."""
        x, z = self._pixels(place).tolist()
        for reach, pen, wide in ((11, PAPER, 5), (10, colour, 3)):
            for ends in (
                ((x - reach * FINE, z), (x + reach * FINE, z)),
                ((x, z - reach * FINE), (x, z + reach * FINE)),
            ):
                pygame.draw.line(self._surface, pen, *ends, wide * FINE)

    def circle(self, place: Points, radius: float, colour: Colour) -> None:
        """Draw a circle of `radius` metres about a world `place` (2,)."""
        pygame.draw.aacircle(self._surface, colour, self._pixels(place).tolist(), radius * self._scale * FINE, 2 * FINE)

    def number(self, place: Points, text: str, colour: Colour = INK) -> None:
        """Write a few signs on a disc of paper at a world `place` (2,)."""
        words = line(text, 18 * FINE, colour)
        x, z = self._pixels(place).tolist()
        radius = max(words.get_width() / 2 + 3 * FINE, 11.0 * FINE)
        pygame.draw.aacircle(self._surface, PAPER, (x, z), radius)
        pygame.draw.aacircle(self._surface, colour, (x, z), radius, FINE)
        self._surface.blit(words, words.get_rect(center=(x, z)))

    def picture(self) -> NDArray[np.uint8]:
        """Return the drawing within its coordinates, (height, width, 3) sRGB."""
        width, height = self._size
        whole = blank((LEFT + width + RIGHT, TOP + height + FOOT), PAPER)
        whole.blit(pygame.transform.smoothscale(self._surface, self._size), (LEFT, TOP))
        pygame.draw.rect(whole, INK, (LEFT - 1, TOP - 1, width + 2, height + 2), 1)
        self._coordinates(whole)
        data = pygame.image.tobytes(whole, "RGB")
        return np.frombuffer(data, np.uint8).reshape(whole.get_height(), whole.get_width(), 3).copy()

    def _coordinates(self, whole: pygame.Surface) -> None:
        step = _spacing(self._scale)
        for axis, length in enumerate(self._size):
            first = math.ceil(self._low[axis] / step - 1e-9)
            last = math.floor((self._low[axis] + length / self._scale) / step)
            for at in range(first, last + 1):
                pixel = round((at * step - self._low[axis]) * self._scale)
                words = line(f"{at * step:g}{' m' if at == first else ''}", 15, INK)
                if axis == 0:
                    pygame.draw.line(whole, PALE_INK, (LEFT + pixel, TOP - 5), (LEFT + pixel, TOP - 2))
                    whole.blit(words, words.get_rect(midbottom=(LEFT + pixel, TOP - 6)))
                else:
                    pygame.draw.line(whole, PALE_INK, (LEFT - 5, TOP + pixel), (LEFT - 2, TOP + pixel))
                    whole.blit(words, words.get_rect(midright=(LEFT - 7, TOP + pixel)))

    def _pixels(self, points: Points) -> Points:
        return np.asarray((points - self._low) * (self._scale * FINE))


def _spacing(scale: float) -> float:
    """Return the metres between two coordinates: 1, 2 or 5 times a power of ten, at least 60 pixels."""
    least = 60.0 / scale
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least)
