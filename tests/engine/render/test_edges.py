import numpy as np
from numpy.typing import NDArray

from orlop.engine.render.edges import sharp_edges


def quad(a: list[float], b: list[float], c: list[float], d: list[float]) -> list[list[list[float]]]:
    return [[a, b, c], [a, c, d]]


def folded(height: float) -> NDArray[np.float64]:
    """Two squares that share an edge on the z axis; the right one ends `height` higher."""
    left = quad([-1, 0, 0], [-1, 0, 1], [0, 0, 1], [0, 0, 0])
    right = quad([0, 0, 0], [0, 0, 1], [1, height, 1], [1, height, 0])
    return np.array(left + right, np.float64)


def test_a_flat_floor_has_no_sharp_edge() -> None:
    assert not sharp_edges(folded(0.0)).any()


def test_a_fold_under_thirty_degrees_is_smooth_and_one_over_it_is_not() -> None:
    assert not sharp_edges(folded(np.tan(np.radians(29)))).any()
    assert np.count_nonzero(sharp_edges(folded(np.tan(np.radians(31))))) == 2


def test_a_fold_upwards_is_a_nook_and_one_downwards_juts_out() -> None:
    assert sharp_edges(folded(1.0)).sum() == -2
    assert sharp_edges(folded(-1.0)).sum() == 2


def test_the_marked_edge_lies_opposite_the_corner_it_is_told_for() -> None:
    triangles = folded(1.0)
    kinds = sharp_edges(triangles)
    for face, corner in np.argwhere(kinds):
        ends = triangles[face, [(corner + 1) % 3, (corner + 2) % 3]]
        assert (ends[:, 0] == 0).all()


def test_an_open_edge_gets_no_line() -> None:
    assert not sharp_edges(np.array([[[0, 0, 0], [0, 0, 1], [1, 0, 0]]], np.float64)).any()


def test_no_triangles_have_no_edges() -> None:
    assert sharp_edges(np.zeros((0, 3, 3))).shape == (0, 3)
