"""Height and normal of a deck at any (x, z)."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from orlop.engine.walkway import floor_lookup
from orlop.engine.walkway.floor_grid import FloorGrid
from orlop.engine.walkway.height_grid import HeightGrid

UPRIGHT = 1e-6
"""A triangle whose unit normal has less y than this is a wall: it carries nobody."""

_AS_COMPILED: Final = ("C", "W")
"""Kernels are compiled for contiguous, writable arrays; any other would compile them anew."""

_NO_REFERENCE = np.zeros((0, 0), np.float32)
_NO_HEIGHTS = np.zeros(0)


@dataclass(frozen=True, slots=True, eq=False)
class Floor:
    """A surface of triangles to stand on; make it with `from_triangles`.

    A lookup takes the same time however many triangles there are. Triangles are closed: a
    point on a shared edge or corner is always on the floor.

    Attributes
    ----------
    triangles
        (n, 3, 3) float64, metres, local to the walkway, normals upwards.
    reference
        Names the storey where several lie over one (x, z): of the triangles that reach no
        higher there than its height plus climb, the topmost is the floor; where it is NaN there
        is none. Without a reference: the topmost.
    """

    triangles: NDArray[np.float64]
    reference: HeightGrid | None
    _starts: NDArray[np.int32] = field(repr=False)
    _records: NDArray[np.float64] = field(repr=False)
    _heights: NDArray[np.float32] = field(repr=False)
    _frame: NDArray[np.float64] = field(repr=False)

    @classmethod
    def from_triangles(cls, triangles: NDArray[np.float64], reference: HeightGrid | None = None) -> "Floor":
        """Make a floor of (n, 3, 3) `triangles` in local metres.

        Triangles that face down are turned over; upright ones are left out, for they have no
        height at a point. ValueError if the shape is another or a coordinate is not finite.
        """
        triangles = np.asarray(triangles, np.float64)
        if triangles.ndim != 3 or triangles.shape[1:] != (3, 3):
            raise ValueError(f"triangles must be (n, 3, 3) metres, got {triangles.shape}")
        if not np.isfinite(triangles).all():
            raise ValueError("triangles must be finite")
        triangles = _facing_up(triangles)
        grid = FloorGrid.over(triangles)
        heights, named = _NO_REFERENCE, (0.0, 0.0, 1.0, 0.0)
        if reference is not None:
            heights = np.require(reference.heights, np.float32, _AS_COMPILED)
            named = (*reference.low, 1.0 / reference.cell, reference.climb)
        frame = np.array([*grid.low, grid.per_metre, *grid.shape, *named], np.float64)
        return cls(triangles, reference, grid.starts, grid.records, heights, frame)

    def at(self, x: float, z: float) -> tuple[float, tuple[float, float, float]] | None:
        """Return height and unit normal of the floor at local (x, z), None where there is none."""
        y, nx, ny, nz = floor_lookup.find(
            self._starts, self._records, self._heights, self._frame, float(x), float(z), math.nan, 0.0
        )
        return None if math.isnan(y) else (y, (nx, ny, nz))

    def near(self, x: float, z: float, height: float, step: float) -> tuple[float, tuple[float, float, float]] | None:
        """As `at`, but of all floors there the one nearest to `height`, at most `step` metres away.

        Of two equally near the upper one. A `height` of NaN asks for the topmost, as `at` does.
        """
        y, nx, ny, nz = floor_lookup.find(
            self._starts, self._records, self._heights, self._frame, float(x), float(z), float(height), float(step)
        )
        return None if math.isnan(y) else (y, (nx, ny, nz))

    def sample(self, points: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return heights (n,) and unit normals (n, 3) at local `points` (n, 2); NaN where there is no floor."""
        return self._sample(points, _NO_HEIGHTS, 0.0)

    def sample_near(
        self, points: NDArray[np.float64], heights_now: NDArray[np.float64], step: float
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """As `sample`, but of all floors at a point the one nearest to its `heights_now` (n,), within `step` metres."""
        heights_now = np.require(heights_now, np.float64, _AS_COMPILED)
        if heights_now.shape != (len(points),):
            raise ValueError(f"heights_now must be ({len(points)},) metres, got {heights_now.shape}")
        if not len(points):
            return np.zeros(0), np.zeros((0, 3))
        return self._sample(points, heights_now, step)

    def _sample(
        self, points: NDArray[np.float64], nows: NDArray[np.float64], step: float
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        points = np.require(points, np.float64, _AS_COMPILED)
        if points.ndim != 2 or points.shape[1] != 2:
            raise ValueError(f"points must be (n, 2) metres, got {points.shape}")
        heights, normals = np.empty(len(points)), np.empty((len(points), 3))
        floor_lookup.find_all(
            self._starts, self._records, self._heights, self._frame, points, nows, float(step), heights, normals
        )
        return heights, normals

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Return what a file must keep, by name; `from_arrays` makes the floor again."""
        kept: dict[str, NDArray[np.generic]] = {"floor_triangles": self.triangles}
        if self.reference is not None:
            kept["floor_reference"] = self.reference.heights
            kept["floor_reference_frame"] = np.array([*self.reference.low, self.reference.cell, self.reference.climb])
        return kept

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[np.generic]]) -> "Floor":
        """Make a floor of what `arrays` returned."""
        reference = None
        if "floor_reference" in arrays:
            x, z, cell, climb = (float(value) for value in arrays["floor_reference_frame"].astype(np.float64))
            heights = np.ascontiguousarray(arrays["floor_reference"], np.float32)
            reference = HeightGrid(heights, (x, z), cell, climb)
        return cls.from_triangles(np.asarray(arrays["floor_triangles"], np.float64), reference)


def _facing_up(triangles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Turn over what faces down, leave out what stands upright or has no area."""
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    lengths = np.linalg.norm(normals, axis=1)
    down = normals[:, 1] < 0.0
    turned = np.where(down[:, None, None], triangles[:, ::-1], triangles)
    return np.ascontiguousarray(turned[np.abs(normals[:, 1]) > UPRIGHT * lengths])
