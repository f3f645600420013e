"""Where the forest sounds: samples along the water, and in the crowns."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.levels.forest.channels import Channels
from orlop.levels.forest.trees import Species, Trees
from orlop.levels.forest.waterside import UNDER

Floats = NDArray[np.float64]

WATER_STEP = 5.0
"""Distance between samples along a stream, metres."""
LEAFY = (Species.BEECH, Species.BIRCH, Species.ALDER)
LEAVES_BELOW = 0.25
"""Crowns of a rank below this are samples; the others are heard in them."""


@dataclass(frozen=True, slots=True, eq=False)
class SoundPoints:
    """Samples of one sound in a window.

    Attributes
    ----------
    points
        (n, 3) float64: x, y, z, metres.
    radii
        (n,) float64: how large each sample is, metres.
    parameters
        (n,) float64, 0…1. Water: from a still pool to a fall. Crowns: from needles to broad leaves.
    """

    points: Floats
    radii: Floats
    parameters: Floats


def water_sounds(channels: Channels, bounds: tuple[float, float, float, float]) -> SoundPoints:
    """Return the samples of streams within bounds (x0, z0) ≤ (x, z) < (x1, z1), metres; each has one owner."""
    room = int(_lengths(channels).sum() / WATER_STEP) + channels.lines.shape[0] * channels.lines.shape[1]
    out = np.empty((room, 5))
    count = sample_water(channels.lines, channels.beds, channels.widths, np.array(bounds), out)
    return SoundPoints(out[:count, :3].copy(), out[:count, 3].copy(), out[:count, 4].copy())


def _lengths(channels: Channels) -> Floats:
    sides = np.diff(channels.lines, axis=1)
    lengths: Floats = np.hypot(sides[..., 0], sides[..., 1])
    return lengths


@kernel
def loudness(slope: float, width: float) -> float:
    """Return how loud a stream of some fall (rise per metre) and width (metres) is, 0…1.

    With the root of the power that it loses: slope times flow, and flow goes with width squared.
    """
    return min(0.04 + 0.5 * math.sqrt(slope) * math.sqrt(width), 1.0)


@kernel
def sample_water(lines: Floats, beds: Floats, widths: Floats, bounds: Floats, out: Floats) -> int:
    """Fill `out` (n, 5) with x, y, z, radius and loudness along the water; return how many."""
    count = 0
    for c in range(len(lines)):
        for s in range(lines.shape[1] - 1):
            if max(widths[c, s], widths[c, s + 1]) <= 0.0 or beds[c, s + 1] < UNDER:
                continue
            ex, ez = lines[c, s + 1, 0] - lines[c, s, 0], lines[c, s + 1, 1] - lines[c, s, 1]
            length = math.sqrt(ex * ex + ez * ez)
            steps = max(math.floor(length / WATER_STEP + 0.5), 1)
            fall = max(beds[c, s] - beds[c, s + 1], 0.0) / max(length, 1e-9)
            for k in range(steps):
                t = (k + 0.5) / steps
                x, z = lines[c, s, 0] + t * ex, lines[c, s, 1] + t * ez
                if x < bounds[0] or x >= bounds[2] or z < bounds[1] or z >= bounds[3]:
                    continue
                width = widths[c, s] + (widths[c, s + 1] - widths[c, s]) * t
                out[count, 0], out[count, 2] = x, z
                out[count, 1] = beds[c, s] + (beds[c, s + 1] - beds[c, s]) * t
                out[count, 3] = 0.5 * width + 0.25
                out[count, 4] = loudness(fall, width)
                count += 1
    return count


def crown_sounds(trees: Trees, heights_at: Callable[[Floats], Floats]) -> SoundPoints:
    """Return a sample in each of the crowns that stand for all.

    `heights_at` returns the ground's heights (n,) at places (n, 2), metres: it is dear, and asked for these trunks alone.
    """
    chosen = trees.ranks < LEAVES_BELOW
    height, crown, places = trees.sizes[chosen, 0], trees.sizes[chosen, 1], trees.places[chosen]
    points = np.stack([places[:, 0], heights_at(places) + 0.65 * height, places[:, 1]], axis=1)
    return SoundPoints(points, crown, np.where(np.isin(trees.species[chosen], LEAFY), 1.0, 0.25))


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    line = np.array([[(0.0, 0.0), (1.0, 0.0)]])
    sample_water(line, np.zeros((1, 2)), np.ones((1, 2)), np.array([-1.0, -1.0, 1.0, 1.0]), np.empty((9, 5)))
