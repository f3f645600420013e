"""How far generation has come: what a loading bar shows."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LayerProgress:
    """One layer's chunks, counted.

    Attributes
    ----------
    needed
        Chunks that the focuses need.
    done
        Those of them that are made.
    failed
        Those of them that could not be made.
    kept
        All chunks in memory, also those that rest until they are needed again.
    generated, loaded
        Chunks made, and read from the store, since the world began.
    """

    needed: int
    done: int
    failed: int
    kept: int
    generated: int
    loaded: int


def share(layers: dict[str, LayerProgress]) -> float:
    """Return how much of all that is needed is done, 0 … 1; 1 if nothing is needed."""
    needed = sum(layer.needed for layer in layers.values())
    return sum(layer.done for layer in layers.values()) / needed if needed else 1.0
