"""Floor sampled row by row: a sweep along each row of cells knows which triangles lie under it."""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel

T = TypeVar("T", bound=np.generic)
Floats = NDArray[np.float64]
Ints = NDArray[np.int32]

CLOSED = 1e-9
"""Triangles are closed: one whose edge runs through a cell's centre has it. In cells, and in metres."""


def sweep_floor(
    triangles: Floats, frame: Floats, nx: int, nz: int, covers_from: int, knee: float
) -> tuple[Ints, Ints, Floats, Floats]:
    """Sample triangles (n, 3, 3) at the cells' centres, and leave of each cell's samples only spans.

    Of samples no further apart than the knee the highest stays; from triangle `covers_from`
    on they are trapdoors, below which nothing stays. frame (x, z, cell). Returns start
    (cells + 1,) and, of the spans, cell, height and rise, as `Spans` holds them, with room
    beyond the last one.
    """
    # What is not written costs nothing; and what numpy sets aside comes in large pages, unlike what kernels do.
    room = nx * nz
    cell, height, rise = np.empty(room, np.int32), np.empty(room), np.empty(room)
    return _sweep(triangles, frame, nx, nz, covers_from, knee, cell, height, rise)


@kernel
def _sweep(
    triangles: Floats, frame: Floats, nx: int, nz: int, covers_from: int, knee: float,
    cell_of: Ints, height: Floats, rise: Floats,
) -> tuple[Ints, Ints, Floats, Floats]:  # fmt: skip
    """As `sweep_floor`, into cell_of, height and rise, or larger ones where they don't hold all."""
    x0, z0, cell = frame[0], frame[1], frame[2]
    planes, rows = _planes(triangles, frame, nx)
    order, begins = _by_first_row(rows, nx)
    count, room, start = 0, height.shape[0], np.empty(nx * nz + 1, np.int32)
    under, many = np.empty(triangles.shape[0], np.int32), 0
    # Of the triangles under one row: height at z = 0, last cell, and the next that begins in the same cell.
    level, last, follower = np.empty(triangles.shape[0]), np.empty(triangles.shape[0], np.int32), under.copy()
    beginner = np.full(nz + 1, np.int32(-1), np.int32)
    live, heights = np.empty(triangles.shape[0], np.int32), np.empty(triangles.shape[0])
    for i in range(nx):
        for k in range(begins[i], begins[i + 1]):
            under[many] = order[k]
            many += 1
        x, samples, kept = x0 + (i + 0.5) * cell, 0, 0
        for k in range(many):
            t = under[k]
            if rows[t, 1] < i:
                continue
            under[kept] = t
            kept += 1
            low, high = _along_z(triangles, t, x)
            a = max(0, int(np.ceil((low - z0) / cell - 0.5 - CLOSED))) if low <= high else nz
            b = min(nz - 1, int(np.floor((high - z0) / cell - 0.5 + CLOSED))) if low <= high else -1
            if a <= b:
                level[t] = planes[t, 1] + planes[t, 3] * (x - planes[t, 0])
                last[t], follower[t], beginner[a] = b, beginner[a], t
                samples += b - a + 1
        many = kept
        if count + samples > room:
            room = 2 * (count + samples)
            cell_of, height, rise = moved(cell_of, count, room), moved(height, count, room), moved(rise, count, room)
        c, j, lives = i * nz, 0, 0
        while j < nz:
            t = beginner[j]
            while t >= 0:
                live[lives], lives, t = t, lives + 1, follower[t]
            beginner[j] = -1
            until = j + 1
            if lives == 0:
                while until < nz and beginner[until] < 0:
                    until += 1
                start[c + j : c + until] = count
            elif lives == 1:
                t = live[0]
                while until <= last[t] and beginner[until] < 0:
                    until += 1
                at, flat, slope, z, half = level[t], count - j, planes[t, 4], planes[t, 2], planes[t, 5]
                for k in range(j, until):
                    start[c + k] = flat + k
                    cell_of[flat + k] = c + k
                    height[flat + k] = at + slope * (z0 + (k + 0.5) * cell - z)
                    rise[flat + k] = half
                count += until - j
                lives = 0 if until > last[t] else 1
            else:
                start[c + j] = count
                z = z0 + (j + 0.5) * cell
                first = _sort(live, lives, level, planes, z, heights, covers_from)
                for k in range(first, lives):
                    if k == lives - 1 or heights[k + 1] - heights[k] > knee:
                        cell_of[count], height[count], rise[count] = c + j, heights[k], planes[live[k], 5]
                        count += 1
                stay = 0
                for k in range(lives):
                    if last[live[k]] > j:
                        live[stay], stay = live[k], stay + 1
                lives = stay
            j = until
    start[nx * nz] = count
    return start, cell_of, height, rise


@kernel
def _planes(triangles: Floats, frame: Floats, nx: int) -> tuple[Floats, Ints]:
    """Return for each triangle a corner, its slopes along x and z, half its rise in a cell, (n, 6), and its rows, (n, 2)."""
    x0, cell = frame[0], frame[2]
    planes, rows = np.zeros((triangles.shape[0], 6)), np.empty((triangles.shape[0], 2), np.int32)
    for t in range(triangles.shape[0]):
        ax, ay, az = triangles[t, 0, 0], triangles[t, 0, 1], triangles[t, 0, 2]
        bx, by, bz = triangles[t, 1, 0], triangles[t, 1, 1], triangles[t, 1, 2]
        cx, cy, cz = triangles[t, 2, 0], triangles[t, 2, 1], triangles[t, 2, 2]
        twice = (bx - ax) * (cz - az) - (bz - az) * (cx - ax)
        rows[t, 0], rows[t, 1] = nx, -1
        if twice == 0.0:
            continue
        p = ((by - ay) * (cz - az) - (cy - ay) * (bz - az)) / twice
        q = ((cy - ay) * (bx - ax) - (by - ay) * (cx - ax)) / twice
        planes[t, 0], planes[t, 1], planes[t, 2], planes[t, 3], planes[t, 4] = ax, ay, az, p, q
        planes[t, 5] = 0.5 * cell * (abs(p) + abs(q))
        rows[t, 0] = max(0, int(np.ceil((min(ax, bx, cx) - x0) / cell - 0.5 - CLOSED)))
        rows[t, 1] = min(nx - 1, int(np.floor((max(ax, bx, cx) - x0) / cell - 0.5 + CLOSED)))
    return planes, rows


@kernel
def _by_first_row(rows: Ints, nx: int) -> tuple[Ints, Ints]:
    """Order triangles by their first row: (n,), and where those of each row begin, (nx + 1,). One that has none is last."""
    begins = np.zeros(nx + 2, np.int32)
    for t in range(rows.shape[0]):
        if rows[t, 0] <= rows[t, 1]:
            begins[rows[t, 0] + 2] += 1
    for i in range(2, nx + 2):
        begins[i] += begins[i - 1]
    order = np.empty(rows.shape[0], np.int32)
    for t in range(rows.shape[0]):
        if rows[t, 0] <= rows[t, 1]:
            order[begins[rows[t, 0] + 1]] = t
            begins[rows[t, 0] + 1] += 1
    return order, begins[: nx + 1]


@kernel
def _along_z(triangles: Floats, t: int, x: float) -> tuple[float, float]:
    """Return from where to where, along z, triangle `t` lies at `x`; from inf to -inf if it doesn't."""
    low, high = np.inf, -np.inf
    for e in range(3):
        n = e + 1 if e < 2 else 0
        ux, uz, vx, vz = triangles[t, e, 0], triangles[t, e, 2], triangles[t, n, 0], triangles[t, n, 2]
        if x < min(ux, vx) - CLOSED or x > max(ux, vx) + CLOSED:
            continue
        if abs(vx - ux) < 1e-12:
            low, high = min(low, uz, vz), max(high, uz, vz)
        else:
            s = min(1.0, max(0.0, (x - ux) / (vx - ux)))
            z = uz + s * (vz - uz)
            low, high = min(low, z), max(high, z)
    return low, high


@kernel
def _sort(live: Ints, lives: int, level: Floats, planes: Floats, z: float, heights: Floats, covers_from: int) -> int:
    """Sort the `live` triangles bottom up at `z`, in place, with their `heights`; return the first that counts.

    From cell to cell they hardly change places. Of equal ones the earlier triangle is first.
    """
    for k in range(lives):
        t = live[k]
        h = level[t] + planes[t, 4] * (z - planes[t, 2])
        n = k - 1
        while n >= 0 and (heights[n] > h or (heights[n] == h and live[n] > t)):
            heights[n + 1], live[n + 1] = heights[n], live[n]
            n -= 1
        heights[n + 1], live[n + 1] = h, t
    first = lives - 1
    while first > 0 and live[first] < covers_from:
        first -= 1
    return first


@kernel
def moved(array: NDArray[T], count: int, room: int) -> NDArray[T]:
    """Return a copy of the first `count` of `array` with room for more."""
    larger = np.empty(room, array.dtype)
    larger[:count] = array[:count]
    return larger


def warm() -> None:
    """Compile this file's kernels."""
    triangle = np.array([[[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]])
    sweep_floor(triangle, np.array([0.0, 0.0, 0.5]), 2, 2, 1, 0.5)
