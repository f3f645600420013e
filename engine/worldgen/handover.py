"""What the main thread is told: a chunk is there, or it is gone."""

from typing import Any, NamedTuple

from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.rect import ChunkIndex, chunk_bounds


class ChunkArrived(NamedTuple):
    """A chunk that a focus asked for is made.

    Attributes
    ----------
    layer, chunk
        Which one.
    content
        What the layer made; read-only.
    """

    layer: Layer[Any]
    chunk: ChunkIndex
    content: Any

    @property
    def bounds(self) -> Bounds:
        """Where it is, metres."""
        return chunk_bounds(self.chunk, self.layer.size)


class ChunkLeft(NamedTuple):
    """A chunk that had arrived is no longer asked for, and every focus is some chunks away."""

    layer: Layer[Any]
    chunk: ChunkIndex


HandOver = ChunkArrived | ChunkLeft
