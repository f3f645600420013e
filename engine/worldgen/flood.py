"""Where water runs on a grid of heights: lowest first, from the outlets inward.

Barnes, Lehman, Mulla 2014, "Priority-Flood": cells leave a heap in the order of the level at
which water from them reaches an outlet. Each is entered from the cell that drains it, so hollows
drain over their lowest brim.
"""

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@kernel
def goes_before(levels: Floats, ties: Floats, a: int, b: int) -> bool:
    """Tell whether cell `a` is flooded before `b`: the lower one, or that with the lower tie-break."""
    if levels[a] != levels[b]:
        return bool(levels[a] < levels[b])
    if ties[a] != ties[b]:
        return bool(ties[a] < ties[b])
    return a < b


@kernel
def sift_up(heap: Integers, at: int, levels: Floats, ties: Floats) -> None:
    """Move the cell at a place of the heap up to where its parent goes before it."""
    cell = heap[at]
    while at > 0:
        parent = (at - 1) >> 1
        if not goes_before(levels, ties, cell, heap[parent]):
            break
        heap[at] = heap[parent]
        at = parent
    heap[at] = cell


@kernel
def sift_down(heap: Integers, size: int, levels: Floats, ties: Floats) -> None:
    """Move the heap's first cell down to where it goes before its children."""
    cell, at = heap[0], 0
    while 2 * at + 1 < size:
        child = 2 * at + 1
        if child + 1 < size and goes_before(levels, ties, heap[child + 1], heap[child]):
            child += 1
        if not goes_before(levels, ties, heap[child], cell):
            break
        heap[at] = heap[child]
        at = child
    heap[at] = cell


@kernel
def flood(heights: Floats, ties: Floats, levels: Floats, receivers: Integers, order: Integers) -> int:
    """Flood a grid from its outlets; return the number of cells reached.

    heights, ties (nx, nz): what is lower is flooded first, a tie goes to the lower of `ties`. NaN heights are walls.
    levels (nx * nz,): the lowest level at which water at the cell can leave, ≥ its height.
    receivers (nx * nz,): on entry -1 at the outlets and anything else elsewhere; then the flat index of
    the cell into which each drains, -1 at outlets and what was never reached.
    order (nx * nz,): the cells from the outlets up.
    """
    nx, nz = heights.shape
    flat, breaks = heights.ravel(), ties.ravel()
    heap = np.empty(nx * nz, np.int64)
    reached = np.zeros(nx * nz, np.bool_)
    size, count = 0, 0
    for cell in range(nx * nz):
        levels[cell] = flat[cell]
        outlet = receivers[cell] == -1 and not np.isnan(flat[cell])
        receivers[cell] = -1
        if outlet:
            reached[cell] = True
            heap[size] = cell
            size += 1
            sift_up(heap, size - 1, levels, breaks)
    while size > 0:
        cell = heap[0]
        size -= 1
        heap[0] = heap[size]
        sift_down(heap, size, levels, breaks)
        order[count] = cell
        count += 1
        i, j = cell // nz, cell % nz
        for k in range(max(i - 1, 0), min(i + 2, nx)):
            for m in range(max(j - 1, 0), min(j + 2, nz)):
                other = k * nz + m
                if reached[other] or np.isnan(flat[other]):
                    continue
                reached[other] = True
                receivers[other] = cell
                levels[other] = max(flat[other], levels[cell])
                heap[size] = other
                size += 1
                sift_up(heap, size - 1, levels, breaks)
    return count


@kernel
def gather_flow(receivers: Integers, order: Integers, count: int, flow: Floats) -> None:
    """Add what falls on each cell to all cells below it. flow (nx * nz,): rain before, flow after."""
    for at in range(count - 1, -1, -1):
        below = receivers[order[at]]
        if below >= 0:
            flow[below] += flow[order[at]]


def drain(heights: Floats, outlets: NDArray[np.bool_], ties: Floats | None = None) -> tuple[Floats, Integers, Integers]:
    """Return levels, receivers and order of a grid: see `flood`.

    heights, outlets, ties (nx, nz). Without `ties`, equal heights go by their place in the grid.
    """
    heights = np.ascontiguousarray(heights, np.float64)
    receivers = np.where(outlets.ravel(), -1, 0).astype(np.int64)
    levels, order = np.empty(heights.size), np.empty(heights.size, np.int64)
    breaks = np.zeros_like(heights) if ties is None else np.ascontiguousarray(ties, np.float64)
    count = flood(heights, breaks, levels, receivers, order)
    return levels.reshape(heights.shape), receivers, order[:count]


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    _, receivers, order = drain(np.zeros((2, 2)), np.ones((2, 2), np.bool_))
    gather_flow(receivers, order, len(order), np.ones(4))
