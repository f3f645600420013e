"""Paper and ink: the colours and strokes of the chart."""

import math

import numpy as np
import pygame
from numpy.typing import NDArray

Colour = tuple[int, int, int]
Points = NDArray[np.float64]

PAPER: Colour = (240, 231, 208)
INK: Colour = (52, 44, 38)
PALE_INK: Colour = (170, 155, 130)
SOLID: Colour = (211, 194, 158)
LOW_FLOOR: Colour = (205, 197, 176)
HIGH_FLOOR: Colour = (250, 245, 230)
AIR = (112, 148, 170, 84)
SEAM = (196, 150, 60, 90)
PORTAL: Colour = (36, 96, 110)
PUSHER: Colour = (150, 62, 44)
PALE_PUSHER: Colour = (205, 165, 148)
PLANKS: Colour = (178, 134, 82)
MOTOR: Colour = (24, 70, 120)
PLAYER: Colour = (196, 48, 32)


def blank(size: tuple[int, int], colour: tuple[int, ...] | None = None) -> pygame.Surface:
    """Return a surface of 32 bits: of `colour`, or transparent; it needs no window."""
    if colour is None:
        return pygame.Surface(size, pygame.SRCALPHA, 32)
    surface = pygame.Surface(size, 0, 32)
    surface.fill(colour)
    return surface


def blend(low: Colour, high: Colour, share: float) -> Colour:
    """Mix two colours; `share` 0 … 1 of `high`."""
    r, g, b = (round(x + (y - x) * share) for x, y in zip(low, high, strict=True))
    return r, g, b


def clipped(ring: Points, low: tuple[float, float], high: tuple[float, float]) -> Points:
    """Cut a ring (n, 2) to a rectangle (Sutherland and Hodgman); (0, 2) if nothing is left.

    A fill walks all rows of a polygon, also those beyond the surface: cutting saves that.
    """
    if not len(ring):
        return ring
    least, most = ring.min(axis=0).tolist(), ring.max(axis=0).tolist()
    if most[0] < low[0] or most[1] < low[1] or least[0] > high[0] or least[1] > high[1]:
        return ring[:0]
    if least[0] >= low[0] and least[1] >= low[1] and most[0] <= high[0] and most[1] <= high[1]:
        return ring
    for axis in (0, 1):
        for sign, bound in ((1.0, high[axis]), (-1.0, low[axis])):
            if not len(ring):
                return ring
            ring = _cut(ring, axis, sign, bound)
    return ring


def _cut(ring: Points, axis: int, sign: float, bound: float) -> Points:
    beyond = sign * (ring[:, axis] - bound)
    after = np.roll(beyond, -1)
    crosses = (beyond > 0) != (after > 0)
    share = beyond / np.where(crosses, beyond - after, 1.0)
    at = ring + share[:, None] * (np.roll(ring, -1, axis=0) - ring)
    both = np.stack([ring, at], axis=1).reshape(-1, 2)
    return np.asarray(both[np.stack([beyond <= 0, crosses], axis=1).reshape(-1)])


def stroke(surface: pygame.Surface, colour: Colour, segments: Points, width: int) -> None:
    """Draw straight strokes (n, 2, 2) with round ends."""
    draw_line, draw_circle = pygame.draw.line, pygame.draw.circle
    for begin, end in segments.tolist():
        draw_line(surface, colour, begin, end, width)
        if width > 2:
            draw_circle(surface, colour, begin, width / 2)
            draw_circle(surface, colour, end, width / 2)


def dots_along(ring: Points, spacing: float) -> Points:
    """Points about `spacing` apart along a closed ring (n, 2), evenly, so that it closes well."""
    steps = np.roll(ring, -1, axis=0) - ring
    ways = np.concatenate([[0.0], np.cumsum(np.hypot(steps[:, 0], steps[:, 1]))])
    if ways[-1] <= 0:
        return ring[:1]
    count = max(3, round(float(ways[-1]) / spacing))
    at = np.arange(count) * (ways[-1] / count)
    closed = np.concatenate([ring, ring[:1]])
    return np.stack([np.interp(at, ways, closed[:, 0]), np.interp(at, ways, closed[:, 1])], axis=1)


def segments_of(ring: Points) -> Points:
    """Edges of a closed ring (n, 2), (n, 2, 2)."""
    return np.stack([ring, np.roll(ring, -1, axis=0)], axis=1)


def dashed(surface: pygame.Surface, colour: Colour, begin: Points, end: Points, dash: float = 6.0) -> None:
    """Draw a dashed line between two pixels."""
    length = float(np.hypot(*(end - begin)))
    count = max(1, math.ceil(length / (2 * dash)))
    for index in range(count):
        a = begin + (end - begin) * (index / count)
        b = begin + (end - begin) * ((index + 0.5) / count)
        pygame.draw.aaline(surface, colour, a.tolist(), b.tolist())


def hatching(size: tuple[int, int], phase: int, spacing: int, width: int, colour: tuple[int, ...]) -> pygame.Surface:
    """Return a transparent surface with slanted lines; `phase` shifts them, for pieces that must meet."""
    surface = blank(size)
    across, down = size
    for offset in range(-(phase % spacing) - spacing, across + down + spacing, spacing):
        pygame.draw.line(surface, colour, (offset, 0), (offset - down, down), width)
    return surface
