"""Lines through points: smoothing, and how far the plane's points are from them."""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


def chaikin(points: Floats, rounds: int = 2) -> Floats:
    """Cut the corners of an open line: each side keeps its middle half; the ends stay.

    points (n, d), n ≥ 2; returns ((n - 2) · 2^rounds + 2, d) points or so, none outside
    the hull of its neighbours, so a line that only falls still only falls.
    """
    for _ in range(rounds):
        a, b = points[:-1], points[1:]
        cut = np.stack([0.75 * a + 0.25 * b, 0.25 * a + 0.75 * b], axis=1).reshape(-1, points.shape[1])
        points = np.concatenate([points[:1], cut[1:-1], points[-1:]])
    return points


def hermite(start: Floats, start_slope: Floats, end: Floats, end_slope: Floats, steps: int) -> Floats:
    """Return the cubic from `start` to `end`, (d,) each, with the given slopes per whole length.

    Returns (steps + 1, d); the ends are exact to the bit.
    """
    t = np.linspace(0.0, 1.0, steps + 1)[:, np.newaxis]
    rest = 1.0 - t
    curve = (
        rest * rest * (1.0 + 2.0 * t) * start
        + t * t * (3.0 - 2.0 * t) * end
        + t * rest * (rest * start_slope - t * end_slope)
    )
    curve[0], curve[-1] = start, end
    return curve


def catmull_rom(points: Floats, steps: int) -> Floats:
    """Return a smooth line through all points, (n, d) with n ≥ 2; ((n - 1) · steps + 1, d)."""
    slopes = np.gradient(points, axis=0)
    sides = [hermite(points[k], slopes[k], points[k + 1], slopes[k + 1], steps)[:-1] for k in range(len(points) - 1)]
    return np.concatenate([*sides, points[-1:]])


@kernel
def foot(x: float, z: float, ax: float, az: float, bx: float, bz: float) -> tuple[float, float]:
    """Return the squared distance of (x, z) from a segment, and where along it (0…1) the nearest point is."""
    ex, ez = bx - ax, bz - az
    length = ex * ex + ez * ez
    along = 0.0
    if length > 0.0:
        along = min(max(((x - ax) * ex + (z - az) * ez) / length, 0.0), 1.0)
    dx, dz = x - ax - along * ex, z - az - along * ez
    return dx * dx + dz * dz, along


@kernel
def cells_near(low: float, high: float, reach: float, first: int, spacing: float, count: int) -> tuple[int, int]:
    """Return first and last (exclusive) sample of a row that lies within `reach` of low … high."""
    start = math.ceil((low - reach) / spacing) - first
    end = math.floor((high + reach) / spacing) - first + 1
    return max(start, 0), min(end, count)


@kernel
def nearest_segments(
    segments: Floats,
    first: Integers,
    spacing: float,
    reach: float,
    distances: Floats,
    nearest: Integers,
    along: Floats,
) -> None:
    """Find the nearest segment to each sample of a grid, as far as `reach` metres.

    segments (n, 4): x, z of start and end, metres. Sample (i, j) is at `(first + (i, j)) * spacing`.
    distances, nearest, along (nx, nz): on entry inf, -1 and 0, which stay where none is in
    reach. Of segments equally near, which is usual where two meet, the one with the lower numbers wins: so the result
    doesn't depend on their order, and a sample sees the same segment from every window.
    """
    nx, nz = distances.shape
    for s in range(len(segments)):
        ax, az, bx, bz = segments[s, 0], segments[s, 1], segments[s, 2], segments[s, 3]
        i0, i1 = cells_near(min(ax, bx), max(ax, bx), reach, first[0], spacing, nx)
        j0, j1 = cells_near(min(az, bz), max(az, bz), reach, first[1], spacing, nz)
        for i in range(i0, i1):
            for j in range(j0, j1):
                square, t = foot((first[0] + i) * spacing, (first[1] + j) * spacing, ax, az, bx, bz)
                distance = math.sqrt(square)
                if distance > reach or distance > distances[i, j]:
                    continue
                if distance == distances[i, j] and not _comes_first(segments, s, nearest[i, j]):
                    continue
                distances[i, j], nearest[i, j], along[i, j] = distance, s, t


@kernel
def _comes_first(segments: Floats, a: int, b: int) -> bool:
    for k in range(4):
        if segments[a, k] != segments[b, k]:
            return bool(segments[a, k] < segments[b, k])
    return False


def distances_to(
    segments: Floats, first: tuple[int, int], spacing: float, shape: tuple[int, int], reach: float
) -> tuple[Floats, Integers, Floats]:
    """Return for each sample the distance, the nearest segment and where along it: see `nearest_segments`."""
    distances, nearest, along = np.full(shape, np.inf), np.full(shape, -1, np.int64), np.zeros(shape)
    nearest_segments(segments, np.array(first, np.int64), spacing, reach, distances, nearest, along)
    return distances, nearest, along


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    distances_to(np.zeros((1, 4)), (0, 0), 1.0, (1, 1), 1.0)
