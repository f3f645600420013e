"""Which part of the world a chart shows."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

STEPS = 8
"""Zooms from one scale to its double; few, so that what was drawn is used again."""

STRIDE = 3
"""Zooms that one press goes on."""

NEAREST = 52
"""The largest zoom, 90 pixels a metre."""

FOLLOWING = 29
"""The zoom at which the chart follows the player, 12 pixels a metre."""

PADDING = 14
"""Paper left around a deck, pixels."""

Box = tuple[int, int, int, int]
"""Left, top, width and height in pixels."""


@dataclass(frozen=True, slots=True)
class ChartView:
    """A window onto the plane (x, z); x runs right, z runs down, so heading 0 points up.

    Attributes
    ----------
    centre
        World (x, z) in the middle, metres.
    scale
        Pixels a metre, above 0.
    size
        Width and height in pixels.
    """

    centre: tuple[float, float]
    scale: float
    size: tuple[int, int]

    @property
    def zoom(self) -> int:
        """The zoom of its scale."""
        return round(math.log2(self.scale) * STEPS)

    def corner(self) -> tuple[int, int]:
        """Upper left corner in whole pixels from the world's origin; marks and plan snap to it."""
        return (
            round(self.centre[0] * self.scale) - self.size[0] // 2,
            round(self.centre[1] * self.scale) - self.size[1] // 2,
        )

    def to_pixels(self, points: NDArray[np.floating]) -> NDArray[np.float64]:
        """Turn world `points` (…, 2) into pixels."""
        return np.asarray(points, np.float64) * self.scale - self.corner()

    def pixel(self, x: float, z: float) -> tuple[float, float]:
        """Turn one world point into pixels."""
        left, top = self.corner()
        return x * self.scale - left, z * self.scale - top


def scale_of(zoom: int) -> float:
    """Return the pixels a metre of a zoom: 1 at 0, twice as many every `STEPS`."""
    return float(2.0 ** (zoom / STEPS))


def fitting(low: NDArray[np.float64], high: NDArray[np.float64], room: Box) -> int:
    """Return the largest zoom at which all from `low` to `high` (x, z), metres, lies within `room`."""
    extent = np.maximum(np.asarray(high) - low, 1e-6)
    across, down = (max(1, side - 2 * PADDING) for side in room[2:])
    return min(NEAREST, math.floor(math.log2(min(across / extent[0], down / extent[1])) * STEPS))


def looking_at(
    place: tuple[float, float],
    zoom: int,
    low: NDArray[np.float64],
    high: NDArray[np.float64],
    size: tuple[int, int],
    room: Box,
) -> ChartView:
    """Return the view with `place` in the middle of `room`, as far as that shows the deck and not blank paper.

    Parameters
    ----------
    place
        World (x, z), metres.
    low, high
        Of the deck, (x, z) in metres.
    size
        Of the whole picture, pixels.
    room
        The part of it that nothing else lies on.
    """
    scale = scale_of(zoom)
    centre = []
    for axis in (0, 1):
        half = (room[2 + axis] / 2 - PADDING) / scale
        least, most = float(low[axis]) + half, float(high[axis]) - half
        middle = (least + most) / 2 if least > most else min(max(place[axis], least), most)
        beside = room[axis] + room[2 + axis] / 2 - size[axis] / 2
        centre.append(middle - beside / scale)
    return ChartView((centre[0], centre[1]), scale, size)
