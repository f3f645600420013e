"""The floor of open ground: heights on a square lattice, two triangles a square."""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel

Floats = NDArray[np.float64]
Normal = tuple[float, float, float]


@dataclass(frozen=True, slots=True, eq=False)
class LatticeFloor:
    """A floor with one height at every (x, z) within its lattice; it serves a walkway as a `Floor` does.

    Each square's two triangles meet in the diagonal from sample (i, j) to (i + 1, j + 1). It takes a
    hundredth of the memory of a `Floor` of the same triangles, and no time to make: ground that is
    streamed can be exchanged between two frames.

    Attributes
    ----------
    low
        Local (x, z) of sample (0, 0), metres.
    spacing
        Metres between samples.
    heights
        (ni, nj) float64, metres, at least 2 by 2; i counts along x.
    """

    low: tuple[float, float]
    spacing: float
    heights: Floats
    _frame: Floats = field(init=False, repr=False)

    def __post_init__(self) -> None:
        heights = np.require(self.heights, np.float64, ("C", "W"))
        if heights.ndim != 2 or min(heights.shape) < 2 or not np.isfinite(heights).all():
            raise ValueError(f"heights must be finite, at least (2, 2) metres, got {np.shape(self.heights)}")
        if not self.spacing > 0.0:
            raise ValueError(f"spacing must be positive metres, got {self.spacing!r}")
        object.__setattr__(self, "heights", heights)
        object.__setattr__(self, "_frame", np.array([*self.low, self.spacing]))

    @property
    def triangles(self) -> Floats:
        """All of it as (n, 3, 3) local metres, normals upwards; made at each call."""
        x = self.low[0] + np.arange(self.heights.shape[0]) * self.spacing
        z = self.low[1] + np.arange(self.heights.shape[1]) * self.spacing
        corners = np.stack([*np.meshgrid(x, z, indexing="ij"), self.heights], axis=-1)[..., [0, 2, 1]]
        a, b, c, d = corners[:-1, :-1], corners[:-1, 1:], corners[1:, 1:], corners[1:, :-1]
        pairs = np.stack([np.stack([a, b, c], axis=-2), np.stack([a, c, d], axis=-2)], axis=2)
        return np.ascontiguousarray(pairs.reshape(-1, 3, 3))

    def at(self, x: float, z: float) -> tuple[float, Normal] | None:
        """Return height and unit normal of the floor at local (x, z), None beside the lattice."""
        y, nx, ny, nz = find_on_lattice(self.heights, self._frame, float(x), float(z))
        return None if math.isnan(y) else (y, (nx, ny, nz))

    def near(self, x: float, z: float, height: float, step: float) -> tuple[float, Normal] | None:
        """As `at`, if the floor there is at most `step` metres from `height`; a `height` of NaN takes any."""
        found = self.at(x, z)
        return None if found is None or abs(found[0] - height) > step else found

    def sample(self, points: Floats) -> tuple[Floats, Floats]:
        """Return heights (n,) and unit normals (n, 3) at local `points` (n, 2); NaN beside the lattice."""
        points = np.require(points, np.float64, ("C", "W"))
        if points.ndim != 2 or points.shape[1] != 2:
            raise ValueError(f"points must be (n, 2) metres, got {points.shape}")
        heights, normals = np.empty(len(points)), np.empty((len(points), 3))
        sample_lattice(self.heights, self._frame, points, heights, normals)
        return heights, normals

    def sample_near(self, points: Floats, heights_now: Floats, step: float) -> tuple[Floats, Floats]:
        """As `sample`, but NaN also where the floor is more than `step` metres from `heights_now` (n,)."""
        heights, normals = self.sample(points)
        away = np.abs(heights - heights_now) > step
        heights[away], normals[away] = np.nan, np.nan
        return heights, normals

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Return what a file must keep; read again it is a `Floor` of the same triangles."""
        return {"floor_triangles": self.triangles}


@kernel
def find_on_lattice(heights: Floats, frame: Floats, x: float, z: float) -> tuple[float, float, float, float]:
    """Return height and unit normal at the local (x, z), NaN outside. frame (3,): low x, low z, spacing; metres."""
    u, v = (x - frame[0]) / frame[2], (z - frame[1]) / frame[2]
    ni, nj = heights.shape
    if not (0.0 <= u <= ni - 1 and 0.0 <= v <= nj - 1):
        return math.nan, math.nan, math.nan, math.nan
    i, j = min(int(u), ni - 2), min(int(v), nj - 2)
    u, v = u - i, v - j
    low, high = heights[i, j], heights[i + 1, j + 1]
    # On either side of the diagonal the third corner is another one.
    if u >= v:
        side = heights[i + 1, j]
        per_u, per_v = side - low, high - side
    else:
        side = heights[i, j + 1]
        per_u, per_v = high - side, side - low
    y = low + per_u * u + per_v * v
    nx, nz = -per_u / frame[2], -per_v / frame[2]
    length = math.sqrt(nx * nx + 1.0 + nz * nz)
    return y, nx / length, 1.0 / length, nz / length


@kernel
def sample_lattice(heights: Floats, frame: Floats, points: Floats, found: Floats, normals: Floats) -> None:
    """As `find_on_lattice` for each of points (n, 2), into found (n,) and normals (n, 3)."""
    for k in range(len(points)):
        y, nx, ny, nz = find_on_lattice(heights, frame, points[k, 0], points[k, 1])
        found[k], normals[k, 0], normals[k, 1], normals[k, 2] = y, nx, ny, nz


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    heights, frame = np.zeros((2, 2)), np.array([0.0, 0.0, 1.0])
    find_on_lattice(heights, frame, 0.5, 0.5)
    sample_lattice(heights, frame, np.zeros((1, 2)), np.zeros(1), np.zeros((1, 3)))
