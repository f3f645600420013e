"""Wavefront OBJ files as scenes.

Read here rather than by trimesh, which cuts faces by a fan, knows no line numbers, and needs
Pillow as soon as a file names a material library.
"""

from array import array
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from orlop.engine.error import OrlopError
from orlop.engine.scene.mesh import Mesh
from orlop.engine.scene.mtl import read_mtl
from orlop.engine.scene.naming import UniqueNames
from orlop.engine.scene.placing import FARTHEST, placed
from orlop.engine.scene.polygon import triangulate
from orlop.engine.scene.scene import Material, Node, Scene

# Without a bearing on triangles: normals, texture coordinates, smoothing, points, lines.
_PASSED_OVER = frozenset(("vn", "vt", "vp", "s", "p", "l", "mg", "lod"))


def read_obj(path: Path) -> Scene:
    """Read an OBJ file: an object is a node, a group a node below its object.

    Faces of one object and group make one node, wherever they stand. An object without a face
    is an empty; a group without one is left out. All transforms are the identity.

    Raises
    ------
    OrlopError
        The file can't be read; the message names the line.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise OrlopError(path.name, f"can't be read: {error.strerror}", "Check its permissions.") from error
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:  # older exporters write their system's own code page
        text = content.decode("latin-1")
    reader = _Reader(path)
    reader.read(text)
    return reader.scene()


class _Reader:
    """Gathers one file line by line; the triangles are made at the end, all at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._warnings: list[str] = []
        self._points = array("d")
        self._point_lines = array("l")
        self._corners = array("q")
        self._counts = array("q")
        self._node_of = array("l")
        self._material_of = array("l")
        self._object = ""
        self._group = ""
        self._nodes: dict[tuple[str, str], int] = {}
        self._node = -1
        self._materials: dict[str, int] = {}
        self._material = -1
        self._library: dict[str, Material] = {}
        self._unread: dict[str, int] = {}

    def read(self, text: str) -> None:
        """Take in all lines."""
        lines = enumerate(text.split("\n"), start=1)
        for number, line in lines:
            words = line.split()
            while words and words[-1].endswith("\\"):  # the line goes on
                last = words.pop()[:-1]
                words += ([last] if last else []) + next(lines, (number, ""))[1].split()
            if not words or words[0].startswith("#"):
                continue
            self._take(words, number)

    def _take(self, words: list[str], number: int) -> None:
        keyword = words[0]
        if keyword == "v":
            self._take_point(words, number)
        elif keyword == "f":
            self._take_face(words, number)
        elif keyword == "o":
            self._object, self._group, self._node = " ".join(words[1:]), "", -1
            self._node_index()
        elif keyword == "g":
            self._group, self._node = " ".join(words[1:]), -1
        elif keyword == "usemtl":
            name = " ".join(words[1:])
            self._material = self._materials.setdefault(name, len(self._materials))
        elif keyword == "mtllib":
            self._take_library(" ".join(words[1:]))
        elif keyword not in _PASSED_OVER:
            self._unread.setdefault(keyword, number)

    def _take_point(self, words: list[str], number: int) -> None:
        try:
            self._points.extend((float(words[1]), float(words[2]), float(words[3])))
        except (ValueError, IndexError) as error:
            raise self._error(number, "a vertex needs three numbers") from error
        self._point_lines.append(number)

    def _take_face(self, words: list[str], number: int) -> None:
        count = len(self._point_lines)
        corners = len(self._corners)
        for word in words[1:]:
            if word.startswith("#"):
                break
            try:
                index = int(word.partition("/")[0])
            except ValueError as error:
                raise self._error(number, f"{word[:20]!r} is not the number of a vertex") from error
            if not (1 <= index <= count or -count <= index <= -1):
                raise self._error(number, f"the face refers to vertex {index}, but there are {count} so far")
            self._corners.append(index - 1 if index > 0 else count + index)
        corners = len(self._corners) - corners
        if corners < 3:
            raise self._error(number, "a face needs at least three corners")
        self._counts.append(corners)
        self._node_of.append(self._node_index())
        self._material_of.append(self._material)

    def _node_index(self) -> int:
        """Number of the node that takes the faces now; a group named like its object is the object."""
        if self._node < 0:
            group = "" if self._group == self._object else self._group
            self._node = self._nodes.setdefault((self._object, group), len(self._nodes))
        return self._node

    def _take_library(self, name: str) -> None:
        try:
            self._library |= read_mtl(self._path.parent / name)
        except (OSError, ValueError):
            self._warn(f"its material library {name} can't be read, so colours are the default")

    def scene(self) -> Scene:
        """Join what was read into nodes."""
        self._report_unread()
        points = self._checked_points()
        if not self._nodes:
            raise OrlopError(self._path.name, "has neither a face nor an object", "Export it with its mesh.")
        names = UniqueNames()
        objects: dict[str, str] = {}
        nodes: list[Node] = []
        for (thing, group), mesh in zip(self._nodes, self._meshes(points), strict=True):
            name = names.take(group or thing or self._path.stem)
            if thing and not group:
                objects[thing] = name
            node = Node(name, objects.get(thing) if group else None)
            nodes.append(placed(node, mesh, self._path.name))
        return Scene(self._path.name, tuple(nodes), tuple(self._warnings))

    def _meshes(self, points: NDArray[np.float64]) -> Iterator[Mesh]:
        """Cut all faces at once, then share the triangles out to the nodes in turn."""
        indices, face_of = triangulate(points, np.array(self._corners, np.int64), np.array(self._counts, np.int64))
        node_of = np.array(self._node_of, np.int64)[face_of]
        material_of = np.array(self._material_of, np.int64)[face_of]
        materials = [Material(), *(self._library.get(name, Material(name)) for name in self._materials)]
        order = np.argsort(node_of, kind="stable")
        ends = np.searchsorted(node_of[order], np.arange(len(self._nodes) + 1))
        for first, last in pairwise(ends):
            chosen = order[first:last]
            used, slots = np.unique(material_of[chosen], return_inverse=True)
            own = tuple(materials[index + 1] for index in used) or (Material(),)
            yield Mesh(points[indices[chosen]], own, slots.reshape(-1).astype(np.int32), {})

    def _report_unread(self) -> None:
        if self._unread:
            keyword, number = next(iter(self._unread.items()))
            others = f", nor are {len(self._unread) - 1} other kinds of line" if len(self._unread) > 1 else ""
            self._warn(f"line {number}: {keyword[:20]!r} is not read{others}")

    def _checked_points(self) -> NDArray[np.float64]:
        points = np.array(self._points, np.float64).reshape(-1, 3)
        wrong = np.flatnonzero(~(np.abs(points) <= FARTHEST).all(axis=1))  # NaN compares as wrong, too
        if len(wrong):
            raise self._error(
                self._point_lines[wrong[0]], f"the vertex is not three finite numbers within {FARTHEST:.0e} m"
            )
        return points

    def _error(self, number: int, problem: str) -> OrlopError:
        return OrlopError(f"{self._path.name}, line {number}", problem, "Mend the line, or export the file again.")

    def _warn(self, text: str) -> None:
        if text not in self._warnings:
            self._warnings.append(text)
