"""Area of what rings enclose within rectangles."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.walkway.outline import signed_areas
from orlop.engine.walkway.walkway import Seam

Floats = NDArray[np.float64]


def area_outside(rings: Sequence[NDArray[np.float64]], seams: Sequence[Seam]) -> float:
    """Return the area that `rings`, each (k, 2), enclose, m², less what lies beyond a cut: it counts for the other layer."""
    if not rings:
        return 0.0
    starts = np.zeros(len(rings) + 1, np.int64)
    np.cumsum([len(ring) for ring in rings], out=starts[1:])
    points = np.ascontiguousarray(np.concatenate(rings))
    beyond = sum(area_within(points, starts, np.ascontiguousarray(seam.rectangles)) for seam in seams)
    return float(signed_areas(points, starts).sum()) - float(beyond)


@kernel
def area_within(points: Floats, starts: NDArray[np.int64], boxes: Floats) -> float:
    """Sum the signed areas of rings within `boxes` (m, 4), x0, z0, x1, z1, that do not overlap.

    points (n, 2), ring k is `points[starts[k]:starts[k + 1]]`. By Green's theorem: below each
    edge, clipped to the box in x, lies a trapezium clamped to it in z.
    """
    total = 0.0
    for k in range(starts.shape[0] - 1):
        for a in range(starts[k], starts[k + 1]):
            b = a + 1 if a + 1 < starts[k + 1] else starts[k]
            ax, az, bx, bz = points[a, 0], points[a, 1], points[b, 0], points[b, 1]
            if ax == bx:
                continue
            sign = 1.0 if ax > bx else -1.0
            if ax > bx:
                ax, az, bx, bz = bx, bz, ax, az
            for m in range(boxes.shape[0]):
                if bx > boxes[m, 0] and ax < boxes[m, 2] and max(az, bz) > boxes[m, 1]:
                    total += sign * _below(ax, az, bx, bz, boxes[m])
    return total


@kernel
def _below(ax: float, az: float, bx: float, bz: float, box: Floats) -> float:
    """Area between the lower side of `box` and an edge that runs towards +x."""
    slope = (bz - az) / (bx - ax)
    x0, x1 = max(ax, box[0]), min(bx, box[2])
    z0, z1 = az + slope * (x0 - ax), az + slope * (x1 - ax)
    if z0 > z1:  # the mirror image has the same area
        z0, z1 = z1, z0
    depth, width, rise = box[3] - box[1], x1 - x0, z1 - z0
    low, high = z0 - box[1], z1 - box[1]
    if low >= depth:
        return float(depth * width)
    if high <= 0.0:
        return 0.0
    per = width / rise if rise > 0.0 else 0.0
    # From the trapezium take what is above the box, and what is below it.
    area = 0.5 * (low + high) * width
    if high > depth:
        area -= 0.5 * (high - depth) ** 2 * per
    if low < 0.0:
        area += 0.5 * low * low * per
    return float(area)


def warm() -> None:
    """Compile this file's kernels."""
    ring = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    area_within(ring, np.array([0, 3], np.int64), np.array([[0.0, 0.0, 0.5, 0.5]]))
