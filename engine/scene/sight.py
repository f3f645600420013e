"""What a straight look meets: rays against a scene's triangles.

The triangles lie in a tree of boxes. They are sorted along a curve that fills space (Morton
order) and cut into leaves, and every two neighbours share a box: no choices, so thousands of
triangles are laid out within milliseconds, and a ray still looks into a handful of leaves.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Point = tuple[float, float, float]

LEAF = 4
"""Triangles in a leaf."""

DEEPEST = 64
"""Boxes that may wait while one is looked into; a tree of 2^60 leaves needs no more."""

GRAZE = 1e-9
"""A ray that passes a triangle's edge by this share of it still hits: none slips through where two meet."""

STEPS = 1 << 20
"""Cells along each axis of the curve."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """Triangles laid out for looking; make it with `over`. It sees both sides of a triangle.

    Attributes
    ----------
    centre
        (3,) float64 world metres, the zero of all else: far from the world's origin nothing gets coarse.
    triangles
        (n, 3, 3) float64, in the order of the leaves.
    numbers
        (n,) int64: where each stood in what `over` was given.
    boxes
        (2 k − 1, 6) float64: low and high corners; children of box i are 2 i + 1 and 2 i + 2, the
        last k are the leaves.
    """

    centre: Floats
    triangles: Floats
    numbers: Ints
    boxes: Floats

    @classmethod
    def over(cls, triangles: Floats) -> "Sight":
        """Lay out (n, 3, 3) triangles in world metres; ValueError for another shape or what is not finite."""
        triangles = np.asarray(triangles, np.float64)
        if triangles.ndim != 3 or triangles.shape[1:] != (3, 3):
            raise ValueError(f"triangles must be (n, 3, 3) metres, got {triangles.shape}")
        if not np.isfinite(triangles).all():
            raise ValueError("triangles must be finite")
        points = triangles.reshape(-1, 3)
        centre = 0.5 * (points.min(axis=0) + points.max(axis=0)) if len(points) else np.zeros(3)
        local = triangles - centre
        order = np.argsort(_curve(local.mean(axis=1)), kind="stable")
        local = np.ascontiguousarray(local[order])
        return cls(centre, local, order.astype(np.int64), _boxes(local))

    def first(self, origin: Point, direction: Point, reach: float) -> tuple[float, int]:
        """Return distance, metres, and number of the first triangle that a ray hits within `reach`; (inf, -1) if none.

        ValueError if the direction has no length.
        """
        length = math.hypot(*direction)
        if not 0.0 < length < math.inf:
            raise ValueError(f"direction must have a finite length, got {direction!r}")
        ox, oy, oz = (a - float(b) for a, b in zip(origin, self.centre, strict=True))
        ux, uy, uz = (part / length for part in direction)
        distance, row = cast(ox, oy, oz, ux, uy, uz, float(reach), self.triangles, self.boxes)
        return (float(distance), int(self.numbers[row])) if row >= 0 else (math.inf, -1)

    def is_clear(self, begin: Point, end: Point) -> bool:
        """Tell whether nothing is between two world points."""
        way = (end[0] - begin[0], end[1] - begin[1], end[2] - begin[2])
        length = math.hypot(*way)
        return length == 0.0 or self.first(begin, way, length)[1] < 0


def _curve(points: Floats) -> Ints:
    """Number `points` (n, 3) along the Morton curve through their bounds."""
    if not len(points):
        return np.zeros(0, np.int64)
    low, extent = points.min(axis=0), max(float(np.ptp(points, axis=0).max()), 1e-300)
    cells = np.minimum((points - low) / extent * STEPS, STEPS - 1).astype(np.int64)
    code = np.zeros(len(points), np.int64)
    for bit in range(20):
        for axis in range(3):
            code |= ((cells[:, axis] >> bit) & 1) << (3 * bit + axis)
    return code


def _boxes(triangles: Floats) -> Floats:
    """Box the leaves, then every two boxes, up to one that holds all; missing leaves have empty boxes."""
    leaves = 1
    while leaves * LEAF < len(triangles):
        leaves *= 2
    points = np.full((leaves * LEAF, 3, 3), np.nan)
    points[: len(triangles)] = triangles
    points = points.reshape(leaves, LEAF * 3, 3)
    missing = np.isnan(points)
    low = np.where(missing, np.inf, points).min(axis=1)
    high = np.where(missing, -np.inf, points).max(axis=1)
    levels = [np.hstack([low, high])]
    while len(levels[-1]) > 1:
        pairs = levels[-1].reshape(-1, 2, 6)
        levels.append(np.hstack([pairs[:, :, :3].min(axis=1), pairs[:, :, 3:].max(axis=1)]))
    return np.ascontiguousarray(np.concatenate(levels[::-1]))


@kernel
def cast(
    ox: float, oy: float, oz: float, ux: float, uy: float, uz: float, reach: float, triangles: Floats, boxes: Floats
) -> tuple[float, int]:
    """Return how far the ray from (ox, oy, oz) along the unit (ux, uy, uz) gets, and the row it hits, or -1."""
    best, found = reach, -1
    inner = boxes.shape[0] // 2
    waiting = np.empty(DEEPEST, np.int64)
    waiting[0] = 0
    count = 1
    while count > 0:
        count -= 1
        box = waiting[count]
        if into_box(boxes[box], ox, oy, oz, ux, uy, uz) > best:
            continue
        if box >= inner:
            first = (box - inner) * LEAF
            for row in range(first, min(first + LEAF, triangles.shape[0])):
                distance = into_triangle(triangles[row], ox, oy, oz, ux, uy, uz)
                if distance < best:
                    best, found = distance, row
            continue
        near, far = 2 * box + 1, 2 * box + 2
        if into_box(boxes[near], ox, oy, oz, ux, uy, uz) > into_box(boxes[far], ox, oy, oz, ux, uy, uz):
            near, far = far, near
        waiting[count], waiting[count + 1] = far, near
        count += 2
    return best, found


@kernel
def into_box(box: Floats, ox: float, oy: float, oz: float, ux: float, uy: float, uz: float) -> float:
    """Return how far it is to a box, 0 within it; infinite if the ray misses it."""
    enter, leave = 0.0, np.inf
    for axis in range(3):
        origin = ox if axis == 0 else (oy if axis == 1 else oz)
        way = ux if axis == 0 else (uy if axis == 1 else uz)
        low, high = box[axis], box[axis + 3]
        if way == 0.0:
            if not low <= origin <= high:
                return np.inf
            continue
        near, far = (low - origin) / way, (high - origin) / way
        enter, leave = max(enter, min(near, far)), min(leave, max(near, far))
    return enter if enter <= leave else np.inf


@kernel
def into_triangle(triangle: Floats, ox: float, oy: float, oz: float, ux: float, uy: float, uz: float) -> float:
    """Return how far it is to a triangle (Möller and Trumbore 1997), infinite if the ray misses it."""
    ax, ay, az = triangle[0, 0], triangle[0, 1], triangle[0, 2]
    ex, ey, ez = triangle[1, 0] - ax, triangle[1, 1] - ay, triangle[1, 2] - az
    fx, fy, fz = triangle[2, 0] - ax, triangle[2, 1] - ay, triangle[2, 2] - az
    px, py, pz = uy * fz - uz * fy, uz * fx - ux * fz, ux * fy - uy * fx
    volume = ex * px + ey * py + ez * pz
    if volume == 0.0:
        return np.inf
    sx, sy, sz = ox - ax, oy - ay, oz - az
    u = (sx * px + sy * py + sz * pz) / volume
    qx, qy, qz = sy * ez - sz * ey, sz * ex - sx * ez, sx * ey - sy * ex
    v = (ux * qx + uy * qy + uz * qz) / volume
    if u < -GRAZE or v < -GRAZE or u + v > 1.0 + GRAZE:
        return np.inf
    distance = float((fx * qx + fy * qy + fz * qz) / volume)
    return distance if distance >= 0.0 else np.inf


def warm() -> None:
    """Compile the kernels."""
    Sight.over(np.eye(3)[None]).first((0.0, 0.0, 0.0), (1.0, 1.0, 1.0), 10.0)
