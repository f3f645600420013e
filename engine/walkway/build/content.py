"""Names for things by what they are made from."""

import hashlib
from functools import cache
from pathlib import Path

import numpy as np

Part = str | bytes | float | np.ndarray[tuple[int, ...], np.dtype[np.generic]]


def digest(*parts: Part) -> str:
    """Return 32 hexadecimal digits that differ if any of `parts`, or its kind or shape, does."""
    found = hashlib.blake2b(digest_size=16)
    for part in parts:
        if isinstance(part, np.ndarray):
            found.update(f"array {part.dtype} {part.shape} ".encode())
            found.update(np.ascontiguousarray(part).data)
        elif isinstance(part, bytes):
            found.update(f"bytes {len(part)} ".encode())
            found.update(part)
        else:
            text = repr(part).encode()
            found.update(f"{type(part).__name__} {len(text)} ".encode())
            found.update(text)
    return found.hexdigest()


@cache
def code_digest() -> str:
    """Return a digest of the source of everything that makes a walkway."""
    folder = Path(__file__).parents[1]
    found = hashlib.sha256()
    for file in sorted(folder.rglob("*.py")):
        found.update(file.relative_to(folder).as_posix().encode())
        found.update(file.read_bytes())
    return found.hexdigest()
