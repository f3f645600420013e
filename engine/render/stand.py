"""Many things that stand together, such as the trees of a chunk."""

import numpy as np
from numpy.typing import NDArray

from orlop.engine.render.picking import ROW

GRID = 16.0
"""Places to a metre by which a thing is known again in a coarser level."""

TALL = 0.9
"""What is no taller throws no shadow that is seen, metres."""


class Stand:
    """Things of a few models around an origin, as `StandPass` draws them.

    Parameters
    ----------
    origin
        World (x, y, z) that positions count from, metres.
    positions
        (n, 3) float32 feet, metres from the origin.
    headings
        (n,) radians.
    sizes
        (n, 2) radius and height, metres.
    tints
        (n, 3) factors on the model's colours.
    ranks
        (n,) 0 … 1: the lowest are seen from farthest.
    slots
        (n,) int64: the model of each, see `Stock.slots`.
    level
        Of detail; a coarser stand's things hide where a finer one has them.

    Attributes
    ----------
    low, high
        Corners of the bounding box relative to the origin, metres.
    casts
        Whether its shadows are worth drawing: those of grass are not.
    rows
        (n, ROW), see `picking`; those that are hidden have an endless rank.
    """

    def __init__(
        self,
        origin: tuple[float, float, float],
        positions: NDArray[np.float32],
        headings: NDArray[np.float32],
        sizes: NDArray[np.float32],
        tints: NDArray[np.float32],
        ranks: NDArray[np.float32],
        slots: NDArray[np.int64],
        level: int = 0,
    ) -> None:
        self.origin = np.array(origin, np.float64)
        self.level = level
        self.slots = np.ascontiguousarray(slots, np.int64)
        self.rows = np.empty((len(positions), ROW), np.float32)
        self.rows[:, :3], self.rows[:, 3], self.rows[:, 4:6] = positions, headings, sizes
        self.rows[:, 6], self.rows[:, 7:] = ranks, tints
        self._ranks = self.rows[:, 6].copy()
        ground = np.rint((self.origin[[0, 2]] + positions[:, [0, 2]].astype(np.float64)) * GRID).astype(np.int64)
        self._keys = (ground[:, 0] << 32) ^ (ground[:, 1] & 0xFFFFFFFF)
        self._sorted = np.sort(self._keys)
        self._hidden = np.zeros(len(self._keys), np.int64)
        self.casts = level == 0 and bool((sizes[:, 1] > TALL).any())
        self.low, self.high = np.zeros(3), np.zeros(3)
        if len(positions):
            self.low = (positions - sizes[:, [0, 0, 0]] * [1, 0, 1]).min(axis=0).astype(np.float64)
            tops = sizes[:, [0, 1, 0]]
            self.high = (positions + tops).max(axis=0).astype(np.float64)

    def overlaps(self, other: "Stand") -> bool:
        """Tell whether both stand on some common ground."""
        apart = self.origin - other.origin
        return bool(
            ((self.low + apart <= other.high) & (other.low <= self.high + apart))[[0, 2]].all()
            and len(self.rows)
            and len(other.rows)
        )

    def hide_those_of(self, finer: "Stand", came: bool) -> None:
        """Hide what stands in `finer`, which came, or show it again when that went."""
        if not len(finer._sorted) or not len(self._keys):
            return
        nearest = np.minimum(np.searchsorted(finer._sorted, self._keys), len(finer._sorted) - 1)
        shared = finer._sorted[nearest] == self._keys
        if shared.any():
            self._hidden += np.where(shared, 1 if came else -1, 0)
            self.rows[:, 6] = np.where(self._hidden > 0, np.float32(np.inf), self._ranks)
