"""The loop over a cloud's samples."""

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import sum_kernel

FIRST_VOLUME = 4
"""Rows of a block before its volumes: x, y, z, radius."""

SUMS = 4
"""Columns of sums: total weight, then the weighted direction's x, y, z."""

TILE = 4096
"""Samples summed in float32 before they join a float64 sum; a slice of them is known to start at 0, as SIMD needs."""


@sum_kernel
def sum_cloud(
    rows: NDArray[np.float32],
    ear: NDArray[np.float32],
    floor: np.float32,
    squared: bool,
    gain: float,
    sums: NDArray[np.float64],
) -> None:
    """Add a block's weights and weighted directions to `sums`, times `gain`.

    Johansen 2026, "Point Cloud Sound": weight w = volume · max(0, 1/max(d, r) − floor) with floor =
    1/maximum distance; direction = (sample − ear)/(d + r/2), shorter than 1 in and near a sample.

    Three components share a sample's square root and division, the dearest of it. Where there are
    fewer, the last one's row is read again, which costs no memory traffic, and not counted.

    Parameters
    ----------
    rows
        (FIRST_VOLUME + components, n): x, y, z, radius > 0 in metres, then each component's volumes.
    ear
        (3,) metres from the same origin as the samples.
    squared
        Weigh by w² in place of w.
    sums
        (components, SUMS), added to.
    """
    last = len(rows) - 1
    for begin in range(0, rows.shape[1], TILE):
        end = min(begin + TILE, rows.shape[1])
        xs, ys, zs, radii = rows[0, begin:end], rows[1, begin:end], rows[2, begin:end], rows[3, begin:end]
        for a in range(FIRST_VOLUME, last + 1, 3):
            b, c = min(a + 1, last), min(a + 2, last)
            volumes_a, volumes_b, volumes_c = rows[a, begin:end], rows[b, begin:end], rows[c, begin:end]
            a0 = a1 = a2 = a3 = b0 = b1 = b2 = b3 = c0 = c1 = c2 = c3 = np.float32(0.0)
            for i in range(end - begin):
                x, y, z, r = xs[i] - ear[0], ys[i] - ear[1], zs[i] - ear[2], radii[i]
                d = np.sqrt(x * x + y * y + z * z)
                near, far = max(d, r), d + np.float32(0.5) * r
                inverse = np.float32(1.0) / (near * far)  # one division for 1/near and 1/far
                attenuation = max(far * inverse - floor, np.float32(0.0))
                shortening = near * inverse
                x, y, z = x * shortening, y * shortening, z * shortening

                w = volumes_a[i] * attenuation
                w = w * w if squared else w
                a0, a1, a2, a3 = a0 + w, a1 + w * x, a2 + w * y, a3 + w * z
                w = volumes_b[i] * attenuation
                w = w * w if squared else w
                b0, b1, b2, b3 = b0 + w, b1 + w * x, b2 + w * y, b3 + w * z
                w = volumes_c[i] * attenuation
                w = w * w if squared else w
                c0, c1, c2, c3 = c0 + w, c1 + w * x, c2 + w * y, c3 + w * z
            _add(sums[a - FIRST_VOLUME], gain, a0, a1, a2, a3)
            if b > a:
                _add(sums[b - FIRST_VOLUME], gain, b0, b1, b2, b3)
            if c > b:
                _add(sums[c - FIRST_VOLUME], gain, c0, c1, c2, c3)


@sum_kernel
def _add(row: NDArray[np.float64], gain: float, w: np.float32, x: np.float32, y: np.float32, z: np.float32) -> None:
    row[0] += gain * w
    row[1] += gain * x
    row[2] += gain * y
    row[3] += gain * z


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    rows, sums = np.ones((FIRST_VOLUME + 1, 1), np.float32), np.zeros((1, SUMS))
    sum_cloud(rows, np.zeros(3, np.float32), np.float32(0.0), False, 1.0, sums)
    _add(sums[0], 1.0, np.float32(0.0), np.float32(0.0), np.float32(0.0), np.float32(0.0))
