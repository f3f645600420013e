"""A way through triangles found coarsely, from edge to edge, for where the shortest takes too long to find.

A* over triangles, each reached through the middles of edges; then a funnel pulls the way tight within them. It
looks at each triangle about once, while the search for the shortest looks at one from every corner from which it is seen.
"""

import heapq
import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.deck.taut import Arrays, turn
from orlop.engine.kernel import kernel

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@kernel
def short_way(start: Floats, goal: Floats, first: int, last: int, mesh: Arrays) -> tuple[float, Floats]:
    """Return length and points (k, 2) of a short way from `start` in triangle `first` to `goal` in `last`.

    Of those through the triangles that a coarse search chose it is the shortest. Infinite, and no points, if there
    is none.
    """
    came = search(start, goal, first, last, mesh)
    if came[last] < 0 and first != last:
        return np.inf, np.empty((0, 2))
    points = pulled(start, goal, doors(came, first, last, mesh))
    length = 0.0
    for k in range(len(points) - 1):
        length += math.hypot(points[k + 1, 0] - points[k, 0], points[k + 1, 1] - points[k, 1])
    return length, points


@kernel
def search(start: Floats, goal: Floats, first: int, last: int, mesh: Arrays) -> Ints:
    """Return the triangle from which each (t,) was reached, -1 where none was, as far as the search went."""
    _, triangles, across, _ = mesh
    came, ways = np.full(len(triangles), -1, np.int64), np.full(len(triangles), np.inf)
    places = np.empty((len(triangles), 2))
    places[first], ways[first] = start, 0.0
    heap = [(0.0, first)]
    while len(heap) > 0:
        bound, at = heapq.heappop(heap)
        if at == last:
            break
        if bound > ways[at] + math.hypot(goal[0] - places[at, 0], goal[1] - places[at, 1]) + 1e-9:
            continue  # reached by a shorter way since
        for edge in range(3):
            beyond = across[at, edge]
            if beyond < 0 or beyond == first:
                continue
            x, z = place_of(at, edge, mesh)
            way = ways[at] + math.hypot(x - places[at, 0], z - places[at, 1])
            if way < ways[beyond]:
                ways[beyond], came[beyond] = way, at
                places[beyond, 0], places[beyond, 1] = x, z
                heapq.heappush(heap, (way + math.hypot(goal[0] - x, goal[1] - z), beyond))
    return came


@kernel
def place_of(triangle: int, edge: int, mesh: Arrays) -> tuple[float, float]:
    """Return the middle of a triangle's edge."""
    a, b = mesh[1][triangle, edge], mesh[1][triangle, (edge + 1) % 3]
    return 0.5 * (mesh[0][a, 0] + mesh[0][b, 0]), 0.5 * (mesh[0][a, 1] + mesh[0][b, 1])


@kernel
def doors(came: Ints, first: int, last: int, mesh: Arrays) -> Floats:
    """Return left and right end, (n, 2, 2), of the edges that lead from `first` to `last`."""
    corners, triangles, across, _ = mesh
    count, at = 0, last
    while at != first:
        count, at = count + 1, came[at]
    found = np.empty((count, 2, 2))
    at = last
    for k in range(count - 1, -1, -1):
        for edge in range(3):
            if across[came[at], edge] == at:
                found[k, 0] = corners[triangles[came[at], (edge + 1) % 3]]
                found[k, 1] = corners[triangles[came[at], edge]]
        at = came[at]
    return found


@kernel
def pulled(start: Floats, goal: Floats, ends: Floats) -> Floats:
    """Return the points (k, 2) of the shortest way through doors whose left and right `ends` (n, 2, 2) are given.

    From the apex one looks through as many doors as can be seen through at once; where one is out of sight behind
    an end of another, the way bends there (Lee and Preparata 1984; Chazelle 1982).
    """
    count = len(ends) + 1
    points = np.empty((count + 1, 2))
    points[0] = start
    bends, k = 1, 0
    apex, left, right, left_at, right_at = start, start, start, -1, -1
    while k < count:
        new_left, new_right = (ends[k, 0], ends[k, 1]) if k < count - 1 else (goal, goal)
        bend, bend_at = apex, -2
        if side(apex, right, new_right) >= 0.0:
            if is_same(apex, right) or side(apex, left, new_right) <= 0.0:
                right, right_at = new_right, k
            else:
                bend, bend_at = left, left_at
        if bend_at == -2 and side(apex, left, new_left) <= 0.0:
            if is_same(apex, left) or side(apex, right, new_left) >= 0.0:
                left, left_at = new_left, k
            else:
                bend, bend_at = right, right_at
        if bend_at != -2:
            points[bends] = bend
            bends += 1
            apex, left, right, left_at, right_at = bend, bend, bend, bend_at, bend_at
            k = bend_at
        k += 1
    points[bends] = goal
    return points[: bends + 1]


@kernel
def side(apex: Floats, a: Floats, b: Floats) -> float:
    """Return the cross product of the ways from `apex` to `a` and to `b`: positive if `b` is to the left."""
    return turn(a[0] - apex[0], a[1] - apex[1], b[0] - apex[0], b[1] - apex[1])


@kernel
def is_same(a: Floats, b: Floats) -> bool:
    """Tell whether two places are one."""
    return bool(a[0] == b[0] and a[1] == b[1])


def warm() -> None:
    """Compile the search, on two triangles that share an edge."""
    corners = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    triangles, across = np.array([(0, 1, 2), (0, 2, 3)]), np.array([(-1, -1, 1), (0, -1, -1)])
    mesh = (corners, triangles, across, np.zeros(4, np.bool_))
    short_way(np.array((0.5, 0.1)), np.array((0.1, 0.5)), 0, 1, mesh)
