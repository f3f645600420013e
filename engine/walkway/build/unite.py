"""Many convex polygons made one region, tile by tile."""

from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from shapely import Geometry

PER_TILE = 256
"""Polygons that are united at once; between 64 and 1024 the time differs by a tenth."""


def unite(points: NDArray[np.float64], starts: NDArray[np.int64], meets: bool = False) -> "Geometry":
    """Unite polygons, k having the corners `points[starts[k]:starts[k + 1]]` (x, z).

    `meets` says that most meet along whole edges and overlap nowhere, as the triangles of a
    floor do: then shared edges cancel out, which is quicker than an overlay.
    """
    import shapely

    corners, ring_of = _closed(points, starts)
    rings = shapely.linearrings(corners, indices=ring_of)
    polygons = shapely.polygons(rings)
    middles = points[starts[:-1]]
    tiles = [polygons[tile] for tile in _tiles(middles)]
    united = [_united(tile, meets) for tile in tiles]
    while len(united) > 1:
        united = [shapely.union_all(united[k : k + 4]) for k in range(0, len(united), 4)]
    return united[0] if united else shapely.Polygon()


def _united(polygons: NDArray[np.object_], meets: bool) -> "Geometry":
    import shapely

    if meets:
        with suppress(shapely.GEOSException):  # raised where edges cross, or end amid another
            region = shapely.coverage_union_all(polygons)
            if shapely.is_valid(region):
                return region
    return shapely.union_all(polygons)


def _closed(points: NDArray[np.float64], starts: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Repeat each ring's first corner at its end; return corners and the ring each is of."""
    counts = np.diff(starts)
    ends = starts[1:]
    corners = np.insert(points, ends, points[starts[:-1]], axis=0) if len(points) else points
    return corners, np.repeat(np.arange(len(counts)), counts + 1)


def _tiles(middles: NDArray[np.float64]) -> list[NDArray[np.int64]]:
    """Part places (n, 2) into compact groups: halved along the longer side until small enough."""
    pending = [np.arange(len(middles))] if len(middles) else []
    tiles = []
    while pending:
        group = pending.pop()
        if len(group) <= PER_TILE:
            tiles.append(group)
            continue
        axis = int(np.argmax(np.ptp(middles[group], axis=0)))
        order = np.argsort(middles[group, axis], kind="stable")
        half = len(group) // 2
        pending += [group[order[half:]], group[order[:half]]]
    return tiles
