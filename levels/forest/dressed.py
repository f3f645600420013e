"""The forest with the layers that are put before the player."""

from dataclasses import dataclass
from typing import Any

from orlop.engine.walkway.settings import WalkwaySettings
from orlop.engine.worldgen.layer import Layer
from orlop.levels.forest.dressing import DressingLayer, FarTreesLayer, FootingLayer, SwardLayer, WaysLayer
from orlop.levels.forest.world import ForestLayers, forest_layers

REACHES = (256.0, 1024.0, 2048.0, 5120.0, 56.0)
"""How far the rings of `DressedForest` reach, metres."""
BROOK = 2.4
"""Streams narrower than this are seen near by only, metres."""


@dataclass(frozen=True, slots=True)
class DressedForest:
    """Layers of a forest to walk in.

    Attributes
    ----------
    made
        What the forest is made of.
    rings
        What is shown: tiles with all that is on them; tiles with one tree of four; one tree of sixteen; bare tiles;
        and grass underfoot.
    footing
        What is walked on.
    ways
        Where agents find ways on it.
    """

    made: ForestLayers
    rings: tuple[DressingLayer | FarTreesLayer | SwardLayer, ...]
    footing: FootingLayer
    ways: WaysLayer

    def all(self) -> tuple[Layer[Any], ...]:
        """Return every layer, for a `World`."""
        return (*self.made.all(), *self.rings, self.footing, self.ways)


def dressed_forest(settings: WalkwaySettings) -> DressedForest:
    """Return the layers for a walker with these measures."""
    made = forest_layers()
    streams, terrain, trees = made.streams, made.terrain, made.trees
    assert made.undergrowth is not None
    rings = (
        DressingLayer(0, streams, terrain[0], trees[0], made.undergrowth, made.sounds),
        DressingLayer(1, streams, terrain[1], trees[1], narrowest=BROOK),
        FarTreesLayer(2, terrain[2], trees[2]),
        DressingLayer(2, streams, terrain[2], narrowest=float("inf")),
        SwardLayer(terrain[0]),
    )
    walked = FootingLayer(terrain[0], trees[0], made.undergrowth, settings)
    return DressedForest(made, rings, walked, WaysLayer(walked))
