"""The forest's broad relief: where mountains, valleys and the sea are, before water shapes them.

Only wide swells, so that hollows without a way out are few. What a hiker calls a valley is
cut into it along the streams, see `valleys`.
"""

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.worldgen.noise import fractal_noise, gradient_noise

Floats = NDArray[np.float64]

SWELL = 7000.0
"""Wavelength of the mountains, metres."""
BEND = 3300.0
"""Wavelength at which they are bent out of the noise's roundness, metres."""
BENT = 520.0
"""How far they are bent, metres."""
CREST = 1500.0
"""Wavelength of the crests on top, metres."""
SHARE = 20.0
"""So much lower the ground lies without crests than the relief says, metres: they are a part of it. Where the
relief dips under the sea, so does most of the ground; else only the streams' valleys would, as fiords."""


@kernel
def relief(seed: int, x: float, z: float) -> tuple[float, float, float]:
    """Return the height at (x, z) in metres, sea level at 0, and its slopes along x and z."""
    bx, bx_x, bx_z = gradient_noise(seed + 1, x / BEND, z / BEND)
    bz, bz_x, bz_z = gradient_noise(seed + 2, x / BEND, z / BEND)
    n, n_u, n_v = fractal_noise(seed + 3, (x + BENT * bx) / SWELL, (z + BENT * bz) / SWELL, 4, 0.44)
    ratio = BENT / BEND
    slope_x = (n_u * (1.0 + ratio * bx_x) + n_v * ratio * bz_x) / SWELL
    slope_z = (n_u * ratio * bx_z + n_v * (1.0 + ratio * bz_z)) / SWELL
    # Higher ground is steeper: shores and valleys stay gentle.
    lifted = n + 0.28
    height, steep = SHARE + 420.0 * lifted, 420.0
    if lifted > 0.0:
        height += 520.0 * lifted * lifted
        steep += 1040.0 * lifted
    return height, steep * slope_x, steep * slope_z


@kernel
def crests(seed: int, x: float, z: float) -> tuple[float, float, float]:
    """Return what stands on the relief between streams, metres, from -`SHARE` on, and its slopes."""
    n, n_x, n_z = fractal_noise(seed + 4, x / CREST, z / CREST, 3, 0.45)
    # Sharp where the noise is zero, as crests are; a little rounded, for they must not be knives.
    round_n = np.sqrt(n * n + 0.0016)
    lift = 1.0 - round_n
    if lift <= 0.0:
        return -SHARE, 0.0, 0.0
    change = -2.0 * lift * n / round_n / CREST
    return 90.0 * lift * lift - SHARE, 90.0 * change * n_x, 90.0 * change * n_z


@kernel
def relief_at(seed: int, points: Floats, out: Floats) -> None:
    """Fill `out` (n,) with the heights at `points` (n, 2)."""
    for k in range(len(points)):
        out[k] = relief(seed, points[k, 0], points[k, 1])[0]


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    crests(1, 0.0, 0.0)
    relief_at(1, np.zeros((1, 2)), np.zeros(1))
