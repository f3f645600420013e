"""One short text for the whole state, to tell whether two runs were the same."""

import dataclasses
import hashlib
import math
import struct
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any

import esper
import numpy as np

NAN = struct.pack("<d", math.nan)


def state_hash(further: Iterable[object] = ()) -> str:
    """Return a hash of all entities and components of esper's current world, 32 hex digits.

    The same state gives the same hash in any process. Floats count by their bits (though −0
    as 0, and one NaN as the other), arrays by type, shape and content, and the order in which
    components were added doesn't count.

    A component class that is no part of the simulation (a model, a sound's voice) says
    `hashed: ClassVar[bool] = False`; a dataclass field that is none (a cache) says
    `field(compare=False)`. An entity that has only such components is none either, nor is its number:
    what is streamed in by workers comes now a tick sooner, now one later.

    Parameters
    ----------
    further
        Other values that belong to the state.

    Raises
    ------
    TypeError
        For a component holding what has no canonical bytes, such as a set of objects or a
        file; it names component and field.
    """
    digest = hashlib.blake2b(digest_size=16)
    write = digest.update
    for entity in sorted(esper.get_entities()):
        if not esper.entity_exists(entity) or not belongs_to_state(entity):
            continue
        _write_tagged(b"E", str(entity).encode(), write)
        components: tuple[object, ...] = esper.components_for_entity(entity)
        hashed = [component for component in components if is_hashed(component)]
        for component in sorted(hashed, key=lambda component: type(component).__qualname__):
            _write_fields(component, type(component).__qualname__, write)
    for index, value in enumerate(further):
        _write(value, f"further[{index}]", write)
    return digest.hexdigest()


def is_hashed(component: object) -> bool:
    """Tell whether a component is a part of the state."""
    return bool(getattr(type(component), "hashed", True))


def belongs_to_state(entity: int) -> bool:
    """Tell whether an entity is a part of the state: it has a component that is, or none at all."""
    components: tuple[object, ...] = esper.components_for_entity(entity)
    return not components or any(map(is_hashed, components))


Write = Callable[[bytes], object]


def _write(value: Any, where: str, write: Write) -> None:
    """Feed `value` in a form in which different values never look alike: a tag, a length, its bytes."""
    match value:
        case None:
            write(b"N")
        case bool() | np.bool_():
            write(b"T" if value else b"F")
        case Enum():
            _write_tagged(b"e", f"{type(value).__qualname__}.{value.name}".encode(), write)
        case int() | np.integer():
            _write_tagged(b"i", str(int(value)).encode(), write)
        case float():
            write(b"f")
            write(_float_bytes(value))
        case str():
            _write_tagged(b"s", value.encode("utf-8", "surrogatepass"), write)
        case bytes():
            _write_tagged(b"b", value, write)
        case tuple() | list():
            _write_tagged(b"(", str(len(value)).encode(), write)
            for index, item in enumerate(value):
                _write(item, f"{where}[{index}]", write)
        case Mapping():
            _write_mapping(value, where, write)
        case set() | frozenset():
            _write_set(value, where, write)
        case np.ndarray() | np.generic():
            _write_array(np.asarray(value), where, write)
        case _ if isinstance(value, type):
            _write_tagged(b"c", value.__qualname__.encode(), write)
        case _ if dataclasses.is_dataclass(value):
            _write_fields(value, where, write)
        case _:
            raise _no_bytes(value, where)


def _write_tagged(tag: bytes, content: bytes, write: Write) -> None:
    write(tag)
    write(len(content).to_bytes(8, "little"))
    write(content)


def _write_fields(instance: Any, where: str, write: Write) -> None:
    """A dataclass by its fields; a plain object by all its attributes, in order of name."""
    if dataclasses.is_dataclass(instance):
        names = [field.name for field in dataclasses.fields(instance) if field.compare]
    elif hasattr(instance, "__dict__"):
        names = sorted(vars(instance))
    else:
        raise _no_bytes(instance, where)
    _write_tagged(b"{", type(instance).__qualname__.encode(), write)
    for name in names:
        _write_tagged(b".", name.encode(), write)
        _write(getattr(instance, name), f"{where}.{name}", write)
    write(b"}")


def _write_mapping(mapping: Mapping[Any, Any], where: str, write: Write) -> None:
    items = []
    for key, value in mapping.items():
        items.append((_bytes(key, where), value, f"{where}[{key!r}]"))
    _write_tagged(b"m", str(len(items)).encode(), write)
    for key_bytes, value, place in sorted(items, key=lambda item: item[0]):
        write(key_bytes)
        _write(value, place, write)


def _write_set(members: set[Any] | frozenset[Any], where: str, write: Write) -> None:
    _write_tagged(b"u", str(len(members)).encode(), write)
    for member in sorted(_bytes(member, where) for member in members):
        write(member)


def _bytes(value: Any, where: str) -> bytes:
    buffer = bytearray()
    _write(value, where, buffer.extend)
    return bytes(buffer)


def _write_array(array: np.ndarray[Any, Any], where: str, write: Write) -> None:
    if array.dtype.hasobject or array.dtype.names:
        raise _no_bytes(array, where)
    if array.dtype.kind in "fc":
        array = np.array(array + array.dtype.type(0))  # −0 becomes 0; what has no dimension comes as a scalar
        array[np.isnan(array)] = np.nan
    array = np.ascontiguousarray(array.astype(array.dtype.newbyteorder("<"), copy=False))
    _write_tagged(b"a", f"{array.dtype.str}{array.shape}".encode(), write)
    write(array.tobytes())


def _float_bytes(value: float) -> bytes:
    return NAN if math.isnan(value) else struct.pack("<d", value + 0.0)


def _no_bytes(value: object, where: str) -> TypeError:
    return TypeError(
        f"{where} is a {type(value).__name__}, which has no canonical bytes; give the component "
        "`hashed: ClassVar[bool] = False`, or the field `field(compare=False)`, if it is no part of the simulation"
    )
