"""One way of one motor: sweep, stop a skin short, slide on.

A motor is a point in its air, which is already shrunk by its radius. That it never leaves is
shown by induction: every leg starts inside, crosses no boundary, and its end is accepted only if
it is inside and clear of the boundary, else the leg isn't made.

Against shaking: the rest of the way is projected, never turned, so a slide cannot go back; and a
motor that runs into a plane it has already hit in this tick, or would slide against its wish, stops
dead (Quake 2's rule, by which acute corners are calm).
"""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.deck.convex import SKIN
from orlop.engine.deck.pushing import NO_PUSHING, NOBODY, Pushing, first_pusher
from orlop.engine.deck.sweep import NOTHING, Arrays, first_hit, inside, tight
from orlop.engine.kernel import kernel

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SLIDES = 6
"""Legs of one way. Whoever needs more goes on in the next tick."""

BENDS = 24
"""Points kept of a tick's way."""

MOST_BACKOFF = 1e-3
"""Bound of the way held back at a grazing hit, metres; the skin over the sine would grow without end."""

LIFT = 1e-4
"""A slide rises from its plane by this many radians, so that rounding never takes it closer."""

MOST_LIFT = 1e-5
"""Bound of that rise, metres: well within the skin."""

FREE, WALL = -2, -1
"""What a leg ended at, if not at a pusher's row."""


@kernel
def slide(
    x: float,
    z: float,
    dx: float,
    dz: float,
    wish_x: float,
    wish_z: float,
    radius: float,
    boundary: Arrays,
    pushing: Pushing,
    near: Ints,
    way: Floats,
    legs: int,
    planes: Floats,
) -> tuple[float, float, int, int, int]:
    """Move from (x, z), inside, by (dx, dz) as far as the boundary and the pushers `near` allow.

    It stops where sliding on would go against the wish, a vector of any length: momentum alone
    would carry it up a wall that the wish brings it down in the next tick.

    Returns x, z, how many planes were hit, the pusher met last (-1: none), and the number of
    points that `way` holds now, after the `legs` it held. `planes` (SLIDES, 2) is room to work in.
    """
    rest_x, rest_z = dx, dz
    move_x, move_z = dx, dz
    hits, met = 0, -1
    for _ in range(SLIDES):
        length = math.hypot(move_x, move_z)
        if not 1e-9 < length < np.inf:
            break
        ux, uz = move_x / length, move_z / length
        go, touched, nx, nz = leg(x, z, ux, uz, length, radius, boundary, pushing, near)
        if go > 0.0:
            to_x, to_z = x + ux * go, z + uz * go
            close = tight(to_x, to_z, boundary)
            if close >= 0:
                go, touched = 0.0, WALL
                nx, nz = _normal(boundary[0], close)
            elif not inside(to_x, to_z, boundary):
                break
            else:
                x, z = to_x, to_z
                legs = min(legs + 1, way.shape[0])
                way[legs - 1, 0], way[legs - 1, 1] = x, z
        if touched == FREE:
            break
        met = touched if touched >= 0 else met
        rest_x, rest_z = rest_x * (1.0 - go / length), rest_z * (1.0 - go / length)
        into = min(rest_x * nx + rest_z * nz, 0.0)
        move_x, move_z = rest_x - into * nx, rest_z - into * nz
        lift = min(LIFT * math.hypot(move_x, move_z), MOST_LIFT)
        stop = move_x * wish_x + move_z * wish_z < 0.0
        for i in range(hits):
            same = planes[i, 0] * nx + planes[i, 1] * nz > 1.0 - 1e-9
            stop = stop or same or planes[i, 0] * move_x + planes[i, 1] * move_z < -lift
        planes[hits, 0], planes[hits, 1] = nx, nz
        hits += 1
        if stop:
            break
        move_x, move_z = move_x + nx * lift, move_z + nz * lift
    return x, z, hits, met, legs


@kernel
def leg(
    x: float,
    z: float,
    ux: float,
    uz: float,
    length: float,
    radius: float,
    boundary: Arrays,
    pushing: Pushing,
    near: Ints,
) -> tuple[float, int, float, float]:
    """Return how far it is straight on, a skin short of what ends it: FREE, WALL or a pusher; and the normal there."""
    go, touched, nx, nz = length, FREE, 0.0, 0.0
    hit, s = first_hit(x, z, ux, uz, length + MOST_BACKOFF, boundary)
    if s >= 0:
        wall_x, wall_z = _normal(boundary[0], s)
        back = min(SKIN / max(-(ux * wall_x + uz * wall_z), 1e-12), MOST_BACKOFF)
        if hit - back < length:
            go, touched, nx, nz = max(hit - back, 0.0), WALL, wall_x, wall_z
    far, k, mx, mz = first_pusher(x, z, ux, uz, go, radius, pushing, near)
    if k >= 0:
        go, touched, nx, nz = far, k, mx, mz
    return go, touched, nx, nz


@kernel
def _normal(segments: Floats, s: int) -> tuple[float, float]:
    ex, ez = segments[s, 2] - segments[s, 0], segments[s, 3] - segments[s, 1]
    length = math.hypot(ex, ez)
    return -ez / length, ex / length


def warm() -> None:
    """Compile the kernel, as `Boundary.slide` calls it."""
    slide(
        0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, NOTHING, NO_PUSHING, NOBODY, np.zeros((BENDS, 2)), 0, np.zeros((SLIDES, 2))
    )
