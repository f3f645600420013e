"""A chunk that could not be made."""

from dataclasses import dataclass

from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.rect import ChunkIndex


@dataclass(frozen=True, slots=True)
class ChunkFailure:
    """Which layer failed on which chunk, and why. What needs this chunk waits; everything else goes on.

    The chunk is tried again when it is needed anew.

    Attributes
    ----------
    layer
        The layer's name.
    index, bounds
        The chunk, and where it is in metres.
    error
        What the layer raised, with its traceback.
    """

    layer: str
    index: ChunkIndex
    bounds: Bounds
    error: BaseException

    def __str__(self) -> str:
        low_x, low_z, high_x, high_z = self.bounds
        return (
            f"layer {self.layer}, chunk {self.index} (x {low_x:g} … {high_x:g} m, z {low_z:g} … {high_z:g} m): "
            f"{type(self.error).__name__}: {self.error}"
        )


class GenerationError(RuntimeError):
    """Raised where all of a world's chunks were wanted at once and one could not be made."""

    def __init__(self, failure: ChunkFailure) -> None:
        super().__init__(str(failure))
        self.failure = failure
