"""Which chunk is made next: what focuses need, in which order, and what becomes of it.

Each focus needs one rectangle of chunks in each layer. When it moves, only the difference of
the old and the new rectangle is looked at; a chunk waits until its providers are made, and is
then ready for whichever thread is free. Nobody ever waits for another thread's chunk.

State is guarded by one lock, held for microseconds by the threads that make chunks. The main
thread needs it only where it makes chunks itself: it posts moves and takes notices through
deques.
"""

import threading
from collections import deque
from typing import Any

from orlop.engine.worldgen.cache import ChunkCache
from orlop.engine.worldgen.chunk import DONE, DROPPED, FAILED, RUNNING, WAITING, Chunk, ChunkTable
from orlop.engine.worldgen.focus import Focus
from orlop.engine.worldgen.graph import LayerGraph
from orlop.engine.worldgen.ready import Entry, ReadyQueue
from orlop.engine.worldgen.rect import NONE, Rect
from orlop.engine.worldgen.sleepers import Bell, Sleepers
from orlop.engine.worldgen.surroundings import Surroundings


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
        for order, layer in enumerate(graph.layers):
            providers = [(self.tables[graph.order(need.layer)], need.padding) for need in layer.needs]
            self.tables.append(ChunkTable(layer, order, providers))
        self.notices: deque[Chunk] = deque()
        self._running = 0
        self._lock = threading.Lock()
        self._cache = cache
        self._margin = margin
        self._posted: deque[Focus] = deque()
        self._ready = ReadyQueue()
        self._sleepers = Sleepers()

    # -- from any thread, without the lock ------------------------------------------------

    def post(self, focus: Focus) -> None:
        """Note that a focus asks for something else than before; the next thread to take a chunk sees to it."""
        self._posted.append(focus)
        self._sleepers.wake(1)

    # -- by threads that make chunks ------------------------------------------------------

    def take(self, bell: Bell | None = None) -> Chunk | None:
        """Return the most urgent ready chunk, marked as running, or None.

        With None, the thread's `bell` will be rung when there is work.
        """
        with self._lock:
            if bell is not None:
                self._sleepers.discard(bell)
            while True:
                if self._posted:
                    self._apply_posted()
                chunk = self._ready.pop()
                if chunk is not None:
                    chunk.state = RUNNING
                    self._running += 1
                    return chunk
                if bell is None:
                    return None
                self._sleepers.add(bell)
                if not self._posted:  # else posted after the look above, by a thread that saw no sleeper to wake
                    return None
                self._sleepers.discard(bell)

    def watch(self, bell: Bell) -> bool:
        """Tell whether all work is at its end; if not, `bell` will be rung when it is."""
        with self._lock:
            if self._ready.entries or self._running or self._posted:
                self._sleepers.add_watcher(bell)
                return False
            self._sleepers.discard(bell)
            return True

    def finish(self, chunk: Chunk, content: Any, weight: int, loaded: bool, goes_on: bool) -> Chunk | None:
        """Take in what a layer made of a chunk, or what a store had kept of it.

        To a thread that goes on, return what it shall make next, marked as running, if anything is ready.
        """
        with self._lock:
            table = chunk.table
            chunk.content, chunk.weight, chunk.state = content, weight, DONE
            if loaded:
                table.loaded += 1
            else:
                table.generated += 1
            freed = self._serve(chunk) if chunk.users else None
            if chunk.needed:
                table.pending -= 1
                if chunk.asked:
                    self._show(chunk, True)
            else:
                self._rest(chunk)
                self._evict()
            return self._end_run(chunk, freed, goes_on)

    def fail(self, chunk: Chunk) -> None:
        """Note that a chunk could not be made."""
        with self._lock:
            chunk.state = FAILED
            if chunk.needed:
                chunk.table.failed += 1
            else:
                self._drop(chunk)
            self._end_run(chunk, None, False)

    def _serve(self, provider: Chunk) -> Entry | None:
        """Make ready what waited for this provider alone; return the most urgent of it, which isn't in the queue."""
        users, provider.users = provider.users, {}
        freed: Entry | None = None
        for user in users:
            user.missing -= 1
            if not user.missing and user.state == WAITING:
                entry = self._ready.entry(user)
                if freed is None:
                    freed = entry
                else:
                    self._ready.push(max(freed, entry))
                    freed = min(freed, entry)
        return freed

    def _end_run(self, chunk: Chunk, freed: Entry | None, goes_on: bool) -> Chunk | None:
        """Choose what the thread that made `chunk` makes next: the nearest of what it freed, else the most urgent.

        What was freed lies where the queue's most urgent chunk lay a moment ago, so this delays what is nearer by
        one chunk at most. In return what is read is still in this processor's cache, and threads are less often
        at layers of brief chunks at the same time, where each is in the other's way for Python's global lock.
        """
        chunk.providers = []  # else each chunk would keep all that it was ever made of
        following: Chunk | None = None
        if goes_on and not self._posted:
            if freed is None:
                following = self._ready.pop()
            else:
                following, freed = freed[2], None
        if freed is not None:
            self._ready.push(freed)
        if following is None:
            self._running -= 1
        else:
            following.state = RUNNING
        ready = len(self._ready.entries)
        if ready:
            self._sleepers.wake(ready)
        elif not self._running:
            self._sleepers.end()
        return following

    # -- what moved -----------------------------------------------------------------------

    def _apply_posted(self) -> None:
        moved: dict[Focus, None] = {}
        while self._posted:
            moved[self._posted.popleft()] = None
        for focus in moved:
            self._apply(focus)
        self._ready.reorder()
        for table in self.tables:
            if table.lingering:
                self._settle(table)
        self._evict()
        self._sleepers.wake(len(self._ready.entries) - 1)

    def _apply(self, focus: Focus) -> None:
        """Need what the focus needs now and didn't before, providers first; let go of the rest, users first."""
        asked = focus.asked
        needed = focus.needed(asked)
        old_asked, old_needed = focus.applied_asked, focus.applied_needed
        focus.applied_asked, focus.applied_needed = asked, needed
        if asked and focus not in self._ready.focuses:
            self._ready.focuses.append(focus)
        elif not asked and focus in self._ready.focuses:
            self._ready.focuses.remove(focus)
        for table, old, new in zip(self.tables, old_needed, needed, strict=True):
            if new != old:
                for strip in new.without(old):
                    self._need(table, strip)
        for order in focus.radii if focus.watched else ():
            self._ask(self.tables[order], old_asked.get(order, NONE), asked.get(order, NONE))
        for table, old, new in zip(reversed(self.tables), reversed(old_needed), reversed(needed), strict=True):
            if new != old:
                for strip in old.without(new):
                    self._release(table, strip)

    def _need(self, table: ChunkTable, rect: Rect) -> None:
        chunks, ready = table.chunks, self._ready
        around = [Surroundings(table, rect, provider, padding) for provider, padding in table.providers]
        for i in range(rect.low_i, rect.high_i):
            for j in range(rect.low_j, rect.high_j):
                index = (i, j)
                chunk = chunks.get(index)
                if chunk is not None:
                    self._need_again(chunk)
                    continue
                providers = [each.of(i, j) for each in around]
                chunk = chunks[index] = Chunk(table, index, providers)
                missing = 0
                for group in providers:
                    for provider in group:
                        if provider.state != DONE:
                            provider.users[chunk] = None
                            missing += 1
                chunk.missing = missing
                if not missing:
                    ready.append(chunk)
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
                if chunk.state == DONE and chunk.asked == 1:
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
        order = table.order
        rects = [
            focus.applied_asked[order].expanded(self._margin)
            for focus in self._ready.focuses
            if focus.watched and order in focus.applied_asked
        ]
        gone = set(table.lingering)
        for low_i, low_j, high_i, high_j in rects:
            gone = {(i, j) for i, j in gone if not (low_i <= i < high_i and low_j <= j < high_j)}
        for index in sorted(gone):
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

    def _evict(self) -> None:
        for chunk in self._cache.evicted():
            del chunk.table.chunks[chunk.index]

    def _drop(self, chunk: Chunk) -> None:
        chunk.state = DROPPED
        for group in chunk.providers:
            for provider in group:
                provider.users.pop(chunk, None)
        chunk.providers, chunk.users = [], {}
        del chunk.table.chunks[chunk.index]
