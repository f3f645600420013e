"""A mesh set into the world by its node's transform."""

from dataclasses import replace

import numpy as np

from orlop.engine.error import OrlopError
from orlop.engine.scene.mesh import Mesh
from orlop.engine.scene.scene import Node
from orlop.engine.scene.triangle import with_area

# Beyond this a float64 no longer holds a tenth of a micrometre, and a file means something else.
FARTHEST = 1e9


def placed(node: Node, mesh: Mesh | None, source: str) -> Node:
    """Return `node` showing `mesh`, its triangles in world space.

    A transform that mirrors turns the winding, so that counter-clockwise stays outside. A mesh
    that is inside out is turned, unless the node's extras say `inward: true`: a sealed room, seen
    from within. Triangles without area are dropped.

    Raises
    ------
    OrlopError
        The node, or one of its vertices, lies farther out than `FARTHEST` metres.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        linear, offset = node.transform[:3, :3], node.transform[:3, 3]
        triangles = np.zeros((0, 3, 3)) if mesh is None else mesh.triangles @ linear.T + offset
        within = np.abs(node.transform).max() <= FARTHEST and np.abs(triangles).max(initial=0.0) <= FARTHEST
    if not within:  # also where something is NaN
        raise OrlopError(
            f'{source}, node "{node.name}"',
            f"reaches farther than {FARTHEST:.0e} m from the origin",
            "Apply or clear its transform, and its parents', and export again.",
        )
    if mesh is None:
        return node
    if (np.linalg.det(linear) < 0) != is_turned(node, mesh):
        triangles = triangles[:, ::-1]
    kept = with_area(triangles)
    return replace(
        node,
        triangles=np.ascontiguousarray(triangles[kept]),
        materials=mesh.materials,
        material_of=mesh.material_of[kept],
        extras={**mesh.extras, **node.extras},
    )


def is_turned(node: Node, mesh: Mesh) -> bool:
    """Whether `placed` turns the mesh because it is inside out."""
    return mesh.inside_out and node.extras.get("inward", mesh.extras.get("inward")) is not True
