"""Components as plain JSON values, and back, to the last bit."""

import base64
import dataclasses
import math
from collections.abc import Mapping
from enum import Enum
from typing import Any

import numpy as np

from orlop.engine.error import OrlopError

PLAIN = (bool, int, float, str, type(None))

Kinds = Mapping[str, type]
"""Classes that may be made again, by qualified name. A file names classes; it never chooses what is imported."""


def form(value: Any, where: str) -> Any:
    """Return `value` as JSON can hold it. Anything that is not plain becomes an object with one tagged entry.

    Raises
    ------
    TypeError
        For a value that has no such form; it names `where` it was found.
    """
    match value:
        case Enum():
            return {"enum": [type(value).__qualname__, value.name]}
        case np.ndarray():
            return _array_form(value, where)
        case np.generic():
            return {"scalar": _array_form(np.asarray(value), where)["array"]}
        case float():
            return value if math.isfinite(value) else {"float": repr(value)}
        case bool() | int() | str() | None:
            return value
        case bytes():
            return {"bytes": base64.b64encode(value).decode()}
        case list():
            return [form(item, f"{where}[{i}]") for i, item in enumerate(value)]
        case tuple() if type(value) is tuple:
            return {"tuple": [form(item, f"{where}[{i}]") for i, item in enumerate(value)]}
        case tuple():
            return {"named": [type(value).__qualname__, [form(item, f"{where}[{i}]") for i, item in enumerate(value)]]}
        case dict():
            return {"dict": [[form(key, where), form(item, f"{where}[{key!r}]")] for key, item in value.items()]}
        case set() | frozenset():
            return {type(value).__name__: sorted((form(item, where) for item in value), key=repr)}
        case _ if dataclasses.is_dataclass(value) and not isinstance(value, type):
            return {"object": [type(value).__qualname__, fields_form(value, where)]}
    raise TypeError(
        f"{where} is a {type(value).__name__}, which a saved game can't hold; give the component "
        "`hashed: ClassVar[bool] = False`, or the field `field(compare=False)`, if it is no part of the simulation"
    )


def fields_form(instance: Any, where: str) -> dict[str, Any]:
    """Return the fields that belong to the state, by name."""
    return {name: form(getattr(instance, name), f"{where}.{name}") for name in state_fields(instance)}


def state_fields(instance: Any) -> list[str]:
    """Return the names of those fields: a dataclass's that are compared, else all attributes."""
    if dataclasses.is_dataclass(instance):
        return [field.name for field in dataclasses.fields(instance) if field.compare]
    return sorted(vars(instance)) if hasattr(instance, "__dict__") else []


def value_of(formed: Any, kinds: Kinds) -> Any:
    """Return the value that `form` was given."""
    if isinstance(formed, PLAIN):
        return formed
    if isinstance(formed, list):
        return [value_of(item, kinds) for item in formed]
    ((tag, held),) = formed.items()
    match tag:
        case "float":
            return float(held)
        case "bytes":
            return base64.b64decode(held)
        case "array":
            return _array_of(held)
        case "scalar":
            return _array_of(held)[()]
        case "tuple":
            return tuple(value_of(item, kinds) for item in held)
        case "dict":
            return {value_of(key, kinds): value_of(item, kinds) for key, item in held}
        case "set" | "frozenset":
            items = (value_of(item, kinds) for item in held)
            return set(items) if tag == "set" else frozenset(items)
        case "enum":
            return kind_of(held[0], kinds)[held[1]]
        case "named":
            return kind_of(held[0], kinds)(*(value_of(item, kinds) for item in held[1]))
        case "object":
            return made(kind_of(held[0], kinds), held[1], kinds)
    raise ValueError(f'"{tag}" is no tag of a saved value')


def kind_of(name: str, kinds: Kinds) -> Any:
    """Return the class of that name, or say that it is not known."""
    try:
        return kinds[name]
    except KeyError:
        raise OrlopError(
            f"component {name}", "the level does not know this class", "Name it among the `kinds` to restore with."
        ) from None


def made(kind: type, fields: Mapping[str, Any], kinds: Kinds) -> Any:
    """Return a new instance of `kind` with the given formed fields; other fields have their defaults."""
    values = {name: value_of(item, kinds) for name, item in fields.items()}
    if not dataclasses.is_dataclass(kind):
        plain: Any = object.__new__(kind)
        vars(plain).update(values)
        return plain
    at_first = {field.name for field in dataclasses.fields(kind) if field.init}
    instance = kind(**{name: value for name, value in values.items() if name in at_first})
    for name, value in values.items():
        object.__setattr__(instance, name, value)  # __post_init__ may have had its own mind
    return instance


def _array_form(array: np.ndarray[Any, Any], where: str) -> dict[str, Any]:
    if array.dtype.hasobject or array.dtype.names:
        raise TypeError(f"{where} is an array of {array.dtype}, which a saved game can't hold")
    plain = np.ascontiguousarray(array.astype(array.dtype.newbyteorder("<"), copy=False))
    content = base64.b64encode(plain.tobytes()).decode()
    return {"array": [plain.dtype.str, list(array.shape), content]}


def _array_of(held: Any) -> np.ndarray[Any, Any]:
    kind, shape, content = held
    array = np.frombuffer(base64.b64decode(content), np.dtype(kind)).reshape(shape)
    return array.astype(array.dtype.newbyteorder("="))
