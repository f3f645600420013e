"""The forest's layers put together."""

from dataclasses import dataclass, field
from typing import Any

from orlop.engine.worldgen.layer import Layer
from orlop.levels.forest.cover import SoundLayer, TerrainLayer, TreeLayer, UndergrowthLayer
from orlop.levels.forest.layers import CoarseGroundLayer, PathLayer, PlaceLayer, StreamLayer

WIDEST = 4.0
"""Samples farther apart than this show no path, metres."""


@dataclass(frozen=True, slots=True)
class ForestLayers:
    """What a forest is made of. Worlds may share it: it holds no content.

    Attributes
    ----------
    streams, coarse, places, paths
        What shapes the ground.
    terrain
        Tiles, fine ones first: every 2 m to walk on, then every 8 m and every 32 m to the horizon.
    trees
        All trees near by, then one of 4 and one of 16 for the distance: the same trees.
    undergrowth, sounds
        Near by.
    """

    streams: StreamLayer
    coarse: CoarseGroundLayer
    places: PlaceLayer
    paths: PathLayer
    terrain: tuple[TerrainLayer, ...] = field(default=())
    trees: tuple[TreeLayer, ...] = field(default=())
    undergrowth: UndergrowthLayer | None = None
    sounds: SoundLayer | None = None

    def all(self) -> tuple[Layer[Any], ...]:
        """Return every layer, for a `World`."""
        cover = (self.undergrowth, self.sounds)
        ground = (self.streams, self.coarse, self.places, self.paths)
        return (*ground, *self.terrain, *self.trees, *(layer for layer in cover if layer is not None))


def forest_layers() -> ForestLayers:
    """Return all layers of a forest to walk in."""
    streams, coarse, places, paths = shaping_layers()
    terrain = (
        TerrainLayer(streams, paths, 128.0, 2.0, octaves=5),
        TerrainLayer(streams, None, 512.0, 8.0, octaves=4),
        TerrainLayer(streams, None, 2048.0, 32.0, octaves=2),
    )
    trees = (
        TreeLayer(streams, coarse, paths, 128.0),
        TreeLayer(streams, coarse, paths, 256.0, 1.0 / 4.0),
        TreeLayer(streams, coarse, paths, 512.0, 1.0 / 16.0),
    )
    undergrowth = UndergrowthLayer(streams, coarse, paths)
    return ForestLayers(streams, coarse, places, paths, terrain, trees, undergrowth, SoundLayer(streams, trees[0]))


def map_layers(spacing: float) -> ForestLayers:
    """Return the layers that a map with samples `spacing` metres apart shows."""
    streams, coarse, places, paths = shaping_layers()
    trodden = paths if spacing <= WIDEST else None
    terrain = TerrainLayer(streams, trodden, 128.0 * spacing, spacing, octaves=5)
    trees = TreeLayer(streams, coarse, paths, 512.0, 1.0 / 16.0)
    return ForestLayers(streams, coarse, places, paths, (terrain,), (trees,))


def shaping_layers() -> tuple[StreamLayer, CoarseGroundLayer, PlaceLayer, PathLayer]:
    """Return the layers that shape the ground."""
    streams = StreamLayer()
    coarse = CoarseGroundLayer(streams)
    places = PlaceLayer(coarse)
    return streams, coarse, places, PathLayer(streams, coarse, places)
