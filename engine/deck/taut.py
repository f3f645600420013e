"""The shortest way through triangles: straight lines that bend only around corners.

Polyanya (Cui, Harabor and Grastien 2017, "Compromise-free Pathfinding on a Navigation Mesh"). A
node of the search is a stretch of an edge and the root from which all of it is seen; expanding it
passes the view through the next triangle. The first way that reaches the goal is the shortest
there is, so nothing is left for a funnel to pull tight.
"""

import heapq
import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Arrays = tuple[Floats, Ints, Ints, Bools]
"""corners (n, 2) float64 metres; triangles (t, 3) int64, counter-clockwise; across (t, 3) int64, the
triangle beyond edge i → i + 1, or -1; bends (n,) bool, where a shortest way may turn."""

EPSILON = 1e-9
"""Below this a cross product counts as straight on, square metres."""

# Columns of a node: its root and the way up to that; the left and right end of its stretch.
ROOT_X, ROOT_Z, WAY, LEFT_X, LEFT_Z, RIGHT_X, RIGHT_Z = 0, 1, 2, 3, 4, 5, 6
NODE_COLUMNS = 7
# And of its links: corner of the root, of the left and of the right end (-1: none); the triangle to
# enter and by which edge; the node it came from.
ROOT, LEFT, RIGHT, ENTERED, EDGE, PARENT = 0, 1, 2, 3, 4, 5
LINK_COLUMNS = 6


@kernel
def turn(ax: float, az: float, bx: float, bz: float) -> float:
    """Return the cross product of two vectors: positive if b turns left from a."""
    return ax * bz - az * bx


@kernel
def shortest(start: Floats, goal: Floats, first: int, last: int, mesh: Arrays, most: int) -> tuple[float, Floats]:
    """Return length and points (k, 2) of the shortest way from `start` in triangle `first` to `goal` in `last`.

    Infinite, and no points, if there is none, or none is found among `most` nodes.
    """
    corners, triangles, across, _ = mesh
    if first == last:
        straight = np.empty((2, 2))
        straight[0], straight[1] = start, goal
        return math.hypot(goal[0] - start[0], goal[1] - start[1]), straight
    nodes, links = np.empty((256, NODE_COLUMNS)), np.empty((256, LINK_COLUMNS), np.int64)
    count = 0
    best = np.full(corners.shape[0], np.inf)
    heap = [(np.inf, -1)]
    for edge in range(3):
        beyond = across[first, edge]
        if beyond >= 0:
            right, left = triangles[first, edge], triangles[first, (edge + 1) % 3]
            # Seen from the triangle within, its edge runs from right to left; from beyond, the other way.
            nodes[count] = (
                start[0],
                start[1],
                0.0,
                corners[left, 0],
                corners[left, 1],
                corners[right, 0],
                corners[right, 1],
            )
            links[count] = (-1, left, right, beyond, entry_edge(across, triangles, beyond, left, right), -1)
            heapq.heappush(heap, (estimate(nodes[count], goal), count))
            count += 1
    found, found_length = np.empty((0, 2)), np.inf
    while len(heap) > 0 and count < most:
        bound, at = heapq.heappop(heap)
        if at < 0 or bound >= found_length:
            break
        root = links[at, ROOT]
        if root >= 0 and nodes[at, WAY] > best[root] + EPSILON:
            continue
        if links[at, ENTERED] == last:
            length, via = reach(nodes[at], links[at], goal, mesh)
            if length < found_length:
                found_length, found = length, trace_back(nodes, links, at, via, start, goal, corners)
            continue
        if count + 8 > nodes.shape[0]:
            nodes, links = grown(nodes, links)
        more = expand(at, count, nodes, links, best, mesh)
        for k in range(count, more):
            heapq.heappush(heap, (estimate(nodes[k], goal), k))
        count = more
    return found_length, found


@kernel
def entry_edge(across: Ints, triangles: Ints, triangle: int, begin: int, end: int) -> int:
    """Return the number of the triangle's edge that runs from corner `begin` to corner `end`."""
    for edge in range(3):
        if triangles[triangle, edge] == begin and triangles[triangle, (edge + 1) % 3] == end:
            return edge
    return -1


@kernel
def grown(nodes: Floats, links: Ints) -> tuple[Floats, Ints]:
    """Return the same in twice the room."""
    count = nodes.shape[0]
    more_nodes, more_links = np.empty((2 * count, NODE_COLUMNS)), np.empty((2 * count, LINK_COLUMNS), np.int64)
    more_nodes[:count], more_links[:count] = nodes, links
    return more_nodes, more_links


@kernel
def estimate(node: Floats, goal: Floats) -> float:
    """Return the length of the shortest way over the node's stretch to the goal, were there nothing else in the way."""
    rx, rz, way = node[ROOT_X], node[ROOT_Z], float(node[WAY])
    ax, az, bx, bz = node[LEFT_X], node[LEFT_Z], node[RIGHT_X], node[RIGHT_Z]
    gx, gz = goal[0], goal[1]
    ex, ez = bx - ax, bz - az
    square = ex * ex + ez * ez
    side_root, side_goal = turn(ex, ez, rx - ax, rz - az), turn(ex, ez, gx - ax, gz - az)
    if side_root * side_goal > 0.0 and square > 0.0:  # on the root's side: as far as its mirror image
        height = side_goal / square
        gx, gz = gx + 2.0 * height * ez, gz - 2.0 * height * ex
    if turn(ax - rx, az - rz, gx - rx, gz - rz) > 0.0:
        return way + math.hypot(ax - rx, az - rz) + math.hypot(gx - ax, gz - az)
    if turn(bx - rx, bz - rz, gx - rx, gz - rz) < 0.0:
        return way + math.hypot(bx - rx, bz - rz) + math.hypot(gx - bx, gz - bz)
    return way + math.hypot(gx - rx, gz - rz)


@kernel
def reach(node: Floats, link: Ints, goal: Floats, mesh: Arrays) -> tuple[float, int]:
    """Return the length of the way to a goal in the triangle entered, and the corner it bends around last, or -1.

    Infinite where the goal is out of sight and no corner is there to bend around: another node finds it.
    """
    rx, rz = node[ROOT_X], node[ROOT_Z]
    gx, gz = goal[0] - rx, goal[1] - rz
    ax, az, bx, bz = node[LEFT_X] - rx, node[LEFT_Z] - rz, node[RIGHT_X] - rx, node[RIGHT_Z] - rz
    if turn(ax, az, gx, gz) > EPSILON:
        if link[LEFT] >= 0 and mesh[3][link[LEFT]]:
            return node[WAY] + math.hypot(ax, az) + math.hypot(gx - ax, gz - az), int(link[LEFT])
        return np.inf, -1
    if turn(bx, bz, gx, gz) < -EPSILON:
        if link[RIGHT] >= 0 and mesh[3][link[RIGHT]]:
            return node[WAY] + math.hypot(bx, bz) + math.hypot(gx - bx, gz - bz), int(link[RIGHT])
        return np.inf, -1
    return node[WAY] + math.hypot(gx, gz), -1


@kernel
def expand(at: int, count: int, nodes: Floats, links: Ints, best: Floats, mesh: Arrays) -> int:
    """Write what is seen through the stretch of node `at`, and around its ends, from `count` on; return the new count."""
    corners, triangles, _, bends = mesh
    node, triangle, edge = nodes[at], links[at, ENTERED], links[at, EDGE]
    p, q, apex = triangles[triangle, edge], triangles[triangle, (edge + 1) % 3], triangles[triangle, (edge + 2) % 3]
    rx, rz, root = node[ROOT_X], node[ROOT_Z], links[at, ROOT]
    lx, lz, right_x, right_z = node[LEFT_X] - rx, node[LEFT_Z] - rz, node[RIGHT_X] - rx, node[RIGHT_Z] - rz
    ax, az = corners[apex, 0], corners[apex, 1]
    beyond_left, beyond_right = turn(lx, lz, ax - rx, az - rz), turn(right_x, right_z, ax - rx, az - rz)
    at_left = links[at, LEFT] >= 0 and bends[p] and links[at, LEFT] != root
    at_right = links[at, RIGHT] >= 0 and bends[q] and links[at, RIGHT] != root
    left_edge, right_edge = (edge + 2) % 3, (edge + 1) % 3
    if beyond_left > EPSILON:  # all that is seen lies on the right edge
        x0, z0 = pierced(rx, rz, lx, lz, ax, az, corners[q, 0], corners[q, 1])
        x1, z1, corner = right_end(at, nodes, links, q, ax, az, corners)
        count = seen(
            at, count, root, rx, rz, node[WAY], x0, z0, -1, x1, z1, corner, right_edge, nodes, links, best, mesh
        )
    elif beyond_right < -EPSILON:  # on the left edge
        x0, z0, corner = left_end(at, nodes, links, p, ax, az, corners)
        x1, z1 = pierced(rx, rz, right_x, right_z, ax, az, corners[p, 0], corners[p, 1])
        count = seen(
            at, count, root, rx, rz, node[WAY], x0, z0, corner, x1, z1, -1, left_edge, nodes, links, best, mesh
        )
    else:
        x0, z0, corner = left_end(at, nodes, links, p, ax, az, corners)
        count = seen(
            at, count, root, rx, rz, node[WAY], x0, z0, corner, ax, az, apex, left_edge, nodes, links, best, mesh
        )
        x1, z1, corner = right_end(at, nodes, links, q, ax, az, corners)
        count = seen(
            at, count, root, rx, rz, node[WAY], ax, az, apex, x1, z1, corner, right_edge, nodes, links, best, mesh
        )
    if at_left and beyond_left > -EPSILON:  # around the left end
        px, pz, way = corners[p, 0], corners[p, 1], node[WAY] + math.hypot(lx, lz)
        count = seen(at, count, p, px, pz, way, px, pz, p, ax, az, apex, left_edge, nodes, links, best, mesh)
        if beyond_left > EPSILON:
            x0, z0 = pierced(rx, rz, lx, lz, ax, az, corners[q, 0], corners[q, 1])
            count = seen(at, count, p, px, pz, way, ax, az, apex, x0, z0, -1, right_edge, nodes, links, best, mesh)
    if at_right and beyond_right < EPSILON:  # around the right end
        qx, qz, way = corners[q, 0], corners[q, 1], node[WAY] + math.hypot(right_x, right_z)
        count = seen(at, count, q, qx, qz, way, ax, az, apex, qx, qz, q, right_edge, nodes, links, best, mesh)
        if beyond_right < -EPSILON:
            x1, z1 = pierced(rx, rz, right_x, right_z, ax, az, corners[p, 0], corners[p, 1])
            count = seen(at, count, q, qx, qz, way, x1, z1, -1, ax, az, apex, left_edge, nodes, links, best, mesh)
    return count


@kernel
def left_end(
    at: int, nodes: Floats, links: Ints, p: int, ax: float, az: float, corners: Floats
) -> tuple[float, float, int]:
    """Return where the left border of what is seen meets the left edge, and the corner that it is, or -1."""
    if links[at, LEFT] >= 0:
        return corners[p, 0], corners[p, 1], p
    rx, rz = nodes[at, ROOT_X], nodes[at, ROOT_Z]
    x, z = pierced(rx, rz, nodes[at, LEFT_X] - rx, nodes[at, LEFT_Z] - rz, ax, az, corners[p, 0], corners[p, 1])
    return x, z, -1


@kernel
def right_end(
    at: int, nodes: Floats, links: Ints, q: int, ax: float, az: float, corners: Floats
) -> tuple[float, float, int]:
    """As `left_end`, of the right border and edge."""
    if links[at, RIGHT] >= 0:
        return corners[q, 0], corners[q, 1], q
    rx, rz = nodes[at, ROOT_X], nodes[at, ROOT_Z]
    x, z = pierced(rx, rz, nodes[at, RIGHT_X] - rx, nodes[at, RIGHT_Z] - rz, ax, az, corners[q, 0], corners[q, 1])
    return x, z, -1


@kernel
def pierced(
    rx: float, rz: float, ux: float, uz: float, ax: float, az: float, bx: float, bz: float
) -> tuple[float, float]:
    """Return the point of the segment a → b on the ray from (rx, rz) along (ux, uz)."""
    ex, ez = bx - ax, bz - az
    across = turn(ux, uz, ex, ez)
    if across == 0.0:
        return ax, az
    share = min(max(turn(rx - ax, rz - az, ux, uz) / -across, 0.0), 1.0)
    return ax + ex * share, az + ez * share


@kernel
def seen(
    at: int,
    count: int,
    root: int,
    rx: float,
    rz: float,
    way: float,
    left_x: float,
    left_z: float,
    left: int,
    right_x: float,
    right_z: float,
    right: int,
    edge: int,
    nodes: Floats,
    links: Ints,
    best: Floats,
    mesh: Arrays,
) -> int:
    """Write a node for a stretch of an edge of the triangle that `at` entered, if it leads on; return the count."""
    _, triangles, across, _ = mesh
    triangle = links[at, ENTERED]
    beyond = across[triangle, edge]
    if beyond < 0 or (left_x == right_x and left_z == right_z):
        return count
    if root >= 0:
        if way > best[root] + EPSILON:
            return count
        best[root] = min(best[root], way)
    begin, end = triangles[triangle, (edge + 1) % 3], triangles[triangle, edge]
    nodes[count] = (rx, rz, way, left_x, left_z, right_x, right_z)
    links[count] = (root, left, right, beyond, entry_edge(across, triangles, beyond, begin, end), at)
    return count + 1


@kernel
def trace_back(nodes: Floats, links: Ints, at: int, via: int, start: Floats, goal: Floats, corners: Floats) -> Floats:
    """Return the points of the way that ends at node `at`, and bends around corner `via` last."""
    bends = [via] if via >= 0 else [-1]
    while at >= 0:
        if links[at, ROOT] >= 0 and bends[-1] != links[at, ROOT]:
            bends.append(links[at, ROOT])
        at = links[at, PARENT]
    points = np.empty((len(bends) + 2, 2))
    points[0] = start
    count = 1
    for k in range(len(bends) - 1, -1, -1):
        if bends[k] >= 0:
            points[count] = corners[bends[k]]
            count += 1
    points[count] = goal
    return points[: count + 1]


def warm() -> None:
    """Compile the search, on two triangles that share an edge."""
    corners = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    triangles, across = np.array([(0, 1, 2), (0, 2, 3)]), np.array([(-1, -1, 1), (0, -1, -1)])
    mesh = (corners, triangles, across, np.zeros(4, np.bool_))
    shortest(np.array((0.5, 0.1)), np.array((0.1, 0.5)), 0, 1, mesh, 100)
