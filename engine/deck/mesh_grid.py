"""Triangles sorted into columns of the plan, so that short segments find what they hit.

For scoring traces: millions of segments a few centimetres long, any hit counts.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

PAD = 1e-6
"""How far outside a column a triangle or a segment still belongs to it, metres."""

CELLS_PER_TRIANGLE = 2
SMALLEST_CELL = 0.25
MOST_CELLS = 1 << 20


@dataclass(frozen=True, slots=True)
class MeshGrid:
    """A mesh that can be asked which segments hit it.

    Attributes
    ----------
    triangles
        (n, 3, 3) float64, metres, relative to `low`.
    low
        (3,) float64: lowest corner of the mesh; far from the origin, differences keep their bits.
    grid
        (3,) float64: width of a column, metres; columns along x, along z.
    starts, items
        int64: column c holds the triangles `items[starts[c]:starts[c + 1]]`.
    """

    triangles: Floats
    low: Floats
    grid: Floats
    starts: Ints
    items: Ints

    @classmethod
    def over(cls, triangles: Floats) -> "MeshGrid":
        """Sort `triangles`, (n, 3, 3) metres; none is a mesh that nothing hits."""
        points = triangles.reshape(-1, 3)
        low = points.min(axis=0) if len(points) else np.zeros(3)
        local = np.ascontiguousarray(triangles - low, np.float64)
        extent = np.ptp(points[:, ::2], axis=0) if len(points) else np.zeros(2)
        cell = max(math.sqrt(float(extent.prod()) / max(CELLS_PER_TRIANGLE * len(triangles), 1)), SMALLEST_CELL)
        cell = max(cell, float(extent.max()) / math.sqrt(MOST_CELLS))
        columns, rows = np.floor(extent / cell).astype(np.int64) + 1
        grid = np.array([cell, columns, rows], np.float64)
        starts = np.zeros(int(columns * rows) + 1, np.int64)
        lay_out(local, grid, starts, np.zeros(0, np.int64))
        starts = np.concatenate(([0], np.cumsum(starts[:-1])))
        items = np.zeros(int(starts[-1]), np.int64)
        lay_out(local, grid, starts.copy(), items)
        return cls(local, low, grid, starts, items)

    def hit(self, begins: Floats, ends: Floats) -> NDArray[np.bool_]:
        """Tell which of the segments from `begins` to `ends`, (m, 3) metres each, hit a triangle, from either side."""
        hits = np.zeros(len(begins), np.bool_)
        begins = np.ascontiguousarray(begins - self.low, np.float64)
        ends = np.ascontiguousarray(ends - self.low, np.float64)
        mark_hits(begins, ends, self.triangles, self.grid, self.starts, self.items, hits)
        return hits


@kernel
def lay_out(triangles: Floats, grid: Floats, starts: Ints, items: Ints) -> None:
    """Count the triangles of each column into `starts`, or, given room, write them to `items`; by their bounds."""
    cell, columns, rows = grid[0], int(grid[1]), int(grid[2])
    for t in range(triangles.shape[0]):
        low_x = min(triangles[t, 0, 0], triangles[t, 1, 0], triangles[t, 2, 0]) - PAD
        high_x = max(triangles[t, 0, 0], triangles[t, 1, 0], triangles[t, 2, 0]) + PAD
        low_z = min(triangles[t, 0, 2], triangles[t, 1, 2], triangles[t, 2, 2]) - PAD
        high_z = max(triangles[t, 0, 2], triangles[t, 1, 2], triangles[t, 2, 2]) + PAD
        for row in range(max(math.floor(low_z / cell), 0), min(math.floor(high_z / cell), rows - 1) + 1):
            for column in range(max(math.floor(low_x / cell), 0), min(math.floor(high_x / cell), columns - 1) + 1):
                here = row * columns + column
                if items.shape[0] > 0:
                    items[starts[here]] = t
                starts[here] += 1


@kernel
def mark_hits(
    begins: Floats,
    ends: Floats,
    triangles: Floats,
    grid: Floats,
    starts: Ints,
    items: Ints,
    hits: NDArray[np.bool_],
) -> None:
    """Set `hits` (m,) where the segment hits any triangle of the columns along it."""
    cell, columns, rows = grid[0], int(grid[1]), int(grid[2])
    for i in range(begins.shape[0]):
        ax, az, bx, bz = begins[i, 0], begins[i, 2], ends[i, 0], ends[i, 2]
        if not math.isfinite(ax + az + bx + bz):
            continue
        first_row = max(math.floor((min(az, bz) - PAD) / cell), 0)
        last_row = min(math.floor((max(az, bz) + PAD) / cell), rows - 1)
        for row in range(first_row, last_row + 1):
            low_x, high_x = min(ax, bx), max(ax, bx)
            if az != bz:  # only the stretch within this row
                share_0, share_1 = (row * cell - PAD - az) / (bz - az), ((row + 1) * cell + PAD - az) / (bz - az)
                begin_x = ax + (bx - ax) * min(max(min(share_0, share_1), 0.0), 1.0)
                end_x = ax + (bx - ax) * min(max(max(share_0, share_1), 0.0), 1.0)
                low_x, high_x = min(begin_x, end_x), max(begin_x, end_x)
            first = max(math.floor((low_x - PAD) / cell), 0)
            last = min(math.floor((high_x + PAD) / cell), columns - 1)
            for here in range(row * columns + first, row * columns + last + 1):
                for at in range(starts[here], starts[here + 1]):
                    if hits_triangle(begins[i], ends[i], triangles[items[at]]):
                        hits[i] = True
                        break
                if hits[i]:
                    break
            if hits[i]:
                break


@kernel
def hits_triangle(begin: Floats, end: Floats, triangle: Floats) -> bool:
    """Tell whether a segment hits a triangle (3, 3), its rim included; not if it lies in its plane.

    Möller & Trumbore 1997, without culling.
    """
    dx, dy, dz = end[0] - begin[0], end[1] - begin[1], end[2] - begin[2]
    ex, ey, ez = triangle[1, 0] - triangle[0, 0], triangle[1, 1] - triangle[0, 1], triangle[1, 2] - triangle[0, 2]
    fx, fy, fz = triangle[2, 0] - triangle[0, 0], triangle[2, 1] - triangle[0, 1], triangle[2, 2] - triangle[0, 2]
    px, py, pz = dy * fz - dz * fy, dz * fx - dx * fz, dx * fy - dy * fx
    scale = ex * px + ey * py + ez * pz
    if scale == 0.0:
        return False
    tx, ty, tz = begin[0] - triangle[0, 0], begin[1] - triangle[0, 1], begin[2] - triangle[0, 2]
    u = (tx * px + ty * py + tz * pz) / scale
    if u < 0.0 or u > 1.0:
        return False
    qx, qy, qz = ty * ez - tz * ey, tz * ex - tx * ez, tx * ey - ty * ex
    v = (dx * qx + dy * qy + dz * qz) / scale
    if v < 0.0 or u + v > 1.0:
        return False
    way = (fx * qx + fy * qy + fz * qz) / scale
    return bool(0.0 <= way <= 1.0)


def warm() -> None:
    """Compile this file's kernels."""
    MeshGrid.over(np.eye(3)[None]).hit(np.zeros((1, 3)), np.ones((1, 3)))
