"""What a chunk's content depends on besides its place: seed, parameters, code."""

import hashlib
import sys
from functools import cache
from pathlib import Path
from typing import Any

from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.packed import pack


def layer_identity(layer: Layer[Any], seed: int) -> bytes:
    """Return 16 bytes that change with the seed, the layer's parameters and code, and those of all it needs.

    Code means the layer's `version`, every Python file of its own folder, and this package.
    Parameters are the layer's attributes.

    Raises
    ------
    TypeError
        If an attribute is neither a layer nor something a chunk could hold.
    """
    digest = hashlib.blake2b(digest_size=16)
    digest.update(pack((seed, layer.name, float(layer.size), int(layer.version), _code(type(layer)))))
    for name, value in sorted(_parameters(layer).items()):
        digest.update(pack((name, _canonical(layer, name, value, seed))))
    for need in layer.needs:
        digest.update(layer_identity(need.layer, seed))
        digest.update(pack(need.padding))
    return digest.digest()


def _parameters(layer: Layer[Any]) -> dict[str, Any]:
    slots = {name for kind in type(layer).__mro__ for name in getattr(kind, "__slots__", ()) if hasattr(layer, name)}
    values = {name: getattr(layer, name) for name in slots if not name.startswith("__")}
    values.update(getattr(layer, "__dict__", {}))
    return {name: value for name, value in values.items() if name not in ("name", "size", "needs", "version", "stored")}


def _canonical(layer: Layer[Any], name: str, value: Any, seed: int) -> Any:
    if isinstance(value, Layer):
        return value.name  # what it is comes in through `needs`
    try:
        pack(value)
    except TypeError as error:
        raise TypeError(
            f"layer {layer.name}: attribute {name} is a {type(value).__name__}, by which stored chunks can't be told "
            "apart. Make it a number, string, array, tuple or frozen dataclass, or set stored = False."
        ) from error
    return value


def _code(kind: type) -> bytes:
    folders = {Path(__file__).parent}
    for base in kind.__mro__:
        file = getattr(sys.modules.get(base.__module__), "__file__", None)
        if file is not None and base.__module__ not in ("abc", "typing", "builtins"):
            folders.add(Path(file).parent)
    return b"".join(_folder_digest(folder) for folder in sorted(folders))


@cache
def _folder_digest(folder: Path) -> bytes:
    digest = hashlib.blake2b(digest_size=16)
    for file in sorted(folder.glob("*.py")):
        digest.update(file.name.encode())
        digest.update(file.read_bytes())
    return digest.digest()
