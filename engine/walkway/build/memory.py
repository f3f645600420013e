"""What earlier builds made, a part at a time, so that a scene with one thing moved is built sooner."""

import hashlib
import os
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, Generic, TypeVar, cast

from orlop.engine.error import OrlopError
from orlop.engine.paths import write_atomically

T = TypeVar("T")

MOST = 8192
"""Parts kept in the process, the last used ones."""

WORTH = 0.005
"""Seconds that making a part must take to be worth a file."""

SEAL = 16
"""Bytes before a part's own."""


@dataclass(frozen=True, slots=True)
class Form(Generic[T]):
    """How a part is kept in a file.

    Attributes
    ----------
    write, read
        To bytes and back; `read` gets nothing that `write` has not written.
    """

    write: Callable[[T], bytes]
    read: Callable[[bytes], T]


class Memory:
    """Parts of builds by their names, which must tell everything that a part is made from.

    A part is never changed after it was made: whoever recalls it shares it with others.

    Parameters
    ----------
    folder
        Where parts that have a form are kept for other processes; None keeps them in this one alone.
        A file that is damaged, or can't be written, counts as absent.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._parts: OrderedDict[str, Any] = OrderedDict()

    def recall(self, name: str, make: Callable[[], T], form: Form[T] | None = None) -> T:
        """Return the part called `name`; `make` it if there is none."""
        if name in self._parts:
            self._parts.move_to_end(name)
            return cast(T, self._parts[name])
        path = None if self._folder is None or form is None else self._folder / f"{name}.part"
        part = None if path is None or form is None else _read(path, form)
        if part is None:
            began = perf_counter()
            part = make()
            if path is not None and form is not None and perf_counter() - began >= WORTH:
                _write(path, form.write(part))
        self._parts[name] = part
        if len(self._parts) > MOST:
            self._parts.popitem(last=False)
        return part


def recalled(memory: Memory | None, name: str, make: Callable[[], T], form: Form[T] | None = None) -> T:
    """Return a part from `memory`; without one, make it."""
    return make() if memory is None else memory.recall(name, make, form)


def _write(path: Path, content: bytes) -> None:
    with suppress(OrlopError):
        write_atomically(path, _seal(content) + content)


def _read(path: Path, form: Form[T]) -> T | None:
    try:
        held = path.read_bytes()
    except OSError:
        return None
    seal, content = held[:SEAL], held[SEAL:]
    if seal != _seal(content):
        return None
    with suppress(OSError):
        os.utime(path)  # what was used last is pruned last
    return form.read(content)


def _seal(content: bytes) -> bytes:
    """Return what tells a damaged file from a whole one."""
    return hashlib.blake2b(content, digest_size=SEAL).digest()
