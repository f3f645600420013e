"""Which chunks of another layer the chunks of a rectangle read."""

from orlop.engine.worldgen.chunk import Chunk, ChunkTable
from orlop.engine.worldgen.rect import Rect, span


class Surroundings:
    """The provider's chunks around each chunk of a rectangle, looked up once, though neighbours share most of them.

    Parameters
    ----------
    table, rect
        Who reads.
    provider, padding
        What is read, and how far around each chunk, metres.
    """

    __slots__ = ("_columns", "_i", "_j", "_low_i", "_low_j")

    def __init__(self, table: ChunkTable, rect: Rect, provider: ChunkTable, padding: float) -> None:
        size, other = table.size, provider.size
        along_i = [span(i * size - padding, (i + 1) * size + padding, other) for i in range(rect.low_i, rect.high_i)]
        along_j = [span(j * size - padding, (j + 1) * size + padding, other) for j in range(rect.low_j, rect.high_j)]
        first_i, first_j = along_i[0][0], along_j[0][0]
        chunks, line = provider.chunks, range(first_j, along_j[-1][1])
        self._columns = [[chunks[k, m] for m in line] for k in range(first_i, along_i[-1][1])]
        self._i = [(low - first_i, high - first_i) for low, high in along_i]
        self._j = [slice(low - first_j, high - first_j) for low, high in along_j]
        self._low_i, self._low_j = rect.low_i, rect.low_j

    def of(self, i: int, j: int) -> list[Chunk]:
        """Return what chunk (i, j) of the rectangle reads, j quickest."""
        low, high = self._i[i - self._low_i]
        along = self._j[j - self._low_j]
        found: list[Chunk] = []
        for column in self._columns[low:high]:
            found += column[along]
        return found
