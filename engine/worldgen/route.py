"""The cheapest way over a grid of heights: where a path would be trodden.

A step to one of the eight neighbours costs its length, more for its steepness, and half of what both
samples cost to cross. Steepness counts squared: so a path winds up a slope instead of
climbing it (as Galin and others 2010 lay roads).
"""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@kernel
def push(keys: Floats, cells: Integers, size: int, key: float, cell: int) -> int:
    """Put a cell into the heap; return the heap's new size. Equal keys leave by the lower cell."""
    at = size
    while at > 0:
        parent = (at - 1) >> 1
        if keys[parent] < key or (keys[parent] == key and cells[parent] <= cell):
            break
        keys[at], cells[at] = keys[parent], cells[parent]
        at = parent
    keys[at], cells[at] = key, cell
    return size + 1


@kernel
def pop(keys: Floats, cells: Integers, size: int) -> int:
    """Take the first cell out of the heap, after the caller has read it; return the new size."""
    size -= 1
    key, cell, at = keys[size], cells[size], 0
    while 2 * at + 1 < size:
        child = 2 * at + 1
        if child + 1 < size:
            before = keys[child + 1] < keys[child]
            if before or (keys[child + 1] == keys[child] and cells[child + 1] < cells[child]):
                child += 1
        if key < keys[child] or (key == keys[child] and cell <= cells[child]):
            break
        keys[at], cells[at] = keys[child], cells[child]
        at = child
    keys[at], cells[at] = key, cell
    return size


@kernel
def find_way(
    heights: Floats, tolls: Floats, spacing: float, steep: float, start: int, goal: int, came: Integers
) -> float:
    """Find the cheapest way between two samples; return its cost, inf if there is none.

    heights, tolls (ni, nj): metres, and what crossing a sample costs, in metres of level way; inf is a wall.
    steep: the slope, rise per metre, that doubles a step's cost. start, goal: flat samples.
    came (ni * nj,): filled with the sample before each on the way there, -1 at the start and what was never tried.
    """
    ni, nj = heights.shape
    costs = np.full(ni * nj, np.inf)
    done = np.zeros(ni * nj, np.bool_)
    came[:] = -1
    keys, cells = np.empty(8 * ni * nj + 1), np.empty(8 * ni * nj + 1, np.int64)
    costs[start] = 0.0
    size = push(keys, cells, 0, 0.0, start)
    while size > 0:
        cell = cells[0]
        size = pop(keys, cells, size)
        if done[cell]:
            continue
        done[cell] = True
        if cell == goal:
            return float(costs[goal])
        i, j = cell // nj, cell % nj
        for k in range(max(i - 1, 0), min(i + 2, ni)):
            for m in range(max(j - 1, 0), min(j + 2, nj)):
                other = k * nj + m
                if done[other] or tolls[k, m] == np.inf:
                    continue
                length = spacing * math.sqrt((k - i) ** 2 + (m - j) ** 2)
                slope = (heights[k, m] - heights[i, j]) / (length * steep)
                cost = costs[cell] + length * (1.0 + slope * slope) + 0.5 * (tolls[i, j] + tolls[k, m])
                if cost < costs[other]:
                    costs[other], came[other] = cost, cell
                    # No straight line to the goal is cheaper than its length.
                    ahead = spacing * math.sqrt((k - goal // nj) ** 2 + (m - goal % nj) ** 2)
                    size = push(keys, cells, size, cost + ahead, other)
    return math.inf


def cheapest_way(
    heights: Floats, tolls: Floats, spacing: float, steep: float, start: tuple[int, int], goal: tuple[int, int]
) -> tuple[Integers, float]:
    """Return the samples (n, 2) from `start` to `goal`, and what the way costs: see `find_way`.

    Without a way, no samples and inf.
    """
    nj = heights.shape[1]
    came = np.empty(heights.size, np.int64)
    cost = find_way(heights, tolls, spacing, steep, start[0] * nj + start[1], goal[0] * nj + goal[1], came)
    if cost == math.inf:
        return np.zeros((0, 2), np.int64), cost
    way = [goal[0] * nj + goal[1]]
    while came[way[-1]] >= 0:
        way.append(int(came[way[-1]]))
    return np.stack(np.divmod(np.array(way[::-1], np.int64), nj), axis=1), cost


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    cheapest_way(np.zeros((2, 2)), np.zeros((2, 2)), 1.0, 0.1, (0, 0), (1, 1))
