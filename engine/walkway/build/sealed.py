"""Open space within a closed obstacle: the inside of a column, of a crate, of a hollow wall."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.walkway.floor import Floor
from orlop.engine.walkway.outline import Outline

INSIDE = 0.5
"""Winding number above which a point counts as inside; open meshes give something in between."""


def without_sealed(
    outlines: Sequence[Outline], floor: Floor, obstacles: NDArray[np.float64], height: float
) -> list[Outline]:
    """Leave out open regions that lie in a solid, and inside an obstacle that is closed around them.

    Only regions enclosed by the solids of another one: a ship's deck within its hull is no
    such region. What the obstacles enclose is told by their winding number (Jacobson, Kavan and
    Sorkine-Hornung 2013), which holds for any soup of triangles.

    Parameters
    ----------
    obstacles
        (n, 3, 3) metres, outward facing.
    height
        Over the floor at which a region is probed, metres: amid knee and brow.
    """
    import shapely

    depth: list[int] = []
    for outline in outlines:
        depth.append(depth[outline.parent] + 1 if outline.parent >= 0 else 0)
    nested = [index for index, level in enumerate(depth) if level > 0 and level % 2 == 0]
    if not nested or not len(obstacles):
        return list(outlines)
    solids: dict[int, list[NDArray[np.float64]]] = {}
    for outline in outlines:
        solids.setdefault(outline.parent, []).append(outline.points)
    regions = [shapely.Polygon(outlines[index].points, solids.get(index, ())) for index in nested]
    places = shapely.get_coordinates(shapely.point_on_surface(regions))
    dropped: set[int] = set()
    for index, (x, z) in zip(nested, places.tolist(), strict=True):
        ground = floor.at(x, z)
        if ground is not None and winding_number(np.array([x, ground[0] + height, z]), obstacles) > INSIDE:
            dropped.add(index)
    return _remaining(outlines, dropped)


def winding_number(point: NDArray[np.float64], triangles: NDArray[np.float64]) -> float:
    """Return how often (n, 3, 3) `triangles` wind around a point (3,): 1 inside a closed outward mesh, 0 outside.

    The signed solid angle of each, after van Oosterom and Strackee 1983, over 4π.
    """
    return _winding(point, np.ascontiguousarray(triangles))


@kernel
def _winding(point: NDArray[np.float64], triangles: NDArray[np.float64]) -> float:
    x, y, z = point[0], point[1], point[2]
    total = 0.0
    for t in range(triangles.shape[0]):
        ax, ay, az = triangles[t, 0, 0] - x, triangles[t, 0, 1] - y, triangles[t, 0, 2] - z
        bx, by, bz = triangles[t, 1, 0] - x, triangles[t, 1, 1] - y, triangles[t, 1, 2] - z
        cx, cy, cz = triangles[t, 2, 0] - x, triangles[t, 2, 1] - y, triangles[t, 2, 2] - z
        la = np.sqrt(ax * ax + ay * ay + az * az)
        lb = np.sqrt(bx * bx + by * by + bz * bz)
        lc = np.sqrt(cx * cx + cy * cy + cz * cz)
        volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
        spread = la * lb * lc + (ax * bx + ay * by + az * bz) * lc
        spread += (bx * cx + by * cy + bz * cz) * la + (cx * ax + cy * ay + cz * az) * lb
        total += np.arctan2(volume, spread)
    return total / (2.0 * np.pi)


def _remaining(outlines: Sequence[Outline], dropped: set[int]) -> list[Outline]:
    """Leave out `dropped` and all that lies in them, and number the parents anew."""
    numbers: dict[int, int] = {-1: -1}
    kept: list[Outline] = []
    for index, outline in enumerate(outlines):  # parents come before what lies in them
        if index not in dropped and outline.parent in numbers:
            numbers[index] = len(kept)
            kept.append(Outline(outline.points, numbers[outline.parent]))
    return kept


def warm() -> None:
    """Compile this file's kernel."""
    winding_number(np.zeros(3), np.ones((1, 3, 3)))
