"""glTF 2.0 and GLB files as scenes.

The accessors are decoded here rather than by trimesh. Its loader (5.2) gives Draco meshes as zeros, ends
in an IndexError for meshopt, knows no file, node and cure to name, and costs 0.3 s to import; guarding it
took more code than the decoder (`accessor.py`). Tests hold the two against each other.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from orlop.engine.error import OrlopError
from orlop.engine.scene.document import Document
from orlop.engine.scene.entry import Entry
from orlop.engine.scene.extension import INSTANCING, refuse_unreadable_extensions
from orlop.engine.scene.mesh import Mesh, read_mesh
from orlop.engine.scene.naming import UniqueNames
from orlop.engine.scene.placing import is_turned, placed
from orlop.engine.scene.scene import Node, Scene


def read_gltf(path: Path) -> Scene:
    """Read the default scene of a glTF or GLB file, or its first where none is the default.

    Empties, cameras and lights stay as nodes without triangles; textures are not read; skinned
    meshes and morph targets stay in the position in which they are stored. A node takes its mesh's
    extras too; its own win.

    Raises
    ------
    OrlopError
        The file can't be read as it was meant, and why.
    """
    document = Document(path)
    refuse_unreadable_extensions(document)
    reader = _Reader(document)
    return Scene(document.source, reader.nodes(), tuple(reader.warnings))


class _Reader:
    """Walks the hierarchy of one file; a mesh is decoded once, however many nodes show it."""

    def __init__(self, document: Document) -> None:
        self.warnings: list[str] = []
        self._document = document
        self._source = document.source
        self._names = UniqueNames()
        self._meshes: dict[int, Mesh] = {}
        self._turned: list[str] = []

    def nodes(self) -> tuple[Node, ...]:
        """All nodes of the scene, each parent before its children, siblings in the file's order."""
        found: list[Node] = []
        seen: set[int] = set()
        waiting: list[tuple[int, Node | None]] = [(index, None) for index in reversed(self._roots())]
        while waiting:
            index, parent = waiting.pop()
            if index in seen:
                raise OrlopError(
                    self._source, f"nodes[{index}] has two parents or is its own ancestor", "Export the file again."
                )
            seen.add(index)
            entry = self._document.item("nodes", index, self._source)
            node = self._node(entry, index, parent)
            found.append(node)
            waiting.extend((child, node) for child in reversed(entry.indices("children")))
        self._report(len(seen))
        return tuple(found)

    def _roots(self) -> list[int]:
        if not self._document.count("nodes"):
            raise OrlopError(self._source, "has no nodes, so no mesh", "Export at least one object.")
        if not self._document.count("scenes"):
            return self._orphans()
        scene = self._document.item("scenes", self._document.root.index("scene", 0), self._source)
        roots = scene.indices("nodes")
        if not roots:
            raise OrlopError(self._source, "its scene is empty", "Export at least one object with the scene.")
        return roots

    def _orphans(self) -> list[int]:
        """Nodes that are nobody's child: the roots of a file without a scene."""
        count = self._document.count("nodes")
        entries = (self._document.item("nodes", index, self._source) for index in range(count))
        children = {child for entry in entries for child in entry.indices("children")}
        return [index for index in range(count) if index not in children]

    def _node(self, entry: Entry, index: int, parent: Node | None) -> Node:
        name = self._names.take(entry.text("name") or self._mesh_name(entry) or f"node.{index}")
        entry.where = f'{self._source}, node "{name}"'
        transform = _local_transform(entry)
        if parent is not None:
            with np.errstate(over="ignore", invalid="ignore"):  # `placed` refuses what comes of it
                transform = parent.transform @ transform
        empty = Node(name, parent.name if parent else None, transform, extras=entry.extras())
        if entry.entry("extensions").has(INSTANCING):
            raise entry.error(
                f"is instanced ({INSTANCING}), which Orlop does not read", "Export the instances as nodes."
            )
        mesh = self._mesh(entry.index("mesh"), entry.where) if entry.has("mesh") else None
        if entry.has("skin"):
            self._warn("skins are not applied: skinned meshes are loaded in the position in which they are stored")
        if mesh is not None and is_turned(empty, mesh):
            self._turned.append(name)
        return placed(empty, mesh, self._source)

    def _mesh_name(self, entry: Entry) -> str:
        if not entry.has("mesh"):
            return ""
        return self._document.item("meshes", entry.index("mesh"), self._source).text("name")

    def _mesh(self, index: int, where: str) -> Mesh:
        if index not in self._meshes:
            self._meshes[index] = read_mesh(self._document, index, where)
        return self._meshes[index]

    def _report(self, loaded: int) -> None:
        left_out = self._document.count("nodes") - loaded
        if left_out > 0:
            self._warn(f"{left_out} of its nodes are not in the scene that is loaded")
        if self._turned:
            others = f" and {len(self._turned) - 1} more" if len(self._turned) > 1 else ""
            self._warn(
                f'node "{self._turned[0]}"{others}: closed meshes that faced inward were turned outward'
                " (the extra inward: true leaves them)"
            )

    def _warn(self, text: str) -> None:
        if text not in self.warnings:
            self.warnings.append(text)


def _local_transform(entry: Entry) -> NDArray[np.float64]:
    """A node's frame within its parent's, (4, 4)."""
    matrix = entry.numbers("matrix", 16)
    if matrix is not None:
        if matrix[3::4] != [0, 0, 0, 1]:
            raise entry.error("has a matrix that is no affine transform: its last row is not 0 0 0 1")
        return np.array(matrix).reshape(4, 4).T  # glTF lists columns
    transform = np.eye(4)
    transform[:3, :3] = _rotation(entry) * np.array(entry.numbers("scale", 3) or (1.0, 1.0, 1.0))
    transform[:3, 3] = entry.numbers("translation", 3) or (0.0, 0.0, 0.0)
    return transform


def _rotation(entry: Entry) -> NDArray[np.float64]:
    """The (3, 3) matrix of a quaternion, which exporters leave slightly off unit length."""
    quaternion = entry.numbers("rotation", 4)
    if quaternion is None:
        return np.eye(3)
    length = float(np.linalg.norm(quaternion))
    if not 1e-6 < length < 1e6:
        raise entry.error(f"has a rotation of length {length:g} instead of 1")
    x, y, z, w = (part / length for part in quaternion)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )
