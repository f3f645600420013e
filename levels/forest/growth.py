"""What a place offers to what grows there: height, slope, light, moisture, and how near sea, water and paths are."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.worldgen.polyline import foot
from orlop.levels.forest.channels import Channels
from orlop.levels.forest.ground import Ground, heights_at
from orlop.levels.forest.paths import Paths
from orlop.levels.forest.waterside import LAKE_REACH, SHORE, UNDER, lake_edge

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

SUN = (-0.6, -0.8)
"""Whence the noon sun shines, as (x, z): slopes that face it are light."""
PATH_FAR = 12.0
"""Beyond this a path's distance doesn't count, metres."""
DOUBT = 5.0
"""Where all samples around are higher than this, metres, no cove between them comes under the sea. Of places where the
ground is lower than 0.8 m, on several hundred coasts, none had all four samples above 3 m."""


@dataclass(frozen=True, slots=True, eq=False)
class Growth:
    """A window of ground, with the water and the paths on it.

    Attributes
    ----------
    seed
        Of the world.
    ground
        Coarse samples, at the same spacing for every level of detail.
    channels, paths
        All that shape the window's ground or are felt on it.
    """

    seed: int
    ground: Ground
    channels: Channels
    paths: Paths

    def at(self, points: Floats) -> Floats:
        """Return what each of `points` (n, 2) offers, (n, 8).

        Height, metres · slope, rise per metre · ridge (-1…1) · light (-1…1) · moisture (0…1) · metres to the water's
        edge, negative within, at most `SHORE` · metres to the middle of a path, at most `PATH_FAR` · height of the lowest
        sample around, metres.
        """
        points, out = np.ascontiguousarray(points), np.empty((len(points), 8))
        first = np.array(self.ground.first, np.int64)
        survey(points, first, self.ground.spacing, self.ground.heights, self.ground.ridge, out)
        streams = stream_pieces(self.channels)
        find_near(self.seed, points, streams, self.channels.lakes, self.paths.pieces, out)
        return out

    def above_sea(self, points: Floats, site: Floats, least: float) -> NDArray[np.bool_]:
        """Tell where the ground is at least `least` metres above the sea: points (n, 2), site (n, 8), see `at`.

        The samples pass over coves and notches between them. So the ground itself is asked where they are low: it is
        the same for every level of detail too, but dear.
        """
        above = np.ones(len(points), np.bool_)
        low = site[:, 7] < DOUBT
        if low.any():
            above[low] = heights_at(self.seed, self.channels, points[low]) >= least
        return above


def stream_pieces(channels: Channels) -> Floats:
    """Return the wet pieces of channels: (n, 6) start and end (x, z), half the water's width at both, metres."""
    wet = (channels.widths[:, :-1] + channels.widths[:, 1:] > 0.0) & (channels.beds[:, :-1] >= UNDER)
    half = 0.5 * np.stack([channels.widths[:, :-1], channels.widths[:, 1:]], axis=2)
    return np.concatenate([channels.lines[:, :-1], channels.lines[:, 1:], half], axis=2)[wet]


@kernel
def survey(points: Floats, first: Integers, spacing: float, heights: Floats, ridge: Floats, out: Floats) -> None:
    """Fill the first five columns of `out` from the samples around each point, blended, and the last."""
    for k in range(len(points)):
        u, v = points[k, 0] / spacing - first[0], points[k, 1] / spacing - first[1]
        i = min(max(int(np.floor(u)), 0), heights.shape[0] - 2)
        j = min(max(int(np.floor(v)), 0), heights.shape[1] - 2)
        u, v = u - i, v - j
        a, b, c, d = heights[i, j], heights[i + 1, j], heights[i, j + 1], heights[i + 1, j + 1]
        rise_x = ((b - a) * (1.0 - v) + (d - c) * v) / spacing
        rise_z = ((c - a) * (1.0 - u) + (d - b) * u) / spacing
        out[k, 0] = (a * (1.0 - u) + b * u) * (1.0 - v) + (c * (1.0 - u) + d * u) * v
        slope = np.sqrt(rise_x * rise_x + rise_z * rise_z)
        near = ridge[i, j] * (1.0 - u) + ridge[i + 1, j] * u
        far = ridge[i, j + 1] * (1.0 - u) + ridge[i + 1, j + 1] * u
        out[k, 1], out[k, 2] = slope, near * (1.0 - v) + far * v
        out[k, 3] = -(rise_x * SUN[0] + rise_z * SUN[1]) / np.sqrt(1.0 + slope * slope)
        out[k, 4] = 0.45 - 0.35 * out[k, 2] - 0.25 * out[k, 3]
        out[k, 7] = min(a, b, c, d)


@kernel
def find_near(seed: int, points: Floats, streams: Floats, lakes: Floats, paths: Floats, out: Floats) -> None:
    """Fill the distances to water and paths in `out`, and let moisture grow toward water."""
    for k in range(len(points)):
        x, z = points[k, 0], points[k, 1]
        shore, path = SHORE, PATH_FAR
        for s in range(len(streams)):
            if abs(streams[s, 0] - x) > SHORE + 60.0 or abs(streams[s, 1] - z) > SHORE + 60.0:
                continue
            square, t = foot(x, z, streams[s, 0], streams[s, 1], streams[s, 2], streams[s, 3])
            half = streams[s, 4] + (streams[s, 5] - streams[s, 4]) * t
            shore = min(shore, np.sqrt(square) - half)
        for s in range(len(lakes)):
            reach = LAKE_REACH * (SHORE + lakes[s, 2])
            if abs(lakes[s, 0] - x) <= reach and abs(lakes[s, 1] - z) <= reach:
                shore = min(shore, lake_edge(seed, x, z, lakes[s]))
        for s in range(len(paths)):
            if abs(paths[s, 0] - x) <= 40.0 and abs(paths[s, 1] - z) <= 40.0:
                square, _ = foot(x, z, paths[s, 0], paths[s, 1], paths[s, 2], paths[s, 3])
                path = min(path, np.sqrt(square))
        out[k, 5], out[k, 6] = shore, path
        near = min(max(1.0 - shore / SHORE, 0.0), 1.0)
        out[k, 4] = min(max(out[k, 4] + 0.5 * near * near, 0.0), 1.0)


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    points, out = np.zeros((1, 2)), np.zeros((1, 8))
    survey(points, np.zeros(2, np.int64), 1.0, np.zeros((2, 2)), np.zeros((2, 2)), out)
    find_near(1, points, np.zeros((1, 6)), np.ones((1, 4)), np.zeros((1, 4)), out)
