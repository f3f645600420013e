"""How loud a cloud is to a body that moves through it."""

import math
from dataclasses import dataclass

import numpy as np
from numba import carray  # type: ignore[attr-defined]
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.sound.address import pointer
from orlop.engine.sound.block import SampleBlock
from orlop.engine.sound.cloud_kernel import FIRST_VOLUME, SUMS
from orlop.engine.sound.listener import Listener
from orlop.engine.sound.place import ADDRESS, COUNT, FADE, ORIGIN, PLACE_COLUMNS, holds
from orlop.engine.sound.presence import Presence


@dataclass(frozen=True, slots=True)
class Collision:
    """Foliage that rustles as it is brushed: heard while the body touches it and moves.

    A sample's closeness is 1 where the body's skin reaches its middle and falls to 0 where it
    no longer reaches within the sample's radius.

    Attributes
    ----------
    body_height
        Metres from the feet to the ears; the body is the upright segment between them.
    body_radius
        Metres around the segment.
    least_speed, full_speed
        Metres a second: silent up to the one, in full from the other on.
    """

    body_height: float = 1.6
    body_radius: float = 0.3
    least_speed: float = 0.2
    full_speed: float = 2.0

    def __post_init__(self) -> None:
        lengths = (self.body_height, self.body_radius)
        if not all(math.isfinite(length) and length >= 0.0 for length in lengths):
            raise ValueError(f"a body's height and radius are metres from 0 up, got {lengths}")
        if not 0.0 <= self.least_speed < self.full_speed < math.inf:
            raise ValueError(f"speeds must be 0 <= least < full m/s, got {self.least_speed} and {self.full_speed}")

    def share(self, speed: float) -> float:
        """Return how much of the sound a body at `speed` metres a second makes, 0 … 1."""
        return min(max((speed - self.least_speed) / (self.full_speed - self.least_speed), 0.0), 1.0)

    def box(self, block: SampleBlock) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the corners (3,) of the box outside of which the ears' body touches nothing of the block."""
        reach = block.widest + self.body_radius
        return block.low - reach, block.high + reach + np.array([0.0, self.body_height, 0.0])

    def closeness(self, block: SampleBlock, listener: Listener) -> NDArray[np.float64]:
        """Return what each sample's volume is multiplied by, (n,), for pictures; `add` sums all blocks up in a kernel."""
        away = block.rows[:3].astype(np.float64) - (listener.position - block.origin)[:, None]
        away[1] -= np.clip(away[1], -self.body_height, 0.0)
        gap = np.maximum(np.linalg.norm(away, axis=0) - self.body_radius, 0.0)
        return np.asarray(self.share(listener.speed) * np.maximum(1.0 - gap / block.rows[3], 0.0), np.float64)

    def add(self, presence: Presence, listener: Listener, power: bool, sums: NDArray[np.float64]) -> None:
        """Add all blocks' weights, each times its fade, to sums (laws, components, SUMS), see `sum_touched`."""
        share = self.share(listener.speed)
        if share > 0.0:
            x, y, z = map(float, listener.position)
            body = self.body_height, self.body_radius
            sum_blocks_touched(presence.blocks, presence.places, x, y, z, *body, share, power, sums)


@kernel
def sum_blocks_touched(
    blocks: NDArray[np.int64],
    places: NDArray[np.float64],
    x: float,
    y: float,
    z: float,
    body_height: float,
    body_radius: float,
    share: float,
    power: bool,
    sums: NDArray[np.float64],
) -> None:
    """Add up all blocks that can be touched from (x, y, z), as `sum_blocks` does, times `share`."""
    for k in range(len(blocks)):
        place = places[k]
        if not holds(place, x, y, z):
            continue
        rows = carray(pointer(blocks[k, ADDRESS]), (FIRST_VOLUME + sums.shape[1], blocks[k, COUNT]), np.float32)
        ear = x - place[ORIGIN], y - place[ORIGIN + 1], z - place[ORIGIN + 2]
        for law in range(len(sums)):
            squared = power and law == len(sums) - 1
            gain = share * place[FADE]
            gain = gain * gain if squared else gain
            sum_touched(rows, ear, body_height, body_radius, squared, gain, sums[law])


@kernel
def sum_touched(
    rows: NDArray[np.float32],
    ear: tuple[float, float, float],
    body_height: float,
    body_radius: float,
    squared: bool,
    gain: float,
    sums: NDArray[np.float64],
) -> None:
    """Add a block's weights and weighted directions to `sums`, as `sum_cloud` does for what is touched.

    w = volume · max(0, 1 − max(0, distance to the body's segment − body_radius)/r). Few samples
    touch a body, so this leaves early instead of using SIMD.
    """
    for i in range(rows.shape[1]):
        x, y, z, r = rows[0, i] - ear[0], rows[1, i] - ear[1], rows[2, i] - ear[2], rows[3, i]
        beside = x * x + z * z
        reach = r + body_radius
        if beside >= reach * reach:
            continue
        along = min(max(y, -body_height), 0.0)
        gap = math.sqrt(beside + (y - along) ** 2) - body_radius
        closeness = 1.0 - max(gap, 0.0) / r
        if closeness <= 0.0:
            continue
        shortening = 1.0 / (math.sqrt(beside + y * y) + 0.5 * r)
        for c in range(len(sums)):
            w = rows[FIRST_VOLUME + c, i] * closeness
            w = gain * (w * w if squared else w)
            sums[c, 0] += w
            sums[c, 1] += w * x * shortening
            sums[c, 2] += w * y * shortening
            sums[c, 3] += w * z * shortening


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    rows, sums = np.ones((FIRST_VOLUME + 1, 1), np.float32), np.zeros((2, 1, SUMS))
    blocks = np.array([[rows.ctypes.data, rows.shape[1]]])
    sum_blocks_touched(blocks, np.zeros((1, PLACE_COLUMNS)), 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, True, sums)
    sum_touched(rows, (0.0, 0.0, 0.0), 1.0, 1.0, False, 1.0, sums[0])
