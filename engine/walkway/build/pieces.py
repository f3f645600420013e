"""What lies between knee and brow, exactly: obstacles cut by the prisms over pieces of floor."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.walkway.build.buckets import HAIR, Buckets, bucket_of
from orlop.engine.walkway.build.convex import (
    MOST_CORNERS,
    MOST_LEFT,
    area,
    enlarged,
    extended,
    extent,
    keep,
    keep_inside,
    longest,
    take_away,
)
from orlop.engine.walkway.build.floor_parts import FloorParts
from orlop.engine.walkway.build.lines import merge_lines, thickened
from orlop.engine.walkway.region import unite

if TYPE_CHECKING:
    from manifold3d import CrossSection


@dataclass(frozen=True, slots=True)
class Pieces:
    """Solids seen from above.

    Attributes
    ----------
    points
        (n, 2) float64, (x, z): corners of convex areas.
    starts
        (areas + 1,) int64; area k is `points[starts[k]:starts[k + 1]]`.
    lines
        (m, 2, 2) float64, the ends of what has no width: upright faces.
    """

    points: NDArray[np.float64]
    starts: NDArray[np.int64]
    lines: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.starts) - 1 + len(self.lines)

    @classmethod
    def joined(cls, pieces: "Sequence[Pieces]") -> "Pieces":
        """Put lists of pieces one after another."""
        counts = np.concatenate([np.diff(some.starts) for some in pieces])
        starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        return cls(
            np.concatenate([some.points for some in pieces]), starts, np.concatenate([some.lines for some in pieces])
        )

    def united(self) -> "CrossSection":
        """Unite areas, and lines made two hairs thick."""
        strips = thickened(merge_lines(self.lines), HAIR)
        points = np.concatenate([self.points, strips.reshape(-1, 2)])
        return unite(points, np.concatenate([self.starts, self.starts[-1] + 4 * np.arange(1, len(strips) + 1)]))


def find_pieces(buckets: Buckets, obstacles: NDArray[np.float64], knee: float, brow: float, most: int) -> Pieces | None:
    """Return what of `obstacles` (n, 3, 3) is between `knee` and `brow` over floor, None for more than `most` pieces.

    Where floor lies under other floor of the same layer, as the ground does under a stair, only
    the topmost counts.
    """
    points, starts, ends, complete = cut_obstacles(obstacles, *buckets.arrays(), knee, brow, most)  # type: ignore[call-arg]
    return Pieces(points, starts, ends.reshape(-1, 2, 2)) if complete else None


@kernel
def cut_obstacles(  # type: ignore[no-untyped-def]
    obstacles, points, starts, planes, bounds, frame, nx, nz, first, members, knee, brow, most
):
    """Cut every obstacle by the prism over every part of floor it meets.

    obstacles (n, 3, 3) float64. Returns corners of areas (m, 2), starts (areas + 1,), ends of
    lines (2 lines, 2) and whether these are all, or `most` was reached.
    """
    out, out_starts, made = np.empty((1024, 2)), np.zeros(256, np.int64), 0
    ends, lines = np.empty((1024, 2)), 0
    seen = np.full(planes.shape[0], -1, np.int64)
    triangle, low, piece, spare = np.zeros((4, MOST_CORNERS, 3))
    left, counts = np.zeros((MOST_LEFT, MOST_CORNERS, 3)), np.zeros(MOST_LEFT, np.int64)
    scratch = np.zeros((2, MOST_CORNERS, 3))
    for t in range(obstacles.shape[0]):
        triangle[:3] = obstacles[t]
        x0, x1 = triangle[:3, 0].min(), triangle[:3, 0].max()
        y0, y1 = triangle[:3, 1].min(), triangle[:3, 1].max()
        z0, z1 = triangle[:3, 2].min(), triangle[:3, 2].max()
        i0, j0 = bucket_of(x0, z0, frame, nx, nz)
        i1, j1 = bucket_of(x1, z1, frame, nx, nz)
        for b in range((i1 - i0 + 1) * (j1 - j0 + 1)):
            bucket = (i0 + b // (j1 - j0 + 1)) * nz + j0 + b % (j1 - j0 + 1)
            for m in range(first[bucket], first[bucket + 1]):
                p = members[m]
                if seen[p] == t:
                    continue
                seen[p] = t
                if x1 < bounds[p, 0] or z1 < bounds[p, 1] or x0 > bounds[p, 2] or z0 > bounds[p, 3]:
                    continue
                if y1 < bounds[p, 4] + knee or y0 > bounds[p, 5] + brow:
                    continue
                h, px, pz = planes[p, 0], planes[p, 1], planes[p, 2]
                n = keep(triangle, 3, px, -1.0, pz, -h - knee, low)
                n = keep(low, n, -px, 1.0, -pz, h + brow, piece)
                n = keep_inside(piece, n, points, starts[p], starts[p + 1], HAIR, low, spare) if n else 0
                if n == 0:
                    continue
                number = _visible(
                    low, n, p, points, starts, planes, bounds, frame, nx, nz, first, members, left, counts, scratch
                )
                for k in range(number):
                    count = counts[k]
                    if abs(area(left[k], count)) <= HAIR * extent(left[k], count):
                        ends = enlarged(ends, 2 * lines + 2)
                        v, w = longest(left[k], count)
                        ends[2 * lines, 0], ends[2 * lines, 1] = left[k, v, 0], left[k, v, 2]
                        ends[2 * lines + 1, 0], ends[2 * lines + 1, 1] = left[k, w, 0], left[k, w, 2]
                        lines += 1
                        continue
                    first_row = out_starts[made]
                    out, out_starts = enlarged(out, first_row + count), extended(out_starts, made + 2)
                    for c in range(count):
                        out[first_row + c, 0], out[first_row + c, 1] = left[k, c, 0], left[k, c, 2]
                    made += 1
                    out_starts[made] = first_row + count
                if made + lines > most:
                    return out[:0].copy(), out_starts[:1].copy(), ends[:0].copy(), False
    return out[: out_starts[made]].copy(), out_starts[: made + 1].copy(), ends[: 2 * lines].copy(), True


@kernel
def _visible(  # type: ignore[no-untyped-def]
    piece, n, p, points, starts, planes, bounds, frame, nx, nz, first, members, left, counts, scratch
):
    """Leave of a piece over part `p` what no higher part lies over; returns the number of polygons in `left`.

    A line counts on either side of it: on the border of two higher parts, a riser between two
    stairs, it is hidden; on the border of one, a stair's flank, it is not.
    """
    left[0, :n], counts[0], number = piece[:n], n, 1
    i0, j0 = bucket_of(piece[:n, 0].min(), piece[:n, 2].min(), frame, nx, nz)
    i1, j1 = bucket_of(piece[:n, 0].max(), piece[:n, 2].max(), frame, nx, nz)
    lowest = np.inf
    for k in range(n):
        lowest = min(lowest, planes[p, 0] + planes[p, 1] * piece[k, 0] + planes[p, 2] * piece[k, 2])
    line, doubled = abs(area(piece, n)) <= HAIR * extent(piece, n), False
    for b in range((i1 - i0 + 1) * (j1 - j0 + 1)):
        bucket = (i0 + b // (j1 - j0 + 1)) * nz + j0 + b % (j1 - j0 + 1)
        for m in range(first[bucket], first[bucket + 1]):
            u = members[m]
            if u == p or bounds[u, 5] <= lowest + HAIR:
                continue
            k = keep_inside(piece, n, points, starts[u], starts[u + 1], HAIR, scratch[0], scratch[1])
            if k == 0:
                continue
            x, z = scratch[0, :k, 0].mean(), scratch[0, :k, 2].mean()
            above = planes[u, 0] - planes[p, 0] + (planes[u, 1] - planes[p, 1]) * x + (planes[u, 2] - planes[p, 2]) * z
            if above <= 2.0 * HAIR:
                continue
            if line and not doubled:
                number = _double(left, counts)
                doubled = True
            number = take_away(left, counts, number, line, points, starts[u], starts[u + 1], HAIR, scratch)
            if number == 0:
                return 0
    return number


@kernel
def _double(left, counts):  # type: ignore[no-untyped-def]
    """Replace a line, the first of `left`, by two beside it, a hair off to each side; returns 2."""
    a, b = longest(left[0], counts[0])
    ax, az, bx, bz = left[0, a, 0], left[0, a, 2], left[0, b, 0], left[0, b, 2]
    length = np.sqrt((bx - ax) ** 2 + (bz - az) ** 2)
    sx, sz = (HAIR * (bz - az) / length, HAIR * (ax - bx) / length) if length > 0.0 else (0.0, 0.0)
    for side in range(2):
        sign = 1.0 - 2.0 * side
        left[side, 0, 0], left[side, 0, 2] = ax + sign * sx, az + sign * sz
        left[side, 1, 0], left[side, 1, 2] = bx + sign * sx, bz + sign * sz
        counts[side] = 2
    return 2


def warm() -> None:
    """Compile this file's kernels."""
    floor = np.array([[[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]])
    find_pieces(Buckets(FloorParts.of(floor)), floor + np.array([0.0, 1.0, 0.0]), 0.5, 1.8, 100)
