"""The ground itself: the broad relief, valleys along the channels, gullies, and the beds of streams and lakes.

Every sample of the global lattice has one height, whatever window asks; so tiles fit to the
bit. At another spacing the same place has the same height, if as many octaves of gullies are asked for.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.worldgen.erosion import Gullies, erode, smooth_start
from orlop.engine.worldgen.noise import gradient_noise
from orlop.levels.forest.channels import Channels
from orlop.levels.forest.relief import crests, relief
from orlop.levels.forest.valleys import FAR, SHOULDER, cut_valleys, frame_valleys
from orlop.levels.forest.waterside import SHORE, find_lakes, find_streams

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

GULLIES = Gullies(
    scale=130.0, cell=0.75, strength=9.0, weight=0.6, onset=2.2, ridge_rounding=0.15, crease_rounding=0.05, gain=0.45
)
GULLY_SEED = 31
CALM = 40.0
"""From here on the gullies are more than half as deep as on open slopes, metres from a valley's floor."""
CREST = 90.0
"""Where the gullies' lower half ends and ridges begin, metres from a valley's floor."""
ROUGH = 9.0
"""Wavelength of the bumps underfoot, metres; 0.3 m high."""
ROUGH_SEED = 34


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """Samples of the ground; (i, j) is at `(first + (i, j)) * spacing`.

    Attributes
    ----------
    first
        Index of the first sample in the global lattice.
    spacing
        Metres between samples.
    heights
        (ni, nj) float64, metres; sea level is at 0.
    ridge
        (ni, nj) float64: -1 in a crease of the gullies … +1 on a ridge.
    shore
        (ni, nj) float64: metres to the nearest stream's or lake's edge, negative within, at most `SHORE`.
    water
        (ni, nj) float64: level of that water, metres; NaN where none is near.
    """

    first: tuple[int, int]
    spacing: float
    heights: Floats
    ridge: Floats
    shore: Floats
    water: Floats

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """The first sample's and the last one's (x, z), metres."""
        (i, j), (ni, nj) = self.first, self.heights.shape
        return i * self.spacing, j * self.spacing, (i + ni - 1) * self.spacing, (j + nj - 1) * self.spacing

    @classmethod
    def joined(cls, several: "Sequence[Ground]") -> "Ground":
        """Return neighbouring windows as one; together they must fill a rectangle. Of shared samples any is kept."""
        firsts = np.array([some.first for some in several])
        lasts = firsts + [some.heights.shape for some in several]
        low = firsts.min(axis=0)
        whole = [np.empty(lasts.max(axis=0) - low) for _ in range(4)]
        for some, first, last in zip(several, firsts - low, lasts - low, strict=True):
            window = (slice(first[0], last[0]), slice(first[1], last[1]))
            for target, source in zip(whole, (some.heights, some.ridge, some.shore, some.water), strict=True):
                target[window] = source
        return cls((int(low[0]), int(low[1])), several[0].spacing, *whole)

    def cropped(self, bounds: tuple[float, float, float, float]) -> "Ground":
        """Return the samples at (x0, z0) ≤ (x, z) < (x1, z1), metres, which the window must hold."""
        low = [math.ceil(bounds[axis] / self.spacing) - self.first[axis] for axis in (0, 1)]
        high = [math.ceil(bounds[axis + 2] / self.spacing) - self.first[axis] for axis in (0, 1)]
        window = (slice(low[0], high[0]), slice(low[1], high[1]))
        first = (self.first[0] + low[0], self.first[1] + low[1])
        parts = (part[window].copy() for part in (self.heights, self.ridge, self.shore, self.water))
        return Ground(first, self.spacing, *parts)


def ground(
    seed: int, channels: Channels, first: tuple[int, int], shape: tuple[int, int], spacing: float, octaves: int = 5
) -> Ground:
    """Return a window of the ground.

    Parameters
    ----------
    seed
        Of the world.
    channels
        All that come within `valleys.REACH` of the window; more if you like, in the order of their cells.
    first, shape, spacing
        The samples, see `Ground`.
    octaves
        Of gullies, 0…6, each half as wide as the last, from 130 m.
    """
    corner = np.array(first, np.int64)
    base, cut, near = np.empty((*shape, 3)), np.zeros((*shape, 4)), np.full(shape, FAR)
    lay_base(seed, corner, spacing, base)
    frames = np.empty((len(channels.lines), 6))
    frame_valleys(channels.lines, channels.beds, channels.reach, frames)
    cut_valleys(channels.lines, channels.beds, frames, corner, spacing, base, cut, near)
    wet, shore, water = np.zeros((*shape, 3)), np.full(shape, SHORE), np.full(shape, np.nan)
    find_streams(channels.lines, channels.beds, channels.widths, corner, spacing, wet, shore, water)
    find_lakes(seed, channels.lakes, corner, spacing, wet, shore, water)
    heights, ridge = np.empty(shape), np.empty(shape)
    finish_ground(seed, corner, spacing, octaves, base, cut, near, wet, heights, ridge)
    return Ground(first, spacing, heights, ridge, shore, water)


def heights_at(seed: int, channels: Channels, points: Floats, octaves: int = 5) -> Floats:
    """Return the ground's heights (n,) at points (n, 2), metres, each moved to the nearest 1/64 m."""
    heights = np.empty(len(points))
    sample_ground(
        seed,
        channels.lines,
        channels.beds,
        channels.reach,
        channels.widths,
        channels.lakes,
        np.rint(points * 64.0).astype(np.int64),
        octaves,
        heights,
    )
    return heights


@kernel
def sample_ground(
    seed: int,
    lines: Floats,
    beds: Floats,
    reach: Integers,
    widths: Floats,
    lakes: Floats,
    places: Integers,
    octaves: int,
    heights: Floats,
) -> None:
    """Fill `heights` (n,) at `places` (n, 2), counted in 1/64 m: each is a window of one sample."""
    spacing = 1.0 / 64.0
    frames = np.empty((len(lines), 6))
    frame_valleys(lines, beds, reach, frames)
    base, cut, near = np.empty((1, 1, 3)), np.empty((1, 1, 4)), np.empty((1, 1))
    wet, shore, water, ridge = np.empty((1, 1, 3)), np.empty((1, 1)), np.empty((1, 1)), np.empty((1, 1))
    for k in range(len(places)):
        cut[:], near[:], wet[:], shore[:] = 0.0, FAR, 0.0, SHORE
        lay_base(seed, places[k], spacing, base)
        cut_valleys(lines, beds, frames, places[k], spacing, base, cut, near)
        find_streams(lines, beds, widths, places[k], spacing, wet, shore, water)
        find_lakes(seed, lakes, places[k], spacing, wet, shore, water)
        finish_ground(seed, places[k], spacing, octaves, base, cut, near, wet, heights[k : k + 1].reshape(1, 1), ridge)


@kernel
def lay_base(seed: int, first: Integers, spacing: float, base: Floats) -> None:
    """Fill `base` (ni, nj, 3) with height and slopes of the ground without water."""
    for i in range(base.shape[0]):
        for j in range(base.shape[1]):
            x, z = (first[0] + i) * spacing, (first[1] + j) * spacing
            low, low_x, low_z = relief(seed, x, z)
            top, top_x, top_z = crests(seed, x, z)
            base[i, j, 0], base[i, j, 1], base[i, j, 2] = low + top, low_x + top_x, low_z + top_z


@kernel
def finish_ground(
    seed: int,
    first: Integers,
    spacing: float,
    octaves: int,
    base: Floats,
    cut: Floats,
    near: Floats,
    wet: Floats,
    heights: Floats,
    ridge: Floats,
) -> None:
    """Join it all: valleys into the base, gullies into their sides, water's beds into both."""
    for i in range(heights.shape[0]):
        for j in range(heights.shape[1]):
            x, z = (first[0] + i) * spacing, (first[1] + j) * spacing
            height, slope_x, slope_z = base[i, j, 0], base[i, j, 1], base[i, j, 2]
            if cut[i, j, 3] > 0.0:
                share = min(cut[i, j, 0] / SHOULDER, 1.0) / cut[i, j, 3]
                slope_x -= share * cut[i, j, 1]
                slope_z -= share * cut[i, j, 2]
                height -= smooth_start(cut[i, j, 0], SHOULDER)
            far = near[i, j]
            target = min(far / CREST - 1.0, 1.0)
            added, ridge[i, j] = erode(seed + GULLY_SEED, x, z, slope_x, slope_z, target, octaves, GULLIES)
            height += added * far * far / (far * far + CALM * CALM)
            height += 0.35 * gradient_noise(seed + ROUGH_SEED, x / ROUGH, z / ROUGH)[0]
            if wet[i, j, 1] > 0.0:
                height += (wet[i, j, 0] / wet[i, j, 1] - height) * wet[i, j, 2]
            heights[i, j] = height


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    corner, one = np.zeros(2, np.int64), np.zeros((1, 1))
    lay_base(1, corner, 1.0, np.zeros((1, 1, 3)))
    finish_ground(1, corner, 1.0, 1, np.zeros((1, 1, 3)), np.zeros((1, 1, 4)), one, np.zeros((1, 1, 3)), one, one)
    line, lakes, places = np.zeros((1, 2, 2)), np.zeros((0, 4)), np.zeros((1, 2), np.int64)
    sample_ground(
        1, line, np.zeros((1, 2)), np.zeros((1, 2), np.int64), np.zeros((1, 2)), lakes, places, 1, np.zeros(1)
    )
