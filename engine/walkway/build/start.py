"""Where a player begins."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from orlop.engine.error import OrlopError
from orlop.engine.walkway.build.misplaced import MisplacedError
from orlop.engine.walkway.build.result import Start
from orlop.engine.walkway.build.role import StartRole
from orlop.engine.walkway.build.storey import storeys
from orlop.engine.walkway.expansion import air_polygons
from orlop.engine.walkway.outline import signed_area
from orlop.engine.walkway.walkway import Walkway

FARTHEST_MOVE = 2.0
"""Metres by which a start without room is moved."""


def find_start(source: str, role: StartRole | None, walkways: Sequence[Walkway]) -> tuple[Start, tuple[str, ...]]:
    """Return where the author says, else the middle of the largest piece of air, facing its length.

    A mark that is in or near something solid, or just off the floor, is moved to the nearest
    place with room, up to `FARTHEST_MOVE` metres away, and a warning tells so: a scene that is
    leaned over can still be entered.

    Raises
    ------
    MisplacedError
        If there is no room within that distance.
    """
    if role is not None:
        return _marked(source, role, walkways)
    largest = max(walkways, key=lambda walkway: _border(walkway)[1])
    ring = _border(largest)[0]
    x, z = _over_floor(largest, *_roomiest(largest, ring))
    heading = _longest_view(largest, x, z)
    return Start(largest.name, x + float(largest.origin[0]), z + float(largest.origin[2]), heading), ()


def _marked(source: str, role: StartRole, walkways: Sequence[Walkway]) -> tuple[Start, tuple[str, ...]]:
    x, y, z = role.position
    candidates = walkways if role.walkway is None else storeys(walkways, role.walkway)
    if not candidates:
        raise OrlopError(
            f"{source}, start at x {x:.2f}, z {z:.2f}",
            f'there is no walkway "{role.walkway}" for it',
            f"Name one of these: {', '.join(each.name for each in walkways)}; "
            'or, if it is not meant so, let its name not begin with "start".',
        )
    places = []
    for walkway in candidates:
        place = _nearest_air(walkway, walkway.to_local(x, z))
        floor = None if place is None else walkway.floor.at(*place)
        if place is not None and floor is not None:
            local = walkway.to_local(x, z)
            away = math.dist(place, local) + abs(floor[0] + float(walkway.origin[1]) - y)
            places.append((away, walkway, place, math.dist(place, local)))
    best = min(places, key=lambda found: found[0], default=None)
    if best is None or best[3] > FARTHEST_MOVE:
        raise MisplacedError(
            f"{source}, start at x {x:.2f}, z {z:.2f}",
            "there is no room for the player: it is off the floor, or in or near something solid",
            "Move it over open floor.",
            role.walkway,
            x,
            z,
        )
    _, walkway, place, moved = best
    if moved == 0.0:
        return Start(walkway.name, x, z, role.heading), ()
    at = (place[0] + float(walkway.origin[0]), place[1] + float(walkway.origin[2]))
    line = (
        f"the start at x {x:.2f}, z {z:.2f} has no room for the player and was moved to x {at[0]:.2f}, z {at[1]:.2f}. "
        "Move it over open floor."
    )
    return Start(walkway.name, *at, role.heading), (line,)


def _nearest_air(walkway: Walkway, place: tuple[float, float]) -> tuple[float, float] | None:
    """Return the place of the air nearest to a local (x, z); a little way in, if that is on its border."""
    import shapely

    pieces = air_polygons(walkway.air())
    if not len(pieces):
        return None
    region = shapely.union_all(pieces)
    point = shapely.Point(place)
    if region.contains(point):
        return place
    inner = shapely.buffer(region, -0.05)
    near = shapely.shortest_line(inner if not inner.is_empty else region, point).coords[0]
    return float(near[0]), float(near[1])


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


def _over_floor(walkway: Walkway, x: float, z: float) -> tuple[float, float]:
    """Return the place, or the one in the air nearest to it that has floor below: a narrow gap, walked over, has none."""
    if walkway.floor.at(x, z) is not None:
        return x, z
    k = np.arange(4000.0)
    reach, turn = 0.03 * np.sqrt(k), 2.399963229728653 * k  # a spiral that leaves no gap (Vogel's)
    places = np.stack([x + reach * np.cos(turn), z + reach * np.sin(turn)], axis=1)
    fit = np.flatnonzero(np.isfinite(walkway.floor.sample(places)[0]))
    for place in places[fit[walkway.air().contains(places[fit])]][:1].tolist():
        return place[0], place[1]
    return x, z


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
