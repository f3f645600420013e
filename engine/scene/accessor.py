"""A glTF accessor decoded into an array: interleaved, sparse, normalised, or made of zeros."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from orlop.engine.scene.document import Document
from orlop.engine.scene.entry import Entry

_COMPONENTS = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}

# An accessor without a buffer view costs the file nothing, so its size must be bounded.
_MOST_ZEROS = 10_000_000


def read_accessor(document: Document, index: int, where: str) -> NDArray[Any]:
    """Return the elements of accessor `index`, (count, width).

    Whole numbers keep their type, unless the accessor is normalised: then they are float64
    in 0 … 1 or −1 … 1. Matrices, which no geometry needs, are refused.

    Parameters
    ----------
    document
        The file.
    index
        Which accessor.
    where
        File and node, for messages.

    Raises
    ------
    OrlopError
        The accessor reaches out of its buffer, or is malformed.
    """
    accessor = document.item("accessors", index, where)
    count = accessor.index("count")
    component = _component(accessor)
    kind = accessor.text("type")
    if kind not in _WIDTHS:
        raise accessor.error(f"has the type {kind!r}, not a scalar or vector")
    width = _WIDTHS[kind]
    if accessor.has("bufferView"):
        values = _view(document, accessor, count, width, component, where)
    elif count <= _MOST_ZEROS:
        values = np.zeros((count, width), component)
    else:
        raise accessor.error(f"asks for {count} elements without holding them")
    if accessor.has("sparse"):
        values = _with_overrides(document, accessor.entry("sparse"), values, where)
    return _normalised(values) if accessor.truth("normalized") else values


def _component(entry: Entry) -> np.dtype[Any]:
    kind = entry.index("componentType")
    if kind not in _COMPONENTS:
        raise entry.error(f"has the component type {kind}, which glTF doesn't know")
    return np.dtype(_COMPONENTS[kind])


def _view(
    document: Document, entry: Entry, count: int, width: int, component: np.dtype[Any], where: str
) -> NDArray[Any]:
    """Look at `count` elements of a buffer view, without copying them."""
    view = document.item("bufferViews", entry.index("bufferView"), where)
    content = document.buffer(view.index("buffer"), where)
    start = view.index("byteOffset", 0)
    end = start + view.index("byteLength")
    size = component.itemsize * width
    stride = view.index("byteStride", 0) or size
    first = start + entry.index("byteOffset", 0)
    if stride < size:
        raise view.error(f"has elements of {size} bytes, but a stride of {stride}")
    if end > len(content) or (count and first + (count - 1) * stride + size > end):
        raise entry.error("reaches past the end of its buffer")
    if not count:
        return np.zeros((0, width), component)
    return np.ndarray((count, width), component, content, first, (stride, component.itemsize))


def _with_overrides(document: Document, sparse: Entry, values: NDArray[Any], where: str) -> NDArray[Any]:
    count = sparse.index("count")
    places, overrides = sparse.entry("indices"), sparse.entry("values")
    rows = _view(document, places, count, 1, _component(places), where)[:, 0]
    news = _view(document, overrides, count, values.shape[1], values.dtype, where)
    if rows.dtype.kind != "u" or (count and int(rows.max()) >= len(values)):
        raise sparse.error(f"overrides elements that aren't among the {len(values)}")
    values = values.copy()
    values[rows] = news
    return values


def _normalised(values: NDArray[Any]) -> NDArray[Any]:
    if values.dtype.kind == "f":
        return values
    scaled: NDArray[np.float64] = np.maximum(values / float(np.iinfo(values.dtype).max), -1.0)
    return scaled
