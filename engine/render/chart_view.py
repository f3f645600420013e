"""Which part of the world a chart shows."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SCALES = (1.0, 1.5, 2.0, 2.7, 3.5, 4.5, 5.8, 7.5, 9.5, 12.0, 15.0, 19.0, 24.0, 31.0, 40.0, 52.0, 68.0, 90.0)
"""Pixels a metre that one zooms through; few, so that what was drawn is used again."""

FOLLOWING = SCALES.index(12.0)
"""The scale at which the chart follows the player."""


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


def fitting(low: NDArray[np.float64], high: NDArray[np.float64], size: tuple[int, int]) -> ChartView:
    """Return the view, at the largest of `SCALES`, that shows all from `low` to `high` (x, z), metres."""
    extent = np.maximum(np.asarray(high) - low, 1e-6)
    room = min(0.84 * size[0] / extent[0], 0.78 * size[1] / extent[1])
    fits = [scale for scale in SCALES if scale <= room]
    x, z = ((np.asarray(low) + high) / 2).tolist()
    return ChartView((x, z), fits[-1] if fits else SCALES[0], size)
