"""Chunks that nobody needs just now, kept for when the walker turns round."""

from collections import OrderedDict
from collections.abc import Iterator

from orlop.engine.worldgen.chunk import Chunk

OVERHEAD = 400
"""What a chunk takes besides its content, bytes: even an endless walk over empty chunks ends in eviction."""


class ChunkCache:
    """Resting chunks, least recently needed first, up to a number of bytes.

    Parameters
    ----------
    capacity
        Bytes, 0 or more; with 0 nothing rests.
    """

    def __init__(self, capacity: int) -> None:
        if capacity < 0:
            raise ValueError(f"a cache's capacity must be 0 or more bytes, got {capacity!r}")
        self.capacity = capacity
        self.weight = 0
        self._resting: OrderedDict[Chunk, None] = OrderedDict()

    def __len__(self) -> int:
        return len(self._resting)

    def add(self, chunk: Chunk) -> None:
        """Lay a chunk to rest."""
        self._resting[chunk] = None
        self.weight += chunk.weight + OVERHEAD

    def take(self, chunk: Chunk) -> None:
        """Take a resting chunk out, since it is needed again."""
        del self._resting[chunk]
        self.weight -= chunk.weight + OVERHEAD

    def evicted(self) -> Iterator[Chunk]:
        """Take out and yield the oldest chunks until the rest fits."""
        while self.weight > self.capacity:
            chunk, _ = self._resting.popitem(last=False)
            self.weight -= chunk.weight + OVERHEAD
            yield chunk
