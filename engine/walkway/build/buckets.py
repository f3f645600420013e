"""Parts of floor by place: which of them may lie at (x, z)."""

import numpy as np

from orlop.engine.kernel import kernel
from orlop.engine.walkway.build.floor_parts import FloorParts

HAIR = 0.0005
"""Metres. Prisms are widened by this, so that pieces of one wall overlap, and what has no
thickness, an upright face seen from above, is made twice as thick: solids have an area, always."""


class Buckets:
    """Sorts `parts` into square buckets, once for all that ask."""

    def __init__(self, parts: FloorParts) -> None:
        self.parts = parts
        low, high = parts.points.min(axis=0), parts.points.max(axis=0)
        size = max(float(np.sqrt(np.prod(high - low) / len(parts))) * 1.5, 0.05, float((high - low).max()) / 4096)
        nx, nz = (int(n) + 1 for n in (high - low) / size)
        self._frame = np.array([low[0], low[1], size])
        self._shape = (nx, nz)
        self._bounds = bound_parts(parts.points, parts.starts, parts.planes)
        self._sorted = fill_buckets(self._bounds, self._frame, nx, nz)

    def arrays(self) -> tuple[object, ...]:
        """Return for kernels: points, starts, planes, bounds (parts, 6), frame (x, z, size), nx, nz, first and members."""
        parts = self.parts
        return parts.points, parts.starts, parts.planes, self._bounds, self._frame, *self._shape, *self._sorted


@kernel
def bound_parts(points, starts, planes):  # type: ignore[no-untyped-def]
    """Return each part's x0, z0, x1, z1 and lowest and highest floor, (parts, 6), widened by a hair."""
    bounds = np.empty((planes.shape[0], 6))
    for p in range(planes.shape[0]):
        bounds[p, 0], bounds[p, 1], bounds[p, 4] = np.inf, np.inf, np.inf
        bounds[p, 2], bounds[p, 3], bounds[p, 5] = -np.inf, -np.inf, -np.inf
        for k in range(starts[p], starts[p + 1]):
            x, z = points[k, 0], points[k, 1]
            y = planes[p, 0] + planes[p, 1] * x + planes[p, 2] * z
            bounds[p, 0], bounds[p, 2] = min(bounds[p, 0], x - HAIR), max(bounds[p, 2], x + HAIR)
            bounds[p, 1], bounds[p, 3] = min(bounds[p, 1], z - HAIR), max(bounds[p, 3], z + HAIR)
            bounds[p, 4], bounds[p, 5] = min(bounds[p, 4], y), max(bounds[p, 5], y)
        more = 4.0 * HAIR * (abs(planes[p, 1]) + abs(planes[p, 2]))
        bounds[p, 4] -= more
        bounds[p, 5] += more
    return bounds


@kernel
def fill_buckets(bounds, frame, nx, nz):  # type: ignore[no-untyped-def]
    """Sort parts into square buckets: first (buckets + 1,) and members, int64."""
    first = np.zeros(nx * nz + 1, np.int64)
    members = np.zeros(0, np.int64)
    for fill in range(2):
        for p in range(bounds.shape[0]):
            i0, j0 = bucket_of(bounds[p, 0], bounds[p, 1], frame, nx, nz)
            i1, j1 = bucket_of(bounds[p, 2], bounds[p, 3], frame, nx, nz)
            for i in range(i0, i1 + 1):
                for j in range(j0, j1 + 1):
                    if fill:
                        members[first[i * nz + j]] = p
                    first[i * nz + j] += 1
        if fill == 0:
            total = 0
            for b in range(nx * nz):
                total, first[b] = total + first[b], total
            members = np.zeros(total, np.int64)
    for b in range(nx * nz, 0, -1):
        first[b] = first[b - 1]
    first[0] = 0
    return first, members


@kernel
def bucket_of(x, z, frame, nx, nz):  # type: ignore[no-untyped-def]
    """Return the bucket (i, j) that (x, z) is in, or the nearest."""
    i, j = int(np.floor((x - frame[0]) / frame[2])), int(np.floor((z - frame[1]) / frame[2]))
    return min(max(i, 0), nx - 1), min(max(j, 0), nz - 1)


def warm() -> None:
    """Compile this file's kernels."""
    Buckets(FloorParts.of(np.array([[[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]])))
