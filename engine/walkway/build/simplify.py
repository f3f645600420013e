"""Fewer corners, without ever uncovering anything solid."""

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]


def simplify(ring: Floats, tolerance: float) -> Floats:
    """Leave out corners of a closed `ring` (n, 2) that has open space on its left.

    A chord takes the place of a run of corners only if all of them lie on its right or on it,
    within `tolerance`: what changes is open space that becomes solid, never the reverse. Where
    less than twice the tolerance parts two runs, rings may come to cross one another or
    themselves; the caller unites the solids.
    """
    starts = np.array([0, len(ring)], np.int64)
    return simplify_rings(np.ascontiguousarray(ring), starts, np.zeros(1, np.int64), tolerance)[0]


@kernel
def simplify_rings(points: Floats, starts: Indices, chosen: Indices, tolerance: float) -> tuple[Floats, Indices]:
    """As `simplify` for the `chosen` (n,) of rings, k being `points[starts[k]:starts[k + 1]]`; returns points and starts."""
    total = 0
    for k in chosen:
        total += starts[k + 1] - starts[k]
    out, out_starts, count = np.empty((total, 2)), np.zeros(chosen.shape[0] + 1, np.int64), 0
    for m in range(chosen.shape[0]):
        ring = points[starts[chosen[m]] : starts[chosen[m] + 1]]
        begin, first = 0, count
        if ring.shape[0] > 4 and tolerance > 0.0:
            begin = sharpest(ring)
            turned = np.concatenate((ring[begin:], ring[:begin]))
            kept = one_sided(turned, tolerance)
            for k in range(turned.shape[0]):
                if kept[k]:
                    out[count] = turned[k]
                    count += 1
        # What is hardly wider than the tolerance would come out empty, or inside out.
        if count < first + 3 or _area(out[first:count]) * _area(ring) <= 0.0:
            count = first + ring.shape[0]
            out[first:count] = ring
        out_starts[m + 1] = count
    return out[:count].copy(), out_starts


@kernel
def _area(ring: Floats) -> float:
    """Twice the signed area of a ring (n, 2), measured from its first corner."""
    total = 0.0
    for k in range(1, ring.shape[0] - 1):
        ax, az = ring[k, 0] - ring[0, 0], ring[k, 1] - ring[0, 1]
        bx, bz = ring[k + 1, 0] - ring[0, 0], ring[k + 1, 1] - ring[0, 1]
        total += ax * bz - az * bx
    return total


@kernel
def sharpest(ring: Floats) -> int:
    """Return the solid corner that juts furthest into the open: it is kept in any case, so begin there."""
    n = ring.shape[0]
    least, found = np.inf, 0
    for k in range(n):
        bx, bz = ring[k, 0] - ring[k - 1, 0], ring[k, 1] - ring[k - 1, 1]
        ax, az = ring[(k + 1) % n, 0] - ring[k, 0], ring[(k + 1) % n, 1] - ring[k, 1]
        turn = bx * az - bz * ax
        if turn < least:
            least, found = turn, k
    return found


@kernel
def one_sided(ring: Floats, tolerance: float) -> NDArray[np.bool_]:
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
    simplify(np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.0, 0.5]]), 0.1)
