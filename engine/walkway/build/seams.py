"""Rectangles that carry a motor over the cut between two layers."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.walkway.build.grid import Grid
from orlop.engine.walkway.build.layers import Layer
from orlop.engine.walkway.walkway import Seam


def find_seams(grid: Grid, layer: Layer, number: int, names: Sequence[str]) -> tuple[Seam, ...]:
    """Cover with rectangles what `layer` shows of each other layer; `names` gives their walkways."""
    runs = runs_of_others(layer.owner, number)
    seams = []
    for other in np.unique(runs[:, 0]).tolist():
        boxes = rectangles(runs[runs[:, 0] == other, 1:])
        boxes += (layer.i, layer.j, layer.i, layer.j)
        corners = np.array([grid.x, grid.z, grid.x, grid.z]) + boxes * grid.cell
        seams.append(Seam(names[other], corners))
    return tuple(seams)


def rectangles(found: NDArray[np.int32]) -> NDArray[np.float64]:
    """Cover the runs of cells `found` (n, 3), row i, begin and end along j, with rectangles i0, j0, i1, j1, (m, 4).

    Runs that are the same in neighbouring rows grow into one rectangle.
    """
    runs: dict[int, set[tuple[int, int]]] = {}
    for i, a, b in found.tolist():
        runs.setdefault(i, set()).add((a, b))
    growing: dict[tuple[int, int], int] = {}
    boxes: list[tuple[int, int, int, int]] = []
    for i in sorted({*runs, *(row + 1 for row in runs)}):
        here = runs.get(i, set())
        for run in [run for run in growing if run not in here]:
            boxes.append((growing.pop(run), run[0], i, run[1]))
        for run in here:
            growing.setdefault(run, i)
    return np.array(sorted(boxes), np.float64).reshape(-1, 4)


@kernel
def runs_of_others(owner: NDArray[np.int16], number: int) -> NDArray[np.int32]:
    """List the runs along j of one owner other than `number` and -1: owner, i, begin, end, (n, 4) int32.

    owner (nx, nz) int16.
    """
    runs = np.empty((0, 4), np.int32)
    for fill in range(2):
        count = 0
        for i in range(owner.shape[0]):
            before = -1
            for j in range(owner.shape[1]):
                here = owner[i, j]
                if here != before:
                    if before >= 0 and before != number:
                        if fill:
                            runs[count, 3] = j
                        count += 1
                    if here >= 0 and here != number and fill:
                        runs[count, 0], runs[count, 1], runs[count, 2] = here, i, j
                    before = here
            if before >= 0 and before != number:
                if fill:
                    runs[count, 3] = owner.shape[1]
                count += 1
        if fill == 0:
            runs = np.empty((count, 4), np.int32)
    return runs


def warm() -> None:
    """Compile this file's kernel."""
    runs_of_others(np.zeros((1, 1), np.int16), 1)
