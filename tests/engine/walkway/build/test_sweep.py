"""The sweep over rows of cells, beside sampling each cell by itself."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from orlop.engine.walkway.build.sweep import sweep_floor

CELL, WIDE = 1.0, 9
SEVENTH = st.integers(-7, 70)
ASIDE = np.array([np.sqrt(2) / 100, 0.0, np.sqrt(3) / 100])
"""Metres that corners lie off a lattice: no edge runs through a cell's centre, where rounding would decide."""


def sampled_plainly(triangles, covers_from, knee):
    """(cell, height) of all spans, by barycentric coordinates."""
    found = []
    for c in range(WIDE * WIDE):
        x, z = c // WIDE + 0.5, c % WIDE + 0.5
        heights = []
        for t, (a, b, d) in enumerate(triangles):
            edges = np.array([[b[0] - a[0], d[0] - a[0]], [b[2] - a[2], d[2] - a[2]]])
            if abs(np.linalg.det(edges)) < 1e-12:
                continue
            u, v = np.linalg.solve(edges, [x - a[0], z - a[2]])
            if u >= 0 and v >= 0 and u + v <= 1:
                heights.append((a[1] + u * (b[1] - a[1]) + v * (d[1] - a[1]), t))
        heights.sort()
        covers = [k for k, (_, t) in enumerate(heights) if t >= covers_from]
        heights = heights[covers[-1] :] if covers else heights
        found += [(c, h) for k, (h, _) in enumerate(heights) if k + 1 == len(heights) or heights[k + 1][0] - h > knee]
    return found


@given(
    st.lists(st.lists(st.tuples(SEVENTH, SEVENTH, SEVENTH), min_size=3, max_size=3), max_size=8),
    st.integers(0, 8),
    st.sampled_from([0.001, 0.5, 1.9]),
)
@settings(deadline=None, max_examples=60)
def test_whatever_lies_over_whatever_the_spans_are_those_of_each_cell_by_itself(corners, covers_from, knee):
    triangles = np.array(corners, np.float64).reshape(-1, 3, 3) / 7 + ASIDE
    covers_from = min(covers_from, len(triangles))
    start, cell, height, rise = sweep_floor(triangles, np.array([0.0, 0.0, CELL]), WIDE, WIDE, covers_from, knee)
    cell, height, rise = cell[: start[-1]], height[: start[-1]], rise[: start[-1]]
    plain = sampled_plainly(triangles, covers_from, knee)
    assert cell.tolist() == [c for c, _ in plain]
    assert np.allclose(height, [h for _, h in plain], atol=1e-6)
    assert np.array_equal(np.diff(start), np.bincount(cell, minlength=WIDE * WIDE))
    assert np.all(rise >= 0)


def test_more_storeys_than_cells_find_room():
    sheet = np.array([[[-1.0, 0.0, -1.0], [-1.0, 0.0, 9.0], [9.0, 0.0, -1.0]]])
    stack = np.concatenate([sheet + np.array([0.0, float(y), 0.0]) for y in (3, 1, 2, 0)])
    start, cell, height, _ = sweep_floor(stack, np.array([0.0, 0.0, CELL]), 2, 2, 4, 0.5)
    assert start.tolist() == [0, 4, 8, 12, 16]
    assert cell[:16].tolist() == [0] * 4 + [1] * 4 + [2] * 4 + [3] * 4
    assert np.allclose(height[:16].reshape(4, 4), [0, 1, 2, 3])
