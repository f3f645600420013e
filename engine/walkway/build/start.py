"""Where a player begins."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from orlop.engine.error import OrlopError
from orlop.engine.walkway.build.result import Start
from orlop.engine.walkway.build.role import StartRole
from orlop.engine.walkway.outline import signed_area
from orlop.engine.walkway.walkway import Walkway


def find_start(source: str, role: StartRole | None, walkways: Sequence[Walkway]) -> Start:
    """Return where the author says, else the middle of the largest piece of air, facing its length.

    Raises
    ------
    OrlopError
        If the author's start lies over no air.
    """
    if role is not None:
        return _marked(source, role, walkways)
    largest = max(walkways, key=lambda walkway: _border(walkway)[1])
    ring = _border(largest)[0]
    x, z = _roomiest(largest, ring)
    heading = _longest_view(largest, x, z)
    return Start(largest.name, x + float(largest.origin[0]), z + float(largest.origin[2]), heading)


def _marked(source: str, role: StartRole, walkways: Sequence[Walkway]) -> Start:
    x, y, z = role.position
    best: tuple[float, str] | None = None
    for walkway in walkways:
        if role.walkway is not None and walkway.name != role.walkway:
            continue
        local = walkway.to_local(x, z)
        floor = walkway.floor.at(*local)
        if floor is None or not walkway.air().contains(np.array([local]))[0]:
            continue
        gap = abs(floor[0] + float(walkway.origin[1]) - y)
        if best is None or gap < best[0]:
            best = (gap, walkway.name)
    if best is None:
        raise OrlopError(
            f"{source}, start at x {x:.2f}, z {z:.2f}",
            "there is no room for the player: it is off the floor, or in or near something solid",
            "Move it over open floor.",
        )
    return Start(best[1], x, z, role.heading)


def _border(walkway: Walkway) -> tuple[NDArray[np.float64], float]:
    """Return the border of the walkway's largest piece of air and its area, solids not deducted."""
    best, largest = np.zeros((0, 2)), 0.0
    for ring in walkway.air().rings():
        area = signed_area(ring)
        if area > largest:
            best, largest = ring, area
    return best, largest


def _roomiest(walkway: Walkway, border: NDArray[np.float64]) -> tuple[float, float]:
    import shapely

    outer = shapely.Polygon(border)
    shapely.prepare(outer)
    solids = [
        ring for ring in walkway.air().rings() if signed_area(ring) < 0 and outer.contains(shapely.Point(ring[0]))
    ]
    polygon = shapely.Polygon(border, solids)
    radius_line = shapely.maximum_inscribed_circle(polygon, 0.05 + 0.01 * math.sqrt(polygon.area))
    x, z = radius_line.coords[0]
    return float(x), float(z)


def _longest_view(walkway: Walkway, x: float, z: float) -> float:
    """Heading, of sixteen, along which the air's border is furthest."""
    segments = walkway.air().segments()
    ax, az = segments[:, 0] - x, segments[:, 1] - z
    ex, ez = segments[:, 2] - segments[:, 0], segments[:, 3] - segments[:, 1]
    best, furthest = 0.0, -1.0
    for k in range(16):
        heading = k * math.pi / 8
        dx, dz = math.sin(heading), -math.cos(heading)
        with np.errstate(divide="ignore", invalid="ignore"):
            denominator = dx * ez - dz * ex
            along = (ax * ez - az * ex) / denominator
            across = (ax * dz - az * dx) / denominator
        hit = along[(across >= 0) & (across <= 1) & (along > 0)]
        distance = float(hit.min()) if len(hit) else 0.0
        if distance > furthest + 1e-9:
            best, furthest = heading, distance
    return best
