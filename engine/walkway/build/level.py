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
    parts = [np.zeros((0, 3, 3))]
    for node in nodes:
        kept = (_upward(node.triangles) >= least) & roles.walkable(node)
        parts.append(node.triangles[kept])
    return np.concatenate(parts)


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
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    return normals[:, 1] / np.maximum(np.linalg.norm(normals, axis=1), 1e-300)  # type: ignore[no-any-return]
