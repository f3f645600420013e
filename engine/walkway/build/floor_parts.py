"""Which part of which floor triangle belongs to a layer."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.walkway.build.convex import MOST_CORNERS, enlarged, extended, keep
from orlop.engine.walkway.build.grid import Grid

TILE = 8
"""Cells along the side of a square that is passed over at once where a plane is out of reach of all of it."""


@dataclass(frozen=True, slots=True)
class FloorParts:
    """Convex pieces of floor seen from above, each in one plane.

    Attributes
    ----------
    points
        (n, 2) float64, (x, z), counter-clockwise; part k is `points[starts[k]:starts[k + 1]]`.
    starts
        (parts + 1,) int64.
    planes
        (parts, 3) float64: the height at (x, z) is planes · (1, x, z).
    source
        (parts,) int64, the triangle it is of.
    """

    points: NDArray[np.float64]
    starts: NDArray[np.int64]
    planes: NDArray[np.float64]
    source: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.planes)

    @classmethod
    def of(cls, triangles: NDArray[np.float64]) -> "FloorParts":
        """Take all of `triangles` (n, 3, 3) that have any width seen from above."""
        planes, turn = _planes(triangles)
        chosen = np.flatnonzero(turn)
        corners = triangles[chosen][:, :, [0, 2]]
        corners = np.where((turn[chosen] < 0)[:, None, None], corners[:, ::-1], corners)
        return cls(
            np.ascontiguousarray(corners.reshape(-1, 2)),
            np.arange(len(chosen) + 1, dtype=np.int64) * 3,
            planes[chosen],
            chosen.astype(np.int64),
        )

    @classmethod
    def held(
        cls, triangles: NDArray[np.float64], grid: Grid, height: NDArray[np.float32], reach: float
    ) -> "FloorParts":
        """Take what of `triangles` a layer holds, by its cells' `height` (nx, nz), NaN for none.

        A part of a triangle in a cell counts if there, or in a cell beside it, the layer lies
        within `reach` metres of the triangle's plane: floor ends where it ends, not at a cell.
        """
        whole = cls.of(triangles)
        points, starts, part = hold_parts(
            whole.points, whole.starts, whole.planes, grid.frame(), grid.nx, grid.nz, height, reach
        )
        return cls(points, starts, whole.planes[part], whole.source[part])


def _planes(triangles: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the planes (n, 3) and the direction of turning in (x, z): −1, 0 or 1, (n,)."""
    a, u, v = triangles[:, 0], triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    twice = u[:, 0] * v[:, 2] - u[:, 2] * v[:, 0]
    by = np.where(twice == 0.0, 1.0, twice)
    p = (u[:, 1] * v[:, 2] - v[:, 1] * u[:, 2]) / by
    q = (v[:, 1] * u[:, 0] - u[:, 1] * v[:, 0]) / by
    return np.stack([a[:, 1] - p * a[:, 0] - q * a[:, 2], p, q], axis=1), np.sign(twice)


@kernel
def hold_parts(points, starts, planes, frame, nx, nz, height, reach):  # type: ignore[no-untyped-def]
    """Cut parts to the cells that hold them; one that is held everywhere stays whole.

    Returns points (n, 2), starts (parts + 1,), and the number of the part each is of.
    """
    x0, z0, cell = frame[0], frame[1], frame[2]
    out, out_starts, part = np.empty((1024, 2)), np.zeros(256, np.int64), np.zeros(256, np.int64)
    made, count = 0, 0
    runs = np.empty((256, 4), np.int64)
    lowest, highest, full = bound_heights(height, nx, nz)
    whole, above, row = np.zeros((3, MOST_CORNERS, 3))
    for t in range(planes.shape[0]):
        first, last = starts[t], starts[t + 1]
        n = last - first
        zlow, zhigh = np.inf, -np.inf
        for k in range(n):
            whole[k, 0], whole[k, 2] = points[first + k, 0], points[first + k, 1]
            zlow, zhigh = min(zlow, whole[k, 2]), max(zhigh, whole[k, 2])
        j0 = max(0, int(np.floor((zlow - z0) / cell)))
        j1 = min(nz - 1, int(np.floor((zhigh - z0) / cell)))
        number, everywhere, single = 0, True, -1
        some, all_of_it = _tiles_hold(whole, n, planes[t], lowest, highest, full, j0, j1, nx, x0, cell, reach)
        if all_of_it:
            number, j1 = 1, j0 - 1
        elif not some:
            continue
        for j in range(j0, j1 + 1):
            m = keep(whole, n, 0.0, 0.0, -1.0, -(z0 + j * cell), above)
            m = keep(above, m, 0.0, 0.0, 1.0, z0 + (j + 1) * cell, row)
            if m == 0:
                continue
            left, right = row[0, 0], row[0, 0]
            for k in range(1, m):
                left, right = min(left, row[k, 0]), max(right, row[k, 0])
            i0 = max(0, int(np.floor((left - x0) / cell)))
            i1 = min(nx - 1, int(np.floor((right - x0) / cell)))
            begin, before = -1, number
            i = i0
            while i < i1 + 2:
                inside, following = False, i + 1
                if i <= i1:
                    a, b = i // TILE, j // TILE
                    if i % TILE == 0 or i == i0:
                        low, high = _range(planes[t], a, j, x0, z0, cell)
                        near = lowest[a, b] <= high + reach and highest[a, b] >= low - reach
                        sure = full[a, b] and highest[a, b] - low <= reach and high - lowest[a, b] <= reach
                    if near and not sure:
                        inside = is_held(height, i, j, nx, nz, x0, z0, cell, planes[t], reach)
                    else:
                        inside, following = sure, min((a + 1) * TILE, i1 + 1)
                if inside and begin < 0:
                    begin = i
                elif not inside:
                    everywhere = everywhere and i > i1
                    if begin >= 0:
                        if number == runs.shape[0]:
                            more = np.empty((2 * number, 4), np.int64)
                            more[:number] = runs
                            runs = more
                        runs[number, 0], runs[number, 1] = j, j + 1
                        # A run to the part's own edge needs no cut there.
                        runs[number, 2] = begin if begin > i0 else -1
                        runs[number, 3] = i if i <= i1 else nx + 1
                        number += 1
                        begin = -1
                i = following
            # Rows cut alike make one piece.
            if number == before + 1 and single == before - 1 and before > 0:
                r = before - 1
                if runs[r, 1] == j and runs[r, 2] == runs[before, 2] and runs[r, 3] == runs[before, 3]:
                    runs[r, 1] = j + 1
                    number = before
            single = number - 1 if number <= before + 1 else -2
        for r in range(number):
            m = n
            row[:n] = whole[:n]
            if not everywhere:
                m = keep(row, m, 0.0, 0.0, -1.0, -(z0 + runs[r, 0] * cell), above)
                m = keep(above, m, 0.0, 0.0, 1.0, z0 + runs[r, 1] * cell, row)
                m = keep(row, m, -1.0, 0.0, 0.0, -(x0 + runs[r, 2] * cell), above)
                m = keep(above, m, 1.0, 0.0, 0.0, x0 + runs[r, 3] * cell, row)
            if m < 3:
                continue
            out = enlarged(out, count + m)
            out_starts, part = extended(out_starts, made + 2), extended(part, made + 1)
            for k in range(m):
                out[count + k, 0], out[count + k, 1] = row[k, 0], row[k, 2]
            count += m
            part[made] = t
            made += 1
            out_starts[made] = count
    return out[:count].copy(), out_starts[: made + 1].copy(), part[:made].copy()


@kernel
def _tiles_hold(part, count, plane, lowest, highest, full, j0, j1, nx, x0, cell, reach):  # type: ignore[no-untyped-def]
    """Tell whether the layer can hold any of a part, and whether it surely holds all of it, from its tiles alone."""
    left, right, low, high = np.inf, -np.inf, np.inf, -np.inf
    for k in range(count):
        left, right = min(left, part[k, 0]), max(right, part[k, 0])
        there = plane[0] + plane[1] * part[k, 0] + plane[2] * part[k, 2]
        low, high = min(low, there), max(high, there)
    # Cells count by their centres, which may lie a cell and a half beyond the part.
    beyond = 1.5 * cell * (abs(plane[1]) + abs(plane[2])) + 1e-6
    low, high = low - beyond, high + beyond
    i0 = max(0, int(np.floor((left - x0) / cell)))
    i1 = min(nx - 1, int(np.floor((right - x0) / cell)))
    some, all_of_it = False, i0 <= i1 and j0 <= j1
    for a in range(i0 // TILE, i1 // TILE + 1):
        for b in range(j0 // TILE, j1 // TILE + 1):
            some = some or (lowest[a, b] <= high + reach and highest[a, b] >= low - reach)
            all_of_it = all_of_it and full[a, b] and highest[a, b] - low <= reach and high - lowest[a, b] <= reach
    return some, all_of_it


@kernel
def bound_heights(height, nx, nz):  # type: ignore[no-untyped-def]
    """Bound `height` in each tile and one cell around it, (nx / TILE, nz / TILE), rounded up.

    Returns the lowest, the highest, and whether there is floor in every cell.
    """
    lowest = np.full((nx // TILE + 1, nz // TILE + 1), np.inf)
    highest = np.full((nx // TILE + 1, nz // TILE + 1), -np.inf)
    full = np.ones(lowest.shape, np.bool_)
    for a in range(lowest.shape[0]):
        for i in range(max(a * TILE - 1, 0), min(a * TILE + TILE + 1, nx)):
            for b in range(lowest.shape[1]):
                least, most, whole = np.inf, -np.inf, True
                for j in range(max(b * TILE - 1, 0), min(b * TILE + TILE + 1, nz)):
                    least = min(least, height[i, j])
                    most = max(most, height[i, j])
                    whole = whole and not np.isnan(height[i, j])
                lowest[a, b], highest[a, b] = min(lowest[a, b], least), max(highest[a, b], most)
                full[a, b] = full[a, b] and whole
    return lowest, highest, full


@kernel
def _range(plane, tile, j, x0, z0, cell):  # type: ignore[no-untyped-def]
    """Return bounds of a plane's height at the cells' centres in row `j` of a tile, and around them."""
    middle = plane[0] + plane[1] * (x0 + (tile + 0.5) * TILE * cell) + plane[2] * (z0 + (j + 0.5) * cell)
    rise = (abs(plane[1]) * (0.5 * TILE + 1.0) + abs(plane[2]) * 1.5) * cell + 1e-6
    return middle - rise, middle + rise


@kernel
def is_held(height, i, j, nx, nz, x0, z0, cell, plane, reach):  # type: ignore[no-untyped-def]
    """Tell whether the layer is within reach of a plane in cell (i, j), or in one of the eight around it."""
    for d in range(9):
        p, q = i + (d + 1) % 3 - 1, j + (d // 3 + 1) % 3 - 1
        if 0 <= p < nx and 0 <= q < nz:
            there = plane[0] + plane[1] * (x0 + (p + 0.5) * cell) + plane[2] * (z0 + (q + 0.5) * cell)
            if abs(height[p, q] - there) <= reach:
                return True
    return False


def warm() -> None:
    """Compile this file's kernels."""
    triangle = np.array([[[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]])
    FloorParts.held(triangle, Grid.over(triangle, 0.25), np.zeros((8, 8), np.float32), 0.5)
