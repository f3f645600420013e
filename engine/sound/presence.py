"""Which collections are there, each fading in as it comes and out as it goes."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from orlop.engine.sound.block import SampleBlock


class Presence:
    """Blocks with the box outside of which each is silent, and how far each has faded in.

    Parameters
    ----------
    seconds
        From silence to full and back; a chunk that comes or goes is then heard to, not to click.
    """

    def __init__(self, seconds: float) -> None:
        if not seconds > 0.0:
            raise ValueError(f"a fade lasts some seconds, got {seconds}")
        self._seconds = seconds
        self._next = 0
        self._handles: list[int] = []
        self._blocks: list[SampleBlock] = []
        self._boxes = np.zeros((0, 2, 3))
        self._fades = np.zeros(0)
        self._steps = np.zeros(0)  # +1 comes or has come, -1 goes

    def add(self, block: SampleBlock, low: NDArray[np.float64], high: NDArray[np.float64]) -> int:
        """Let a block come in; return a handle, never used twice, to let it go."""
        self._next += 1
        self._handles.append(self._next)
        self._blocks.append(block)
        self._boxes = np.concatenate([self._boxes, [[low, high]]])
        self._fades, self._steps = np.append(self._fades, 0.0), np.append(self._steps, 1.0)
        return self._next

    def remove(self, handle: int) -> None:
        """Let a block fade out. `KeyError` if it was removed before."""
        if handle not in self._handles or self._steps[self._handles.index(handle)] < 0.0:
            raise KeyError(f"no collection has handle {handle}")
        self._steps[self._handles.index(handle)] = -1.0

    def pass_time(self, dt: float) -> None:
        """Fade for `dt` seconds, which may be infinite; forget what has faded out."""
        self._fades = np.clip(self._fades + self._steps * (dt / self._seconds), 0.0, 1.0)
        gone = (self._fades == 0.0) & (self._steps < 0.0)
        if gone.any():
            kept = np.flatnonzero(~gone)
            self._handles = [self._handles[k] for k in kept]
            self._blocks = [self._blocks[k] for k in kept]
            self._boxes, self._fades, self._steps = self._boxes[kept], self._fades[kept], self._steps[kept]

    def around(self, position: tuple[float, float, float]) -> Iterator[tuple[SampleBlock, float]]:
        """Yield the blocks whose box holds a position (3,), with their fade, 0 … 1."""
        inside = ((self._boxes[:, 0] <= position) & (position <= self._boxes[:, 1])).all(axis=1)
        for k in np.flatnonzero(inside & (self._fades > 0.0)):
            yield self._blocks[k], float(self._fades[k])

    def __iter__(self) -> Iterator[SampleBlock]:
        return iter(self._blocks)
