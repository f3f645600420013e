"""Which way a closed surface faces."""

import numpy as np
from numpy.typing import NDArray


def is_inside_out(triangles: NDArray[np.float64]) -> bool:
    """Say whether triangles close without a gap and all face inward.

    Closed means that every edge is run through as often one way as the other; corners are
    the same point only if they are equal bit for bit. An open surface is never inside out.

    Parameters
    ----------
    triangles
        (n, 3, 3) finite.
    """
    if len(triangles) < 4:
        return False
    points, numbers = np.unique(triangles.reshape(-1, 3), axis=0, return_inverse=True)
    corners = numbers.reshape(-1, 3)
    starts, ends = corners.ravel(), np.roll(corners, -1, axis=1).ravel()
    forth = np.sort(starts * len(points) + ends)
    back = np.sort(ends * len(points) + starts)
    if not np.array_equal(forth, back):
        return False
    centred = triangles - points.mean(axis=0)
    return bool(np.einsum("ni,ni->", centred[:, 0], np.cross(centred[:, 1], centred[:, 2])) < 0)
