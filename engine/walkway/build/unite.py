"""Many convex polygons made one region, all at once."""

import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from orlop.engine.walkway.build.lines import merge_lines, thickened
from orlop.engine.walkway.build.pieces import HAIR, Pieces

if TYPE_CHECKING:
    from shapely import Geometry

PER_TILE = 256
"""Floor triangles whose shared edges are cancelled at once: a tile that has crossing edges is left to the overlay."""

AT_ONCE = 1024
"""Polygons overlaid at once: of more, compact groups are, side by side on all cores, and then what came of those."""

SNAP = 1e-6
"""Metres. Where rounding breaks an overlay, corners are snapped to a grid this fine, which takes thrice as long."""


def unite(points: NDArray[np.float64], starts: NDArray[np.int64], meets: bool = False) -> "Geometry":
    """Unite convex polygons, k having the corners `points[starts[k]:starts[k + 1]]` (x, z).

    `meets` says that most meet along whole edges and overlap nowhere, as the triangles of a
    floor do: then shared edges cancel out, which is quicker than an overlay.
    """
    import shapely

    corners, ring_of = _closed(points, starts)
    convex = polygons = shapely.polygons(shapely.linearrings(corners, indices=ring_of))
    if meets and len(polygons):
        tiles = [polygons[tile] for tile in _tiles(points[starts[:-1]], PER_TILE)]
        fewer = [_without_shared_edges(tile) for tile in tiles]
        # Where most have crossing edges, triangles are overlaid more quickly than what the others became.
        if 2 * sum(some is None for some in fewer) <= len(tiles):
            polygons = np.concatenate([a if b is None else b for a, b in zip(tiles, fewer, strict=True)])
    with suppress(shapely.GEOSException):  # the sides of a sliver, cut to within rounding, may cross
        region = _overlaid(polygons)
        if not _loses_some(region, points, starts):
            return region
    hulls = shapely.convex_hull(convex)
    return shapely.union_all(hulls[shapely.get_dimensions(hulls) == 2], grid_size=SNAP)


def _overlaid(polygons: NDArray[np.object_]) -> "Geometry":
    import shapely

    if len(polygons) <= AT_ONCE:
        return shapely.union_all(polygons)
    low = shapely.bounds(polygons)[:, :2]
    with ThreadPoolExecutor(os.cpu_count()) as threads:  # GEOS lets go of the interpreter
        united = list(threads.map(shapely.union_all, [polygons[tile] for tile in _tiles(low, AT_ONCE)]))
    return shapely.union_all(united)


def _loses_some(region: "Geometry", points: NDArray[np.float64], starts: NDArray[np.int64]) -> bool:
    """Tell whether the middle of any polygon is not in their union: GEOS 3.14 drops some, now and then."""
    import shapely

    if len(starts) < 2:
        return False
    middles = np.add.reduceat(points, starts[:-1], axis=0) / np.diff(starts)[:, None]
    shapely.prepare(region)
    return not shapely.intersects_xy(region, *middles.T).all()


def unite_pieces(pieces: Pieces) -> "Geometry":
    """Unite areas, and lines made two hairs thick."""
    strips = thickened(merge_lines(pieces.lines), HAIR)
    points = np.concatenate([pieces.points, strips.reshape(-1, 2)])
    starts = np.concatenate([pieces.starts, pieces.starts[-1] + 4 * np.arange(1, len(strips) + 1)])
    return unite(points, starts)


def _without_shared_edges(polygons: NDArray[np.object_]) -> NDArray[np.object_] | None:
    """Return fewer polygons that cover the same; None where edges cross or end amid another."""
    import shapely

    with suppress(shapely.GEOSException):
        region = shapely.coverage_union_all(polygons)
        if shapely.is_valid(region):
            return shapely.get_parts(region)  # type: ignore[no-any-return]
    return None


def _closed(points: NDArray[np.float64], starts: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Repeat each ring's first corner at its end; return corners and the ring each is of."""
    counts = np.diff(starts)
    ends = starts[1:]
    corners = np.insert(points, ends, points[starts[:-1]], axis=0) if len(points) else points
    return corners, np.repeat(np.arange(len(counts)), counts + 1)


def _tiles(middles: NDArray[np.float64], most: int) -> list[NDArray[np.int64]]:
    """Part places (n, 2) into compact groups of at most so many: halved along the longer side until small enough."""
    pending = [np.arange(len(middles))] if len(middles) else []
    tiles = []
    while pending:
        group = pending.pop()
        if len(group) <= most:
            tiles.append(group)
            continue
        axis = int(np.argmax(np.ptp(middles[group], axis=0)))
        order = np.argsort(middles[group, axis], kind="stable")
        half = len(group) // 2
        pending += [group[order[half:]], group[order[:half]]]
    return tiles
