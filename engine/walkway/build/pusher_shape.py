"""Seen from above, the part of a door or railing that can be in the way."""

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from orlop.engine.error import OrlopError
from orlop.engine.walkway.build.result import PusherShape
from orlop.engine.walkway.build.role import PusherRole, heading_of
from orlop.engine.walkway.settings import WalkwaySettings

if TYPE_CHECKING:
    from shapely import Geometry

THIN = 0.01
"""Half of the thickness, in metres, that a sheet of no thickness is given."""

SNAP = 1e-5
"""Metres within which ends of lines are taken to meet."""


def pusher_shape(role: PusherRole, source: str, floor_height: float | None, settings: WalkwaySettings) -> PusherShape:
    """Flatten a pusher between knee and brow over `floor_height` (world metres).

    None for the height, as over a hole: the lowest point of the pusher stands on the floor.

    Raises
    ------
    OrlopError
        If nothing of it lies in that band.
    """
    triangles = np.concatenate([node.triangles for node in role.nodes])
    base = float(triangles[..., 1].min()) if floor_height is None else floor_height
    knee = settings.knee if role.knee is None else role.knee
    brow = settings.brow if role.brow is None else role.brow
    heading = heading_of(role.node.transform)
    position = (float(role.node.position[0]), float(role.node.position[1]), float(role.node.position[2]))
    outlines = _seen_from_above(_in_own_frame(triangles, position, heading), base + knee, base + brow)
    if not outlines:
        raise OrlopError(
            f'{source}, node "{role.node.name}"',
            f"nothing of this pusher lies between knee and brow, {knee:g} … {brow:g} m over the floor",
            'Give it the extras "knee" and "brow" of its own, in metres, or make it taller.',
        )
    return PusherShape(role.walkway, outlines, heading, position)


def _in_own_frame(
    triangles: NDArray[np.float64], position: tuple[float, float, float], heading: float
) -> NDArray[np.float64]:
    """Move the node's origin to (x, z) = (0, 0) and turn it back to heading 0; heights stay."""
    c, s = math.cos(heading), math.sin(heading)
    x, z = triangles[..., 0] - position[0], triangles[..., 2] - position[2]
    return np.stack([x * c + z * s, triangles[..., 1], z * c - x * s], axis=-1)


def _seen_from_above(triangles: NDArray[np.float64], low: float, high: float) -> tuple[NDArray[np.float64], ...]:
    """Unite the plans of what lies between `low` and `high`."""
    import shapely

    plans = []
    for triangle in triangles:
        piece = _above(_above(triangle, low, 1.0), high, -1.0)
        if len(piece):
            plans.append(_plan(piece[:, [0, 2]]))
    # An upright face is a line from above. Lines that close around something make it solid, as
    # the four sides of a door do; one that ends in the open, a curtain, gets a thickness.
    lines = shapely.union_all([plan for plan in plans if plan.geom_type == "LineString"], grid_size=SNAP)
    areas = [plan for plan in plans if plan.geom_type == "Polygon"]
    solid = shapely.union_all([*areas, *shapely.get_parts(shapely.polygonize([lines]))])
    loose = shapely.difference(lines, shapely.buffer(solid, SNAP))
    united = shapely.union_all([solid, shapely.buffer(loose, THIN, cap_style="square")])
    parts = [part for part in shapely.get_parts(shapely.simplify(united, SNAP)).tolist() if part.area > SNAP]
    filled = np.array([shapely.Polygon(part.exterior) for part in parts], object)
    return tuple(
        np.array(polygon.exterior.coords, np.float64)[:-1] for polygon in shapely.orient_polygons(filled).tolist()
    )


def _plan(points: NDArray[np.float64]) -> "Geometry":
    """Return what convex points (n, 2) cover: an area, or a line where rounding alone makes it wider than one."""
    import shapely

    hull = shapely.convex_hull(shapely.MultiPoint(points))
    between = points[:, None] - points[None]
    lengths = np.hypot(between[..., 0], between[..., 1])
    longest = float(lengths.max())
    if hull.geom_type != "Polygon" or hull.area > SNAP * longest:
        return hull
    first, last = np.unravel_index(int(lengths.argmax()), lengths.shape)
    return shapely.LineString([points[first], points[last]])


def _above(polygon: NDArray[np.float64], limit: float, sign: float) -> NDArray[np.float64]:
    """Keep the part of a convex polygon (n, 3) with sign · (y − limit) ≥ 0."""
    kept = []
    for a, b in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        da, db = sign * (a[1] - limit), sign * (b[1] - limit)
        if da >= 0:
            kept.append(a)
        if da * db < 0:
            kept.append(a + (b - a) * (da / (da - db)))
    return np.array(kept).reshape(-1, 3)
