"""Triangles without area, told by their own size rather than by a length in metres."""

import numpy as np
from numpy.typing import NDArray

# Height over longest edge below which three corners lie on a line. Relative, else the 2 mm
# cubes of a toy scene would be lost.
THINNEST = 1e-10

# Far out, corners on a line come off it by rounding: so many float64 steps at their distance.
_STEPS = 8 * np.finfo(np.float64).eps


def with_area(triangles: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Say which triangles have an area that is more than rounding.

    Parameters
    ----------
    triangles
        (n, 3, 3) metres, finite.

    Returns
    -------
    (n,) bool
        False where two corners coincide or all three lie on a line.
    """
    edges = np.roll(triangles, -1, axis=1) - triangles
    lengths = np.sqrt(np.einsum("nij,nij->ni", edges, edges))
    longest = lengths.max(axis=1, initial=0.0)
    scale = np.where(longest > 0, longest, 1.0)
    unit = edges[:, :2] / scale[:, None, None]
    heights = np.linalg.norm(np.cross(unit[:, 0], unit[:, 1]), axis=1) * longest
    rounding = _STEPS * np.abs(triangles).max(axis=(1, 2), initial=0.0)
    kept: NDArray[np.bool_] = heights > np.maximum(THINNEST * longest, rounding)
    return kept
