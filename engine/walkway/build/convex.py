"""Convex polygons: cut by planes, measured, taken away from one another.

Polygons are rows (x, y, z) of a scratch array with a count. Seen from above a segment is a convex
polygon as well, of two corners, and all of this holds for it.
"""

import numpy as np

from orlop.engine.kernel import kernel

MOST_CORNERS = 48
"""Rows of a scratch array. A cut adds one corner at most; what would need more is left uncut."""

MOST_LEFT = 32
"""Polygons that one may fall into where others are taken away from it."""


@kernel
def keep(points, count, a, b, c, d, out):  # type: ignore[no-untyped-def]
    """Keep a x + b y + c z ≤ d of a convex polygon (Sutherland and Hodgman 1974).

    points, out (MOST_CORNERS, 3) float64; returns the number of corners in `out`.
    """
    kept = 0
    for k in range(count):
        n = (k + 1) % count
        here = a * points[k, 0] + b * points[k, 1] + c * points[k, 2] - d
        there = a * points[n, 0] + b * points[n, 1] + c * points[n, 2] - d
        if here <= 0.0:
            out[kept, 0], out[kept, 1], out[kept, 2] = points[k, 0], points[k, 1], points[k, 2]
            kept += 1
        if (here < 0.0 < there) or (there < 0.0 < here):
            s = here / (here - there)
            for e in range(3):
                out[kept, e] = points[k, e] + s * (points[n, e] - points[k, e])
            # On a plane across an axis exactly, so that what is cut there from both sides meets.
            if b == 0.0 and c == 0.0:
                out[kept, 0] = d / a
            elif a == 0.0 and b == 0.0:
                out[kept, 2] = d / c
            kept += 1
    return kept


@kernel
def keep_inside(points, count, ring, first, last, margin, out, spare):  # type: ignore[no-untyped-def]
    """Keep what lies over the convex counter-clockwise `ring[first:last]` (x, z), widened by `margin` metres.

    Returns the number of corners in `out`; `spare` is scratch.
    """
    out[:count] = points[:count]
    for k in range(first, last):
        n = k + 1 if k + 1 < last else first
        ex, ez = ring[n, 0] - ring[k, 0], ring[n, 1] - ring[k, 1]
        length = np.sqrt(ex * ex + ez * ez)
        if length == 0.0:
            continue
        a, c = ez / length, -ex / length
        count = keep(out, count, a, 0.0, c, a * ring[k, 0] + c * ring[k, 1] + margin, spare)
        out[:count] = spare[:count]
        if count == 0:
            break
    return count


@kernel
def take_away(polygons, counts, number, lines, ring, first, last, least, spare):  # type: ignore[no-untyped-def]
    """Take the convex `ring[first:last]` (x, z) away from `number` polygons, in place.

    polygons (MOST_LEFT, MOST_CORNERS, 3) float64; counts (MOST_LEFT,) int64; spare
    (2, MOST_CORNERS, 3). What is shorter than `least` metres is dropped, and unless these are
    `lines`, what is narrower. Returns the new number; where it would exceed MOST_LEFT a polygon stays whole.
    """
    have = number
    for p in range(have):
        begin = number
        rest, other = spare[0], spare[1]
        count = counts[p]
        rest[:count] = polygons[p, :count]
        fits = True
        for k in range(first, last):
            n = k + 1 if k + 1 < last else first
            ex, ez = ring[n, 0] - ring[k, 0], ring[n, 1] - ring[k, 1]
            a, c = ez, -ex
            d = a * ring[k, 0] + c * ring[k, 1]
            if number == MOST_LEFT or count + 2 > MOST_CORNERS:
                fits = False
                break
            counts[number] = keep(rest, count, -a, 0.0, -c, -d, polygons[number])
            if counts[number]:
                long = extent(polygons[number], counts[number])
                if long > least and (lines or abs(area(polygons[number], counts[number])) > least * long):
                    number += 1
            count = keep(rest, count, a, 0.0, c, d, other)
            rest, other = other, rest
            if count == 0:
                break
        if fits:
            counts[p] = 0
        else:
            number = begin
    kept = 0
    for p in range(number):
        if counts[p]:
            if kept < p:
                polygons[kept, : counts[p]] = polygons[p, : counts[p]]
                counts[kept] = counts[p]
            kept += 1
    return kept


@kernel
def extent(points, count):  # type: ignore[no-untyped-def]
    """Return the longer side of the bounds in (x, z), metres."""
    x0, x1, z0, z1 = points[0, 0], points[0, 0], points[0, 2], points[0, 2]
    for k in range(1, count):
        x0, x1 = min(x0, points[k, 0]), max(x1, points[k, 0])
        z0, z1 = min(z0, points[k, 2]), max(z1, points[k, 2])
    return max(x1 - x0, z1 - z0)


@kernel
def area(points, count):  # type: ignore[no-untyped-def]
    """Return the signed area in (x, z), square metres, counter-clockwise positive."""
    twice = 0.0
    for k in range(1, count - 1):
        ux, uz = points[k, 0] - points[0, 0], points[k, 2] - points[0, 2]
        vx, vz = points[k + 1, 0] - points[0, 0], points[k + 1, 2] - points[0, 2]
        twice += ux * vz - uz * vx
    return 0.5 * twice


@kernel
def longest(points, count):  # type: ignore[no-untyped-def]
    """Return the two corners furthest from each other in (x, z)."""
    best, a, b = -1.0, 0, 0
    for k in range(count):
        for n in range(k, count):
            dx, dz = points[n, 0] - points[k, 0], points[n, 2] - points[k, 2]
            if dx * dx + dz * dz > best:
                best, a, b = dx * dx + dz * dz, k, n
    return a, b


@kernel
def enlarged(rows, needed):  # type: ignore[no-untyped-def]
    """Return `rows` (n, 2), or a longer copy if it holds fewer than `needed` rows."""
    if needed <= rows.shape[0]:
        return rows
    more = np.empty((max(needed, 2 * rows.shape[0]), 2))
    more[: rows.shape[0]] = rows
    return more


@kernel
def extended(numbers, needed):  # type: ignore[no-untyped-def]
    """Return `numbers` (n,) int64, or a longer copy if it holds fewer than `needed`."""
    if needed <= numbers.shape[0]:
        return numbers
    more = np.empty(max(needed, 2 * numbers.shape[0]), np.int64)
    more[: numbers.shape[0]] = numbers
    return more


def warm() -> None:
    """Compile this file's kernels."""
    polygon, out, spare = np.zeros((3, MOST_CORNERS, 3))
    ring = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    polygon[:3, ::2] = ring
    keep_inside(polygon, 3, ring, 0, 3, 0.1, out, spare)
    polygons, counts = np.zeros((MOST_LEFT, MOST_CORNERS, 3)), np.zeros(MOST_LEFT, np.int64)
    polygons[0], counts[0] = polygon, 3
    take_away(polygons, counts, 1, False, ring, 0, 3, 1e-3, np.zeros((2, MOST_CORNERS, 3)))
    area(polygon, 3)
    longest(polygon, 3)
    enlarged(ring, 4)
    extended(counts, 4)
