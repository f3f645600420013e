"""Pieces of air, and which of them a walker can come to from the start."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from orlop.engine.walkway.build.result import Build
from orlop.engine.walkway.build.role import Roles
from orlop.engine.walkway.build.storey import joined
from orlop.engine.walkway.expansion import air_polygons

if TYPE_CHECKING:
    from shapely import Geometry, Polygon

    from orlop.engine.walkway.walkway import Walkway


@dataclass(frozen=True, slots=True, eq=False)
class Island:
    """A piece of a walkway's air.

    Attributes
    ----------
    walkway, number
        The walkway and its own count, from 1, the largest first.
    polygon
        Local to the walkway.
    reached
        Whether seams, and portals with their hatches open, lead there from the start.
    """

    walkway: str
    number: int
    polygon: "Polygon"
    reached: bool


def find_islands(build: Build, roles: Roles) -> list[Island]:
    """Return all pieces of air, walkway by walkway."""
    import shapely

    pieces = {walkway.name: air_polygons(walkway.air()) for walkway in build.walkways}
    ways = _ways(build.walkways, roles)
    start = build.walkway(build.start.walkway)
    place = shapely.Point(start.to_local(build.start.x, build.start.z))
    reached = {(start.name, n) for n, piece in enumerate(pieces[start.name]) if piece.distance(place) < 1e-3}
    waiting = sorted(reached)
    while waiting:
        name, number = waiting.pop()
        for source, destination, rectangles in ways:
            if source != name:
                continue
            crossing = shapely.intersection(pieces[name][number], rectangles)
            for other, piece in enumerate(pieces[destination]):
                if (destination, other) not in reached and shapely.intersection(crossing, piece).area > 0:
                    reached.add((destination, other))
                    waiting.append((destination, other))
    return [
        Island(name, number + 1, piece, (name, number) in reached)
        for name, found in pieces.items()
        for number, piece in enumerate(found)
    ]


def _ways(walkways: "Sequence[Walkway]", roles: Roles) -> "list[tuple[str, str, Geometry]]":
    """Return (source, destination, where) of every seam and portal, where local to the walkways' common origin."""
    import shapely

    ways = [
        (walkway.name, seam.destination, shapely.union_all(shapely.box(*seam.rectangles.T)))
        for walkway in walkways
        for seam in walkway.seams
    ]
    for portal in roles.portals:
        pair = joined(walkways, portal)
        if pair is not None:
            x, z = pair[0].origin[[0, 2]]
            ends = np.array([*portal.low, *portal.high]) - [x, z, x, z]
            ways.append((pair[0].name, pair[1].name, shapely.box(*ends.tolist())))
    return ways
