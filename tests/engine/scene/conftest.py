"""Files to read: glTF drafted field by field, OBJ from lines, and the shared test meshes."""

import base64
import json
import os
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from orlop.engine.scene.load import load_scene
from orlop.engine.scene.scene import Scene

_COMPONENTS = {"i1": 5120, "u1": 5121, "i2": 5122, "u2": 5123, "u4": 5125, "f4": 5126}
_TYPES = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4"}
MESHES = Path(os.environ.get("ORLOP_MESHES", Path(__file__).parents[3] / ".." / "shared" / "meshes"))


class Draft:
    """A glTF file in the making; every field can be spoilt before it is saved."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.binary = bytearray()
        self.json: dict[str, Any] = {
            "asset": {"version": "2.0"},
            "scenes": [{"nodes": []}],
            "nodes": [],
            "meshes": [],
            "accessors": [],
            "bufferViews": [],
        }

    def view(self, content: bytes, **fields: Any) -> int:
        view = {"buffer": 0, "byteOffset": len(self.binary), "byteLength": len(content), **fields}
        self.binary += content + bytes(-len(content) % 4)
        self.json["bufferViews"].append(view)
        return len(self.json["bufferViews"]) - 1

    def accessor(self, values: NDArray[Any], **fields: Any) -> int:
        values = values.reshape(len(values), -1)
        kind = values.dtype.kind + str(values.dtype.itemsize)
        entry = {"bufferView": self.view(values.tobytes()), "componentType": _COMPONENTS[kind]}
        entry |= {"count": len(values), "type": _TYPES[values.shape[1]], **fields}
        self.json["accessors"].append(entry)
        return len(self.json["accessors"]) - 1

    def mesh(self, points: Any, indices: Any = None, **fields: Any) -> int:
        primitive = {"attributes": {"POSITION": self.accessor(np.array(points, "<f4"))}, **fields}
        if indices is not None:
            primitive["indices"] = self.accessor(np.array(indices, "<u2").reshape(-1))
        self.json["meshes"].append({"primitives": [primitive]})
        return len(self.json["meshes"]) - 1

    def node(self, name: str | None = None, root: bool = True, **fields: Any) -> int:
        self.json["nodes"].append(({} if name is None else {"name": name}) | fields)
        number = len(self.json["nodes"]) - 1
        if root:
            self.json["scenes"][0]["nodes"].append(number)
        return number

    def save(self, name: str = "draft.gltf") -> Path:
        content = {key: value for key, value in self.json.items() if value != []}
        binary = bytes(self.binary)
        path = self.folder / name
        if path.suffix == ".glb":
            content |= {"buffers": [{"byteLength": len(binary)}]} if binary else {}
            text = json.dumps(content).encode()
            text += b" " * (-len(text) % 4)
            body = struct.pack("<I4s", len(text), b"JSON") + text
            body += struct.pack("<I4s", len(binary), b"BIN\0") + binary if binary else b""
            path.write_bytes(struct.pack("<4sII", b"glTF", 2, 12 + len(body)) + body)
        else:
            if binary and "buffers" not in content:
                uri = "data:application/octet-stream;base64," + base64.b64encode(binary).decode()
                content["buffers"] = [{"byteLength": len(binary), "uri": uri}]
            path.write_text(json.dumps(content))
        return path

    def load(self, name: str = "draft.gltf") -> Scene:
        return load_scene(self.save(name))


@pytest.fixture
def draft(tmp_path: Path) -> Draft:
    return Draft(tmp_path)


@pytest.fixture
def load_obj(tmp_path: Path) -> Callable[..., Scene]:
    """Load an OBJ file of the given lines."""

    def load(*lines: str) -> Scene:
        path = tmp_path / "draft.obj"
        path.write_text("\n".join(lines) + "\n")
        return load_scene(path)

    return load


@pytest.fixture
def shared() -> Callable[[str], Path]:
    """Find one of the test meshes that lie beside the project."""

    def find(name: str) -> Path:
        path = MESHES / name
        if not path.exists():
            pytest.skip(f"the test mesh {name} is not there (ORLOP_MESHES names its folder)")
        return path

    return find
