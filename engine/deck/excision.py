"""A mesh less what stands in it: only the triangles that it touches are cut anew."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import shapely

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


def touched(corners: Floats, triangles: Ints, near: Callable[..., Ints], solids: "Sequence[shapely.Geometry]") -> Flags:
    """Return which triangles (t,) one of `solids` touches; `near` finds those whose bounds meet given ones."""
    import shapely

    found = np.zeros(len(triangles), np.bool_)
    for solid in solids:
        close = near(*solid.bounds)
        found[close] |= shapely.intersects(shapely.polygons(corners[triangles[close]]), solid)
    return found


def left_over(corners: Floats, triangles: Ints, solids: "Sequence[shapely.Geometry]") -> Floats:
    """Return what `triangles` hold beside `solids`, (n, 3, 2), cut into triangles again.

    They keep all corners on the outer border, where solids don't reach: so they fit their neighbours.
    """
    import shapely

    region = shapely.union_all(shapely.polygons(corners[triangles])).difference(shapely.union_all(solids))
    found: Floats = shapely.get_coordinates(shapely.constrained_delaunay_triangles(region)).reshape(-1, 4, 2)[:, :3]
    return found


def numbered(corners: Floats, known: Ints, points: Floats) -> tuple[Floats, Ints]:
    """Return corners with those of `points` (n, 3, 2) added that aren't among the `known` ones, and their numbers."""
    flat = points.reshape(-1, 2)
    together = np.concatenate([corners[known], flat])
    _, first, which = np.unique(together, axis=0, return_index=True, return_inverse=True)
    first = first[which.reshape(-1)][len(known) :]  # the first of those at the same place: a known one, if any
    new = first >= len(known)
    places, added = np.unique(first[new], return_inverse=True)
    numbers = np.empty(len(flat), np.int64)
    numbers[~new] = known[first[~new]]
    numbers[new] = len(corners) + added.reshape(-1)
    return np.concatenate([corners, together[places]]), numbers.reshape(-1, 3)
