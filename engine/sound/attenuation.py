"""How a cloud fades with distance."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.engine.error import OrlopError
from orlop.engine.sound.block import SampleBlock
from orlop.engine.sound.cloud_kernel import sum_cloud
from orlop.engine.sound.listener import Listener


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
        """Return what each sample's volume is multiplied by, (n,), for pictures; `add` sums it up in a kernel."""
        away = block.rows[:3].astype(np.float64) - (listener.position - block.origin)[:, None]
        near = np.maximum(np.linalg.norm(away, axis=0), block.rows[3])
        return np.asarray(np.maximum(1.0 / near - 1.0 / self.max_distance, 0.0), np.float64)

    def add(
        self, block: SampleBlock, listener: Listener, squared: bool, fade: float, sums: NDArray[np.float64]
    ) -> None:
        """Add the block's weights, each times `fade`, to sums (components, SUMS), see `sum_cloud`."""
        ear = (listener.position - block.origin).astype(np.float32)
        gain = fade * fade if squared else fade
        sum_cloud(block.rows, ear, np.float32(1.0 / self.max_distance), squared, gain, sums)
