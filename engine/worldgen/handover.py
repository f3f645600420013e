"""What the main thread is told: a chunk is there, or it is gone."""

from dataclasses import dataclass
from typing import Any

from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.rect import ChunkIndex


@dataclass(frozen=True, slots=True)
class ChunkArrived:
    """A chunk that a focus asked for is made.

    Attributes
    ----------
    layer, index, bounds
        Which chunk, and where it is in metres.
    content
        What the layer made; read-only.
    """

    layer: Layer[Any]
    index: ChunkIndex
    bounds: Bounds
    content: Any


@dataclass(frozen=True, slots=True)
class ChunkLeft:
    """A chunk that had arrived is no longer asked for, and every focus is some chunks away."""

    layer: Layer[Any]
    index: ChunkIndex


HandOver = ChunkArrived | ChunkLeft
