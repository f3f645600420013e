"""What the player changed: little notes on chunks that outlive their unloading."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from orlop.engine.worldgen.frozen import freeze
from orlop.engine.worldgen.graph import LayerGraph
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.rect import ChunkIndex
from orlop.engine.worldgen.store import Store

NOTHING: Mapping[str, Any] = MappingProxyType({})


class Changes:
    """Named values by chunk: `("felled", (3, 17))`. Layers never see them, so nothing generated depends on them.

    With a store they outlive the process, too. They are small and few, so all stay in memory.
    """

    def __init__(self, seed: int, store: Store | None, graph: LayerGraph) -> None:
        self._graph = graph
        self._seed = seed
        self._store = store
        self._values = {} if store is None else store.changes(seed)

    def of(self, layer: Layer[Any], index: ChunkIndex) -> Mapping[str, Any]:
        """Return a chunk's changes by name; whoever shows the chunk applies them."""
        values = self._values.get((layer.name, index))
        return NOTHING if values is None else MappingProxyType(values)

    def put(self, layer: Layer[Any], index: ChunkIndex, name: str, value: Any) -> None:
        """Set a change: an array, scalar, string, tuple or frozen dataclass; None takes it back.

        Raises
        ------
        TypeError
            If the chunk's index isn't two whole numbers (i, j), or the value could be changed.
        ValueError
            If the layer is none of the world's.
        """
        if not (
            isinstance(index, tuple) and len(index) == 2 and all(isinstance(part, int | np.integer) for part in index)
        ):
            raise TypeError(f"a chunk's index is two whole numbers (i, j), as chunk_at gives them, got {index!r}")
        index = (int(index[0]), int(index[1]))
        self._graph.order(layer)  # else it would be kept for a layer that nobody asks for
        freeze(value)
        if self._store is not None:
            self._store.change(self._seed, layer.name, index, name, value)
        values = self._values.setdefault((layer.name, index), {})
        if value is None:
            values.pop(name, None)
        else:
            values[name] = value
        if not values:
            del self._values[layer.name, index]

    def __len__(self) -> int:
        return len(self._values)
