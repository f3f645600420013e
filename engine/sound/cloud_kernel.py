"""The loops over a cloud's samples."""

import numpy as np
from numba import carray  # type: ignore[attr-defined]
from numpy.typing import NDArray

from orlop.engine.kernel import sum_kernel
from orlop.engine.sound.address import pointer
from orlop.engine.sound.place import ADDRESS, COUNT, FADE, ORIGIN, PLACE_COLUMNS, holds

FIRST_VOLUME = 4
"""Rows of a block before its volumes: x, y, z, radius."""

SUMS = 4
"""Columns of sums: total weight, then the weighted direction's x, y, z."""

TILE = 512
"""Samples weighed before they are summed, in float32, to join a float64 sum.

Few enough that what was weighed waits in the nearest cache and that memory is read ahead without
a break, so many that a sum's end costs little. A slice of them is known to start at 0, as SIMD needs."""

Singles = NDArray[np.float32]
Floats = NDArray[np.float64]


@sum_kernel
def sum_blocks(
    blocks: NDArray[np.int64],
    places: Floats,
    x: float,
    y: float,
    z: float,
    floor: float,
    power: bool,
    sums: Floats,
) -> None:
    """Add up all blocks that can be heard at (x, y, z), world metres.

    Parameters
    ----------
    blocks, places
        (n, BLOCK_COLUMNS) and (n, PLACE_COLUMNS), see `orlop.engine.sound.place`.
    floor
        As for `sum_cloud`.
    sums
        (laws, components, SUMS), added to; with `power` the last law's are of squares.
    """
    for k in range(len(blocks)):
        place = places[k]
        if not holds(place, x, y, z):
            continue
        rows = carray(pointer(blocks[k, ADDRESS]), (FIRST_VOLUME + sums.shape[1], blocks[k, COUNT]), np.float32)
        ear_x, ear_y, ear_z = (
            np.float32(x - place[ORIGIN]),
            np.float32(y - place[ORIGIN + 1]),
            np.float32(z - place[ORIGIN + 2]),
        )
        for law in range(len(sums)):
            squared = power and law == len(sums) - 1
            gain = place[FADE] * place[FADE] if squared else place[FADE]
            sum_cloud(rows, ear_x, ear_y, ear_z, np.float32(floor), squared, gain, sums[law])


@sum_kernel
def sum_cloud(
    rows: Singles,
    x: np.float32,
    y: np.float32,
    z: np.float32,
    floor: np.float32,
    squared: bool,
    gain: float,
    sums: Floats,
) -> None:
    """Add a block's weights and weighted directions to `sums`, times `gain`.

    Johansen 2026, "Point Cloud Sound": weight w = volume · max(0, 1/max(d, r) − floor) with floor =
    1/maximum distance; direction = (sample − ear)/(d + r/2), shorter than 1 in and near a sample.

    All components share what depends on the sample alone, and three of them what it takes to read
    it. Where there are fewer, the last one's row is read again, which costs no memory traffic,
    and not counted.

    Parameters
    ----------
    rows
        (FIRST_VOLUME + components, n): x, y, z, radius > 0 in metres, then each component's volumes.
    x, y, z
        The ear, metres from the same origin as the samples.
    squared
        Weigh by w² in place of w.
    sums
        (components, SUMS), added to.
    """
    last = len(rows) - 1
    half, one, zero = np.float32(0.5), np.float32(1.0), np.float32(0.0)
    shares = np.empty((SUMS, TILE), np.float32)  # what each sample adds to the sums at a volume of 1
    for begin in range(0, rows.shape[1], TILE):
        end = min(begin + TILE, rows.shape[1])
        count = end - begin
        xs, ys, zs, radii = rows[0, begin:end], rows[1, begin:end], rows[2, begin:end], rows[3, begin:end]
        weights, right, up, back = shares[0, :count], shares[1, :count], shares[2, :count], shares[3, :count]
        # A loop of its own: in one with the sums, they would fill the queue in which the processor holds
        # what waits for a root and a division, and it would start on fewer samples at a time.
        for i in range(count):
            dx, dy, dz, r = xs[i] - x, ys[i] - y, zs[i] - z, radii[i]
            d = np.sqrt(dx * dx + dy * dy + dz * dz)
            near, far = max(d, r), d + half * r
            inverse = one / (near * far)  # one division for 1/near and 1/far
            weight = max(far * inverse - floor, zero)
            weight = weight * weight if squared else weight
            share = weight * (near * inverse)
            weights[i], right[i], up[i], back[i] = weight, share * dx, share * dy, share * dz
        for a in range(FIRST_VOLUME, last + 1, 3):
            b, c = min(a + 1, last), min(a + 2, last)
            volumes_a, volumes_b, volumes_c = rows[a, begin:end], rows[b, begin:end], rows[c, begin:end]
            a0 = a1 = a2 = a3 = b0 = b1 = b2 = b3 = c0 = c1 = c2 = c3 = zero
            for i in range(count):
                va, vb, vc = volumes_a[i], volumes_b[i], volumes_c[i]
                if squared:
                    va, vb, vc = va * va, vb * vb, vc * vc
                w, wx, wy, wz = weights[i], right[i], up[i], back[i]
                a0, a1, a2, a3 = a0 + va * w, a1 + va * wx, a2 + va * wy, a3 + va * wz
                b0, b1, b2, b3 = b0 + vb * w, b1 + vb * wx, b2 + vb * wy, b3 + vb * wz
                c0, c1, c2, c3 = c0 + vc * w, c1 + vc * wx, c2 + vc * wy, c3 + vc * wz
            _add(sums[a - FIRST_VOLUME], gain, a0, a1, a2, a3)
            if b > a:
                _add(sums[b - FIRST_VOLUME], gain, b0, b1, b2, b3)
            if c > b:
                _add(sums[c - FIRST_VOLUME], gain, c0, c1, c2, c3)


@sum_kernel
def _add(row: Floats, gain: float, w: np.float32, x: np.float32, y: np.float32, z: np.float32) -> None:
    row[0] += gain * w
    row[1] += gain * x
    row[2] += gain * y
    row[3] += gain * z


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    rows, sums, zero = np.ones((FIRST_VOLUME + 1, 1), np.float32), np.zeros((2, 1, SUMS)), np.float32(0.0)
    blocks = np.array([[rows.ctypes.data, rows.shape[1]]])
    sum_blocks(blocks, np.zeros((1, PLACE_COLUMNS)), 0.0, 0.0, 0.0, 0.0, True, sums)
    sum_cloud(rows, zero, zero, zero, zero, False, 1.0, sums[0])
    _add(sums[0, 0], 1.0, zero, zero, zero, zero)
