"""Content that nobody can change: what makes sharing between threads and layers safe."""

import dataclasses
from typing import Any

import numpy as np

SCALARS = (type(None), bool, int, float, complex, str, bytes, np.generic)


def freeze(content: Any) -> int:
    """Make all arrays within `content` read-only; return the bytes they take.

    Raises
    ------
    TypeError
        If something in it can be changed: a list, a dict, a set, an object that is no frozen dataclass.
    """
    if isinstance(content, np.ndarray):
        return _freeze_array(content)
    if isinstance(content, tuple):
        return sum(freeze(item) for item in content)
    if isinstance(content, SCALARS):
        return 0
    names = _fields_of(type(content))
    if names is None:
        raise TypeError(
            f"{type(content).__name__} can be changed; chunks hold arrays, scalars, strings, tuples and frozen dataclasses"
        )
    return sum(freeze(getattr(content, name)) for name in names)


def _freeze_array(array: np.ndarray[Any, Any]) -> int:
    if array.dtype.hasobject:
        raise TypeError(f"an array of {array.dtype} holds objects that can be changed")
    array.setflags(write=False)
    base = array.base
    while isinstance(base, np.ndarray):  # else a view's base could still be written to
        base.setflags(write=False)
        base = base.base
    return array.nbytes


_known: dict[type, tuple[str, ...] | None] = {}


def _fields_of(kind: type) -> tuple[str, ...] | None:
    """Names of a frozen dataclass's fields, None for any other type; found once for each type."""
    if kind not in _known:
        frozen = dataclasses.is_dataclass(kind) and kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
        _known[kind] = tuple(field.name for field in dataclasses.fields(kind)) if frozen else None
    return _known[kind]
