"""A glTF mesh decoded: its triangles in its own frame, and what they are made of."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from orlop.engine.error import OrlopError
from orlop.engine.scene.accessor import read_accessor
from orlop.engine.scene.document import Document
from orlop.engine.scene.entry import Entry
from orlop.engine.scene.extension import compressed, compression_of
from orlop.engine.scene.facing import is_inside_out
from orlop.engine.scene.scene import Material

_TRIANGLES, _STRIP, _FAN = 4, 5, 6


@dataclass(frozen=True, slots=True)
class Mesh:
    """Triangles in the frame of whichever node shows them.

    Attributes
    ----------
    triangles
        (n, 3, 3) float64.
    materials, material_of
        The materials used, and for each triangle the index of its own, (n,) int32.
    extras
        The mesh's own properties.
    inside_out
        It is closed and faces inward, though its materials show both sides alike, so that
        nobody could see it while modelling. Applying a mirroring scale leaves such meshes.
    """

    triangles: NDArray[np.float64]
    materials: tuple[Material, ...]
    material_of: NDArray[np.int32]
    extras: dict[str, object]
    inside_out: bool = False


def read_mesh(document: Document, index: int, where: str) -> Mesh:
    """Decode mesh `index`; points and lines in it are passed over.

    Positions are taken as stored: neither skins nor morph targets are applied.

    Parameters
    ----------
    document
        The file.
    index
        Which mesh.
    where
        File and node, for messages.

    Raises
    ------
    OrlopError
        The geometry is compressed, malformed or not finite.
    """
    mesh = document.item("meshes", index, where)
    materials: dict[int | None, int] = {}
    parts: list[NDArray[np.float64]] = [np.zeros((0, 3, 3))]
    slots: list[NDArray[np.int32]] = [np.zeros(0, np.int32)]
    for primitive in mesh.entries("primitives"):
        triangles = _triangles(document, primitive, where)
        if not len(triangles):
            continue
        material = primitive.index("material") if primitive.has("material") else None
        slot = materials.setdefault(material, len(materials))
        parts.append(triangles)
        slots.append(np.full(len(triangles), slot, np.int32))
    triangles = np.concatenate(parts)
    used = tuple(_material(document, material, where) for material in materials)
    hidden = all(_shows_both_sides(document, material, where) for material in materials)
    inside_out = hidden and is_inside_out(triangles)
    return Mesh(triangles, used or (Material(),), np.concatenate(slots), mesh.extras(), inside_out)


def _triangles(document: Document, primitive: Entry, where: str) -> NDArray[np.float64]:
    attributes = primitive.entry("attributes")
    mode = primitive.index("mode", _TRIANGLES)
    if mode not in (_TRIANGLES, _STRIP, _FAN) or not attributes.has("POSITION"):
        return np.zeros((0, 3, 3))
    points = _positions(document, primitive, attributes.index("POSITION"), where)
    corners = _corners(document, primitive, len(points), where)
    if mode == _TRIANGLES and len(corners) % 3:
        raise primitive.error(f"lists {len(corners)} corners, which is no multiple of three")
    chosen: NDArray[np.float64] = points[_by_threes(corners, mode)]
    return chosen


def _positions(document: Document, primitive: Entry, accessor: int, where: str) -> NDArray[np.float64]:
    _refuse_compressed(document, primitive, accessor, where)
    points = read_accessor(document, accessor, where)
    if points.shape[1] != 3:
        raise primitive.error(f"has positions of {points.shape[1]} coordinates instead of 3")
    points = points.astype(np.float64)
    wrong = np.flatnonzero(~np.isfinite(points).all(axis=1))
    if len(wrong):
        raise OrlopError(
            where,
            f"vertex {wrong[0]} of {primitive.label} is not a finite number",
            "Find it in the modelling program (merging vertices by distance often helps) and export again.",
        )
    return points


def _corners(document: Document, primitive: Entry, vertices: int, where: str) -> NDArray[np.int64]:
    """Which vertex each corner is; without indices they are taken in turn."""
    if not primitive.has("indices"):
        return np.arange(vertices)
    accessor = primitive.index("indices")
    _refuse_compressed(document, primitive, accessor, where)
    indices: NDArray[Any] = read_accessor(document, accessor, where)
    if indices.shape[1] != 1 or indices.dtype.kind != "u":
        raise primitive.error("has indices that are not unsigned whole numbers")
    if len(indices) and int(indices.max()) >= vertices:
        raise primitive.error(f"refers to vertex {int(indices.max())}, but there are {vertices}")
    return indices[:, 0].astype(np.int64)


def _refuse_compressed(document: Document, primitive: Entry, accessor: int, where: str) -> None:
    extension = compression_of(document, primitive, accessor, where)
    if extension is not None:
        raise compressed(where, extension)


def _by_threes(corners: NDArray[np.int64], mode: int) -> NDArray[np.int64]:
    """Corners of a list, a strip or a fan, as (n, 3)."""
    if mode == _TRIANGLES:
        return corners.reshape(-1, 3)
    if len(corners) < 3:
        return np.zeros((0, 3), np.int64)
    if mode == _FAN:
        first = np.full(len(corners) - 2, corners[0])
        return np.stack([first, corners[1:-1], corners[2:]], axis=1)
    strip = np.stack([corners[:-2], corners[1:-1], corners[2:]], axis=1)
    strip[1::2] = strip[1::2, [1, 0, 2]]  # every other triangle of a strip runs the other way
    return strip


def _shows_both_sides(document: Document, index: int | None, where: str) -> bool:
    return index is not None and document.item("materials", index, where).truth("doubleSided")


def _material(document: Document, index: int | None, where: str) -> Material:
    if index is None:
        return Material()
    entry = document.item("materials", index, where)
    surface = entry.entry("pbrMetallicRoughness")
    factor = surface.numbers("baseColorFactor", 4)
    if factor is None:  # glTF's default is white, but under a texture, which is not read, that says nothing
        colour = Material().colour if surface.has("baseColorTexture") else (1.0, 1.0, 1.0)
    else:
        colour = (factor[0], factor[1], factor[2])
    return Material(entry.text("name"), colour, entry.extras())
