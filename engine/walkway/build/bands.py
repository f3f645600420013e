"""Which bands of height over which cells do triangles meet? Conservative: nothing is missed."""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.walkway.build.grid import Grid
from orlop.engine.walkway.build.spans import Spans

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int32]

CLOSED = 1e-6
"""Cells are closed: a wall on the border of two belongs to both. In cells."""

STEEP = 1e-3
"""A triangle whose plan is thinner than this share of its length has no slopes that can be relied on."""

TILE = 16
"""Cells along the side of a square whose bands are passed over together where a triangle reaches none of them."""


def find_solid(grid: Grid, spans: Spans, obstacles: Floats, knee: float, brow: float) -> Bools:
    """Tell for each span whether an obstacle lies between knee and brow over it, (spans,) bool.

    The floor's rise within the cell widens the band, so that no point of the cell is missed.
    """
    met, _ = meet_bands(obstacles, grid.frame(), grid.nx, grid.nz, spans.start, *bands_above(spans, knee, brow))
    return met


def bands_above(spans: Spans, knee: float, brow: float) -> tuple[Floats, Floats]:
    """Return low and high, (spans,), of what is in a motor's way over each span, metres."""
    low, high = spans.height - spans.rise, spans.height + spans.rise
    low += knee
    high += brow
    return low, high


def solid_under(grid: Grid, spans: Spans, low: Floats, high: Floats, obstacles: Floats) -> NDArray[np.int64]:
    """List the spans over which one of few `obstacles` (n, 3, 3) meets the band `low` … `high` (spans,).

    Only rows of cells that they lie over are looked at; otherwise as `find_solid`.
    """
    margin = CLOSED * grid.cell
    rows = (np.array([obstacles[..., 0].min() - margin, obstacles[..., 0].max() + margin]) - grid.x) / grid.cell
    first, end = max(0, math.floor(rows[0]) - 1), min(grid.nx, math.floor(rows[1]) + 2)
    if first >= end:
        return np.zeros(0, np.int64)
    start = spans.start[first * grid.nz : end * grid.nz + 1]
    a, b = int(start[0]), int(start[-1])
    met, _ = meet_bands(
        obstacles, grid.frame(), end - first, grid.nz, start - start[0], low[a:b], high[a:b], False, first
    )
    return np.flatnonzero(met) + a


def touching_cells(
    grid: Grid, height: NDArray[np.float32], triangles: NDArray[np.float64], reach: float
) -> NDArray[np.bool_]:
    """Tell which `triangles` (n, 3, 3) come within `reach` metres of floor, (n,) bool.

    The floor lies at `height` (nx, nz) in each cell, NaN for none, and may rise by a cell's width.
    """
    start, low, high = bands_over(height, grid.cell + reach)
    _, used = meet_bands(triangles, grid.frame(), grid.nx, grid.nz, start, low, high, True)
    return used


@kernel
def bands_over(height: NDArray[np.float32], reach: float) -> tuple[Ints, Floats, Floats]:
    """Return start (cells + 1,), low and high of a band for each cell that has a `height`, `reach` metres either way."""
    flat = height.reshape(-1)
    start, count = np.empty(flat.shape[0] + 1, np.int32), 0
    low, high = np.empty(flat.shape[0]), np.empty(flat.shape[0])
    for c in range(flat.shape[0]):
        start[c] = count
        if not np.isnan(flat[c]):
            low[count], high[count] = flat[c] - reach, flat[c] + reach
            count += 1
    start[flat.shape[0]] = count
    return start, low[:count], high[:count]


@kernel
def cut(points: Floats, count: int, axis: int, limit: float, sign: float, out: Floats) -> int:
    """Cut a convex polygon (Sutherland and Hodgman 1974); keep sign · (coordinate − limit) ≤ 0.

    points, out (9, 3) float64; returns the number of points in `out`.
    """
    kept = 0
    for k in range(count):
        n = (k + 1) % count
        a = sign * (points[k, axis] - limit)
        b = sign * (points[n, axis] - limit)
        if a <= 0.0:
            out[kept, 0], out[kept, 1], out[kept, 2] = points[k, 0], points[k, 1], points[k, 2]
            kept += 1
        if (a < 0.0 < b) or (b < 0.0 < a):
            s = a / (a - b)
            for d in range(3):
                out[kept, d] = points[k, d] + s * (points[n, d] - points[k, d])
            out[kept, axis] = limit
            kept += 1
    return kept


@kernel
def meet_bands(
    triangles: Floats, frame: Floats, nx: int, nz: int, start: Ints, low: Floats, high: Floats,
    once: bool = False, first: int = 0,
) -> tuple[Bools, Bools]:  # fmt: skip
    """Clip every triangle to every cell it covers and hold its heights there against the bands.

    triangles (n, 3, 3) float64; start (cells + 1,) int32; low, high (bands,) float64;
    `once` leaves a triangle as soon as it meets anything; `first` is the row of the frame that the bands begin at.
    Returns met (bands,) bool and used (n,) bool.
    """
    met = np.zeros(low.shape[0], np.bool_)
    used = np.zeros(triangles.shape[0], np.bool_)
    x0, z0, cell = frame[0], frame[1], frame[2]
    margin = CLOSED * cell
    lowest, highest = bound_tiles(nx, nz, start, low, high)
    whole, above = np.empty((9, 3)), np.empty((9, 3))
    row, above_x, piece = np.empty((9, 3)), np.empty((9, 3)), np.empty((9, 3))
    for t in range(triangles.shape[0]):
        xlow = min(triangles[t, 0, 0], triangles[t, 1, 0], triangles[t, 2, 0])
        xhigh = max(triangles[t, 0, 0], triangles[t, 1, 0], triangles[t, 2, 0])
        zlow = min(triangles[t, 0, 2], triangles[t, 1, 2], triangles[t, 2, 2])
        zhigh = max(triangles[t, 0, 2], triangles[t, 1, 2], triangles[t, 2, 2])
        j0 = max(0, int(np.floor((zlow - margin - z0) / cell)))
        j1 = min(nz - 1, int(np.floor((zhigh + margin - z0) / cell)))
        if j0 > j1 or xhigh + margin < x0 + first * cell or xlow - margin > x0 + (first + nx) * cell:
            continue
        whole[:3] = triangles[t]
        x, y, z, p, q, sloped = _plane(triangles[t])
        half = (0.5 + 2.0 * CLOSED) * cell * (abs(p) + abs(q)) + 1e-9 * (1.0 + abs(y))
        for j in range(j0, j1 + 1):
            if once and used[t]:
                break
            n = cut(whole, 3, 2, z0 + j * cell - margin, -1.0, above)
            n = cut(above, n, 2, z0 + (j + 1) * cell + margin, 1.0, row)
            if n == 0:
                continue
            left, right = row[0, 0], row[0, 0]
            bottom, top = row[0, 1], row[0, 1]
            for k in range(1, n):
                left, right = min(left, row[k, 0]), max(right, row[k, 0])
                bottom, top = min(bottom, row[k, 1]), max(top, row[k, 1])
            i0 = max(0, int(np.floor((left - margin - x0) / cell)) - first)
            i1 = min(nx - 1, int(np.floor((right + margin - x0) / cell)) - first)
            level = top - bottom < 1e-9
            for tile in range(i0 // TILE, i1 // TILE + 1):
                if lowest[tile, j // TILE] > top or highest[tile, j // TILE] < bottom or (once and used[t]):
                    continue
                for i in range(max(i0, tile * TILE), min(i1, tile * TILE + TILE - 1) + 1):
                    c = i * nz + j
                    if start[c] == start[c + 1] or (once and used[t]):
                        continue
                    least, most = bottom, top
                    if sloped:  # in this cell the triangle's plane is nowhere beyond
                        middle = y + p * (x0 + (first + i + 0.5) * cell - x) + q * (z0 + (j + 0.5) * cell - z)
                        least, most = max(bottom, middle - half), min(top, middle + half)
                    near = False
                    for s in range(start[c], start[c + 1]):
                        near = near or (low[s] <= most and high[s] >= least)
                    if not near:
                        continue
                    ylow, yhigh = bottom, top
                    if i0 != i1 and not level:
                        m = cut(row, n, 0, x0 + (first + i) * cell - margin, -1.0, above_x)
                        m = cut(above_x, m, 0, x0 + (first + i + 1) * cell + margin, 1.0, piece)
                        if m == 0:
                            continue
                        ylow, yhigh = piece[0, 1], piece[0, 1]
                        for k in range(1, m):
                            ylow, yhigh = min(ylow, piece[k, 1]), max(yhigh, piece[k, 1])
                    for s in range(start[c], start[c + 1]):
                        if low[s] <= yhigh and high[s] >= ylow:
                            met[s] = True
                            used[t] = True
    return met, used


@kernel
def _plane(corners: Floats) -> tuple[float, float, float, float, float, bool]:
    """Return a corner of a triangle (3, 3), its slopes along x and z, and whether it has a plane that is not upright."""
    ax, ay, az = corners[0, 0], corners[0, 1], corners[0, 2]
    ux, uy, uz = corners[1, 0] - ax, corners[1, 1] - ay, corners[1, 2] - az
    vx, vy, vz = corners[2, 0] - ax, corners[2, 1] - ay, corners[2, 2] - az
    twice = ux * vz - uz * vx
    if abs(twice) <= STEEP * (abs(ux) + abs(uz)) * (abs(vx) + abs(vz)):
        return ax, ay, az, 0.0, 0.0, False
    return ax, ay, az, (uy * vz - vy * uz) / twice, (vy * ux - uy * vx) / twice, True


@kernel
def bound_tiles(nx: int, nz: int, start: Ints, low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """Return the lowest and the highest end of all bands in each tile, (nx / TILE, nz / TILE), rounded up."""
    lowest = np.full((nx // TILE + 1, nz // TILE + 1), np.inf)
    highest = np.full((nx // TILE + 1, nz // TILE + 1), -np.inf)
    for i in range(nx):
        for j0 in range(0, nz, TILE):
            c = i * nz + j0
            least, most = np.inf, -np.inf
            for s in range(start[c], start[c + min(TILE, nz - j0)]):
                least, most = min(least, low[s]), max(most, high[s])
            at = i // TILE, j0 // TILE
            lowest[at], highest[at] = min(lowest[at], least), max(highest[at], most)
    return lowest, highest


def warm() -> None:
    """Compile this file's kernels."""
    triangle = np.array([[[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]])
    start = np.array([0, 1], np.int32)
    meet_bands(triangle, np.array([0.0, 0.0, 1.0]), 1, 1, start, np.array([0.0]), np.array([1.0]))
    grid = Grid(0.0, 0.0, 1.0, 1, 1)
    touching_cells(grid, np.zeros((1, 1), np.float32), triangle, 0.5)
    spans = Spans(start, np.zeros(1, np.int32), np.zeros(1), np.zeros(1))
    solid_under(grid, spans, np.array([0.0]), np.array([1.0]), triangle)
