"""A level whose world is generated in layers, and where what was generated is kept."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.store import Store
from orlop.engine.worldgen.world import World
from orlop.levels.playable import Playable

FILE = "chunks.world"
"""A store's file in its folder: of any seeds and levels."""


@runtime_checkable
class Layered(Playable, Protocol):
    """A level whose world is generated in layers.

    Attributes
    ----------
    store
        Where chunks are kept from one game to the next; None keeps none. The level is loaded with it, and
        leaves it open.
    world
        Once loaded.
    """

    store: Store | None
    world: World | None

    def layers(self) -> tuple[Layer[Any], ...]:
        """Return all layers of its world; the same ones each time."""
        ...

    def radii(self) -> Mapping[Layer[Any], float]:
        """Return the layers that are asked for around whoever walks, and how far each, metres."""
        ...

    def start(self, world: World) -> tuple[float, float]:
        """Return the (x, z) around which a game begins, metres."""
        ...


def open_store(folder: Path) -> Store:
    """Open a folder's store, or begin one there; OrlopError if that can't be."""
    return Store(folder / FILE)
