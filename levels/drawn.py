"""Walkways drawn by hand: a border and what is solid within it, on a level floor."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from orlop.engine.walkway.floor import Floor
from orlop.engine.walkway.outline import Outline
from orlop.engine.walkway.settings import WalkwaySettings
from orlop.engine.walkway.walkway import Seam, Walkway

Floats = NDArray[np.float64]


def draw_walkway(
    name: str,
    border: ArrayLike,
    solids: Sequence[ArrayLike] = (),
    height: float = 0.0,
    origin: tuple[float, float, float] = (0.0, 0.0, 0.0),
    seams: tuple[Seam, ...] = (),
) -> Walkway:
    """Return a walkway without any scene behind it, for a first try or a test.

    Parameters
    ----------
    name
        Of the walkway.
    border
        (n, 2) local metres (x, z), a closed ring; either sense.
    solids
        Rings of what stands in the way, each (n, 2), within the border, not touching each other.
    height
        Of the level floor over `origin`, metres.
    origin
        World position of the local zero, metres.
    seams
        Where it goes on as another walkway.
    """
    outlines = [Outline(turned(border, counter_clockwise=True))]
    outlines += [Outline(turned(solid, counter_clockwise=False), parent=0) for solid in solids]
    floor = level_floor(outlines[0].points, height)
    return Walkway(name, np.array(origin, np.float64), WalkwaySettings(), floor, tuple(outlines), seams=seams)


def rectangle(low_x: float, low_z: float, high_x: float, high_z: float) -> Floats:
    """Return the four corners of a rectangle, metres, counter-clockwise."""
    return np.array([[low_x, low_z], [high_x, low_z], [high_x, high_z], [low_x, high_z]], np.float64)


def turned(ring: ArrayLike, counter_clockwise: bool) -> Floats:
    """Return the ring in the sense asked for."""
    points = np.ascontiguousarray(ring, np.float64)
    is_counter_clockwise = Outline(points).area > 0.0
    return points if is_counter_clockwise is counter_clockwise else np.ascontiguousarray(points[::-1])


def level_floor(points: Floats, height: float) -> Floor:
    """Return two level triangles under all of `points` (n, 2)."""
    (x0, z0), (x1, z1) = points.min(axis=0), points.max(axis=0)
    corners = [(x0, height, z0), (x0, height, z1), (x1, height, z1), (x1, height, z0)]
    return Floor.from_triangles(np.array([corners[:3], [corners[0], corners[2], corners[3]]], np.float64))
