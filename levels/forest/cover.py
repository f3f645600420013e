"""The layers that are seen and walked on: terrain, trees, undergrowth, sounds."""

from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.dependency import Dependency
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.views import Inputs
from orlop.levels.forest import places
from orlop.levels.forest.ground import Ground, ground, heights_at
from orlop.levels.forest.growth import Growth
from orlop.levels.forest.layers import (
    CHANNELS_PADDING,
    PATHS_PADDING,
    CoarseGroundLayer,
    PathLayer,
    StreamLayer,
    paths_near,
    streams_near,
)
from orlop.levels.forest.paths import HALF, SEEN, tread
from orlop.levels.forest.sounds import SoundPoints, crown_sounds, water_sounds
from orlop.levels.forest.trees import Trees, trees
from orlop.levels.forest.undergrowth import Undergrowth, undergrowth

Floats = NDArray[np.float64]
T = TypeVar("T")

GROWTH_PADDING = 2 * places.SPACING
"""Coarse ground that is read around what grows, metres."""


@dataclass(frozen=True, slots=True, eq=False)
class Terrain:
    """A tile of ground, trodden where paths are.

    Attributes
    ----------
    ground
        Samples with one more than fits at the far edges, which the next tile shares, and `TerrainLayer.border`
        around.
    paths
        (ni, nj) float64: metres to the middle of the nearest path, at most `paths.SEEN`.
    """

    ground: Ground
    paths: Floats

    def surface(self, x: float, z: float) -> str:
        """Return what the sample nearest to (x, z), which the tile must hold, sounds like under a foot."""
        i, j = (round(place / self.ground.spacing) - self.ground.first[k] for k, place in enumerate((x, z)))
        if self.paths[i, j] < 2.0 * HALF:
            return "gravel"
        return "stone" if abs(self.ground.shore[i, j]) < 1.0 else "grass"


class TerrainLayer(Layer[Terrain]):
    """Tiles of ground at one level of detail.

    Parameters
    ----------
    paths
        What is trodden into it; None where samples are too far apart for a path to show.
    size
        Of a tile, metres.
    spacing
        Metres between samples; a part of `size`.
    octaves
        Of gullies: those narrower than two samples only flicker.
    """

    border = 1
    """Samples around a tile, for normals that fit its neighbours'."""

    def __init__(
        self, streams: StreamLayer, paths: PathLayer | None, size: float = 128.0, spacing: float = 2.0, octaves: int = 5
    ) -> None:
        if size % spacing:
            raise ValueError(f"tiles of {size:g} m can't be divided into samples {spacing:g} m apart")
        self.name = f"terrain every {spacing:g} m"
        self.size = size
        self.spacing = spacing
        self.octaves = octaves
        self.streams = streams
        self.paths = paths
        edge = self.border * spacing
        self.needs = (Dependency(streams, padding=edge + CHANNELS_PADDING),)
        if paths is not None:
            self.needs += (Dependency(paths, padding=edge + PATHS_PADDING),)

    def generate(self, bounds: Bounds, inputs: Inputs, seed: int) -> Terrain:
        """Sample the ground and tread the paths into it."""
        around = bounds.expanded(self.border * self.spacing)
        count = round(self.size / self.spacing)
        first = tuple(index * count - self.border for index in inputs.index)
        side = count + 1 + 2 * self.border
        near = streams_near(inputs, self.streams, around)
        bare = ground(seed, near, (first[0], first[1]), (side, side), self.spacing, self.octaves)
        if self.paths is None:
            return Terrain(bare, np.full((side, side), SEEN))
        heights, distances = tread(bare, paths_near(inputs, self.paths, around))
        return Terrain(replace(bare, heights=heights), distances)


class GrowingLayer(Layer[T]):
    """What layers of things that grow have in common: where they look."""

    def __init__(self, streams: StreamLayer, coarse: CoarseGroundLayer, paths: PathLayer) -> None:
        self.streams = streams
        self.coarse = coarse
        self.paths = paths
        self.needs = (
            Dependency(coarse, padding=GROWTH_PADDING),
            Dependency(streams, padding=CHANNELS_PADDING),
            Dependency(paths, padding=PATHS_PADDING),
        )

    def growth(self, bounds: Bounds, inputs: Inputs, seed: int) -> Growth:
        """Gather what the bounds offer."""
        around = bounds.expanded(GROWTH_PADDING)
        window = Ground.joined(inputs.of(self.coarse).overlapping(around))
        near = streams_near(inputs, self.streams, bounds)
        return Growth(seed, window, near, paths_near(inputs, self.paths, bounds))


class TreeLayer(GrowingLayer[Trees]):
    """Trees of rank below `most`, in chunks of `size` metres."""

    def __init__(
        self,
        streams: StreamLayer,
        coarse: CoarseGroundLayer,
        paths: PathLayer,
        size: float = 128.0,
        most: float = 1.0,
    ) -> None:
        super().__init__(streams, coarse, paths)
        self.name = "trees" if most >= 1.0 else f"trees, one of {1.0 / most:.0f}"
        self.size = size
        self.most = most

    def generate(self, bounds: Bounds, inputs: Inputs, seed: int) -> Trees:
        """Let them grow."""
        return trees(seed, self.growth(bounds, inputs, seed), bounds, self.most)


class UndergrowthLayer(GrowingLayer[Undergrowth]):
    """Bushes, ferns and stones."""

    name = "undergrowth"
    size = 64.0

    def generate(self, bounds: Bounds, inputs: Inputs, seed: int) -> Undergrowth:
        """Strew them."""
        return undergrowth(seed, self.growth(bounds, inputs, seed), bounds)


@dataclass(frozen=True, slots=True, eq=False)
class Sounds:
    """Samples of a chunk: of its water, and of the crowns above it."""

    water: SoundPoints
    crowns: SoundPoints


class SoundLayer(Layer[Sounds]):
    """Where water and leaves sound."""

    name = "sounds"
    size = 128.0

    def __init__(self, streams: StreamLayer, stand: TreeLayer) -> None:
        self.streams = streams
        self.trees = stand
        self.needs = (Dependency(streams, padding=CHANNELS_PADDING), Dependency(stand, padding=0.0))

    def generate(self, bounds: Bounds, inputs: Inputs, seed: int) -> Sounds:
        """Sample both."""
        near = streams_near(inputs, self.streams, bounds)
        (stand,) = inputs.of(self.trees).overlapping()
        heights = partial(heights_at, seed, near, octaves=places.OCTAVES)
        return Sounds(water_sounds(near, bounds), crown_sounds(stand, heights))
