"""Holes and cracks in the floor that are narrow enough to be walked over."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.walkway.build.buckets import HAIR, Buckets, bucket_of
from orlop.engine.walkway.build.floor_parts import FloorParts
from orlop.engine.walkway.region import offset, polygons_of, unite
from orlop.engine.walkway.settings import WalkwaySettings

if TYPE_CHECKING:
    from manifold3d import CrossSection
    from shapely import Polygon


SQUARES = 2
"""To the width of the widest gap: each is bridged, or is not, as its middle is."""


BESIDE = np.array([(-1, 0), (1, 0), (0, -1), (0, 1)])
"""From a square to the four that share a side with it."""


LOOKS = 8
"""Places on the way across a gap where floor is looked for."""


def close_gaps(
    region: "CrossSection", buckets: Buckets, settings: WalkwaySettings
) -> "tuple[CrossSection, CrossSection, FloorParts]":
    """Fill what of `region` is no wider than the settings' gap and has floor within a step on both sides.

    `buckets` hold the floor that the region is the plan of.

    Returns
    -------
    region
        With the gaps filled.
    filled
        The gaps, without those narrower than two hairs.
    parts
        Level squares over the gaps, as high as the floor beside them: obstacles stand in gaps, too.
    """
    half = max(settings.gap / 2, 2 * HAIR)
    closed = offset(offset(region, half), -half)
    gaps = closed - region
    deep = offset(gaps, -HAIR)
    if deep.is_empty():
        return closed, deep, FloorParts.of(np.zeros((0, 3, 3)))
    squares = _squares_over(polygons_of(deep), 2 * half / SQUARES)
    middles = (squares[:, :2] + squares[:, 2:]) / 2
    found = heights_across(middles, 2 * half, settings.step, *buckets.arrays())
    bridged = np.isfinite(found)
    if not bridged.all():
        chasm = unite(_corners(squares[~bridged]), 4 * np.arange(np.count_nonzero(~bridged) + 1))
        closed -= gaps ^ chasm
        deep -= chasm
    return closed, deep, _level_parts(squares[bridged], found[bridged])


def _squares_over(area: "list[Polygon]", size: float) -> NDArray[np.float64]:
    """Return the squares of a grid about the origin that any of `area` is in, x0, z0, x1, z1, (n, 4).

    Those along its borders, and from there on inwards: cracks between tiles are one polygon as wide as the floor.
    """
    import shapely

    corners, ring = shapely.get_coordinates(shapely.get_rings(np.array(area, object)), return_index=True)
    within = ring[1:] == ring[:-1]
    cells = new = _crossed(corners[:-1][within] / size, corners[1:][within] / size)
    whole = shapely.MultiPolygon(area)
    shapely.prepare(whole)
    while len(new):
        around = _distinct((new[:, None] + BESIDE).reshape(-1, 2))
        around = around[~np.isin(_numbers(around), _numbers(cells))]
        new = around[shapely.contains_xy(whole, (around + 0.5) * size)]
        cells = np.concatenate([cells, new])
    cells = _distinct(cells)
    return np.hstack([cells, cells + 1]) * size


def _crossed(begins: NDArray[np.float64], ends: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the squares of side 1 that edges lead through, (n, 2), from `begins` to `ends`, (edges, 2) each."""
    edge, part = [np.arange(len(begins))] * 2, [np.zeros(len(begins)), np.ones(len(begins))]
    for axis in range(2):
        low, high = np.sort(np.stack([begins[:, axis], ends[:, axis]]), axis=0)
        first = np.floor(low).astype(np.int64) + 1
        count = np.maximum(np.ceil(high).astype(np.int64) - first, 0)
        which = np.repeat(np.arange(len(begins)), count)
        line = np.arange(len(which)) + np.repeat(first - (np.cumsum(count) - count), count)
        edge.append(which)
        part.append((line - begins[which, axis]) / (ends - begins)[which, axis])
    edges, parts = np.concatenate(edge), np.concatenate(part)
    order = np.lexsort((parts, edges))
    edges, parts = edges[order], parts[order]
    same = edges[1:] == edges[:-1]
    middle, which = (0.5 * (parts[1:] + parts[:-1]))[same, None], edges[1:][same]
    return _distinct(np.floor(begins[which] + (ends - begins)[which] * middle).astype(np.int64))


def _distinct(cells: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return each of `cells` (n, 2) once, in order."""
    return cells[np.unique(_numbers(cells), return_index=True)[1]]


def _numbers(cells: NDArray[np.int64]) -> NDArray[np.int64]:
    """Give each of `cells` (n, 2) a number of its own."""
    return (cells[:, 0] << 32) + cells[:, 1]


def _corners(squares: NDArray[np.float64]) -> NDArray[np.float64]:
    return squares[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 2)


def _level_parts(squares: NDArray[np.float64], heights: NDArray[np.float64]) -> FloorParts:
    n = len(squares)
    planes = np.stack([heights, np.zeros(n), np.zeros(n)], axis=1)
    return FloorParts(_corners(squares), np.arange(n + 1, dtype=np.int64) * 4, planes, np.arange(n, dtype=np.int64))


@kernel
def heights_across(  # type: ignore[no-untyped-def]
    places, gap, step, points, starts, planes, bounds, frame, nx, nz, first, members
):
    """Return the floor's height at each of `places` (n, 2), or between its sides, (n,); NaN for none.

    Sides are looked for up to `gap` metres away, along x, z and the diagonals; those of a pair
    must be within `step` metres of each other. Of several pairs the nearest counts.
    """
    found = np.full(places.shape[0], np.nan)
    for c in range(places.shape[0]):
        x, z = places[c, 0], places[c, 1]
        found[c] = _height_at(x, z, points, starts, planes, bounds, frame, nx, nz, first, members)
        nearest = np.inf
        for axis in range(4 if np.isnan(found[c]) else 0):
            dx, dz = (1.0, 0.0) if axis == 0 else (0.0, 1.0) if axis == 1 else (0.7071, 0.7071 * (5 - 2 * axis))
            heights, way = np.full(2, np.nan), np.zeros(2)
            for side in range(2):
                for k in range(1, LOOKS + 1):
                    way[side] = gap * k / LOOKS
                    d = way[side] * (1 - 2 * side)
                    heights[side] = _height_at(
                        x + d * dx, z + d * dz, points, starts, planes, bounds, frame, nx, nz, first, members
                    )
                    if not np.isnan(heights[side]):
                        break
            if abs(heights[0] - heights[1]) <= step and way.sum() < nearest:
                nearest, found[c] = way.sum(), 0.5 * (heights[0] + heights[1])
    return found


@kernel
def _height_at(x, z, points, starts, planes, bounds, frame, nx, nz, first, members):  # type: ignore[no-untyped-def]
    """Return the height of the highest part at (x, z), NaN for none."""
    highest = np.nan
    i, j = bucket_of(x, z, frame, nx, nz)
    for m in range(first[i * nz + j], first[i * nz + j + 1]):
        p = members[m]
        if x < bounds[p, 0] or z < bounds[p, 1] or x > bounds[p, 2] or z > bounds[p, 3]:
            continue
        inside, before = True, starts[p + 1] - 1
        for k in range(starts[p], starts[p + 1]):
            ex, ez = points[k, 0] - points[before, 0], points[k, 1] - points[before, 1]
            inside = inside and ex * (z - points[before, 1]) - ez * (x - points[before, 0]) >= 0.0
            before = k
        height = planes[p, 0] + planes[p, 1] * x + planes[p, 2] * z
        if inside and not height <= highest:
            highest = height
    return highest


def warm() -> None:
    """Compile this file's kernels."""
    floor = FloorParts.of(np.array([[[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]]))
    heights_across(np.ones((1, 2)), 0.1, 0.4, *Buckets(floor).arrays())
