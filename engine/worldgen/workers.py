"""Threads that make chunks."""

import threading
from collections.abc import Callable
from queue import SimpleQueue

from orlop.engine.worldgen.chunk import Chunk
from orlop.engine.worldgen.scheduler import Scheduler
from orlop.engine.worldgen.sleepers import Bell


class Workers:
    """A fixed number of threads, each making one ready chunk after another and sleeping when there is none.

    Parameters
    ----------
    scheduler
        Where they take chunks.
    make
        Makes a chunk, gives it back to the scheduler, and returns what to make next, if it is told that the thread
        goes on; never raises an Exception.
    count
        Number of threads, 0 or more.
    """

    def __init__(self, scheduler: Scheduler, make: Callable[[Chunk, bool], Chunk | None], count: int) -> None:
        self._scheduler = scheduler
        self._make = make
        self._closed = False
        self._bells: list[Bell] = [SimpleQueue() for _ in range(count)]
        self._threads = [
            threading.Thread(target=self._work, args=(bell,), name=f"orlop-worldgen-{number}", daemon=True)
            for number, bell in enumerate(self._bells)
        ]
        for thread in self._threads:
            thread.start()

    def __len__(self) -> int:
        return len(self._threads)

    def close(self) -> None:
        """End the threads; each first finishes the chunk in its hands."""
        self._closed = True
        for bell in self._bells:
            bell.put(None)
        for thread in self._threads:
            thread.join()

    def _work(self, bell: Bell) -> None:
        while not self._closed:
            chunk = self._scheduler.take(bell)
            if chunk is None:
                bell.get()
            while chunk is not None:
                chunk = self._make(chunk, not self._closed)
