"""What colour the ground has: turf, needles, rock, sand, trodden earth."""

import numpy as np
from numpy.typing import NDArray

from orlop.levels.forest.ground import Ground
from orlop.levels.forest.paths import HALF
from orlop.levels.forest.trees import LINE

Floats = NDArray[np.float64]

MEADOW = (0.115, 0.165, 0.045)
LITTER = (0.095, 0.085, 0.042)
"""Needles and leaves, under trees."""
HEATH = (0.125, 0.13, 0.055)
ROCK = (0.20, 0.19, 0.18)
SCREE = (0.23, 0.225, 0.21)
MUD = (0.075, 0.062, 0.042)
SAND = (0.36, 0.31, 0.21)
EARTH = (0.21, 0.15, 0.09)
"""A path."""


def ground_colours(ground: Ground, paths: Floats) -> NDArray[np.float32]:
    """Return the colour of each sample, (ni, nj, 3), linear RGB.

    paths (ni, nj): metres to the middle of the nearest path. Slopes are taken from the neighbours, so those
    of the outermost samples are rough: they belong to a tile's border, which is not drawn.
    """
    heights = ground.heights
    rise_x, rise_z = np.gradient(heights, ground.spacing)
    slope = np.hypot(rise_x, rise_z)
    wood = ramp(slope, 0.05, 0.3) * (1.0 - ramp(heights, LINE - 160.0, LINE))
    colour = _mixed(np.broadcast_to(MEADOW, (*heights.shape, 3)), LITTER, 0.75 * wood)
    colour = _mixed(colour, MEADOW, 0.6 * ramp(-ground.ridge, 0.1, 0.8))  # what lies low is moist and green
    colour = _mixed(colour, HEATH, ramp(heights, LINE - 120.0, LINE + 60.0))
    colour = _mixed(colour, SCREE, 0.8 * ramp(heights, LINE + 120.0, LINE + 320.0))
    colour = _mixed(colour, ROCK, ramp(slope, 0.75, 1.15))
    colour = _mixed(colour, MUD, 1.0 - ramp(ground.shore, 0.0, 3.5))
    colour = _mixed(colour, SAND, 1.0 - ramp(heights, 0.6, 2.2))
    colour = _mixed(colour, EARTH, 0.9 * (1.0 - ramp(paths, 0.6 * HALF, 1.6 * HALF)))
    return np.ascontiguousarray(colour, np.float32)


def ramp(values: Floats, low: float, high: float) -> Floats:
    """Return 0 where values are below `low`, 1 above `high`, and a smooth step between."""
    t = np.clip((values - low) / (high - low), 0.0, 1.0)
    step: Floats = t * t * (3.0 - 2.0 * t)
    return step


def _mixed(colour: Floats, other: tuple[float, float, float], share: Floats) -> Floats:
    mixed: Floats = colour + (np.array(other) - colour) * share[..., np.newaxis]
    return mixed
