"""Edges of a layer's floor over lower floor of it: a drop that no wall marks is a wall nevertheless."""

import numpy as np
from numpy.typing import NDArray

from orlop.engine.walkway.build.pieces import PieceFinder, Pieces

WELD = 1e-5
"""Metres within which corners count as one."""

DEEP = 1e6
"""Metres: no brow ends a drop."""


def has_drops(height: NDArray[np.float32], step: float) -> bool:
    """Tell whether neighbouring cells of a layer, (nx, nz), NaN for none, differ by more than a step."""
    along_x = np.abs(np.diff(height, axis=0)) > step
    along_z = np.abs(np.diff(height, axis=1)) > step
    return bool(along_x.any() or along_z.any())


def find_drops(finder: PieceFinder, triangles: NDArray[np.float64], step: float, most: int) -> Pieces | None:
    """Return as thin walls where the border of `triangles` (n, 3, 3), a layer's floor, lies over a step high."""
    edges = border_edges(triangles)
    return finder.find(edges[:, [0, 1, 1]], step, DEEP, most)


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
