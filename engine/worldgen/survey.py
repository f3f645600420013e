"""What is there of a layer at one moment: for a picture."""

from dataclasses import dataclass
from typing import Any

from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.rect import ChunkIndex, Rect
from orlop.engine.worldgen.world import World

NEEDED, RUNNING, DONE, RESTING, FAILED = "needed", "being made", "made", "kept", "failed"
"""What a chunk can be: wanted but not begun, in a worker's hands, made, not wanted just now, not to be made."""

FATES = {
    "waiting": NEEDED,
    "ready": NEEDED,
    "running": RUNNING,
    "done": DONE,
    "resting": RESTING,
    "failed": FAILED,
}


@dataclass(frozen=True, slots=True)
class LayerSurvey:
    """A layer's chunks, and what each is.

    Attributes
    ----------
    layer
        The layer.
    chunks
        By index: one of the words above.
    """

    layer: Layer[Any]
    chunks: dict[ChunkIndex, str]

    @property
    def extent(self) -> Bounds | None:
        """What the chunks cover that are wanted, metres; None if none is."""
        wanted = [index for index, fate in self.chunks.items() if fate != RESTING]
        if not wanted:
            return None
        columns, rows = [i for i, _ in wanted], [j for _, j in wanted]
        return Rect(min(columns), min(rows), max(columns) + 1, max(rows) + 1).bounds(self.layer.size)

    def count(self, fate: str) -> int:
        """Return how many of the chunks are that."""
        return sum(each == fate for each in self.chunks.values())


def survey(world: World, layer: Layer[Any]) -> LayerSurvey:
    """Look at all chunks of a layer. Workers go on meanwhile, so neighbours may be seen a moment apart."""
    return LayerSurvey(layer, {index: FATES[state] for index, state in world.states(layer).items() if state in FATES})
