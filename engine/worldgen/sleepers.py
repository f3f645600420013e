"""Threads that found nothing to do."""

from contextlib import suppress
from queue import SimpleQueue

Bell = SimpleQueue[None]
"""What a thread sleeps at until it is rung; one ring too many only makes it look once more."""


class Sleepers:
    """The bells of threads that wait for work, and of those that wait for the end of all work.

    Each method is a single step under Python's global lock, so any thread may call it at any time.
    """

    def __init__(self) -> None:
        self._for_work: list[Bell] = []
        self._for_the_end: list[Bell] = []

    def add(self, bell: Bell) -> None:
        """Ring `bell`, once, when there is work."""
        self._for_work.append(bell)

    def discard(self, bell: Bell) -> None:
        """Do not ring `bell`, whose thread is awake."""
        if bell in self._for_work:
            with suppress(ValueError):  # rung since
                self._for_work.remove(bell)

    def wake(self, count: int) -> None:
        """Ring up to `count` bells of those that wait for work."""
        while count > 0 and self._for_work:
            with suppress(IndexError):  # another thread rang the last one
                self._for_work.pop().put(None)
            count -= 1

    def add_watcher(self, bell: Bell) -> None:
        """Ring `bell` when all work is at its end."""
        self._for_the_end.append(bell)

    def end(self) -> None:
        """Tell the watchers that all work is at its end."""
        while self._for_the_end:
            self._for_the_end.pop().put(None)
