"""Smooth random fields over the plane, with their slopes.

Defined at every (x, z) by hashes of the corners of the unit cell around it, so any window
of the plane can be computed alone and fits its neighbours to the bit. A cell is one unit wide:
divide metres by the wavelength first, and the slope by it afterwards.

Between the corners the quintic fade 6t⁵ - 15t⁴ + 10t³ (Perlin 2002) makes value, slope and
curvature continuous.
"""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.worldgen.hashing import direction, hash2, unit

Floats = NDArray[np.float64]

OCTAVE_SEED = 0x9E37
"""What the seed grows by from octave to octave."""


@kernel
def fade(t: float) -> tuple[float, float]:
    """Return the quintic step from 0 to 1 and its slope."""
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0), 30.0 * t * t * (t * (t - 2.0) + 1.0)


@kernel
def value_noise(seed: int, x: float, z: float) -> tuple[float, float, float]:
    """Return noise between random values at the corners: in [-1, 1], and its slopes along x and z."""
    i, j = math.floor(x), math.floor(z)
    u, du = fade(x - i)
    v, dv = fade(z - j)
    a = unit(hash2(seed, i, j)) * 2.0 - 1.0
    b = unit(hash2(seed, i + 1, j)) * 2.0 - 1.0
    c = unit(hash2(seed, i, j + 1)) * 2.0 - 1.0
    d = unit(hash2(seed, i + 1, j + 1)) * 2.0 - 1.0
    near, far = a + (b - a) * u, c + (d - c) * u
    return near + (far - near) * v, ((b - a) + ((d - c) - (b - a)) * v) * du, (far - near) * dv


@kernel
def gradient_noise(seed: int, x: float, z: float) -> tuple[float, float, float]:
    """Return noise between random slopes at the corners, where it is zero, and its slopes along x and z.

    Lies within [-1, 1], and within ±0.5 for nine tenths of the plane.
    """
    i, j = math.floor(x), math.floor(z)
    p, q = x - i, z - j
    u, du = fade(p)
    v, dv = fade(q)
    ax, az = direction(hash2(seed, i, j))
    bx, bz = direction(hash2(seed, i + 1, j))
    cx, cz = direction(hash2(seed, i, j + 1))
    dx, dz = direction(hash2(seed, i + 1, j + 1))
    a = ax * p + az * q
    b = bx * (p - 1.0) + bz * q
    c = cx * p + cz * (q - 1.0)
    d = dx * (p - 1.0) + dz * (q - 1.0)
    near, far = a + (b - a) * u, c + (d - c) * u
    near_x, far_x = ax + (bx - ax) * u + (b - a) * du, cx + (dx - cx) * u + (d - c) * du
    near_z, far_z = az + (bz - az) * u, cz + (dz - cz) * u
    slope_x = near_x + (far_x - near_x) * v
    slope_z = near_z + (far_z - near_z) * v + (far - near) * dv
    return (near + (far - near) * v) * SCALE, slope_x * SCALE, slope_z * SCALE


SCALE = math.sqrt(2.0)
"""Brings the largest value, in the middle between four slopes that all point at it, to 1."""


@kernel
def fractal_noise(seed: int, x: float, z: float, octaves: int, gain: float) -> tuple[float, float, float]:
    """Return octaves of gradient noise, each half as wide and `gain` times as high as the last; and the slopes."""
    value, slope_x, slope_z = 0.0, 0.0, 0.0
    height, frequency = 1.0, 1.0
    for octave in range(octaves):
        # Shifted, or the zeros at all corners of the coarsest cell would show through every octave.
        n, nx, nz = gradient_noise(
            seed + octave * OCTAVE_SEED, x * frequency + 0.37 * octave, z * frequency + 0.61 * octave
        )
        value += height * n
        slope_x += height * frequency * nx
        slope_z += height * frequency * nz
        height *= gain
        frequency *= 2.0
    return value, slope_x, slope_z


@kernel
def noise_grid(seed: int, low: Floats, spacing: float, octaves: int, gain: float, out: Floats) -> None:
    """Fill `out` (nx, nz) with `fractal_noise` at `low + spacing * (i, j)`.

    `low` (2,) and `spacing` in cells. Samples lie on one global lattice if `low` is a multiple of `spacing`.
    """
    first_i, first_j = round(low[0] / spacing), round(low[1] / spacing)
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[i, j] = fractal_noise(seed, (first_i + i) * spacing, (first_j + j) * spacing, octaves, gain)[0]


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    value_noise(1, 0.5, 0.5)
    noise_grid(1, np.zeros(2), 0.5, 2, 0.5, np.zeros((1, 1)))
