"""A scene written as one GLB file, which `load_scene` and any modelling program reads."""

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from orlop.engine.paths import write_atomically
from orlop.engine.scene.scene import Material, Node, Scene

_VERTICES, _INDICES = 34962, 34963
_FLOAT, _UNSIGNED = 5126, 5125


def write_glb(scene: Scene, path: str | Path) -> None:
    """Write `scene` as GLB: names, hierarchy, transforms, triangles, colours and extras.

    Read again, it has the same nodes and the same triangles in the same order. Positions are
    float32 in the frame of their node, as glTF demands, so they are rounded by 1/8,000,000 of
    their distance from its origin. A turned scene becomes upright: its extras are of the new file's
    axes then. The file appears whole or not at all.

    Parameters
    ----------
    scene
        Extras must be of JSON's types.
    path
        Its folder is made if absent; a file of that name is replaced.

    Raises
    ------
    OrlopError
        The file can't be written.
    ValueError
        The scene has no nodes, or a node's triangles don't lie in the range of its transform
        (scaled flat, but with depth).
    TypeError
        Extras hold what JSON can't.
    """
    if not scene.nodes:
        raise ValueError(f"{scene.source}: a scene without nodes can't be written")
    writer = _Writer()
    for node in scene:
        writer.add(node)
    write_atomically(path, writer.container())


class _Writer:
    """Gathers the JSON and the one buffer."""

    def __init__(self) -> None:
        self._binary = bytearray()
        self._nodes: list[dict[str, Any]] = []
        self._number: dict[str, int] = {}
        self._worlds: dict[str, NDArray[np.float64]] = {}
        self._materials: dict[str, int] = {}
        self._lists: dict[str, list[dict[str, Any]]] = {
            "meshes": [],
            "materials": [],
            "accessors": [],
            "bufferViews": [],
        }

    def add(self, node: Node) -> None:
        """Add a node; its parent must have been added before."""
        entry: dict[str, Any] = {"name": node.name}
        local = node.transform
        if node.parent is not None:
            local = _within(self._worlds[node.parent], local, node.name)
            self._nodes[self._number[node.parent]].setdefault("children", []).append(len(self._nodes))
        if not np.array_equal(local, np.eye(4)):
            entry["matrix"] = local.T.ravel().tolist()  # glTF lists columns
        if node.extras:
            entry["extras"] = _plain(dict(node.extras), node.name)
        if len(node.triangles):
            entry["mesh"] = self._append("meshes", self._mesh(node))
        self._number[node.name] = len(self._nodes)
        self._worlds[node.name] = node.transform
        self._nodes.append(entry)

    def container(self) -> bytes:
        """Return the whole file."""
        children = {child for node in self._nodes for child in node.get("children", ())}
        roots = [number for number in range(len(self._nodes)) if number not in children]
        content: dict[str, Any] = {
            "asset": {"version": "2.0", "generator": "Orlop"},
            "scene": 0,
            "scenes": [{"nodes": roots}],
            "nodes": self._nodes,
        }
        content |= {name: entries for name, entries in self._lists.items() if entries}
        if self._binary:
            content["buffers"] = [{"byteLength": len(self._binary)}]
        chunks = [_chunk(b"JSON", json.dumps(content, separators=(",", ":"), allow_nan=False).encode(), b" ")]
        if self._binary:
            chunks.append(_chunk(b"BIN\0", bytes(self._binary), b"\0"))
        body = b"".join(chunks)
        return struct.pack("<4sII", b"glTF", 2, 12 + len(body)) + body

    def _mesh(self, node: Node) -> dict[str, Any]:
        """One primitive for each run of triangles of one material, which keeps their order."""
        corners = _own_frame(node).astype("<f4").reshape(-1, 3)
        points, indices = np.unique(corners, axis=0, return_inverse=True)
        position = self._accessor(points, _VERTICES, "VEC3")
        low, high = points.min(axis=0).tolist(), points.max(axis=0).tolist()
        self._lists["accessors"][position] |= {"min": low, "max": high}
        starts = np.flatnonzero(np.diff(node.material_of, prepend=-1))
        runs = np.split(indices.reshape(-1, 3).astype("<u4"), starts[1:])
        primitives = [
            {
                "attributes": {"POSITION": position},
                "indices": self._accessor(run.reshape(-1, 1), _INDICES, "SCALAR"),
                "material": self._material(node.materials[node.material_of[start]]),
            }
            for start, run in zip(starts, runs, strict=True)
        ]
        return {"name": node.name, "primitives": primitives}

    def _accessor(self, values: NDArray[Any], target: int, kind: str) -> int:
        content = values.tobytes()
        view = {"buffer": 0, "byteOffset": len(self._binary), "byteLength": len(content), "target": target}
        self._binary += content  # all are of 4 bytes, so each starts aligned
        component = _FLOAT if values.dtype.kind == "f" else _UNSIGNED
        number = self._append("bufferViews", view)
        return self._append(
            "accessors", {"bufferView": number, "componentType": component, "count": len(values), "type": kind}
        )

    def _material(self, material: Material) -> int:
        entry: dict[str, Any] = {
            "pbrMetallicRoughness": {"baseColorFactor": [*material.colour, 1.0], "metallicFactor": 0.0}
        }
        if material.name:
            entry["name"] = material.name
        if material.extras:
            entry["extras"] = _plain(dict(material.extras), material.name)
        key = json.dumps(entry)  # tells 1 from True, which == does not
        if key not in self._materials:
            self._materials[key] = self._append("materials", entry)
        return self._materials[key]

    def _append(self, kind: str, entry: dict[str, Any]) -> int:
        self._lists[kind].append(entry)
        return len(self._lists[kind]) - 1


def _own_frame(node: Node) -> NDArray[np.float64]:
    """Triangles in the node's frame, wound so that a mirroring transform turns them out again."""
    linear, offset = node.transform[:3, :3], node.transform[:3, 3]
    away = node.triangles - offset
    local: NDArray[np.float64] = away @ np.linalg.pinv(linear).T  # pinv: a floor may be scaled flat
    if not np.allclose(local @ linear.T, away, rtol=1e-6, atol=1e-9 * max(1.0, float(np.abs(away).max()))):
        raise ValueError(f"node {node.name!r}: its triangles have depth where its transform has none")
    return local[:, ::-1] if np.linalg.det(linear) < 0 else local


def _within(parent: NDArray[np.float64], world: NDArray[np.float64], name: str) -> NDArray[np.float64]:
    """The transform that leads from `parent` to `world`."""
    local: NDArray[np.float64] = np.eye(4)
    inverse = np.linalg.pinv(parent[:3, :3])
    local[:3, :3] = inverse @ world[:3, :3]
    local[:3, 3] = inverse @ (world[:3, 3] - parent[:3, 3])
    if not np.allclose(parent @ local, world, rtol=1e-6, atol=1e-9 * max(1.0, float(np.abs(world).max()))):
        raise ValueError(f"node {name!r}: no transform within its parent's, which is flat, leads to it")
    return local


def _plain(extras: dict[str, object], name: str) -> dict[str, object]:
    try:
        json.dumps(extras, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise TypeError(f"{name!r}: its extras hold what JSON can't ({error})") from error
    return extras


def _chunk(kind: bytes, content: bytes, filler: bytes) -> bytes:
    content += filler * (-len(content) % 4)
    return struct.pack("<I4s", len(content), kind) + content
