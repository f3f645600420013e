"""The chunks that can be made now, most urgent first."""

import heapq
import itertools
from math import hypot, inf

from orlop.engine.worldgen.chunk import READY, Chunk
from orlop.engine.worldgen.focus import Focus

Entry = tuple[float, int, Chunk]
"""Urgency in metres (least first), a serial number that settles ties, the chunk."""


class ReadyQueue:
    """Nearest to any focus first, across all layers; what near chunks wait for comes before them.

    Chunks whose state is no longer READY are passed over, which is all that cancelling takes.

    Attributes
    ----------
    entries
        A heap; only its length is of interest outside.
    focuses
        Those that count.
    """

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.focuses: list[Focus] = []
        self._serial = itertools.count()

    def entry(self, chunk: Chunk) -> Entry:
        """Note that a chunk is ready, and return its place; it goes in by `push`."""
        chunk.state = READY
        return self._urgency(chunk), next(self._serial), chunk

    def push(self, entry: Entry) -> None:
        """Add a chunk at its place."""
        heapq.heappush(self.entries, entry)

    def append(self, chunk: Chunk) -> None:
        """Add a chunk anywhere; `reorder` must follow."""
        chunk.state = READY
        self.entries.append((0.0, next(self._serial), chunk))

    def pop(self) -> Chunk | None:
        """Take out the most urgent chunk; None if there is none."""
        entries = self.entries
        while entries:
            chunk = heapq.heappop(entries)[2]
            if chunk.state == READY:
                return chunk
        return None

    def reorder(self) -> None:
        """Forget what was cancelled and put the rest in order anew, since focuses have moved."""
        ready = [(chunk, serial) for _, serial, chunk in self.entries if chunk.state == READY]
        self.entries = [(self._urgency(chunk), serial, chunk) for chunk, serial in ready]
        heapq.heapify(self.entries)

    def _urgency(self, chunk: Chunk) -> float:
        table, (i, j) = chunk.table, chunk.index
        size, order = table.size, table.order
        x, z = (i + 0.5) * size, (j + 0.5) * size
        least = inf
        for focus in self.focuses:
            urgency = hypot(x - focus.x, z - focus.z) - focus.leads[order]
            least = min(least, urgency)
        return least
