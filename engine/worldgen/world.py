"""A world: layers, a seed, and whoever looks at it."""

import hashlib
import logging
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from queue import SimpleQueue
from typing import Any, Self, TypeVar

from orlop.engine.worldgen.bounds import LIMIT, Bounds
from orlop.engine.worldgen.cache import ChunkCache
from orlop.engine.worldgen.changes import Changes
from orlop.engine.worldgen.chunk import DONE, STATES, Chunk, ChunkTable
from orlop.engine.worldgen.failure import ChunkFailure, GenerationError
from orlop.engine.worldgen.focus import Focus
from orlop.engine.worldgen.frozen import freeze
from orlop.engine.worldgen.graph import LayerGraph, LayerSketch
from orlop.engine.worldgen.handover import ChunkArrived, ChunkLeft, HandOver
from orlop.engine.worldgen.identity import layer_identity
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.obstruction import obstruction
from orlop.engine.worldgen.packed import pack
from orlop.engine.worldgen.progress import LayerProgress
from orlop.engine.worldgen.rect import ChunkIndex, Rect, chunk_at
from orlop.engine.worldgen.scheduler import Scheduler
from orlop.engine.worldgen.seed import folded, whole
from orlop.engine.worldgen.sleepers import Bell
from orlop.engine.worldgen.store import Store
from orlop.engine.worldgen.views import Inputs
from orlop.engine.worldgen.workers import Workers

T = TypeVar("T")

FAILURES_KEPT = 100

log = logging.getLogger("orlop.worldgen")


class World:
    """Generates chunks around focuses, on worker threads, and hands them to the main thread.

    Any number of worlds may live in one process. Content depends on the layers and the seed
    alone: never on the way walked, the number of threads, the cache or the store.

    All methods belong to one thread, the one that made the world. Where a KeyboardInterrupt ends one of them, all that
    is left to do is to close the world; what a store has kept by then is whole.

    Parameters
    ----------
    layers
        All layers, in any order.
    seed
        Any whole number. Layers get it as one from 0 up to 2⁶² − 1, itself if it is: so that kernels can add to it.
    threads
        Worker threads. With 0 chunks are made only within `work`, `finish` and `generate`.
    store
        Where chunks and changes are kept on disk; it stays open when the world is closed.
    cache_bytes
        How much content that nobody needs just now is kept.
    margin
        How many chunks beyond what is asked for a chunk may lie before it is taken back.

    Raises
    ------
    ValueError
        If the layers don't fit together; see `LayerGraph`.
    """

    def __init__(
        self,
        layers: Iterable[Layer[Any]],
        seed: int,
        *,
        threads: int = 1,
        store: Store | None = None,
        cache_bytes: int = 256 << 20,
        margin: int = 1,
    ) -> None:
        if threads < 0 or margin < 0:
            raise ValueError(f"threads and margin must be 0 or more, got {threads!r} and {margin!r}")
        self.seed = whole(seed)
        self._folded = folded(self.seed)
        self.graph = LayerGraph(layers)
        self.changes = Changes(self.seed, store, self.graph)
        self._store = store
        self._identities = {
            layer.name: layer_identity(layer, self.seed)
            for layer in self.graph.layers
            if store is not None and layer.stored
        }
        self._failures: deque[ChunkFailure] = deque(maxlen=FAILURES_KEPT)
        self._scheduler = Scheduler(self.graph, ChunkCache(cache_bytes), margin)
        self._workers = Workers(self._scheduler, self._make, threads)
        self._bell: Bell = SimpleQueue()
        self._closed = False

    # -- who looks ------------------------------------------------------------------------

    def focus(self, radii: Mapping[Layer[Any], float], x: float, z: float) -> Focus:
        """Add a focus at (x, z), world metres, that asks for the layers of `radii`, metres each.

        Work begins at once, whether or not the focus ever moves.
        """
        self._check_open()
        if not isinstance(radii, Mapping):
            raise TypeError(f"expected how far each layer is asked for, {{layer: metres}}, got {radii!r}")
        focus = Focus(self._scheduler, self.graph, radii, x, z)
        self._scheduler.post(focus)
        return focus

    def handed_over(self, budget: float) -> Iterator[HandOver]:
        """Yield what has arrived and what has left since, nearest first, until `budget` seconds have passed.

        The time its consumer takes counts. One notice at least is given, so that a slow consumer gets on.
        """
        ends = time.perf_counter() + budget
        notices = self._scheduler.notices
        while notices:
            chunk = notices.popleft()
            shown = chunk.shown
            if shown == chunk.handed:  # it came and went since
                continue
            chunk.handed = shown
            layer = chunk.table.layer
            yield (ChunkArrived(layer, chunk.index, chunk.content) if shown else ChunkLeft(layer, chunk.index))
            if time.perf_counter() >= ends:
                return

    # -- work on the calling thread -------------------------------------------------------

    def work(self, seconds: float) -> bool:
        """Make chunks on this thread for about `seconds`; return whether more are ready. At least one is made."""
        ends = time.perf_counter() + seconds
        while (chunk := self._scheduler.take()) is not None:
            self._make(chunk, goes_on=False)
            if time.perf_counter() >= ends:
                return True
        return False

    def finish(self) -> None:
        """Return when everything that the focuses need is made; this thread helps."""
        while True:
            while (chunk := self._scheduler.take(self._bell)) is not None:
                while chunk is not None:
                    chunk = self._make(chunk)
            if self._scheduler.watch(self._bell):
                return
            self._bell.get()

    def generate(self, layer: Layer[T], bounds: Bounds) -> dict[ChunkIndex, T]:
        """Make and return all chunks of a layer that overlap `bounds`, at once.

        Raises
        ------
        GenerationError
            If one could not be made.
        """
        self._check_open()
        order = self.graph.order(layer)
        rect = Rect.covering(Bounds.checked(bounds), layer.size)
        focus = Focus(self._scheduler, self.graph, {layer: layer.size / 2}, *bounds.centre, watched=False)
        focus.asked = {order: rect}
        self._scheduler.post(focus)
        self.finish()  # interrupted, it may have left things half done, and would wait for them without end
        try:
            chunks = self._scheduler.tables[order].chunks
            failure = obstruction(chunks[index] for index in rect.indices())
            if failure is not None:
                raise GenerationError(failure) from failure.error
            return {index: chunks[index].content for index in rect.indices()}
        finally:
            focus.remove()
            self.finish()

    # -- what is there --------------------------------------------------------------------

    def at(self, layer: Layer[T], x: float, z: float) -> T | None:
        """Return the content of the chunk that holds (x, z), metres, or None if it isn't there."""
        if not (abs(x) <= LIMIT and abs(z) <= LIMIT):
            raise ValueError(f"a place must lie within ±{LIMIT:g} metres, got ({x!r}, {z!r})")
        chunk = self._table(layer).chunks.get(chunk_at(x, z, layer.size))
        return None if chunk is None else chunk.content

    def covers(self, layer: Layer[Any], bounds: Bounds) -> bool:
        """Tell whether every chunk of a layer that overlaps `bounds` is there."""
        chunks = self._table(layer).chunks
        rect = Rect.covering(Bounds.checked(bounds), layer.size)
        found = map(chunks.get, rect.indices())
        return all(chunk is not None and chunk.state == DONE for chunk in found)

    def overlapping(self, layer: Layer[T], bounds: Bounds) -> list[T]:
        """Return the contents of a layer's chunks that overlap `bounds` and are there, j quickest."""
        return [chunk.content for chunk in self._found(layer, bounds)]

    def owned(self, layer: Layer[T], bounds: Bounds) -> list[T]:
        """Return what is anchored within `bounds`, one part for each chunk that is there."""
        return [layer.owned(chunk.content, bounds) for chunk in self._found(layer, bounds)]

    def indices(self, layer: Layer[Any]) -> list[ChunkIndex]:
        """Return which chunks of a layer are there, in order; also those that rest."""
        return sorted(index for index, chunk in list(self._table(layer).chunks.items()) if chunk.state == DONE)

    def states(self, layer: Layer[Any]) -> dict[ChunkIndex, str]:
        """Return how far each chunk of a layer is, for a picture: waiting, ready, running, failed, done or resting."""
        return {
            index: STATES[chunk.state] if chunk.needed or chunk.state != DONE else "resting"
            for index, chunk in list(self._table(layer).chunks.items())
        }

    def progress(self) -> dict[str, LayerProgress]:
        """Count each layer's chunks, by its name, providers first."""
        return {
            table.layer.name: LayerProgress(
                table.needed,
                table.needed - table.pending,
                table.failed,
                len(table.chunks),
                table.generated,
                table.loaded,
            )
            for table in self._scheduler.tables
        }

    def failures(self) -> tuple[ChunkFailure, ...]:
        """Return the last chunks that could not be made, oldest first."""
        return tuple(self._failures)

    def failure(self, layer: Layer[Any], bounds: Bounds) -> ChunkFailure | None:
        """Return what keeps a layer's chunks that overlap `bounds` from being made, or None: one of them, or of those they need."""
        if not self._failures:
            return None
        chunks = self._table(layer).chunks
        found = map(chunks.get, Rect.covering(Bounds.checked(bounds), layer.size).indices())
        return obstruction(chunk for chunk in found if chunk is not None)

    def describe(self) -> tuple[LayerSketch, ...]:
        """Describe the layers and who reads whom, providers first."""
        return self.graph.sketch()

    def digest(self, layer: Layer[Any], bounds: Bounds) -> str:
        """Make the chunks of a layer that overlap `bounds`, and return a hash of all of them, 32 hex digits.

        The same seed and layers give the same digest in any process.
        """
        digest = hashlib.blake2b(digest_size=16)
        for index, content in sorted(self.generate(layer, bounds).items(), key=lambda item: item[0]):
            digest.update(pack((index, content)))
        return digest.hexdigest()

    # -- the end --------------------------------------------------------------------------

    def close(self) -> None:
        """End the worker threads, when each has finished its chunk, and commit to the store."""
        self._closed = True
        self._workers.close()
        if self._store is not None:
            self._store.commit()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()

    def _check_open(self) -> None:
        if self._closed:
            raise RuntimeError("the world has been closed, and makes nothing any more")

    # -- on any thread --------------------------------------------------------------------

    def _make(self, chunk: Chunk, goes_on: bool = True) -> Chunk | None:
        """Make a chunk; return the next one, marked as running, if this thread goes on and anything is ready."""
        layer = chunk.table.layer
        loaded = False
        try:
            if layer.name in self._identities:
                loaded, content = self._kept_or_new(chunk)
            else:
                content = layer.generate(chunk.bounds, Inputs(chunk), self._folded)
            weight = freeze(content)
        except BaseException as error:
            chunk.failure = failure = ChunkFailure(layer.name, chunk.index, chunk.bounds, error)
            self._failures.append(failure)
            self._scheduler.fail(chunk)
            if not isinstance(error, Exception):
                raise
            log.error("%s", failure, exc_info=error)
            return None
        return self._scheduler.finish(chunk, content, weight, loaded, goes_on)

    def _kept_or_new(self, chunk: Chunk) -> tuple[bool, Any]:
        assert self._store is not None
        layer = chunk.table.layer
        identity = self._identities[layer.name]
        kept, content = self._store.load(identity, chunk.index)
        if not kept:
            content = layer.generate(chunk.bounds, Inputs(chunk), self._folded)
            freeze(content)
            self._store.save(identity, chunk.index, content)
        return kept, content

    def _table(self, layer: Layer[Any]) -> ChunkTable:
        return self._scheduler.tables[self.graph.order(layer)]

    def _found(self, layer: Layer[Any], bounds: Bounds) -> list[Chunk]:
        chunks = self._table(layer).chunks
        found = map(chunks.get, Rect.covering(Bounds.checked(bounds), layer.size).indices())
        return [chunk for chunk in found if chunk is not None and chunk.state == DONE]
