"""Lines that overlap made one: a wall's faces meet the floor's triangles in many short pieces."""

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel

SAME_DIRECTION = 1e-7
"""Radians within which lines count as parallel."""

SAME_PLACE = 1e-6
"""Metres within which parallel lines count as one, and ends as touching."""


def merge_lines(lines: NDArray[np.float64]) -> NDArray[np.float64]:
    """Join those of `lines` (n, 2, 2) that lie on one line and overlap or touch; (m, 2, 2), m ≤ n."""
    if len(lines) < 2:
        return lines
    along = lines[:, 1] - lines[:, 0]
    angle = np.arctan2(along[:, 1], along[:, 0]) % np.pi
    direction = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    middle = lines.mean(axis=1)
    place = middle[:, 1] * direction[:, 0] - middle[:, 0] * direction[:, 1]
    ends = np.sort(np.einsum("nkd,nd->nk", lines, direction), axis=1)
    keys = np.round(angle / SAME_DIRECTION), np.round(place / SAME_PLACE)
    order = np.lexsort((ends[:, 0], keys[1], keys[0]))
    first, last = join_runs(keys[0][order], keys[1][order], ends[order, 0], ends[order, 1])
    begin, finish = order[first], order[last]
    # Ends as they were given: what met before meets still.
    forward = np.einsum("nd,nd->n", along, direction) >= 0
    low, high = np.where(forward, 0, 1), np.where(forward, 1, 0)
    return np.stack([lines[begin, low[begin]], lines[finish, high[finish]]], axis=1)


def thickened(lines: NDArray[np.float64], half: float) -> NDArray[np.float64]:
    """Turn `lines` (n, 2, 2) into rectangles (n, 4, 2), `half` metres more on every side."""
    along = lines[:, 1] - lines[:, 0]
    length = np.hypot(along[:, 0], along[:, 1])
    point = length == 0.0
    along = np.where(point[:, None], (1.0, 0.0), along / np.where(point, 1.0, length)[:, None]) * half
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    a, b = lines[:, 0] - along, lines[:, 1] + along
    return np.stack([a - across, b - across, b + across, a + across], axis=1)


@kernel
def join_runs(angle, place, begin, end):  # type: ignore[no-untyped-def]
    """Join overlapping intervals of equal angle and place, all sorted; (m,) firsts and (m,) those that end last."""
    n = angle.shape[0]
    first, last, made = np.empty(n, np.int64), np.empty(n, np.int64), 0
    for k in range(n):
        same = made > 0 and angle[k] == angle[first[made - 1]] and place[k] == place[first[made - 1]]
        if same and begin[k] <= end[last[made - 1]] + SAME_PLACE:
            if end[k] > end[last[made - 1]]:
                last[made - 1] = k
            continue
        first[made], last[made] = k, k
        made += 1
    return first[:made].copy(), last[:made].copy()


def warm() -> None:
    """Compile this file's kernel."""
    merge_lines(np.array([[[0.0, 0.0], [1.0, 0.0]], [[1.0, 0.0], [2.0, 0.0]]]))
