"""A layered world that is put before the player: which layers are shown, and which one is walked on."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from orlop.engine.deck.boundary import Boundary
from orlop.engine.deck.navmesh import Navmesh
from orlop.engine.walkway.walkway import Walkway
from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.failure import GenerationError
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.rect import ChunkIndex, chunk_at, chunk_bounds
from orlop.engine.worldgen.world import World

NAP = 5e-4
"""Between two looks whether a worker has finished, seconds."""


class Shown(Protocol):
    """Content of a layer that is shown."""

    def entities(self) -> Sequence[tuple[object, ...]]:
        """Return the components of each entity it becomes: none that is a part of the game's state."""
        ...


class Walkable(Protocol):
    """Content of the layer that is walked on: a chunk and some of what is around it."""

    def walkway(self, name: str) -> tuple[Walkway, Mapping[float, Boundary]]:
        """Return a walkway, and the boundaries of its airs by the radius of the motor."""
        ...


class Navigable(Protocol):
    """Content of the layer that ways are found on: of the same chunk as what is walked on."""

    def navmeshes(self) -> Mapping[float, Navmesh]:
        """Return the meshes of the walkway's airs by the radius of the motor."""
        ...


@dataclass(frozen=True, slots=True)
class StreamedWorld:
    """What a `ChunkStreamingSystem` needs to know of a world.

    Attributes
    ----------
    world
        Makes the chunks.
    rings
        Layers of `Shown` content, in the order of a `ChunkLoader`'s radii.
    footing
        The layer of `Walkable` content, if the world is walked on.
    ways
        The layer of `Navigable` content, in chunks as large. It is needed only where agents walk. Without it they find
        ways all the same, at the cost of a long tick whenever they first ask after the ground was exchanged.
    """

    world: World
    rings: tuple[Layer[Any], ...]
    footing: Layer[Any] | None = None
    ways: Layer[Any] | None = None

    def __post_init__(self) -> None:
        """Refuse ways over chunks of another size: ValueError."""
        if self.ways is not None and (self.footing is None or self.ways.size != self.footing.size):
            raise ValueError("the layer of ways needs chunks of the size of those that are walked on")

    def radii(self, reaches: Sequence[float], walked: bool, navigated: bool = False) -> dict[Layer[Any], float]:
        """Return how far each layer is needed around a loader, metres; ValueError if `reaches` don't fit the rings.

        `walked` and `navigated` say whether anybody walks there, and whether agents do.
        """
        if len(reaches) != len(self.rings):
            raise ValueError(f"a loader needs {len(self.rings)} radii in metres, one for each ring, got {reaches!r}")
        radii = dict(zip(self.rings, reaches, strict=True))
        if walked and self.footing is not None:
            radii[self.footing] = self.footing.size
            if navigated and self.ways is not None:
                radii[self.ways] = self.ways.size
        return radii

    def stretch(self, index: ChunkIndex) -> Walkable | None:
        """Return what is walked on around a chunk, None while it isn't there."""
        if self.footing is None:
            return None
        found: Walkable | None = self.world.at(self.footing, *self._middle(self.footing, index))
        return found

    def ways_over(self, index: ChunkIndex) -> Navigable | None:
        """Return what ways are found on around a chunk, None while it isn't there."""
        if self.ways is None:
            return None
        found: Navigable | None = self.world.at(self.ways, *self._middle(self.ways, index))
        return found

    def awaited(self, index: ChunkIndex) -> Walkable:
        """As `stretch`, but make it first, on this thread too, if it isn't there; a focus must ask for it.

        Raises
        ------
        GenerationError
            If its layer, or one that it needs, can't make it.
        """
        while (found := self.stretch(index)) is None:
            self._work(self._walked, chunk_bounds(index, self._walked.size))
        return found

    def awaited_ways(self, index: ChunkIndex) -> Navigable:
        """As `ways_over`, but make it first as `awaited` does."""
        assert self.ways is not None
        while (found := self.ways_over(index)) is None:
            self._work(self.ways, chunk_bounds(index, self.ways.size))
        return found

    def await_surroundings(self, x: float, z: float, around: float) -> None:
        """Make what one walks on at (x, z), and what the nearest ring shows at most `around` metres from there."""
        bounds = Bounds.around(x, z, around)
        radii = {self.rings[0]: around} | ({} if self.footing is None else {self.footing: 1.0})
        focus = self.world.focus(radii, x, z)
        while not self.world.covers(self.rings[0], bounds):
            self._work(self.rings[0], bounds)
        if self.footing is not None:
            self.awaited(self.chunk_of(x, z))
        focus.remove()

    def _work(self, layer: Layer[Any], of: Bounds) -> None:
        """Make a chunk or wait for one; GenerationError if those of a layer within some bounds will never be there."""
        if self.world.work(0.0):
            return
        failure = self.world.failure(layer, of)
        if failure is not None:
            raise GenerationError(failure) from failure.error
        time.sleep(NAP)

    def chunk_of(self, x: float, z: float) -> ChunkIndex:
        """Return the chunk of the footing that holds the world's (x, z), metres."""
        return chunk_at(x, z, self._walked.size)

    def is_beside(self, index: ChunkIndex, x: float, z: float, margin: float) -> bool:
        """Tell whether (x, z) is more than `margin` metres outside of a chunk of the footing."""
        size = self._walked.size
        aside = (x - index[0] * size, z - index[1] * size)
        return not all(-margin <= way <= size + margin for way in aside)

    @property
    def _walked(self) -> Layer[Any]:
        if self.footing is None:
            raise ValueError("this world has no layer to walk on")
        return self.footing

    @staticmethod
    def _middle(layer: Layer[Any], index: ChunkIndex) -> tuple[float, float]:
        return (index[0] + 0.5) * layer.size, (index[1] + 0.5) * layer.size
