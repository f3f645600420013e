"""Fewer corners, without ever uncovering anything solid."""

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel


def simplify(ring: NDArray[np.float64], tolerance: float) -> NDArray[np.float64]:
    """Leave out corners of a closed `ring` (n, 2) that has open space on its left.

    A chord takes the place of a run of corners only if all of them lie on its right or on it,
    within `tolerance`: what changes is open space that becomes solid, never the reverse. Where
    less than twice the tolerance parts two runs, rings may come to cross one another or
    themselves; the caller unites the solids.
    """
    if len(ring) <= 4 or tolerance <= 0:
        return ring
    before, after = ring - np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0) - ring
    turn = before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]
    # A solid corner that juts into the open is kept in any case: begin there.
    begin = int(np.argmin(turn))
    kept = one_sided(np.ascontiguousarray(np.roll(ring, -begin, axis=0)), tolerance)
    simple = np.roll(ring, -begin, axis=0)[kept]
    return simple if len(simple) >= 3 else ring


@kernel
def one_sided(ring, tolerance):  # type: ignore[no-untyped-def]
    """Choose corners greedily, each chord as long as it can be; (n,) bool.

    The directions that a chord from the current corner may take shrink with every corner it
    would pass: not to the right of the corner, nor further left than the tolerance allows. A
    chord is at least as long as the way to any of them, so that none lies beyond its end.
    """
    n = ring.shape[0]
    kept = np.zeros(n, np.bool_)
    a = 0
    while a < n:
        kept[a] = True
        ax, az = ring[a, 0], ring[a, 1]
        fx, fz = ring[(a + 1) % n, 0] - ax, ring[(a + 1) % n, 1] - az
        least, most = -np.pi / 2, np.pi / 2
        best, furthest = a + 1, 0.0
        for b in range(a + 1, n + 1):
            dx, dz = ring[b % n, 0] - ax, ring[b % n, 1] - az
            distance = np.sqrt(dx * dx + dz * dz)
            if distance == 0.0:
                break
            # Measured from the first edge, left positive.
            angle = np.arctan2(fx * dz - fz * dx, fx * dx + fz * dz)
            if b > a + 1 and least - 1e-9 <= angle <= most + 1e-9 and distance >= furthest:
                best = b
            slack = np.arcsin(tolerance / distance) if distance > tolerance else np.pi / 2
            least, most = max(least, angle), min(most, angle + slack)
            furthest = max(furthest, distance)
            if least > most + 1e-9:
                break
        a = best
    return kept


def warm() -> None:
    """Compile this file's kernels."""
    one_sided(np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.0, 0.5]]), 0.1)
