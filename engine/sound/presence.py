"""Which collections are there, each fading in as it comes and out as it goes."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from orlop.engine.sound.block import SampleBlock
from orlop.engine.sound.place import BLOCK_COLUMNS, FADE, HIGH, LOW, ORIGIN, PLACE_COLUMNS, STEP


class Presence:
    """Blocks with the box outside of which each is silent, and how far each has faded in.

    Parameters
    ----------
    seconds
        From silence to full and back; a chunk that comes or goes is then heard to, not to click.

    Attributes
    ----------
    blocks, places
        (n, BLOCK_COLUMNS) int64 and (n, PLACE_COLUMNS) float64: a row each, for kernels.
    """

    def __init__(self, seconds: float) -> None:
        if not seconds > 0.0:
            raise ValueError(f"a fade lasts some seconds, got {seconds}")
        self._seconds = seconds
        self._next = 0
        self._handles: list[int] = []
        self._kept: list[SampleBlock] = []  # what the addresses lead to
        self.blocks: NDArray[np.int64] = np.zeros((0, BLOCK_COLUMNS), np.int64)
        self.places: NDArray[np.float64] = np.zeros((0, PLACE_COLUMNS))
        self._settled = True

    def add(self, block: SampleBlock, low: NDArray[np.float64], high: NDArray[np.float64]) -> int:
        """Let a block come in; return a handle, never used twice, to let it go."""
        self._next += 1
        self._handles.append(self._next)
        self._kept.append(block)
        place = np.zeros(PLACE_COLUMNS)
        place[ORIGIN : ORIGIN + 3], place[LOW : LOW + 3], place[HIGH : HIGH + 3] = block.origin, low, high
        place[STEP] = 1.0
        self.blocks = np.vstack([self.blocks, [block.rows.ctypes.data, block.rows.shape[1]]])
        self.places = np.vstack([self.places, place])
        self._settled = False
        return self._next

    def remove(self, handle: int) -> None:
        """Let a block fade out. `KeyError` if it was removed before."""
        if handle not in self._handles or self.places[self._handles.index(handle), STEP] < 0.0:
            raise KeyError(f"no collection has handle {handle}")
        self.places[self._handles.index(handle), STEP] = -1.0
        self._settled = False

    def pass_time(self, dt: float) -> None:
        """Fade for `dt` seconds, which may be infinite; forget what has faded out."""
        if self._settled or not dt > 0.0:
            return
        fades, steps = self.places[:, FADE], self.places[:, STEP]
        fades[:] = np.clip(fades + steps * (dt / self._seconds), 0.0, 1.0)
        kept = np.flatnonzero((fades > 0.0) | (steps > 0.0))
        if len(kept) < len(fades):
            self._handles = [self._handles[k] for k in kept]
            self._kept = [self._kept[k] for k in kept]
            self.blocks, self.places = self.blocks[kept], self.places[kept]
        self._settled = bool((self.places[:, FADE] * self.places[:, STEP] == 1.0).all())

    def __iter__(self) -> Iterator[SampleBlock]:
        return iter(self._kept)
