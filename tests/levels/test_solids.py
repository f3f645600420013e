import math
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.levels.solids import Triangles, box, circle, cylinder, frustum, moved, pane, plate, prism, wedge


def volume(triangles: Triangles) -> float:
    """By the divergence theorem: right only if the solid is closed and faces outward."""
    a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6.0)


def is_closed(triangles: Triangles) -> bool:
    edges: Counter[tuple[tuple[float, ...], tuple[float, ...]]] = Counter()
    for corners in np.round(triangles, 9).tolist():
        for k in range(3):
            edges[tuple(corners[k]), tuple(corners[(k + 1) % 3])] += 1
    return all(edges[b, a] == count for (a, b), count in list(edges.items()))


@pytest.mark.parametrize(
    ("solid", "expected"),
    [
        (box((0.0, 0.0, 0.0), (1.0, 2.0, 3.0)), 6.0),
        (prism([(0.0, 0.0), (2.0, 0.0), (0.0, 2.0)], -1.0, 1.0), 4.0),
        (cylinder((5.0, 5.0), 1.0, 0.0, 2.0, sides=64), 64 * math.sin(math.pi / 32)),
        (wedge((0.0, 0.0, 1.0, 2.0), 0.0, (0.0, 1.0)), 1.0),
        (wedge((0.0, 0.0, 1.0, 2.0), 0.0, (1.0, 0.0)), 1.0),
        (wedge((0.0, 0.0, 1.0, 2.0), 0.0, (1.0, 0.5)), 1.5),
        (plate((0.0, 0.0, 3.0, 3.0), [(1.0, 1.0, 2.0, 2.0)], 0.0, 2.0, "y"), 16.0),
        (plate((0.0, 0.0, 3.0, 3.0), [(1.0, 0.0, 2.0, 2.0)], 0.0, 1.0, "x"), 7.0),
        (plate((0.0, 0.0, 3.0, 3.0), [(1.0, 1.0, 2.0, 2.0)], 0.0, 1.0, "z"), 8.0),
        (frustum(circle((0.0, 0.0), 2.0, 4), circle((0.0, 0.0), 1.0, 4), 0.0, 3.0), 14.0),
        (frustum([(0, 0), (2, 0), (2, 4), (0, 4)], [(1, 0), (1, 0), (1, 4), (1, 4)], 0.0, 1.0), 4.0),
    ],
)
def test_a_solid_is_closed_faces_outward_and_has_its_volume(solid: Triangles, expected: float) -> None:
    assert is_closed(solid)
    assert volume(solid) == pytest.approx(expected)


@given(st.lists(st.tuples(*[st.floats(0.0, 10.0)] * 4), max_size=4), st.sampled_from("xyz"))
def test_a_plate_with_any_holes_has_the_area_that_they_leave(
    corners: list[tuple[float, float, float, float]], across: str
) -> None:
    holes = [(round(min(a, c)), round(min(b, d)), round(max(a, c)), round(max(b, d))) for a, b, c, d in corners]
    open_cells = np.ones((10, 10), bool)
    for u0, v0, u1, v1 in holes:
        open_cells[u0:u1, v0:v1] = False
    solid = plate((0.0, 0.0, 10.0, 10.0), holes, 0.0, 1.0, across)
    if open_cells.any():
        assert volume(solid) == pytest.approx(float(open_cells.sum()))
        assert is_closed(solid)
    else:
        assert solid.size == 0


def test_a_pane_faces_up_and_leaves_its_hole_open() -> None:
    triangles = pane((0.0, 0.0, 3.0, 3.0), [(1.0, 1.0, 2.0, 2.0)], 0.5, tile=0.4)
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    assert (normals[:, 1] > 0.0).all()
    assert normals[:, 1].sum() / 2.0 == pytest.approx(8.0)
    assert np.ptp(triangles[..., 0], axis=1).max() <= 0.4


def test_a_quarter_turn_by_heading_brings_forward_to_plus_x() -> None:
    forward = np.array([[[0.0, 0.0, -1.0]] * 3])
    assert moved(forward, (10.0, 0.0, 0.0), math.pi / 2)[0, 0] == pytest.approx([11.0, 0.0, 0.0])


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: box((0.0, 0.0, 0.0), (1.0, 0.0, 1.0)),
        lambda: prism([(0.0, 0.0), (1.0, 0.0)], 0.0, 1.0),
        lambda: wedge((0.0, 0.0, 1.0, 1.0), 0.0, (0.0, 0.0)),
        lambda: pane((1.0, 0.0, 1.0, 1.0), [], 0.0),
    ],
)
def test_a_solid_without_room_is_refused(wrong: Callable[[], Triangles]) -> None:
    with pytest.raises(ValueError, match=r"must|needs"):
        wrong()
