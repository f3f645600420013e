"""Rectangles that carry a motor over the cut between two layers."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from orlop.engine.walkway.build.grid import Grid
from orlop.engine.walkway.build.layers import Layer
from orlop.engine.walkway.walkway import Seam


def find_seams(grid: Grid, layer: Layer, number: int, names: Sequence[str]) -> tuple[Seam, ...]:
    """Cover with rectangles what `layer` shows of each other layer; `names` gives their walkways."""
    seams = []
    for shifted in np.flatnonzero(np.bincount(layer.owner.reshape(-1) + 1)).tolist():
        other = shifted - 1
        if other >= 0 and other != number:
            boxes = rectangles(layer.owner == other)
            boxes += (layer.i, layer.j, layer.i, layer.j)
            corners = np.array([grid.x, grid.z, grid.x, grid.z]) + boxes * grid.cell
            seams.append(Seam(names[other], corners))
    return tuple(seams)


def rectangles(mask: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Cover the True cells of `mask` (nx, nz) exactly with rectangles i0, j0, i1, j1, (n, 4).

    Runs along j that are the same in neighbouring rows grow into one rectangle.
    """
    padded = np.zeros((mask.shape[0], mask.shape[1] + 2), np.int8)
    padded[:, 1:-1] = mask
    change = np.diff(padded, axis=1)
    row, begin = np.nonzero(change == 1)
    end = np.nonzero(change == -1)[1]
    runs: dict[int, set[tuple[int, int]]] = {}
    for i, a, b in zip(row.tolist(), begin.tolist(), end.tolist(), strict=True):
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
