"""The pushers of a deck as the kernels see them: rows of poses, and convex pieces."""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.deck.convex import apart, cast
from orlop.engine.kernel import kernel

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

Pushing = tuple[Floats, Ints, Ints, Floats]
"""poses (k, PUSHER_COLUMNS); pusher k's pieces are piece_starts[k:k + 1], piece p's corners
corners[corner_starts[p]:corner_starts[p + 1]], metres in the pusher's own frame."""

# Columns of a pose: as it shall be, as it was a tick ago, its farthest corner, whether it is an
# obstacle, how far any corner moved at most, whether it was just put there (SWEPT … TIMID).
NEW_X, NEW_Z, NEW_TURN, OLD_X, OLD_Z, OLD_TURN, REACH, ENABLED, MOVED, FRESH = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
PUSHER_COLUMNS = 10

SWEPT, PUT, TIMID = 0.0, 1.0, 2.0
"""How a pusher came to where it is: by moving, put there, or put there on condition that nobody is in its way."""

NO_PUSHING: Pushing = (
    np.zeros((0, PUSHER_COLUMNS)),
    np.zeros(1, np.int64),
    np.zeros(1, np.int64),
    np.zeros((0, 2)),
)
NOBODY = np.full(1, -1, np.int64)
"""A list of rows that ends at once."""


@kernel
def gap_to(x: float, z: float, k: int, share: float, pushing: Pushing) -> tuple[float, float, float]:
    """Return the signed distance from (x, z) to pusher `k`, `share` of its way on, and the normal away from it."""
    poses, piece_starts, corner_starts, corners = pushing
    turn = poses[k, OLD_TURN] + (poses[k, NEW_TURN] - poses[k, OLD_TURN]) * share
    px = x - (poses[k, OLD_X] + (poses[k, NEW_X] - poses[k, OLD_X]) * share)
    pz = z - (poses[k, OLD_Z] + (poses[k, NEW_Z] - poses[k, OLD_Z]) * share)
    cosine, sine = math.cos(turn), math.sin(turn)
    own_x, own_z = px * cosine + pz * sine, pz * cosine - px * sine
    best, nx, nz = np.inf, 0.0, 0.0
    for piece in range(piece_starts[k], piece_starts[k + 1]):
        distance, mx, mz = apart(own_x, own_z, corners, corner_starts[piece], corner_starts[piece + 1])
        if distance < best:
            best, nx, nz = distance, mx, mz
    return best, nx * cosine - nz * sine, nx * sine + nz * cosine


@kernel
def first_pusher(
    x: float, z: float, ux: float, uz: float, length: float, radius: float, pushing: Pushing, near: Ints
) -> tuple[float, int, float, float]:
    """Return how far a circle gets along the unit (ux, uz) before it touches a pusher, which, and the normal there.

    Of the rows in `near`, ended by -1, at their new poses; (length, -1, …) if it touches none.
    """
    poses, piece_starts, corner_starts, corners = pushing
    go, touched, nx, nz = length, -1, 0.0, 0.0
    for k in near:
        if k < 0:
            break
        cosine, sine = math.cos(poses[k, NEW_TURN]), math.sin(poses[k, NEW_TURN])
        px, pz = x - poses[k, NEW_X], z - poses[k, NEW_Z]
        own_x, own_z = px * cosine + pz * sine, pz * cosine - px * sine
        own_ux, own_uz = ux * cosine + uz * sine, uz * cosine - ux * sine
        for piece in range(piece_starts[k], piece_starts[k + 1]):
            first, last = corner_starts[piece], corner_starts[piece + 1]
            far, mx, mz = cast(own_x, own_z, own_ux, own_uz, go, radius, corners, first, last)
            if far < go:
                go, touched = far, int(k)
                nx, nz = mx * cosine - mz * sine, mx * sine + mz * cosine
    return go, touched, nx, nz


def warm() -> None:
    """Compile the kernel that is asked one by one."""
    pushing = (np.zeros((1, PUSHER_COLUMNS)), np.zeros(2, np.int64), np.zeros(1, np.int64), np.zeros((0, 2)))
    gap_to(0.0, 0.0, 0, 1.0, pushing)
    first_pusher(0.0, 0.0, 1.0, 0.0, 1.0, 0.4, pushing, NOBODY)
