"""What `orlop play` can play."""

from collections.abc import Iterator
from typing import Protocol

from orlop.engine.walkway.settings import WalkwaySettings
from orlop.levels.shown import Scenic


class Playable(Scenic, Protocol):
    """A level that can be looked at, and walked by its own walker.

    Attributes
    ----------
    settings
        Measures of the walker.
    autopilot
        Whether it walks by itself; taken when the level is loaded.
    player
        The walker's entity, once loaded.
    """

    settings: WalkwaySettings
    autopilot: bool
    player: int | None

    def warnings(self) -> Iterator[str]:
        """Build what has to be built, and yield what an author should know, a line each."""
        ...
