"""What a compiled kernel depends on beside its own file.

numba compiles the kernels that a kernel calls, and the constants it names, into its code, but
holds a cached one to be fresh as long as its own file is unchanged. An edit to a constant or a
callee in another file would go unnoticed.
"""

import contextlib
import hashlib
import os
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

CONSTANTS = (bool, int, float, complex, str, bytes, tuple, np.ndarray, np.generic)


def keep_fresh(dispatcher: Any) -> None:
    """Let the cache of a numba dispatcher be stale as soon as anything that it depends on has changed.

    Reaches into numba's cache, which has no setting for this; where its parts have other names
    the cache goes on as numba made it.
    """
    with contextlib.suppress(AttributeError):
        cache, function = dispatcher._cache, dispatcher.py_func
        index, load = cache._cache_file, cache.load_overload
        own = index._source_stamp

        def load_if_fresh(*arguments: Any) -> Any:
            index._source_stamp = (own, dependencies(function))
            return load(*arguments)

        cache.load_overload = load_if_fresh


def dependencies(function: Callable[..., object]) -> str:
    """Return a digest of the files of all kernels that `function` reaches, and of the constants they name."""
    seen: dict[tuple[str, str], list[object]] = {}
    waiting = [function]
    while waiting:
        each = waiting.pop()
        key = (each.__module__, each.__qualname__)
        if key in seen or not isinstance(each, FunctionType):
            continue
        found = seen[key] = [_file_stamp(each.__code__.co_filename)]
        for name, value in _named(each):
            inner = getattr(value, "py_func", None)
            if inner is not None:
                waiting.append(inner)
            elif isinstance(value, CONSTANTS):
                found.append((name, _content(value)))
    return hashlib.sha256(repr(sorted(seen.items())).encode()).hexdigest()


def _named(function: FunctionType) -> Iterator[tuple[str, object]]:
    """What the code names of its module's globals, and of the modules among these."""
    names = set(_names(function.__code__))
    for name in sorted(names):
        value = function.__globals__.get(name)
        yield name, value
        if isinstance(value, ModuleType):
            for inner in sorted(names & vars(value).keys()):
                yield f"{name}.{inner}", vars(value)[inner]


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _content(value: object) -> object:
    return (value.dtype.str, value.shape, value.tobytes()) if isinstance(value, np.ndarray) else repr(value)


def _file_stamp(path: str) -> tuple[int, int]:
    try:
        state = os.stat(path)
    except OSError:  # within a zip, say: then it doesn't change under a running installation
        return 0, 0
    return state.st_mtime_ns, state.st_size
