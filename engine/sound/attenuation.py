"""How a cloud fades with distance."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.engine.error import OrlopError
from orlop.engine.sound.block import SampleBlock
from orlop.engine.sound.cloud_kernel import sum_blocks
from orlop.engine.sound.listener import Listener
from orlop.engine.sound.presence import Presence


@dataclass(frozen=True, slots=True)
class Attenuation:
    """As 1/distance, less a floor that makes it silent at the maximum distance without a step.

    Attributes
    ----------
    max_distance
        Metres, above any sample's radius.
    """

    max_distance: float = 60.0

    def __post_init__(self) -> None:
        if not (math.isfinite(self.max_distance) and self.max_distance > 0.0):
            raise ValueError(f"the maximum distance is a number of metres above 0, got {self.max_distance}")

    def box(self, block: SampleBlock) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the corners (3,) of the box outside of which the block is silent, world metres."""
        if block.widest >= self.max_distance:
            problem = f"a radius of {block.widest:g} m is not below the maximum distance, {self.max_distance:g} m"
            raise OrlopError(block.name, problem, "It could never be heard: use more and smaller samples.")
        return block.low - self.max_distance, block.high + self.max_distance

    def closeness(self, block: SampleBlock, listener: Listener) -> NDArray[np.float64]:
        """Return what each sample's volume is multiplied by, (n,), for pictures; `add` sums all blocks up in a kernel."""
        away = block.rows[:3].astype(np.float64) - (listener.position - block.origin)[:, None]
        near = np.maximum(np.linalg.norm(away, axis=0), block.rows[3])
        return np.asarray(np.maximum(1.0 / near - 1.0 / self.max_distance, 0.0), np.float64)

    def add(self, presence: Presence, listener: Listener, power: bool, sums: NDArray[np.float64]) -> None:
        """Add all blocks' weights, each times its fade, to sums (laws, components, SUMS), see `sum_blocks`."""
        x, y, z = map(float, listener.position)
        sum_blocks(presence.blocks, presence.places, x, y, z, 1.0 / self.max_distance, power, sums)
