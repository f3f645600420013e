"""Content as bytes and back: no pickles, every bit kept, damage noticed."""

import base64
import dataclasses
import json
import sys
import zlib
from collections.abc import Iterable
from typing import Any, TypeGuard

import numpy as np
from numpy.lib.format import descr_to_dtype, dtype_to_descr

MAGIC = b"OC01"


class DamagedError(ValueError):
    """These bytes are not what `pack` made."""


def pack(content: Any) -> bytes:
    """Return frozen content (see `freeze`) as bytes; equal content gives equal bytes in any process.

    Raises
    ------
    TypeError
        For what is no array, scalar, string, tuple or dataclass of these.
    """
    arrays: list[bytes] = []
    header = json.dumps(_tree(content, arrays)).encode()
    body = b"".join((len(header).to_bytes(4, "little"), header, *arrays))
    return b"".join((MAGIC, zlib.crc32(body).to_bytes(4, "little"), body))


def unpack(packed: bytes) -> Any:
    """Return what `pack` was given; arrays are read-only.

    Raises
    ------
    DamagedError
        If the bytes are cut short or altered, or hold a class that isn't loaded or has other fields now.
    """
    if not is_whole(packed):
        raise DamagedError("the packed chunk is damaged")
    length = int.from_bytes(packed[8:12], "little")
    tree = json.loads(packed[12 : 12 + length])
    return _grow(tree, _Arrays(packed, 12 + length))


def is_whole(packed: object) -> TypeGuard[bytes]:
    """Tell whether these are bytes as `pack` made them."""
    return (
        isinstance(packed, bytes)
        and packed[:4] == MAGIC
        and zlib.crc32(packed[8:]).to_bytes(4, "little") == packed[4:8]
    )


def _tree(value: Any, arrays: list[bytes]) -> Any:
    """A JSON value: scalars as they are, everything else as a list of a tag and its parts."""
    match value:
        case np.ndarray() | np.generic():
            array = np.asarray(value)
            if array.dtype.hasobject:
                raise TypeError(f"arrays of {array.dtype} can't be packed")
            by_columns = array.flags.f_contiguous and not array.flags.c_contiguous
            arrays.append(array.tobytes("F" if by_columns else "C"))
            kind = "number" if isinstance(value, np.generic) else "columns" if by_columns else "array"
            return [kind, dtype_to_descr(array.dtype), array.shape]
        case None | bool() | int() | float() | str():
            return value
        case complex():
            return ["complex", value.real, value.imag]
        case bytes():
            return ["bytes", base64.b64encode(value).decode()]
        case tuple() if type(value) is not tuple:
            return ["named", _name(type(value)), [_tree(item, arrays) for item in value]]
        case tuple():
            return ["tuple", [_tree(item, arrays) for item in value]]
        case _ if dataclasses.is_dataclass(value) and not isinstance(value, type):
            fields = {field.name: _tree(getattr(value, field.name), arrays) for field in dataclasses.fields(value)}
            return ["dataclass", _name(type(value)), fields]
    raise TypeError(f"{type(value).__name__} can't be packed")


def _name(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


class _Arrays:
    """Arrays one after another in the bytes behind the header."""

    def __init__(self, packed: bytes, offset: int) -> None:
        self._packed = packed
        self._offset = offset

    def next(self, kind: Any, shape: list[int]) -> np.ndarray[Any, Any]:
        dtype = descr_to_dtype(_as_tuples(kind))
        count = int(np.prod(shape, dtype=np.int64))
        flat = np.frombuffer(self._packed, dtype, count, self._offset)
        self._offset += count * dtype.itemsize
        if not flat.flags.aligned:
            flat = flat.copy()
            flat.flags.writeable = False
        return flat.reshape(shape)


def _grow(tree: Any, arrays: _Arrays) -> Any:
    if not isinstance(tree, list):
        return tree
    match tree:
        case ["array", kind, shape]:
            return arrays.next(kind, shape)
        case ["columns", kind, shape]:
            return arrays.next(kind, shape[::-1]).T
        case ["number", kind, shape]:
            return arrays.next(kind, shape)[()]
        case ["complex", real, imaginary]:
            return complex(real, imaginary)
        case ["bytes", text]:
            return base64.b64decode(text)
        case ["tuple", items]:
            return tuple(_grow(item, arrays) for item in items)
        case ["named", name, items]:
            made = _kind(name)
            names = getattr(made, "_fields", None)
            grown = tuple(_grow(item, arrays) for item in items)
            if names is None:  # a plain tuple's class
                return tuple.__new__(made, grown)
            _same_fields(name, range(len(names)), range(len(items)))
            return made(*grown)
        case ["dataclass", name, fields]:
            made = _kind(name)
            here = dataclasses.fields(made) if dataclasses.is_dataclass(made) else ()
            _same_fields(name, (field.name for field in here), fields)
            values = {key: _grow(value, arrays) for key, value in fields.items()}
            try:
                content = made(**{field.name: values[field.name] for field in here if field.init})
            except TypeError as error:  # it takes what is no field
                raise DamagedError(f"the packed chunk holds {name}, which can't be made of its fields alone") from error
            for field in here:
                if not field.init:
                    object.__setattr__(content, field.name, values[field.name])  # frozen
            return content
    raise DamagedError(f"the packed chunk holds an unknown {tree[0]!r}")


def _as_tuples(description: Any) -> Any:
    """Return a data type's description as numpy wants it: JSON knows no tuples."""
    if isinstance(description, str):
        return description
    return [
        (name if isinstance(name, str) else tuple(name), _as_tuples(kind), *(tuple(shape) for shape in shapes))
        for name, kind, *shapes in description
    ]


def _same_fields(name: str, here: Iterable[object], there: Iterable[object]) -> None:
    if set(here) != set(there):
        raise DamagedError(f"the packed chunk holds {name} with other fields than it has here")


def _kind(name: str) -> Any:
    """Find a class of a module that is loaded already: reading a file never imports or runs anything else."""
    module, _, path = name.partition(":")
    kind: Any = sys.modules.get(module)
    for part in path.split("."):
        kind = getattr(kind, part, None)
    if isinstance(kind, type) and (dataclasses.is_dataclass(kind) or issubclass(kind, tuple)):
        return kind
    raise DamagedError(f"the packed chunk holds {name}, which is no class of a chunk's content here")
