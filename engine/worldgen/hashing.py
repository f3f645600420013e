"""Random numbers that remember nothing: a hash of a seed and a place.

The same seed and integers give the same number in any order, thread and process, so a chunk
can ask about its neighbour without making it. The mixing is that of xxHash32 (Collet 2012)
over the integers as little-endian 32-bit words: every bit of the input changes half of the
output's bits.

All arithmetic is in 64 bits and masked to 32: numba widens a product of two 32-bit
integers where numpy wraps it.
"""

import numpy as np

from orlop.engine.kernel import kernel

LOW = np.uint64(0xFFFFFFFF)
PRIME_2 = np.uint64(2246822519)
PRIME_3 = np.uint64(3266489917)
PRIME_4 = np.uint64(668265263)
PRIME_5 = np.uint64(374761393)


@kernel
def start(seed: int, count: int) -> np.uint64:
    """Begin a hash of `count` integers; only the low 32 bits of `seed` matter."""
    return (np.uint64(seed) + PRIME_5 + np.uint64(4 * count)) & LOW


@kernel
def stir(state: np.uint64, value: int) -> np.uint64:
    """Mix the low 32 bits of one integer in; negative ones count as two's complement."""
    state = (state + (np.uint64(value) & LOW) * PRIME_3) & LOW
    state = ((state << np.uint64(17)) | (state >> np.uint64(15))) & LOW
    return (state * PRIME_4) & LOW


@kernel
def finish(state: np.uint64) -> np.uint64:
    """Spread what was mixed in over all 32 bits."""
    state ^= state >> np.uint64(15)
    state = (state * PRIME_2) & LOW
    state ^= state >> np.uint64(13)
    state = (state * PRIME_3) & LOW
    return state ^ (state >> np.uint64(16))


@kernel
def hash2(seed: int, a: int, b: int) -> np.uint64:
    """Return 32 random bits of two integers."""
    return finish(stir(stir(start(seed, 2), a), b))


@kernel
def hash3(seed: int, a: int, b: int, c: int) -> np.uint64:
    """Return 32 random bits of three integers."""
    return finish(stir(stir(stir(start(seed, 3), a), b), c))


@kernel
def unit(bits: np.uint64) -> float:
    """Turn 32 bits into a number from 0 up to but not including 1."""
    return np.float64(bits) * 2.0**-32


@kernel
def unit3(seed: int, a: int, b: int, c: int) -> float:
    """Return a random number in [0, 1) of three integers: usually a cell (a, b) and which of its numbers."""
    return unit(hash3(seed, a, b, c))


@kernel
def direction(bits: np.uint64) -> tuple[float, float]:
    """Return a unit vector from 32 bits, nearly uniform over the circle.

    Two bits choose a quarter, the others the tangent of half the angle within it. So it needs
    no sine, whose last bit differs between platforms; the density varies by 17 %.
    """
    tangent = (unit((bits << np.uint64(2)) & LOW) * 2.0 - 1.0) * 0.41421356237309503
    scale = 1.0 / (1.0 + tangent * tangent)
    x, z = (1.0 - tangent * tangent) * scale, 2.0 * tangent * scale
    quarter = bits >> np.uint64(30)
    if quarter == np.uint64(0):
        return x, z
    if quarter == np.uint64(1):
        return -z, x
    if quarter == np.uint64(2):
        return -x, -z
    return z, -x


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    unit3(1, 2, 3, 4)
    direction(hash2(1, 2, 3))
