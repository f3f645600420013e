"""Paths between neighbouring places: where they run, and how the ground gives way to them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.worldgen.hashing import unit3
from orlop.engine.worldgen.polyline import chaikin, distances_to
from orlop.engine.worldgen.route import cheapest_way
from orlop.levels.forest.channels import Channels
from orlop.levels.forest.ground import Ground, heights_at
from orlop.levels.forest.places import SPACING, Place

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

PATH_SEED = 51
KEPT = 0.8
"""Share of neighbouring places that a path joins."""
STEEP = 0.16
"""The slope that doubles a path's cost."""
FORD = 30.0
"""What crossing a stream costs, metres of level way for each metre of its width."""
DEAR = 5.0
"""A path that costs more than this for each metre between its places isn't trodden."""
HALF = 0.9
"""Half a path's width, metres."""
SOFT = 5.0
"""How far beside it the ground gives way, metres."""
SMOOTH = 6
"""Points on either side over which a path's height is levelled."""
SEEN = 12.0
"""How far from a path its nearness is told, metres."""


@dataclass(frozen=True, slots=True, eq=False)
class Paths:
    """Paths as straight pieces, in the order of their cells.

    Attributes
    ----------
    pieces
        (n, 4) float64: x, z of both ends, metres.
    heights
        (n, 2) float64: of the trodden ground at both ends, metres.
    """

    pieces: Floats
    heights: Floats

    @classmethod
    def joined(cls, several: "Sequence[Paths]") -> "Paths":
        """Return all of `several` as one."""
        none = cls(np.zeros((0, 4)), np.zeros((0, 2)))
        return cls(
            np.concatenate([none.pieces, *(paths.pieces for paths in several)]),
            np.concatenate([none.heights, *(paths.heights for paths in several)]),
        )

    def near(self, bounds: tuple[float, float, float, float], distance: float) -> "Paths":
        """Return the pieces that may come within `distance` of bounds (x0, z0, x1, z1), metres."""
        ends = self.pieces.reshape(-1, 2, 2)
        low, high = np.array(bounds[:2]) - distance, np.array(bounds[2:]) + distance
        kept = ((ends.max(axis=1) >= low) & (ends.min(axis=1) <= high)).all(axis=1)
        return Paths(self.pieces[kept], self.heights[kept])


def is_joined(seed: int, cell: tuple[int, int], direction: int) -> bool:
    """Tell whether a path may lead from a cell's place to the next along x (direction 0) or z (1)."""
    return unit3(seed + PATH_SEED, cell[0], cell[1], direction) < KEPT


def path_between(seed: int, channels: Channels, ground: Ground, start: Place, end: Place) -> Paths:
    """Return the path between two places; empty if it would be too hard to go.

    channels: those that shape the window. ground: a window around both places, at `SPACING`; always the same
    one for the same path, for another would open other ways.
    """
    shallow = np.where(ground.shore < 8.0, FORD * np.clip(8.0 - ground.shore, 1.0, None) * 0.5, 0.0)
    deep = (ground.heights < 0.5) | (ground.shore < -4.0)
    tolls = np.where(deep, np.inf, shallow)
    first = np.array(ground.first)
    a, b = np.array(start.sample), np.array(end.sample)
    way, cost = cheapest_way(ground.heights, tolls, SPACING, STEEP, tuple(a - first), tuple(b - first))
    if cost > DEAR * SPACING * float(np.hypot(*(b - a))):
        return Paths.joined([])
    line = chaikin(eased((way + first) * SPACING), 2)
    line = line[np.append(True, (np.diff(line, axis=0) != 0.0).any(axis=1))]  # a hairpin may be eased to one point
    heights = levelled(heights_at(seed, channels, line))
    return Paths(np.concatenate([line[:-1], line[1:]], axis=1), np.stack([heights[:-1], heights[1:]], axis=1))


def eased(line: Floats) -> Floats:
    """Return a line (n, 2) whose points have moved halfway to the middle of their neighbours.

    It takes the grid's corners out of a path; no point moves as far as half a step.
    """
    moved = line.copy()
    moved[1:-1] = 0.5 * line[1:-1] + 0.25 * (line[:-2] + line[2:])
    return moved


def levelled(heights: Floats) -> Floats:
    """Return heights along a line, averaged over `SMOOTH` neighbours on both sides; the ends stay as they are."""
    sums = np.concatenate([[0.0], np.cumsum(heights)])
    at = np.arange(len(heights))
    half = np.minimum(np.minimum(at, at[::-1]), SMOOTH)
    mean: Floats = (sums[at + half + 1] - sums[at - half]) / (2 * half + 1)
    mean[0], mean[-1] = heights[0], heights[-1]
    return mean


def tread(ground: Ground, paths: Paths) -> tuple[Floats, Floats]:
    """Return the ground's heights where paths have been trodden, and the distance to the nearest path.

    Both (ni, nj), metres; the distance at most `SEEN`. Paths end at the water.
    """
    distances, nearest, along = distances_to(
        paths.pieces, ground.first, ground.spacing, ground.heights.shape, max(SEEN, HALF + SOFT)
    )
    heights = ground.heights.copy()
    wear(distances, nearest, along, paths.heights, ground.shore, heights)
    return heights, np.minimum(distances, SEEN)


@kernel
def wear(distances: Floats, nearest: Integers, along: Floats, levels: Floats, shore: Floats, heights: Floats) -> None:
    """Bring `heights` to the path's level beside it, and leave them by and by."""
    for i in range(heights.shape[0]):
        for j in range(heights.shape[1]):
            s = nearest[i, j]
            if s < 0 or distances[i, j] >= HALF + SOFT:
                continue
            t = min(max((HALF + SOFT - distances[i, j]) / SOFT, 0.0), 1.0)
            dry = min(max((shore[i, j] - 0.5) / 4.0, 0.0), 1.0)
            share = t * t * (3.0 - 2.0 * t) * dry
            level = levels[s, 0] + (levels[s, 1] - levels[s, 0]) * along[i, j]
            heights[i, j] += (level - heights[i, j]) * share


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    one, levels = np.ones((1, 1)), np.zeros((1, 2))
    wear(one, np.zeros((1, 1), np.int64), one, levels, one, one.copy())
