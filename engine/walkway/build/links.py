"""Holds portals, trapdoors and pushers against the walkways they join: what would go wrong is a warning."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from orlop.engine.walkway.build.result import PusherShape
from orlop.engine.walkway.build.role import PortalRole, Roles, TrapdoorRole
from orlop.engine.walkway.build.storey import joined
from orlop.engine.walkway.expansion import open_polygons
from orlop.engine.walkway.outline import Outline
from orlop.engine.walkway.walkway import Walkway

EVEN = 0.02
"""Metres by which the floors under a portal may differ: a jump of the eye that nobody notices."""

SPACING = 0.1
"""Metres between the places where floors are compared."""

LEAST_OVERLAP = 1e-6
"""Square metres; rectangles that merely touch do not overlap."""

SUNK = 0.02
"""Metres that a pusher may reach into a wall: hinges touch door posts."""


def check_links(
    roles: Roles, walkways: Sequence[Walkway], pushers: dict[str, PusherShape], grown: float
) -> tuple[str, ...]:
    """Return a line for each link that would misbehave: the node, where in world metres, why, the cure.

    Walls may be too thick by `grown` metres, as the raster's are by a cell.
    """
    by_name = {walkway.name: walkway for walkway in walkways}
    found = [_portal(portal, walkways) for portal in roles.portals]
    found += [_thrown_back(a, b) for a, b in combinations(roles.portals, 2)]
    found += [_trapdoor(trapdoor, by_name) for trapdoor in roles.trapdoors]
    found += [_pusher(name, shape, by_name, SUNK + grown) for name, shape in pushers.items()]
    return tuple(line for line in found if line is not None)


def _portal(portal: PortalRole, walkways: Sequence[Walkway]) -> str | None:
    """Compare the two floors where a motor may be: both must carry the same ramp."""
    pair = joined(walkways, portal)
    if pair is None:
        return None
    source, destination = pair
    places = _places(portal.low, portal.high)
    local = places - source.origin[[0, 2]]
    walked = source.air().contains(local)
    if not walked.any():
        return (
            f'portal "{portal.node}" at {_at(*_middle(portal))}: no motor reaches it on '
            f'"{portal.source}". Move it over open floor.'
        )
    here, _ = source.floor.sample(local[walked])
    there, _ = destination.floor.sample(local[walked])
    gap = np.where(np.isfinite(there), np.nan_to_num(np.abs(there - here)), np.inf)
    worst = int(np.argmax(gap))
    where = _at(*places[walked][worst])
    if np.isinf(gap[worst]):
        return f'portal "{portal.node}" at {where}: "{portal.destination}" has no floor there. Give both the same ramp.'
    if gap[worst] > EVEN:
        return (
            f'portal "{portal.node}" at {where}: the floors of "{portal.source}" and '
            f'"{portal.destination}" differ by {gap[worst]:.2f} m there. Give both the same ramp.'
        )
    if not destination.air().contains(local[walked]).any():
        return (
            f'portal "{portal.node}" at {_at(*_middle(portal))}: it leads into something solid on '
            f'"{portal.destination}". Clear the way there.'
        )
    return None


def _thrown_back(a: PortalRole, b: PortalRole) -> str | None:
    """Tell if two lead back to one another in the same place: a motor there would flip every tick."""
    low, high = np.maximum(a.low, b.low), np.minimum(a.high, b.high)
    if (a.source, a.destination) != (b.destination, b.source) or not np.all(high > low):
        return None
    if np.prod(high - low) <= LEAST_OVERLAP:
        return None
    return (
        f'portals "{a.node}" and "{b.node}" at {_at(*(low + high) / 2)}: they overlap and would throw '
        "a motor back and forth. Part them, each on its own walkway's side."
    )


def _trapdoor(trapdoor: TrapdoorRole, walkways: dict[str, Walkway]) -> str | None:
    """A cover must close a hole: somewhere below it the floor itself is absent or deeper than a step."""
    walkway = walkways.get(trapdoor.walkway)
    if walkway is None:
        return None
    triangles = np.concatenate([node.triangles for node in trapdoor.nodes]) - walkway.origin
    corners = triangles.reshape(-1, 3)
    low, high = corners[:, [0, 2]].min(axis=0), corners[:, [0, 2]].max(axis=0)
    places = _places(low, high)
    heights, _ = walkway.floor.sample(places)
    hole = ~np.isfinite(heights) | (corners[:, 1].max() - heights > walkway.settings.step)
    where = _at(*((low + high) / 2 + walkway.origin[[0, 2]]))
    if not hole.any():
        return (
            f'trapdoor "{trapdoor.node.name}" at {where}: the floor of "{trapdoor.walkway}" has no hole below it. '
            "Cut one, or move the trapdoor over it."
        )
    return None


def _pusher(name: str, shape: PusherShape, walkways: dict[str, Walkway], allowance: float) -> str | None:
    """Find a pusher that begins in a wall: a solid over floor, or no open place at all."""
    import shapely

    walkway = walkways.get(shape.walkway)
    if walkway is None:
        return None
    c, s = np.cos(shape.heading), np.sin(shape.heading)
    place = np.array(shape.position)[[0, 2]] - walkway.origin[[0, 2]]
    rings = [ring @ np.array([[c, s], [-s, c]]) + place for ring in shape.outlines]
    body = shapely.union_all([shapely.Polygon(ring) for ring in rings])
    low, high = np.array(body.bounds).reshape(2, 2)
    around = shapely.box(*(low - 2 * allowance - SPACING), *(high + 2 * allowance + SPACING))
    # Only what is near: a deck has thousands of corners.
    near = _near(walkway.outlines, np.array(around.bounds))
    free = shapely.union_all(shapely.intersection(open_polygons(near), around))
    sunk = [
        part
        for part in shapely.get_parts(shapely.difference(body, shapely.buffer(free, allowance))).tolist()
        if part.area > 0
    ]
    if not sunk:
        return None
    middles = np.array([part.representative_point().coords[0] for part in sunk])
    over_floor = np.isfinite(walkway.floor.sample(middles)[0])
    if not over_floor.any() and shapely.intersects(body, free):
        return None  # it hangs over an edge of the floor, as a railing may
    where = _at(*(middles[int(np.argmax(over_floor))] + walkway.origin[[0, 2]]))
    return f'pusher "{name}" at {where}: it starts inside a wall of "{walkway.name}". Move it clear of the wall.'


def _near(outlines: Sequence[Outline], box: NDArray[np.float64]) -> list[Outline]:
    """Leave out solids whose bounds do not meet `box`, (x0, z0, x1, z1), and what lies in them; open regions stay."""
    counts = np.array([len(outline.points) for outline in outlines])
    points, starts = np.concatenate([outline.points for outline in outlines]), np.cumsum(counts) - counts
    low, high = np.minimum.reduceat(points, starts), np.maximum.reduceat(points, starts)
    meets = np.all((low <= box[2:]) & (high >= box[:2]), axis=1)
    numbers: dict[int, int] = {-1: -1}
    kept: list[Outline] = []
    for index, outline in enumerate(outlines):
        if outline.parent in numbers and (meets[index] or outline.parent == -1):
            numbers[index] = len(kept)
            kept.append(Outline(outline.points, numbers[outline.parent]))
    return kept


def _places(
    low: Sequence[float] | NDArray[np.float64], high: Sequence[float] | NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return places within a rectangle, some way in from its edges, (n, 2)."""
    sides = []
    for a, b in zip(low, high, strict=True):
        count = max(3, int((b - a) / SPACING))
        sides.append(a + (b - a) * (np.arange(count) + 0.5) / count)
    return np.stack(np.meshgrid(*sides, indexing="ij"), axis=-1).reshape(-1, 2)


def _middle(portal: PortalRole) -> tuple[float, float]:
    return (portal.low[0] + portal.high[0]) / 2, (portal.low[1] + portal.high[1]) / 2


def _at(x: float, z: float) -> str:
    return f"x {x:.2f}, z {z:.2f}"
