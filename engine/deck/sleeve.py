"""A way through triangles found coarsely, from edge to edge, for where the shortest takes too long to find.

A* over triangles, each reached through the middles of edges. It looks at each triangle once, while the
search for the shortest looks at one through every corner from which it is seen.
"""

import heapq
import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.deck.taut import Arrays
from orlop.engine.kernel import kernel

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@kernel
def sleeve(start: Floats, goal: Floats, first: int, last: int, mesh: Arrays) -> Ints:
    """Return `across` (t, 3) of a mesh in which only the triangles on a short way from `first` to `last` are joined."""
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
            if beyond < 0:
                continue
            x, z = place_of(places[at], at, edge, mesh)
            way = ways[at] + math.hypot(x - places[at, 0], z - places[at, 1])
            if way < ways[beyond]:
                ways[beyond], came[beyond] = way, at
                places[beyond, 0], places[beyond, 1] = x, z
                heapq.heappush(heap, (way + math.hypot(goal[0] - x, goal[1] - z), beyond))
    return only_way(came, first, last, across)


@kernel
def place_of(place: Floats, triangle: int, edge: int, mesh: Arrays) -> tuple[float, float]:
    """Return the middle of a triangle's edge."""
    a, b = mesh[1][triangle, edge], mesh[1][triangle, (edge + 1) % 3]
    return 0.5 * (mesh[0][a, 0] + mesh[0][b, 0]), 0.5 * (mesh[0][a, 1] + mesh[0][b, 1])


@kernel
def only_way(came: Ints, first: int, last: int, across: Ints) -> Ints:
    """Return `across` where only the steps from `first` to `last` are open; came (t,): from where each was reached."""
    opened = np.full(across.shape, -1, np.int64)
    at = last
    while at != first and came[at] >= 0:
        for edge in range(3):
            if across[at, edge] == came[at]:
                opened[at, edge] = came[at]
            if across[came[at], edge] == at:
                opened[came[at], edge] = at
        at = came[at]
    return opened


def warm() -> None:
    """Compile the search, on two triangles that share an edge."""
    corners = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    triangles, across = np.array([(0, 1, 2), (0, 2, 3)]), np.array([(-1, -1, 1), (0, -1, -1)])
    mesh = (corners, triangles, across, np.zeros(4, np.bool_))
    sleeve(np.array((0.5, 0.1)), np.array((0.1, 0.5)), 0, 1, mesh)
