"""Moves circles through the air of a deck: the guarantee that nothing leaves it.

A motor is a point in its air, which is already shrunk by the motor's radius. Its way is swept
continuously; where it hits, it stops a skin short and slides on. What makes it a guarantee is
induction: every leg starts inside, crosses no boundary, and its end is accepted only if it
is inside and clear of the boundary, else the leg isn't made.

Against shaking: the rest of the way is projected, never turned, so a slide cannot go back; and a
motor that runs into a plane it has already hit in this tick, or would slide against its wish, stops dead
(Quake 2's rule, by which acute corners are calm).
"""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.deck.convex import SKIN, apart, cast
from orlop.engine.deck.sweep import cell_of, closest_on, first_hit, inside, tight
from orlop.engine.kernel import kernel

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SLIDES = 6
"""Legs of one way. Whoever needs more goes on in the next tick."""

MOST_BACKOFF = 1e-3
"""Bound of the way held back at a grazing hit, metres; the skin over the sine would grow without end."""

LIFT = 1e-4
"""A slide rises from its plane by this many radians, so that rounding never takes it closer."""

MOST_LIFT = 1e-5
"""Bound of that rise, metres: well within the skin."""

TOUCH = 3e-4
"""What is this near at a tick's end takes its part of the velocity, metres: a skin, a lift and some more."""

MOST_PLANES = 12

PUSHES = 8
"""Rounds of giving way to pushers in one step of theirs."""

MOST_STEPS = 64
"""Bound of the steps in which a pusher's move is followed."""

BENDS = 24
"""Points kept of a tick's way."""

# Columns of a motor's row.
X, Z, DX, DZ, VX, VZ = 0, 1, 2, 3, 4, 5
MOTOR_COLUMNS = 6
# Columns of a result.
END_X, END_Z, END_VX, END_VZ, HITS, MET, LEGS, FREE, OVERLAP = 0, 1, 2, 3, 4, 5, 6, 7, 8
END_COLUMNS = 9
# Columns of a pusher: pose, pose a tick ago, farthest corner, enabled, farthest any corner moved, just enabled.
NEW_X, NEW_Z, NEW_TURN, OLD_X, OLD_Z, OLD_TURN, REACH, ENABLED, MOVED, FRESH = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
PUSHER_COLUMNS = 10


@kernel
def slide(
    x: float,
    z: float,
    dx: float,
    dz: float,
    wish_x: float,
    wish_z: float,
    radius: float,
    segments: Floats,
    grid: Floats,
    starts: Ints,
    items: Ints,
    middles: Floats,
    pushers: Floats,
    piece_starts: Ints,
    corner_starts: Ints,
    corners: Floats,
    near: Ints,
    planes: Floats,
    way: Floats,
    legs: int,
) -> tuple[float, float, int, int, int]:
    """Move from (x, z), inside, by (dx, dz) as far as the boundary and the pushers `near` allow.

    It stops where sliding on would go against the wish, a vector of any length: momentum alone
    would carry it up a wall that the wish brings it down in the next tick.

    Returns x, z, how many planes were hit (their normals are in `planes`), the pusher met last
    (-1: none), and the number of points written to `way`.
    """
    rest_x, rest_z = dx, dz
    move_x, move_z = dx, dz
    hits, met = 0, -1
    for _ in range(SLIDES):
        length = math.hypot(move_x, move_z)
        if not 1e-9 < length < np.inf:
            break
        ux, uz = move_x / length, move_z / length
        go, nx, nz, touched = length, 0.0, 0.0, -2
        hit, s = first_hit(x, z, ux, uz, length + MOST_BACKOFF, segments, grid, starts, items)
        if s >= 0:
            nx, nz = _normal(segments, s)
            back = min(SKIN / max(-(ux * nx + uz * nz), 1e-12), MOST_BACKOFF)
            if hit - back < length:
                go, touched = max(hit - back, 0.0), -1
        for at in range(near.shape[0]):
            k = near[at]
            if k < 0:
                break
            turn_x, turn_z = math.cos(pushers[k, NEW_TURN]), math.sin(pushers[k, NEW_TURN])
            px, pz = x - pushers[k, NEW_X], z - pushers[k, NEW_Z]
            lx, lz = px * turn_x + pz * turn_z, pz * turn_x - px * turn_z
            lux, luz = ux * turn_x + uz * turn_z, uz * turn_x - ux * turn_z
            for piece in range(piece_starts[k], piece_starts[k + 1]):
                first, last = corner_starts[piece], corner_starts[piece + 1]
                far, mx, mz = cast(lx, lz, lux, luz, go, radius, corners, first, last)
                if far < go:
                    go, touched = far, k
                    nx, nz = mx * turn_x - mz * turn_z, mx * turn_z + mz * turn_x
        if go > 0.0:
            to_x, to_z = x + ux * go, z + uz * go
            close = tight(to_x, to_z, segments, grid, starts, items)
            if close >= 0:
                go, touched = 0.0, -1
                nx, nz = _normal(segments, close)
            elif not inside(to_x, to_z, segments, grid, starts, items, middles):
                break
            else:
                x, z = to_x, to_z
                legs = min(legs + 1, way.shape[0])
                way[legs - 1, 0], way[legs - 1, 1] = x, z
        if touched == -2:
            break
        met = touched if touched >= 0 else met
        share = 1.0 - go / length
        rest_x, rest_z = rest_x * share, rest_z * share
        again = False
        for i in range(hits):
            again = again or planes[i, 0] * nx + planes[i, 1] * nz > 1.0 - 1e-9
        planes[hits, 0], planes[hits, 1] = nx, nz
        hits += 1
        into = min(rest_x * nx + rest_z * nz, 0.0)
        move_x, move_z = rest_x - into * nx, rest_z - into * nz
        lift = min(LIFT * math.hypot(move_x, move_z), MOST_LIFT)
        for i in range(hits - 1):
            again = again or planes[i, 0] * move_x + planes[i, 1] * move_z < -lift
        if again or move_x * wish_x + move_z * wish_z < 0.0:
            break
        move_x, move_z = move_x + nx * lift, move_z + nz * lift
    return x, z, hits, met, legs


@kernel
def _normal(segments: Floats, s: int) -> tuple[float, float]:
    ex, ez = segments[s, 2] - segments[s, 0], segments[s, 3] - segments[s, 1]
    length = math.hypot(ex, ez)
    return -ez / length, ex / length


@kernel
def gap_to(
    x: float,
    z: float,
    k: int,
    share: float,
    pushers: Floats,
    piece_starts: Ints,
    corner_starts: Ints,
    corners: Floats,
) -> tuple[float, float, float]:
    """Return the signed distance from (x, z) to pusher `k`, `share` of its way on, and the normal away from it."""
    turn = pushers[k, OLD_TURN] + (pushers[k, NEW_TURN] - pushers[k, OLD_TURN]) * share
    px = x - (pushers[k, OLD_X] + (pushers[k, NEW_X] - pushers[k, OLD_X]) * share)
    pz = z - (pushers[k, OLD_Z] + (pushers[k, NEW_Z] - pushers[k, OLD_Z]) * share)
    turn_x, turn_z = math.cos(turn), math.sin(turn)
    lx, lz = px * turn_x + pz * turn_z, pz * turn_x - px * turn_z
    best, nx, nz = np.inf, 0.0, 0.0
    for piece in range(piece_starts[k], piece_starts[k + 1]):
        distance, mx, mz = apart(lx, lz, corners, corner_starts[piece], corner_starts[piece + 1])
        if distance < best:
            best, nx, nz = distance, mx, mz
    return best, nx * turn_x - nz * turn_z, nx * turn_z + nz * turn_x


@kernel
def move(
    motors: Floats,
    ends: Floats,
    ways: Floats,
    radius: float,
    tolerance: float,
    segments: Floats,
    grid: Floats,
    starts: Ints,
    items: Ints,
    middles: Floats,
    pushers: Floats,
    piece_starts: Ints,
    corner_starts: Ints,
    corners: Floats,
    blamed: Ints,
) -> None:
    """Move each of the motors of one radius on one deck by its (dx, dz), giving way to the pushers.

    motors (n, MOTOR_COLUMNS), metres and metres a second, local to the walkway; ends
    (n, END_COLUMNS) and ways (n, BENDS, 2) are written; FREE is 1 where nothing turned, pushed or slowed it. A motor that still overlaps a pusher by
    more than `tolerance` metres, pushed by others or by itself, blames all that pushed it:
    blamed[k] is set to its row.
    """
    near = np.empty(pushers.shape[0] + 1, np.int64)
    nobody = np.full(1, -1, np.int64)
    pushed_by = np.zeros(pushers.shape[0], np.int64)
    planes = np.empty((MOST_PLANES, 2))
    for row in range(motors.shape[0]):
        x, z, dx, dz = motors[row, X], motors[row, Z], motors[row, DX], motors[row, DZ]
        ends[row, :] = 0.0
        ends[row, MET] = -1.0
        ends[row, END_X], ends[row, END_Z] = x, z
        if not (math.isfinite(dx) and math.isfinite(dz)) or not inside(x, z, segments, grid, starts, items, middles):
            continue
        legs, steps, count = 0, 0.0, 0
        for k in range(pushers.shape[0]):
            if pushers[k, ENABLED] == 0.0:
                continue
            reach = pushers[k, REACH] + pushers[k, MOVED] + 3.0 * radius + math.hypot(dx, dz)
            if math.hypot(x - pushers[k, NEW_X], z - pushers[k, NEW_Z]) < reach:
                near[count] = k
                count += 1
                pushed_by[k] = 0
                steps = max(steps, pushers[k, MOVED] / (0.25 * radius))
        near[count] = -1
        # 1. Give way: follow the pushers in steps so small that none jumps over the motor.
        step_count = int(min(math.ceil(steps), float(MOST_STEPS)))
        for step in range(1, step_count + 1) if step_count > 0 else range(1, 2):
            share = step / max(step_count, 1)
            for _ in range(PUSHES):
                calm = True
                for at in range(count):
                    k = near[at]
                    gap, nx, nz = gap_to(x, z, k, share, pushers, piece_starts, corner_starts, corners)
                    if gap < radius - 1e-9:
                        calm = False
                        pushed_by[k] = 1
                        deep = radius - gap + SKIN
                        x, z, _, _, legs = slide(
                            x,
                            z,
                            nx * deep,
                            nz * deep,
                            nx,
                            nz,
                            radius,
                            segments,
                            grid,
                            starts,
                            items,
                            middles,
                            pushers,
                            piece_starts,
                            corner_starts,
                            corners,
                            nobody,
                            planes,
                            ways[row],
                            legs,
                        )
                if calm:
                    break
        pushed = math.hypot(x - motors[row, X], z - motors[row, Z])
        # 2. Its own way.
        x, z, hits, met, legs = slide(
            x,
            z,
            dx,
            dz,
            motors[row, VX],
            motors[row, VZ],
            radius,
            segments,
            grid,
            starts,
            items,
            middles,
            pushers,
            piece_starts,
            corner_starts,
            corners,
            near,
            planes,
            ways[row],
            legs,
        )
        # 3. What is left of the overlap.
        worst = 0.0
        touching = boundary_contacts(x, z, segments, grid, starts, items, planes)
        for at in range(count):
            gap, nx, nz = gap_to(x, z, near[at], 1.0, pushers, piece_starts, corner_starts, corners)
            worst = max(worst, radius - gap)
            if gap - radius < TOUCH and touching < MOST_PLANES:
                planes[touching, 0], planes[touching, 1] = nx, nz
                touching += 1
        for at in range(count):
            k = near[at]
            moves = pushers[k, MOVED] > 0.0 or pushers[k, FRESH] > 0.0
            far = pushers[k, FRESH] > 0.0 and pushed > 2.0 * radius
            if moves and pushed_by[k] == 1 and (worst > tolerance or far):
                blamed[k] = row
        vx, vz = clipped(motors[row, VX], motors[row, VZ], planes, touching)
        ends[row, END_X], ends[row, END_Z], ends[row, END_VX], ends[row, END_VZ] = x, z, vx, vz
        ends[row, HITS], ends[row, MET], ends[row, LEGS], ends[row, OVERLAP] = hits, met, legs, worst
        same = vx == motors[row, VX] and vz == motors[row, VZ]
        ends[row, FREE] = 1.0 if hits == 0 and pushed == 0.0 and same else 0.0


@kernel
def boundary_contacts(
    x: float, z: float, segments: Floats, grid: Floats, starts: Ints, items: Ints, planes: Floats
) -> int:
    """Write the normals of the boundary that (x, z) touches to `planes`; return how many."""
    count = 0
    cell = cell_of(x, z, grid)
    for at in range(starts[cell], starts[cell + 1]):
        s = items[at]
        cx, cz = closest_on(x, z, segments[s, 0], segments[s, 1], segments[s, 2], segments[s, 3])
        distance = math.hypot(x - cx, z - cz)
        if 0.0 < distance < TOUCH and count < planes.shape[0]:
            planes[count, 0], planes[count, 1] = (x - cx) / distance, (z - cz) / distance
            count += 1
    return count


@kernel
def clipped(vx: float, vz: float, planes: Floats, touching: int) -> tuple[float, float]:
    """Return the velocity nearest to (vx, vz) that goes into none of the planes touched: zero in a corner.

    By what is touched, not by what was hit: in a corner each single tick hits only one wall, and
    the velocity would swing from one to the other.
    """
    if leads_out(vx, vz, planes, touching):
        return vx, vz
    best, best_x, best_z = np.inf, 0.0, 0.0
    for i in range(touching):
        into = vx * planes[i, 0] + vz * planes[i, 1]
        along_x, along_z = vx - into * planes[i, 0], vz - into * planes[i, 1]
        if into < 0.0 and -into < best and leads_out(along_x, along_z, planes, touching):
            best, best_x, best_z = -into, along_x, along_z
    return best_x, best_z


@kernel
def leads_out(vx: float, vz: float, planes: Floats, touching: int) -> bool:
    """Tell whether the velocity goes into none of the planes."""
    bound = -1e-9 * (abs(vx) + abs(vz))
    for i in range(touching):
        if vx * planes[i, 0] + vz * planes[i, 1] < bound:
            return False
    return True


def warm() -> None:
    """Compile the kernel, and with it all that it calls."""
    nothing = np.zeros(1, np.int64)
    boundary = (np.zeros((0, 4)), np.array([0.0, 0.0, 1.0, 1.0, 1.0]), np.zeros(2, np.int64), nothing, np.zeros((1, 3)))
    pushers = (np.zeros((0, PUSHER_COLUMNS)), nothing, nothing, np.zeros((0, 2)), nothing)
    motors, ends, ways = np.zeros((1, MOTOR_COLUMNS)), np.zeros((1, END_COLUMNS)), np.zeros((1, BENDS, 2))
    move(motors, ends, ways, 0.4, 1e-3, *boundary, *pushers)
