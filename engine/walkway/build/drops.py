"""Edges of a layer's floor over lower floor of it: a drop that no wall marks is a wall nevertheless."""

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.walkway.build.buckets import Buckets
from orlop.engine.walkway.build.floor_parts import is_held
from orlop.engine.walkway.build.grid import Grid
from orlop.engine.walkway.build.pieces import Pieces, find_pieces
from orlop.engine.walkway.settings import WalkwaySettings

WELD = 1e-5
"""Metres within which corners count as one."""

DEEP = 1e6
"""Metres: no brow ends a drop."""


def has_drops(height: NDArray[np.float32], step: float) -> bool:
    """Tell whether neighbouring cells of a layer, (nx, nz), NaN for none, differ by more than a step."""
    along_x = np.abs(np.diff(height, axis=0)) > step
    along_z = np.abs(np.diff(height, axis=1)) > step
    return bool(along_x.any() or along_z.any())


def find_drops(
    buckets: Buckets, triangles: NDArray[np.float64], grid: Grid, height: NDArray[np.float32],
    settings: WalkwaySettings, most: int,
) -> Pieces | None:  # fmt: skip
    """Return as lines where the border of `triangles` (n, 3, 3) lies over a step high over floor of the same layer.

    `height` (nx, nz) is the layer's by cells, NaN for none: border that it does not hold, as
    where a triangle goes on above another storey, counts for nothing.
    """
    edges = held_edges(border_edges(triangles), grid.frame(), grid.nx, grid.nz, height, settings.knee, settings.step)
    return find_pieces(buckets, edges, settings.step, DEEP, most)


@kernel
def held_edges(edges, frame, nx, nz, height, reach, step):  # type: ignore[no-untyped-def]
    """Return the parts of `edges` (n, 2, 3), whole cells long, that are held and have lower floor beside them.

    Returned as triangles without area (m, 3, 3). Whether it is lower by a step is told later, and
    exactly: here, what half a step tells by cells.
    """
    count = 0
    for fill in range(2):
        if fill:
            out = np.empty((count, 3, 3))
        count = 0
        for e in range(edges.shape[0]):
            dx, dz = edges[e, 1, 0] - edges[e, 0, 0], edges[e, 1, 2] - edges[e, 0, 2]
            number = int(np.ceil(np.sqrt(dx * dx + dz * dz) / frame[2]))
            begin = 0
            for k in range(number + 1):
                held = False
                if k < number:
                    middle = edges[e, 0] + (edges[e, 1] - edges[e, 0]) * ((k + 0.5) / number)
                    i, j = int((middle[0] - frame[0]) / frame[2]), int((middle[2] - frame[1]) / frame[2])
                    if _lower_beside(height, i, j, nx, nz, middle[1] - 0.5 * step):
                        level = np.array([middle[1], 0.0, 0.0])
                        held = is_held(height, i, j, nx, nz, frame[0], frame[1], frame[2], level, reach)
                if held:
                    continue
                if k > begin:
                    if fill:
                        out[count, 0] = edges[e, 0] + (edges[e, 1] - edges[e, 0]) * (begin / number)
                        out[count, 1] = edges[e, 0] + (edges[e, 1] - edges[e, 0]) * (k / number)
                        out[count, 2] = out[count, 1]
                    count += 1
                begin = k + 1
    return out


@kernel
def _lower_beside(height, i, j, nx, nz, limit):  # type: ignore[no-untyped-def]
    """Tell whether the layer is lower than `limit` in cell (i, j), or in one of the 24 around it."""
    for p in range(max(i - 2, 0), min(i + 3, nx)):
        for q in range(max(j - 2, 0), min(j + 3, nz)):
            if height[p, q] < limit:
                return True
    return False


def border_edges(triangles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the edges that no two triangles share, (n, 2, 3)."""
    corners = np.round(triangles / WELD).astype(np.int64).astype(np.uint64)
    # One number a corner: two corners of a scene share it once in 2^64 / n² cases.
    key = corners @ np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], np.uint64)
    key = (key ^ (key >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    ends = np.stack([key, np.roll(key, -1, axis=1)], axis=-1).reshape(-1, 2)
    low, high = ends.min(axis=1), ends.max(axis=1)
    edge = (low ^ (low >> np.uint64(31))) * np.uint64(0x94D049BB133111EB) + high
    _, index, count = np.unique(edge, return_index=True, return_counts=True)
    single = np.sort(index[count == 1])
    return np.stack([triangles, np.roll(triangles, -1, axis=1)], axis=2).reshape(-1, 2, 3)[single]  # type: ignore[no-any-return]


def warm() -> None:
    """Compile this file's kernel."""
    held_edges(np.zeros((1, 2, 3)), np.array([0.0, 0.0, 1.0]), 1, 1, np.zeros((1, 1), np.float32), 0.5, 0.4)
