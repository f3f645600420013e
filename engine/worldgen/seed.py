"""What a world's seed may be, and what of it layers get."""

import hashlib

import numpy as np

FOLD = 1 << 62


def whole(seed: object) -> int:
    """Return a seed as a Python number; TypeError if it is no whole number."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise TypeError(f"a seed is a whole number, got {seed!r}")
    return int(seed)


def folded(seed: int) -> int:
    """Return a seed from 0 up to 2⁶² − 1, itself if it is one: kernels can add to it without leaving 64 bits."""
    if 0 <= seed < FOLD:
        return seed
    digest = hashlib.blake2b(str(seed).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") % FOLD
