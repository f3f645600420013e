"""Which chunk is made next: what focuses need, in which order, and what becomes of it.

Each focus needs one rectangle of chunks in each layer. When it moves, only the difference of
the old and the new rectangle is looked at; a chunk waits until its providers are made, and is
then ready for whichever thread is free. Nobody ever waits for another thread's chunk.

State is guarded by one lock, held for microseconds by the threads that make chunks. The main
thread needs it only where it makes chunks itself: it posts moves and takes notices through
deques.
"""

import heapq
import itertools
import math
import threading
from collections import deque
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

from orlop.engine.worldgen.cache import ChunkCache
from orlop.engine.worldgen.chunk import DONE, DROPPED, FAILED, READY, RUNNING, WAITING, Chunk, ChunkTable
from orlop.engine.worldgen.focus import Focus
from orlop.engine.worldgen.graph import LayerGraph
from orlop.engine.worldgen.rect import NONE, Rect, span

Bell = SimpleQueue[None]
"""What a thread sleeps at until it is rung."""

Entry = tuple[float, int, Chunk]
"""Urgency in metres (least first), a serial number that settles ties, the chunk."""


class Scheduler:
    """The needed chunks of all layers, and the order in which they are made.

    Parameters
    ----------
    graph
        The layers.
    cache
        Where chunks rest that nobody needs.
    margin
        How many chunks beyond what is asked for a chunk may lie before it is taken back from
        the main thread: who steps to and fro over a border moves nothing.

    Attributes
    ----------
    tables
        Each layer's chunks, providers first.
    notices
        Chunks to be handed over to, or taken back from, the main thread; see `Chunk.shown`.
    """

    def __init__(self, graph: LayerGraph, cache: ChunkCache, margin: int) -> None:
        self.tables: list[ChunkTable] = []
        for layer in graph.layers:
            providers = [(self.tables[graph.order(need.layer)], need.padding) for need in layer.needs]
            self.tables.append(ChunkTable(layer, providers))
        self._orders = {table.layer.name: order for order, table in enumerate(self.tables)}
        self.notices: deque[Chunk] = deque()
        self.running = 0
        self.lock = threading.Lock()
        self._cache = cache
        self._margin = margin
        self._focuses: list[Focus] = []
        self._posted: deque[Focus] = deque()
        self._ready: list[Entry] = []
        self._serial = itertools.count()
        self._sleepers: list[Bell] = []
        self._watchers: list[Bell] = []

    # -- from any thread, without the lock ------------------------------------------------

    def post(self, focus: Focus) -> None:
        """Note that a focus asks for something else than before; the next thread to take a chunk sees to it."""
        self._posted.append(focus)
        self._wake(1)

    # -- by threads that make chunks ------------------------------------------------------

    def take(self, bell: Bell | None = None) -> Chunk | None:
        """Return the most urgent ready chunk, marked as running, or None.

        With None, the thread's `bell` will be rung when there is work.
        """
        with self.lock:
            while True:
                if self._posted:
                    self._apply_posted()
                while self._ready:
                    chunk = heapq.heappop(self._ready)[2]
                    if chunk.state == READY:
                        chunk.state = RUNNING
                        self.running += 1
                        return chunk
                if bell is None:
                    return None
                self._sleepers.append(bell)
                if not self._posted:  # else posted after the look above, by a thread that saw no sleeper to wake
                    return None
                with suppress(ValueError):
                    self._sleepers.remove(bell)

    def watch(self, bell: Bell) -> bool:
        """Tell whether all work is at its end; if not, `bell` will be rung when it is."""
        with self.lock:
            if not (self._ready or self.running or self._posted):
                return True
            self._watchers.append(bell)
            return False

    def finish(self, chunk: Chunk, content: Any, weight: int, loaded: bool) -> None:
        """Take in what a layer made of a chunk, or what a store had kept of it."""
        with self.lock:
            table = chunk.table
            chunk.content, chunk.weight, chunk.state = content, weight, DONE
            if loaded:
                table.loaded += 1
            else:
                table.generated += 1
            if chunk.users:
                self._serve(chunk)
            if chunk.needed:
                table.pending -= 1
                if chunk.asked:
                    self._show(chunk, True)
            else:
                self._rest(chunk)
            self._end_run(chunk)

    def fail(self, chunk: Chunk) -> None:
        """Note that a chunk could not be made."""
        with self.lock:
            chunk.state = FAILED
            if chunk.needed:
                chunk.table.failed += 1
            else:
                self._drop(chunk)
            self._end_run(chunk)

    def _serve(self, provider: Chunk) -> None:
        users, provider.users = provider.users, []
        for user in users:
            user.missing -= 1
            if not user.missing and user.state == WAITING:
                user.state = READY
                heapq.heappush(self._ready, (self._urgency(user), next(self._serial), user))

    def _end_run(self, chunk: Chunk) -> None:
        self.running -= 1
        chunk.providers = []  # else each chunk would keep all that it was ever made of
        if len(self._ready) > 1 and self._sleepers:
            self._wake(len(self._ready) - 1)  # one is for this thread
        elif self._watchers and not (self._ready or self.running):
            while self._watchers:
                self._watchers.pop().put(None)

    def _wake(self, count: int) -> None:
        for _ in range(count):
            try:
                self._sleepers.pop().put(None)
            except IndexError:  # all are awake
                return

    # -- what moved -----------------------------------------------------------------------

    def _apply_posted(self) -> None:
        moved: dict[Focus, None] = {}
        while self._posted:
            moved[self._posted.popleft()] = None
        for focus in moved:
            self._apply(focus)
        self._reorder()
        for table in self.tables:
            if table.lingering:
                self._settle(table)
        for chunk in self._cache.evicted():
            del chunk.table.chunks[chunk.index]
        self._wake(len(self._ready) - 1)

    def _apply(self, focus: Focus) -> None:
        """Need what the focus needs now and didn't before, providers first; let go of the rest, users first."""
        asked = focus.asked
        needed = focus.needed(asked)
        old_asked, old_needed = focus.applied_asked, focus.applied_needed
        focus.applied_asked, focus.applied_needed = asked, needed
        if asked and focus not in self._focuses:
            self._focuses.append(focus)
        elif not asked and focus in self._focuses:
            self._focuses.remove(focus)
        for table, old, new in zip(self.tables, old_needed, needed, strict=True):
            for strip in new.without(old):
                self._need(table, strip)
        for order in {**old_asked, **asked}:
            self._ask(self.tables[order], old_asked.get(order, NONE), asked.get(order, NONE))
        for table, old, new in zip(reversed(self.tables), reversed(old_needed), reversed(needed), strict=True):
            for strip in old.without(new):
                self._release(table, strip)

    def _need(self, table: ChunkTable, rect: Rect) -> None:
        chunks, size = table.chunks, table.size
        spans = [
            (
                provider.chunks,
                [
                    range(*span(i * size - pad, (i + 1) * size + pad, provider.size))
                    for i in range(rect.low_i, rect.high_i)
                ],
                [
                    range(*span(j * size - pad, (j + 1) * size + pad, provider.size))
                    for j in range(rect.low_j, rect.high_j)
                ],
            )
            for provider, pad in table.providers
        ]
        for i in range(rect.low_i, rect.high_i):
            for j in range(rect.low_j, rect.high_j):
                chunk = chunks.get((i, j))
                if chunk is not None:
                    self._need_again(chunk)
                    continue
                providers = [
                    [others[k, m] for k in along_i[i - rect.low_i] for m in along_j[j - rect.low_j]]
                    for others, along_i, along_j in spans
                ]
                chunk = chunks[i, j] = Chunk(table, (i, j), providers)
                for group in providers:
                    for provider_chunk in group:
                        if provider_chunk.state != DONE:
                            provider_chunk.users.append(chunk)
                            chunk.missing += 1
                if not chunk.missing:
                    chunk.state = READY
                    self._ready.append((0.0, next(self._serial), chunk))
        table.needed += rect.area
        table.pending += rect.area

    def _need_again(self, chunk: Chunk) -> None:
        """Count one more focus; `_need` counts all its chunks as new and pending, which is put right here."""
        chunk.needed += 1
        if chunk.needed > 1:
            chunk.table.needed -= 1
        elif chunk.state == DONE and not chunk.shown:
            self._cache.take(chunk)
        if chunk.needed > 1 or chunk.state == DONE:
            chunk.table.pending -= 1

    def _release(self, table: ChunkTable, rect: Rect) -> None:
        chunks = table.chunks
        for i in range(rect.low_i, rect.high_i):
            for j in range(rect.low_j, rect.high_j):
                chunk = chunks[i, j]
                chunk.needed -= 1
                if chunk.needed:
                    continue
                table.needed -= 1
                if chunk.state == DONE:
                    self._rest(chunk)
                elif chunk.state == FAILED:
                    table.failed -= 1
                    table.pending -= 1
                    self._drop(chunk)
                else:
                    table.pending -= 1
                    if chunk.state != RUNNING:
                        self._drop(chunk)

    def _ask(self, table: ChunkTable, old: Rect, new: Rect) -> None:
        chunks = table.chunks
        for strip in new.without(old):
            for index in strip.indices():
                chunk = chunks[index]
                chunk.asked += 1
                if chunk.asked == 1 and chunk.state == DONE:
                    if chunk.shown:
                        del table.lingering[index]
                    else:
                        self._show(chunk, True)
        for strip in old.without(new):
            for index in strip.indices():
                chunk = chunks[index]
                chunk.asked -= 1
                if not chunk.asked and chunk.shown:
                    table.lingering[index] = chunk

    def _settle(self, table: ChunkTable) -> None:
        """Take back the lingering chunks that no focus is near any more."""
        order = self._orders[table.layer.name]
        rects = [f.applied_asked[order].expanded(self._margin) for f in self._focuses if order in f.applied_asked]
        gone = [index for index in table.lingering if not any(rect.holds(*index) for rect in rects)]
        for index in gone:
            chunk = table.lingering.pop(index)
            self._show(chunk, False)
            if not chunk.needed:
                self._rest(chunk)

    def _show(self, chunk: Chunk, shown: bool) -> None:
        chunk.shown = shown
        self.notices.append(chunk)

    def _rest(self, chunk: Chunk) -> None:
        if not chunk.shown:
            self._cache.add(chunk)

    def _drop(self, chunk: Chunk) -> None:
        chunk.state = DROPPED
        chunk.providers, chunk.users = [], []
        del chunk.table.chunks[chunk.index]

    # -- what is next ---------------------------------------------------------------------

    def _urgency(self, chunk: Chunk) -> float:
        """How near the chunk is to a focus, less its layer's lead there: what near chunks wait for comes first."""
        table = chunk.table
        order, size = self._orders[table.layer.name], table.size
        x, z = (chunk.index[0] + 0.5) * size, (chunk.index[1] + 0.5) * size
        least = math.inf
        for focus in self._focuses:
            urgency = math.hypot(x - focus.x, z - focus.z) - focus.leads[order]
            least = min(least, urgency)
        return least

    def _reorder(self) -> None:
        """Put what is ready in order anew, since focuses have moved or chunks were added at the end."""
        ready = [(chunk, serial) for _, serial, chunk in self._ready if chunk.state == READY]
        self._ready = [(self._urgency(chunk), serial, chunk) for chunk, serial in ready]
        heapq.heapify(self._ready)
