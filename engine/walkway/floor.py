"""Height and normal of a deck at any (x, z)."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from orlop.engine.walkway import floor_grid
from orlop.engine.walkway.height_grid import HeightGrid

UPRIGHT = 1e-6
"""A triangle whose unit normal has less y than this is a wall: it carries nobody."""

MOST_CELLS = 1 << 22
"""Bound of a floor's grid, 32 MB of cells."""

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
        higher there than its height plus climb, the topmost is the floor. None: the topmost.
    """

    triangles: NDArray[np.float64]
    reference: HeightGrid | None
    _frame: tuple[float, float, float, int, int]
    _starts: NDArray[np.int64] = field(repr=False)
    _records: NDArray[np.float64] = field(repr=False)
    _heights: NDArray[np.float32] = field(repr=False)
    _heights_frame: tuple[float, float, float, float] = field(repr=False)

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
        frame = _frame(triangles)
        starts, records = _sorted_into_cells(triangles, frame)
        heights, heights_frame = _NO_REFERENCE, (0.0, 0.0, 1.0, 0.0)
        if reference is not None:
            heights, climb = reference.heights, float(reference.climb)
            heights_frame = (float(reference.low[0]), float(reference.low[1]), 1.0 / reference.cell, climb)
        return cls(triangles, reference, frame, starts, records, heights, heights_frame)

    def at(self, x: float, z: float) -> tuple[float, tuple[float, float, float]] | None:
        """Return height and unit normal of the floor at local (x, z), None where there is none."""
        return self.near(x, z, math.nan, 0.0)

    def near(self, x: float, z: float, height: float, step: float) -> tuple[float, tuple[float, float, float]] | None:
        """As `at`, but of all floors there the one nearest to `height`, at most `step` metres away.

        Of two equally near the upper one.
        """
        y, nx, ny, nz = floor_grid.find(
            self._starts, self._records, self._heights, self._frame, self._heights_frame, x, z, height, step
        )
        return None if math.isnan(y) else (y, (nx, ny, nz))

    def sample(self, points: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return heights (n,) and unit normals (n, 3) at local `points` (n, 2); NaN where there is no floor."""
        return self._sample(points, _NO_HEIGHTS, 0.0)

    def sample_near(
        self, points: NDArray[np.float64], heights_now: NDArray[np.float64], step: float
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """As `sample`, but of all floors at a point the one nearest to its `heights_now` (n,), within `step` metres."""
        heights_now = np.ascontiguousarray(heights_now, np.float64)
        if heights_now.shape != (len(points),):
            raise ValueError(f"heights_now must be ({len(points)},) metres, got {heights_now.shape}")
        if not len(points):
            return np.zeros(0), np.zeros((0, 3))
        return self._sample(points, heights_now, step)

    def _sample(
        self, points: NDArray[np.float64], nows: NDArray[np.float64], step: float
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        points = np.ascontiguousarray(points, np.float64)
        if points.ndim != 2 or points.shape[1] != 2:
            raise ValueError(f"points must be (n, 2) metres, got {points.shape}")
        heights, normals = np.empty(len(points)), np.empty((len(points), 3))
        floor_grid.find_all(
            self._starts,
            self._records,
            self._heights,
            self._frame,
            self._heights_frame,
            points,
            nows,
            float(step),
            heights,
            normals,
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


def _frame(triangles: NDArray[np.float64]) -> tuple[float, float, float, int, int]:
    """Choose the grid: low x, low z, cells per metre, nx, nz."""
    if not len(triangles):
        return 0.0, 0.0, 1.0, 1, 1
    corners = triangles[:, :, [0, 2]].reshape(-1, 2)
    low, size = corners.min(axis=0), np.ptp(corners, axis=0)
    cells = min(max(len(triangles) // 2, 256), MOST_CELLS)
    nx = max(1, round(math.sqrt(cells * size[0] / size[1])))
    nx = min(nx, cells)
    per_metre = nx / size[0]
    nz = max(1, math.ceil(size[1] * per_metre - 1e-9))
    return float(low[0]), float(low[1]), float(per_metre), nx, nz


def _sorted_into_cells(
    triangles: NDArray[np.float64], frame: tuple[float, float, float, int, int]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return where each cell's records start, (cells + 1,), and the records."""
    triangles = triangles[np.argsort(-triangles[:, :, 1].max(axis=1), kind="stable")]
    planes, bounds = _planes(triangles, frame)
    shape = frame[3:]
    counts = np.zeros(shape[0] * shape[1] + 1, np.int64)
    floor_grid.bin_triangles(planes, bounds, shape, counts, np.zeros((0, floor_grid.RECORD)))
    starts = np.zeros_like(counts)
    np.cumsum(counts[:-1], out=starts[1:])
    records = np.empty((int(starts[-1]), floor_grid.RECORD))
    if len(records):
        floor_grid.bin_triangles(planes, bounds, shape, starts.copy(), records)
    return starts, records


def _planes(
    triangles: NDArray[np.float64], frame: tuple[float, float, float, int, int]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the record (n, 16) and the bounds (n, 4) of each triangle, in cells."""
    low_x, low_z, per_metre, nx, nz = frame
    u = (triangles[:, :, 0] - low_x) * per_metre
    v = (triangles[:, :, 2] - low_z) * per_metre
    y = triangles[:, :, 1]
    planes = np.zeros((len(triangles), floor_grid.RECORD))
    farthest = max(abs(low_x), abs(low_z)) * per_metre + max(nx, nz)
    for e in range(3):
        f = (e + 1) % 3
        # With y up, a triangle that faces up runs clockwise in (x, z) read as (x, y).
        du, dv = u[:, f] - u[:, e], v[:, f] - v[:, e]
        length = np.hypot(du, dv)
        a, b = dv / length, -du / length
        planes[:, 3 * e], planes[:, 3 * e + 1] = a, b
        # Rounding of coordinates must open no crack, and a point on the rim is on the floor.
        planes[:, 3 * e + 2] = -(a * u[:, e] + b * v[:, e]) + farthest * 2.0**-48
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    per_u, per_v = -normals[:, [0, 2]].T / normals[:, 1] / per_metre
    planes[:, 9], planes[:, 10] = per_u, per_v
    planes[:, 11] = y[:, 0] - per_u * u[:, 0] - per_v * v[:, 0]
    planes[:, 12:15] = normals / np.linalg.norm(normals, axis=1, keepdims=True)
    planes[:, 15] = y.max(axis=1)
    bounds = np.stack([u.min(axis=1), u.max(axis=1), v.min(axis=1), v.max(axis=1)], axis=1)
    return planes, bounds
