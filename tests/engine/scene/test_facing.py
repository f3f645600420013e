import numpy as np

from orlop.engine.scene.facing import is_inside_out

POINTS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], float)
OUTWARD = POINTS[[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]]
INWARD = OUTWARD[:, ::-1]


def test_a_solid_is_inside_out_only_when_it_faces_inward():
    assert is_inside_out(INWARD)
    assert not is_inside_out(OUTWARD)


def test_where_it_stands_makes_no_difference():
    assert is_inside_out(INWARD + 4096)
    assert not is_inside_out(OUTWARD + 4096)


def test_an_open_surface_is_never_inside_out():
    for left_out in range(4):
        assert not is_inside_out(np.delete(INWARD, left_out, axis=0))


def test_faces_at_odds_with_one_another_are_never_inside_out():
    assert not is_inside_out(np.concatenate([INWARD[:3], OUTWARD[3:]]))


def test_a_hollow_solid_with_its_cavity_is_not():
    assert not is_inside_out(np.concatenate([OUTWARD * 4 - 1, INWARD]))


def test_nothing_is_not_inside_out():
    assert not is_inside_out(np.zeros((0, 3, 3)))
