"""A bar that shows how far a long step has come."""

import sys
from typing import TextIO

WIDTH = 24
"""Characters of the bar: with its text it fits into 80 columns."""


class ProgressBar:
    """Redraws one line on a terminal; elsewhere, as in a log, prints a line a step.

    Parameters
    ----------
    title
        What is being done.
    stream
        Standard error unless given: answers must stay clean.
    """

    def __init__(self, title: str, stream: TextIO | None = None) -> None:
        self._title = title
        self._stream = sys.stderr if stream is None else stream
        self._redraws = self._stream.isatty()

    def show(self, done: int, total: int, name: str) -> None:
        """Show that `done` of `total` steps are over and that `name` comes next."""
        if not self._redraws:
            self._stream.write(f"orlop: {self._title} {done}/{total} {name}".rstrip() + "\n")
        else:
            filled = WIDTH * done // max(total, 1)
            bar = "#" * filled + "." * (WIDTH - filled)
            end = "\n" if done >= total else ""
            self._stream.write(f"\r\x1b[Korlop: {self._title} [{bar}] {done}/{total} {name[:28]}{end}")
        self._stream.flush()
