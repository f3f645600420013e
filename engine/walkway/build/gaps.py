"""Holes and cracks in the floor that are narrow enough to be walked over."""

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.walkway.build.floor_parts import FloorParts
from orlop.engine.walkway.build.grid import Grid
from orlop.engine.walkway.build.pieces import HAIR
from orlop.engine.walkway.region import offset, polygons_of, unite
from orlop.engine.walkway.settings import WalkwaySettings

if TYPE_CHECKING:
    from manifold3d import CrossSection
    from shapely import Polygon


def close_gaps(
    region: "CrossSection", grid: Grid, height: NDArray[np.float32], settings: WalkwaySettings
) -> "tuple[CrossSection, CrossSection, FloorParts]":
    """Fill what of `region` is no wider than the settings' gap and has floor within a step on both sides.

    `height` (nx, nz) is the layer's by cells, NaN for none.

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
    cells = _cells_of(polygons_of(deep), grid)
    reach = math.ceil(settings.gap / grid.cell) + 1
    found = heights_across(height, cells, reach, settings.step)
    bridged = np.isfinite(found)
    squares = _squares(cells, grid)
    if not bridged.all():
        chasm = unite(_corners(squares[~bridged]), 4 * np.arange(np.count_nonzero(~bridged) + 1))
        closed -= gaps ^ chasm
        deep -= chasm
    return closed, deep, _level_parts(squares[bridged], found[bridged])


def _cells_of(area: "list[Polygon]", grid: Grid) -> NDArray[np.int64]:
    """Return the cells (i, j) that `area` touches, (n, 2)."""
    import shapely

    found = []
    for part in area:
        x0, z0, x1, z1 = part.bounds
        i0, j0 = int((x0 - grid.x) / grid.cell), int((z0 - grid.z) / grid.cell)
        i1, j1 = int((x1 - grid.x) / grid.cell) + 1, int((z1 - grid.z) / grid.cell) + 1
        cells = np.stack(np.meshgrid(np.arange(i0, i1), np.arange(j0, j1), indexing="ij"), axis=-1).reshape(-1, 2)
        shapely.prepare(part)
        found.append(cells[shapely.intersects(part, shapely.box(*_squares(cells, grid).T))])
    return np.unique(np.concatenate(found), axis=0)


def _squares(cells: NDArray[np.int64], grid: Grid) -> NDArray[np.float64]:
    low = np.array([grid.x, grid.z]) + cells * grid.cell
    return np.hstack([low, low + grid.cell])


def _corners(squares: NDArray[np.float64]) -> NDArray[np.float64]:
    return squares[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 2)


def _level_parts(squares: NDArray[np.float64], heights: NDArray[np.float64]) -> FloorParts:
    n = len(squares)
    planes = np.stack([heights, np.zeros(n), np.zeros(n)], axis=1)
    return FloorParts(_corners(squares), np.arange(n + 1, dtype=np.int64) * 4, planes, np.arange(n, dtype=np.int64))


@kernel
def heights_across(height, cells, reach, step):  # type: ignore[no-untyped-def]
    """Return the floor's height in each of `cells` (n, 2), or between its sides along x or z; NaN for none.

    A side is looked for `reach` cells far; the two must be within `step` metres of each other.
    """
    found = np.full(cells.shape[0], np.nan)
    for c in range(cells.shape[0]):
        i, j = cells[c, 0], cells[c, 1]
        if not np.isnan(height[i, j]):
            found[c] = height[i, j]
            continue
        for axis in range(2):
            sides = np.full(2, np.nan)
            for side in range(2):
                for k in range(1, reach + 1):
                    d = k if side else -k
                    p, q = (i + d, j) if axis == 0 else (i, j + d)
                    if 0 <= p < height.shape[0] and 0 <= q < height.shape[1] and not np.isnan(height[p, q]):
                        sides[side] = height[p, q]
                        break
            if np.isnan(found[c]) and abs(sides[0] - sides[1]) <= step:
                found[c] = 0.5 * (sides[0] + sides[1])
    return found


def warm() -> None:
    """Compile this file's kernel."""
    heights_across(np.zeros((3, 3), np.float32), np.ones((1, 2), np.int64), 1, 0.4)
