"""What keeps chunks from ever being made."""

from collections import deque
from collections.abc import Iterable

from orlop.engine.worldgen.chunk import FAILED, WAITING, Chunk
from orlop.engine.worldgen.failure import ChunkFailure


def obstruction(chunks: Iterable[Chunk]) -> ChunkFailure | None:
    """Return the failure of one of these chunks, or of one that they wait for; that with the fewest between them first."""
    waiting = deque(chunks)
    seen = set(waiting)
    while waiting:
        chunk = waiting.popleft()
        if chunk.state == FAILED:
            return chunk.failure
        if chunk.state == WAITING:
            below = dict.fromkeys(provider for group in chunk.providers for provider in group)
            waiting.extend(provider for provider in below if provider not in seen)
            seen.update(below)
    return None
