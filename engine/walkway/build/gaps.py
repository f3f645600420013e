"""Holes and cracks in the floor that are narrow enough to be walked over."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from orlop.engine.walkway.build.floor_parts import FloorParts
from orlop.engine.walkway.build.pieces import HAIR, PieceFinder
from orlop.engine.walkway.region import offset, polygons_of, unite
from orlop.engine.walkway.settings import WalkwaySettings

if TYPE_CHECKING:
    from manifold3d import CrossSection
    from shapely import Polygon


SQUARES = 2
"""To the width of the widest gap: each is bridged, or is not, as its middle is."""


def close_gaps(
    region: "CrossSection", finder: PieceFinder, settings: WalkwaySettings
) -> "tuple[CrossSection, CrossSection, FloorParts]":
    """Fill what of `region` is no wider than the settings' gap and has floor within a step on both sides.

    `finder` knows the floor that the region is the plan of.

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
    found = finder.heights_across((squares[:, :2] + squares[:, 2:]) / 2, 2 * half, settings.step)
    bridged = np.isfinite(found)
    if not bridged.all():
        chasm = unite(_corners(squares[~bridged]), 4 * np.arange(np.count_nonzero(~bridged) + 1))
        closed -= gaps ^ chasm
        deep -= chasm
    return closed, deep, _level_parts(squares[bridged], found[bridged])


def _squares_over(area: "list[Polygon]", size: float) -> NDArray[np.float64]:
    """Return the squares of a grid about the origin that `area` touches, x0, z0, x1, z1, (n, 4)."""
    import shapely

    found = []
    for part in area:
        low, high = np.floor(np.array(part.bounds).reshape(2, 2) / size).astype(np.int64)
        sides = [np.arange(a, b + 1) for a, b in zip(low, high, strict=True)]
        cells = np.stack(np.meshgrid(*sides, indexing="ij"), axis=-1).reshape(-1, 2)
        shapely.prepare(part)
        found.append(cells[shapely.intersects(part, shapely.box(*(np.hstack([cells, cells + 1]) * size).T))])
    cells = np.unique(np.concatenate(found), axis=0)
    return np.hstack([cells, cells + 1]) * size


def _corners(squares: NDArray[np.float64]) -> NDArray[np.float64]:
    return squares[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 2)


def _level_parts(squares: NDArray[np.float64], heights: NDArray[np.float64]) -> FloorParts:
    n = len(squares)
    planes = np.stack([heights, np.zeros(n), np.zeros(n)], axis=1)
    return FloorParts(_corners(squares), np.arange(n + 1, dtype=np.int64) * 4, planes, np.arange(n, dtype=np.int64))
