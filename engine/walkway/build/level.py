"""Which triangles can be stood on."""

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from orlop.engine.scene.scene import Node
from orlop.engine.walkway.build.role import Roles


def level_enough(nodes: Iterable[Node], roles: Roles, slope_limit: float) -> NDArray[np.float64]:
    """Return the triangles of `nodes` that face up within the slope limit, radians, and may be floor, (n, 3, 3)."""
    least = max(math.cos(slope_limit), 1e-6) - 1e-9
    nodes = [node for node in nodes if len(node.triangles)]
    if not nodes:
        return np.zeros((0, 3, 3))
    triangles = np.concatenate([node.triangles for node in nodes])
    walkable = np.concatenate([roles.walkable(node) for node in nodes])
    return triangles[(_upward(triangles) >= least) & walkable]  # type: ignore[no-any-return]


def facing_up(triangles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return those of `triangles` (n, 3, 3) that face up, however steep."""
    return triangles[_upward(triangles) > 1e-3]


def area_above(triangles: NDArray[np.float64]) -> float:
    """Return the area of triangles (n, 3, 3) as seen from above, square metres; what overlaps counts twice."""
    edges = triangles[:, 1:] - triangles[:, :1]
    x, z = edges[..., 0], edges[..., 2]
    return float(np.abs(x[:, 0] * z[:, 1] - x[:, 1] * z[:, 0]).sum() / 2)


def _upward(triangles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Cosine between each triangle's normal and up, (n,)."""
    a = triangles[:, 0]
    (ux, uy, uz), (vx, vy, vz) = (triangles[:, 1] - a).T, (triangles[:, 2] - a).T
    x, y, z = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    return y / np.maximum(np.sqrt(x * x + y * y + z * z), 1e-300)  # type: ignore[no-any-return]
