"""A map of the forest from above: shaded relief, water, woods, paths and places."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.world import World
from orlop.levels.forest.ground import Ground
from orlop.levels.forest.layers import PATHS_PADDING
from orlop.levels.forest.paths import Paths
from orlop.levels.forest.places import SPACING as PLACE_SPACING
from orlop.levels.forest.places import Place
from orlop.levels.forest.trees import SPACING as TREE_SPACING
from orlop.levels.forest.trees import Trees
from orlop.levels.forest.world import ForestLayers

Floats = NDArray[np.float64]

HEIGHTS = np.array([0.0, 40.0, 250.0, 500.0, 750.0, 1100.0])
TINTS = np.array([(176, 190, 138), (158, 180, 124), (146, 168, 116), (176, 172, 132), (190, 182, 164), (242, 242, 242)])
"""Colours of open ground at those heights, sRGB."""
WOOD = np.array((84.0, 122.0, 76.0))
SHALLOW, DEEP = np.array((122.0, 166.0, 190.0)), np.array((58.0, 98.0, 138.0))
STREAM, PATH, SPOT = (62, 112, 168), (150, 78, 44), (200, 40, 40)
LIGHTS = (((-0.6, 0.62, -0.52), 0.72), ((0.75, 0.6, 0.1), 0.28))
"""Where light comes from and how much of it: mostly from the north-west, as on maps."""


@dataclass(frozen=True, slots=True, eq=False)
class MapContent:
    """What a map shows: see `draw_map`."""

    ground: Ground
    paths: Paths
    places: tuple[Place, ...]
    trees: Trees

    @classmethod
    def gathered(cls, world: World, layers: ForestLayers, bounds: Bounds) -> "MapContent":
        """Make and gather what a map of `bounds` shows; `layers` are `map_layers`, and the world's."""
        tiles = world.generate(layers.terrain[0], bounds)
        ground = Ground.joined([tile.ground for tile in tiles.values()]).cropped(bounds)
        paths = Paths.joined(list(world.generate(layers.paths, bounds.expanded(PATHS_PADDING)).values()))
        places = tuple(place for place in world.generate(layers.places, bounds).values() if place is not None)
        return cls(ground, paths, places, Trees.joined(list(world.generate(layers.trees[0], bounds).values())))


def draw_map(content: MapContent) -> NDArray[np.uint8]:
    """Return the map, (nz, nx, 3) sRGB, one pixel for each sample; x goes right, z down."""
    ground = content.ground
    picture = tinted(ground.heights)
    wood = np.clip(cover(ground, content.trees), 0.0, 0.8)[..., np.newaxis]
    picture += (WOOD - picture) * wood
    picture *= (0.28 + 0.92 * shaded(np.maximum(ground.heights, 0.0), ground.spacing))[..., np.newaxis]
    sea = ground.heights < 0.0
    depth = np.clip(-ground.heights[sea] / 90.0, 0.0, 1.0)[:, np.newaxis]
    picture[sea] = SHALLOW + (DEEP - SHALLOW) * depth
    # Streams are drawn at least a pixel wide.
    picture[(ground.shore < 0.3 * ground.spacing) & ~sea] = STREAM
    for x, z in samples_along(content.paths, 0.5 * ground.spacing):
        dot(picture, ground, x, z, PATH)
    for place in content.places:
        x, z = (index * PLACE_SPACING for index in place.sample)
        dot(picture, ground, x, z, SPOT, radius=2)
    return np.ascontiguousarray(np.clip(picture, 0.0, 255.0).astype(np.uint8).transpose(1, 0, 2))


def tinted(heights: Floats) -> Floats:
    """Return the colour of open ground, (ni, nj, 3)."""
    return np.stack([np.interp(heights, HEIGHTS, TINTS[:, channel]) for channel in range(3)], axis=-1)


def shaded(heights: Floats, spacing: float) -> Floats:
    """Return how light each sample is, 0…1."""
    rise_x, rise_z = np.gradient(heights, spacing)
    normals = np.stack([-rise_x, np.ones_like(rise_x), -rise_z], axis=-1)
    normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
    light = np.zeros_like(heights)
    for direction, share in LIGHTS:
        light += share * np.clip(normals @ (np.array(direction) / np.linalg.norm(direction)), 0.0, 1.0)
    return light


def cover(ground: Ground, trees: Trees) -> Floats:
    """Return the share of the densest wood's trees that stand around each sample, blurred over 60 m."""
    at = np.floor(trees.places / ground.spacing).astype(np.int64) - ground.first
    inside = ((at >= 0) & (at < ground.heights.shape)).all(axis=1)
    counts = np.zeros(ground.heights.shape)
    np.add.at(counts, tuple(at[inside].T), 1.0)
    # Below this rank every cell of the lattice would have a tree in the densest wood.
    most = trees.ranks.max(initial=1.0 / 16.0)
    full = most * ground.spacing**2 / TREE_SPACING**2
    half = max(round(30.0 / ground.spacing), 1)
    return blurred(blurred(counts / full, half), half)


def blurred(values: Floats, half: int) -> Floats:
    """Return the mean over the square of samples that are at most `half` away along each axis."""
    for axis in (0, 1):
        sums = np.cumsum(np.pad(values, [(half + 1, half) if k == axis else (0, 0) for k in (0, 1)], "edge"), axis=axis)
        size = values.shape[axis]
        high, low = np.arange(size) + 2 * half + 1, np.arange(size)
        values = (np.take(sums, high, axis=axis) - np.take(sums, low, axis=axis)) / (2 * half + 1)
    return values


def samples_along(paths: Paths, step: float) -> Floats:
    """Return points along all paths at most `step` metres apart, (n, 2)."""
    points = [np.zeros((0, 2))]
    for x0, z0, x1, z1 in paths.pieces:
        count = int(np.hypot(x1 - x0, z1 - z0) / step) + 1
        t = np.arange(count)[:, np.newaxis] / count
        points.append((1.0 - t) * (x0, z0) + t * (x1, z1))
    return np.concatenate(points)


def dot(picture: Floats, ground: Ground, x: float, z: float, colour: tuple[int, int, int], radius: int = 0) -> None:
    """Paint a square of `2 * radius + 1` pixels; what lies outside isn't painted."""
    i, j = round(x / ground.spacing) - ground.first[0], round(z / ground.spacing) - ground.first[1]
    if 0 <= i < picture.shape[0] and 0 <= j < picture.shape[1]:
        picture[max(i - radius, 0) : i + radius + 1, max(j - radius, 0) : j + radius + 1] = colour
