"""Times the stages of a build."""

import time
from collections.abc import Iterator
from contextlib import contextmanager


class Stopwatch:
    """Sums milliseconds by the name of a stage."""

    def __init__(self) -> None:
        self.stages_ms: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Add the time spent in the block to the stage called `name`."""
        begin = time.perf_counter()
        try:
            yield
        finally:
            self.stages_ms[name] = self.stages_ms.get(name, 0.0) + (time.perf_counter() - begin) * 1e3
