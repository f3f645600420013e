"""What a chunk may read while it is made: the layers below, within their padding."""

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.rect import ChunkIndex, Rect, chunk_at

if TYPE_CHECKING:
    from orlop.engine.worldgen.chunk import Chunk
    from orlop.engine.worldgen.dependency import Dependency
    from orlop.engine.worldgen.layer import Layer

T = TypeVar("T")


class View(Generic[T]):
    """A needed layer, as far as one chunk may see it."""

    __slots__ = ("_chunks", "_dependency", "_reader")

    def __init__(self, reader: "Chunk", dependency: "Dependency", chunks: "list[Chunk]") -> None:
        self._reader = reader
        self._dependency = dependency
        self._chunks = chunks

    @property
    def bounds(self) -> Bounds:
        """What may be read: the reader's own bounds and the declared padding, metres."""
        return self._reader.bounds.expanded(self._dependency.padding)

    def overlapping(self, bounds: Bounds | None = None) -> list[T]:
        """Return the contents of the chunks that overlap `bounds` (default: all that may be read), j quickest.

        For what shapes its surroundings: every chunk in reach sees it.

        Raises
        ------
        ValueError
            If `bounds` reach beyond the declared padding; it names the padding needed.
        """
        if bounds is None:
            return [chunk.content for chunk in self._chunks]
        return [chunk.content for chunk in self._within(bounds)]

    def owned(self, bounds: Bounds | None = None) -> list[T]:
        """Return the parts anchored within `bounds` (default: the reader's own), one for each chunk that overlaps.

        For what is put somewhere once: bounds that don't overlap never share a thing.
        """
        bounds = self._reader.bounds if bounds is None else bounds
        layer: Layer[T] = self._dependency.layer
        return [layer.owned(chunk.content, bounds) for chunk in self._within(bounds)]

    def at(self, x: float, z: float) -> T:
        """Return the content of the chunk that holds the point (x, z), metres."""
        readable, size = self.bounds, self._dependency.layer.size
        if not (readable.low_x <= x < readable.high_x and readable.low_z <= z < readable.high_z):
            raise self._beyond(Bounds(x, z, x, z))
        (i, j), rect = chunk_at(x, z, size), Rect.covering(readable, size)
        content: T = self._chunks[(i - rect.low_i) * (rect.high_j - rect.low_j) + j - rect.low_j].content
        return content

    def _within(self, bounds: Bounds) -> "list[Chunk]":
        readable = self.bounds
        if not readable.contains(bounds):
            raise self._beyond(bounds)
        size = self._dependency.layer.size
        rect = Rect.covering(bounds, size)
        all_of_it = Rect.covering(readable, size)
        if rect == all_of_it:
            return self._chunks
        width = all_of_it.high_j - all_of_it.low_j
        return [self._chunks[(i - all_of_it.low_i) * width + j - all_of_it.low_j] for i, j in rect.indices()]

    def _beyond(self, bounds: Bounds) -> ValueError:
        own = self._reader.bounds
        needed = max(
            own.low_x - bounds.low_x, own.low_z - bounds.low_z, bounds.high_x - own.high_x, bounds.high_z - own.high_z
        )
        provider = self._dependency.layer.name
        return ValueError(
            f"layer {self._reader.table.layer.name} reads {provider} {needed:g} m beyond its own bounds, but its "
            f"dependency declares {self._dependency.padding:g} m. Declare Dependency({provider}, padding={needed:g})."
        )


class Inputs:
    """The layers that a chunk reads, and which chunk it is.

    Attributes
    ----------
    index
        The chunk's own (i, j): chunk i begins at x = i · size, chunk j at z = j · size.
    """

    __slots__ = ("_chunk", "index")

    def __init__(self, chunk: "Chunk") -> None:
        self._chunk = chunk
        self.index: ChunkIndex = chunk.index

    def of(self, layer: "Layer[T]") -> View[T]:
        """Return the view of a needed layer.

        Raises
        ------
        ValueError
            If the reader's `needs` don't list it.
        """
        chunk = self._chunk
        for number, dependency in enumerate(chunk.table.layer.needs):
            if dependency.layer is layer:
                return View(chunk, dependency, chunk.providers[number])
        raise self._undeclared(layer, [dependency.layer.name for dependency in chunk.table.layer.needs])

    def _undeclared(self, layer: "Layer[Any]", needed: list[str]) -> Exception:
        reader: Any = self._chunk.table.layer
        name = getattr(layer, "name", None)
        if name is None:
            return TypeError(f"layer {reader.name} reads {layer!r}; of() takes one of the layers that its needs list")
        if name in needed:
            return ValueError(
                f"layer {reader.name} reads another layer {name} than the one its needs list; keep that one: self.{name}"
            )
        return ValueError(
            f"layer {reader.name} reads {name}, but needs only: {', '.join(needed) or 'nothing'}. "
            f"Add Dependency({name}, padding=…) to its needs."
        )
