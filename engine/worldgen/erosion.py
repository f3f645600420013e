"""Gullies down every slope, computed point by point.

Johansen 2026, "Fast and Gorgeous Erosion Filter" and "Phacelle": each octave lays stripes
down the slope that the octaves before it made, so gullies branch; no water is simulated and no
neighbour is asked, and any window fits the next to the bit. Written from the formulas.

Sine, cosine and exponential are short polynomials here: faster than the system's, and the
same bits on every platform.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.worldgen.hashing import hash2

Floats = NDArray[np.float64]


class Gullies(NamedTuple):
    """How gullies are cut. A tuple, for kernels take it as it is.

    Attributes
    ----------
    scale
        Distance between the largest gullies, metres.
    cell
        Stripes per cell of the pattern, 0.5…2: more are straighter.
    strength
        Height of the largest above the slope, metres.
    weight
        How far the gullies, as against the fade target, shape a slope, 0…1.
    detail
        How far finer gullies reach into the creases of coarser ones, 1…2.
    onset
        How quickly gullies set in with slope; at 1/onset they are nearly full.
    ridge_rounding, crease_rounding
        Over what part of the onset ridges and creases are rounded, 0…1.
    gain
        Strength of each octave relative to the last, 0…1.
    """

    scale: float = 150.0
    cell: float = 0.7
    strength: float = 12.0
    weight: float = 0.5
    detail: float = 1.5
    onset: float = 3.0
    ridge_rounding: float = 0.1
    crease_rounding: float = 0.0
    gain: float = 0.5


@kernel
def wave(turns: float) -> tuple[float, float]:
    """Return cosine and sine of an angle in turns, to 1e-8."""
    turns -= math.floor(turns + 0.5)
    flip = 1.0
    if turns > 0.25:
        turns, flip = 0.5 - turns, -1.0
    elif turns < -0.25:
        turns, flip = -0.5 - turns, -1.0
    a = turns * 6.283185307179586
    s = a * a
    cosine = 1.0 - s * (1 / 2 - s * (1 / 24 - s * (1 / 720 - s * (1 / 40320 - s * (1 / 3628800 - s / 479001600)))))
    sine = 1.0 - s * (1 / 6 - s * (1 / 120 - s * (1 / 5040 - s * (1 / 362880 - s * (1 / 39916800 - s / 6227020800)))))
    return flip * cosine, a * sine


@kernel
def bell(square: float) -> float:
    """Return max(0, exp(-2 square) - 0.01111), which ends at a distance of 1.5; to 1e-7."""
    if square >= 2.25:
        return 0.0
    x = square * -0.125
    power = 1.0 + x * (1.0 + x * (1 / 2 + x * (1 / 6 + x * (1 / 24 + x * (1 / 120 + x / 720)))))
    power *= power
    power *= power
    power *= power
    power *= power
    return max(power - 0.01111, 0.0)


@kernel
def phacelle(
    seed: int, x: float, z: float, dx: float, dz: float, frequency: float, offset: float, normalization: float
) -> tuple[float, float, float, float]:
    """Return stripes along the unit vector (dx, dz): cosine, sine, and the phase's change per unit of x and of z.

    Every cell of the unit grid has a pivot and a plane wave through it; the sixteen nearest are
    blended. Where they agree, cosine and sine lie on the unit circle; where they cancel out,
    `normalization` (0…1) tells how far they are brought there.
    """
    sx, sz = -dz * frequency, dx * frequency
    i0, j0 = math.floor(x), math.floor(z)
    cosine, sine, total = 0.0, 0.0, 0.0
    for i in range(i0 - 1, i0 + 3):
        for j in range(j0 - 1, j0 + 3):
            bits = hash2(seed, i, j)
            vx = x - (i + np.float64(bits & np.uint64(0xFFFF)) * 2.0**-16 - 0.5)
            vz = z - (j + np.float64(bits >> np.uint64(16)) * 2.0**-16 - 0.5)
            weight = bell(vx * vx + vz * vz)
            if weight > 0.0:
                c, s = wave(vx * sx + vz * sz + offset)
                cosine += weight * c
                sine += weight * s
                total += weight
    cosine, sine = cosine / total, sine / total
    length = max(1.0 - normalization, math.sqrt(cosine * cosine + sine * sine), 1e-12)
    return cosine / length, sine / length, sx * 6.283185307179586, sz * 6.283185307179586


@kernel
def ease_out(t: float) -> float:
    """Return 1 - (1 - t)² for t cut to [0, 1]."""
    t = 1.0 - min(max(t, 0.0), 1.0)
    return 1.0 - t * t


@kernel
def smooth_start(x: float, rounding: float) -> float:
    """Return x - rounding / 2, with a parabola below `rounding` that starts flat at zero."""
    if x < rounding:
        return 0.5 * x * x / rounding
    return x - 0.5 * rounding


@kernel
def erode(
    seed: int, x: float, z: float, slope_x: float, slope_z: float, target: float, octaves: int, gullies: Gullies
) -> tuple[float, float]:
    """Return the height to add at (x, z), metres, and the ridge map: -1 in a crease … +1 on a ridge.

    slope_x, slope_z: the ground's rise per metre before. target: what flat ground
    becomes, -1 a valley … +1 a peak; gullies fade into it.
    """
    added = 0.0
    steep = math.sqrt(slope_x * slope_x + slope_z * slope_z)
    rounding = gullies.crease_rounding + (gullies.ridge_rounding - gullies.crease_rounding) * (0.5 * target + 0.5)
    mask = ease_out(smooth_start(steep * gullies.onset, rounding))
    strength, frequency = gullies.strength, 1.0 / (gullies.scale * gullies.cell)
    for octave in range(octaves):
        if steep < 1e-9:
            dx, dz = 1.0, 0.0  # the mask is zero here, so what the stripes are is not seen
        else:
            dx, dz = slope_x / steep, slope_z / steep
        c, s, px, pz = phacelle(seed + octave, x * frequency, z * frequency, dx, dz, gullies.cell, 0.25, 0.5)
        # By the sign alone: proportional to s, gullies would bend toward each ridge.
        turn = -math.copysign(frequency, s) * strength * gullies.weight
        slope_x += turn * px
        slope_z += turn * pz
        steep = math.sqrt(slope_x * slope_x + slope_z * slope_z)
        target += (c * gullies.weight - target) * mask
        added += strength * target
        rounding = gullies.crease_rounding + (gullies.ridge_rounding - gullies.crease_rounding) * (0.5 * c + 0.5)
        # (1 - mask) to the power of `detail`, drawn as a line from the power of 1 to that of 2.
        fine = (1.0 - mask) * (1.0 - (gullies.detail - 1.0) * mask)
        mask = (1.0 - fine) * ease_out(smooth_start(abs(s) * gullies.onset, rounding))
        strength *= gullies.gain
        frequency *= 2.0
    return added, min(max(target / max(gullies.weight, 1e-9), -1.0), 1.0)


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    erode(1, 0.0, 0.0, 0.1, 0.2, 0.0, 2, Gullies())
