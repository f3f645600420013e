"""A collection: samples that come and go together, as a chunk does."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from orlop.engine.error import OrlopError

WIDEST = 100_000.0
"""Metres between the outermost samples: beyond, float32 would place them by more than a centimetre's steps."""


class SampleCollection:
    """Where a thing makes its sound: points with a radius and a parameter.

    Says nothing of what is heard, so one collection of foliage serves wind and brushing alike.

    Parameters
    ----------
    points
        (n, 3) world metres.
    radii
        (n,) or one for all, metres from 0 up: a sample stands for a disk of that radius.
    parameters
        (n,) or one for all: what curves read, such as a river's slope.
    name
        What errors call it.

    Raises
    ------
    OrlopError
        Numbers that are not finite, negative radii, samples further apart than `WIDEST`.
    ValueError
        Shapes that don't fit.
    """

    __slots__ = ("high", "low", "name", "offsets", "origin", "parameters", "radii")

    def __init__(self, points: ArrayLike, radii: ArrayLike, parameters: ArrayLike = 0.0, name: str = "samples") -> None:
        placed = np.asarray(points, np.float64)
        if placed.ndim != 2 or placed.shape[1] != 3:
            raise ValueError(f"points must be (n, 3) metres, got {placed.shape}")
        self.name = name
        self.radii = self._column(radii, "radii", len(placed))
        self.parameters = self._column(parameters, "parameters", len(placed))
        self._check("point", np.logical_and.reduce(np.isfinite(placed), axis=1), placed, "is not finite")
        self._check("radius", np.isfinite(self.radii), self.radii, "is not finite")
        self._check("radius", self.radii >= 0.0, self.radii, "is negative")
        self._check("parameter", np.isfinite(self.parameters), self.parameters, "is not finite")
        self.low = placed.min(axis=0) if len(placed) else np.zeros(3)
        self.high = placed.max(axis=0) if len(placed) else np.zeros(3)
        if (self.high - self.low).max() > WIDEST:
            problem = f"samples lie up to {(self.high - self.low).max():.0f} m apart, above {WIDEST:.0f} m"
            raise OrlopError(name, problem, "Split them into several collections.")
        self.origin = (self.low + self.high) / 2.0
        self.offsets = (placed - self.origin).T.astype(np.float32, order="C")

    def __len__(self) -> int:
        return len(self.radii)

    def _column(self, values: ArrayLike, what: str, count: int) -> NDArray[np.float64]:
        column = np.asarray(values, np.float64)
        if column.shape not in ((), (count,)):
            raise ValueError(f"{what} must be one number or ({count},), one for each point, got {column.shape}")
        return np.broadcast_to(column, (count,)).copy()

    def _check(self, what: str, good: NDArray[np.bool_], values: NDArray[np.float64], problem: str) -> None:
        if not good.all():
            first = int(np.argmin(good))
            more = f" (and {np.count_nonzero(~good) - 1} more)" if np.count_nonzero(~good) > 1 else ""
            text = f"{what} {first}{more} {problem}: {np.array2string(values[first], precision=4, separator=', ')}"
            raise OrlopError(self.name, text, "Mend or leave out that sample.")
