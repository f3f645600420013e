"""Keeps the interpreter from holding up a tick while a level is played."""

import gc
import sys

TURN = 5e-4
"""How long a worker may hold the interpreter when the tick waits for it, seconds.

Python's own 5 ms would be a third of a tick, and a tick waits after every kernel it calls.
"""


class Undisturbed:
    """Counts the levels being played in this process; while there are any, the interpreter minds its manners.

    What is there is set aside from Python's collector of cycles: to look through all of a level again would hold up a
    tick by four frames, now and then. Threads hand the interpreter over sooner. When the last level goes all is
    as it was found.
    """

    def __init__(self) -> None:
        self._levels = 0
        self._usual = TURN
        self._littered = False

    def tidy(self) -> None:
        """Before a level loads, let the collector take what earlier ones left, also those that failed or others' games.

        Else `begin` would set their cycles aside with it, and they would stay as long as it is played. Before the first
        level of a process there are none.
        """
        if self._littered:
            gc.collect()
        self._littered = True

    def begin(self) -> None:
        """Set aside what a level has loaded."""
        if not self._levels:
            self._usual = sys.getswitchinterval()
            sys.setswitchinterval(min(self._usual, TURN))
        self._levels += 1
        gc.freeze()

    def end(self) -> None:
        """Let go of it, and of what other levels loaded too, until the next one begins: nothing tells them apart."""
        self._levels -= 1
        gc.unfreeze()
        if not self._levels:
            sys.setswitchinterval(self._usual)


UNDISTURBED = Undisturbed()
"""Of this process: it has one interpreter."""
