"""What can be played."""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from orlop.engine.game import Game


class Level(Protocol):
    """Fills a game with entities and systems.

    Whatever it creates belongs to it: the game deletes it when another level takes its place.
    """

    @property
    def name(self) -> str:
        """What the player and a recording call it."""
        ...

    def load(self, game: "Game") -> None:
        """Create the entities in esper's current world, which is the game's, and add systems by `game.add`."""
        ...
