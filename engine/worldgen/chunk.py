"""A chunk, and the table of a layer's chunks."""

from typing import Any

from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.failure import ChunkFailure
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.rect import ChunkIndex, chunk_bounds

WAITING, READY, RUNNING, DROPPED, FAILED, DONE = range(6)
"""A chunk's states: for inputs, for a worker, on a worker, no longer wanted, without content, with content.

Plain numbers, since they are compared several times for each chunk.
"""

STATES = ("waiting", "ready", "running", "dropped", "failed", "done")


class Chunk:
    """One square of a layer.

    The scheduler owns all of it, save `content` once the state is DONE, which never changes
    from then on, and `handed`, which is the main thread's.

    Attributes
    ----------
    table
        That of its layer.
    index
        Which one it is.
    state
        See above.
    content
        What the layer made; None before.
    weight
        Bytes that the content takes.
    providers
        The chunks it reads, a list for each of the layer's needs; empty once it is made.
    missing
        How many of these are not made yet.
    users
        Chunks that wait for this one, in order; a dict, since any may be dropped before it is made.
    failure
        Why it could not be made; only there while it is FAILED.
    needed, asked
        Number of focuses that need it, and of those that asked for it.
    shown, handed
        Whether the main thread shall have it, and whether it has.
    """

    __slots__ = (
        "asked",
        "content",
        "failure",
        "handed",
        "index",
        "missing",
        "needed",
        "providers",
        "shown",
        "state",
        "table",
        "users",
        "weight",
    )

    failure: ChunkFailure

    def __init__(self, table: "ChunkTable", index: ChunkIndex, providers: "list[list[Chunk]]") -> None:
        self.table = table
        self.index = index
        self.state = WAITING
        self.content: Any = None
        self.weight = 0
        self.providers = providers
        self.missing = 0
        self.users: dict[Chunk, None] = {}
        self.needed = 1
        self.asked = 0
        self.shown = False
        self.handed = False

    @property
    def bounds(self) -> Bounds:
        """What it covers, metres."""
        return chunk_bounds(self.index, self.table.size)

    def __repr__(self) -> str:
        return f"<chunk {self.index} of {self.table.layer.name}>"


class ChunkTable:
    """All chunks of a layer that are there, needed or resting, by index. It has no limit of size.

    Attributes
    ----------
    layer, order, size
        The layer, its place in the graph, and the side of its chunks in metres.
    providers
        For each of the layer's needs the provider's table and the padding, metres.
    chunks
        By index.
    needed, pending
        Number of chunks that some focus needs, and of those among them without content.
    failed
        Number of chunks needed whose layer raised an error.
    generated, loaded
        How many were made, and how many read from a store, so far.
    lingering
        Chunks that nobody asks for any more, still shown since a focus is near.
    """

    __slots__ = (
        "chunks",
        "failed",
        "generated",
        "layer",
        "lingering",
        "loaded",
        "needed",
        "order",
        "pending",
        "providers",
        "size",
    )

    def __init__(self, layer: Layer[Any], order: int, providers: "list[tuple[ChunkTable, float]]") -> None:
        self.layer = layer
        self.order = order
        self.size = float(layer.size)
        self.providers = providers
        self.chunks: dict[ChunkIndex, Chunk] = {}
        self.needed = 0
        self.pending = 0
        self.failed = 0
        self.generated = 0
        self.loaded = 0
        self.lingering: dict[ChunkIndex, Chunk] = {}
