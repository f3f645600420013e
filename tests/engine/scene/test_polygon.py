import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.engine.scene.polygon import newell, triangulate


def cut(ring):
    points = np.array(ring, float)
    triangles, face_of = triangulate(points, np.arange(len(points)), np.array([len(points)]))
    assert (face_of == 0).all()
    return points[triangles]


def areas(triangles):
    return np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])


def flat(*corners):
    return [[x, 0.0, -y] for x, y in corners]  # counter-clockwise seen from above


L_SHAPE = flat((0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2))
ARROW = flat((0, 0), (2, -1), (0.5, 0), (2, 1))


@pytest.mark.parametrize("start", range(6))
def test_an_l_has_the_area_of_three_squares_from_whichever_corner_it_starts(start):
    triangles = cut(L_SHAPE[start:] + L_SHAPE[:start])
    assert (areas(triangles)[:, 1] > 0).all()
    assert areas(triangles)[:, 1].sum() / 2 == pytest.approx(3)


@pytest.mark.parametrize("start", range(4))
def test_a_concave_quad_is_cut_at_its_hollow_corner(start):
    triangles = cut(ARROW[start:] + ARROW[:start])
    assert (areas(triangles)[:, 1] / 2).tolist() == pytest.approx([0.25, 0.25])


def test_a_square_is_cut_in_two_from_its_first_corner():
    square = flat((0, 0), (1, 0), (1, 1), (0, 1))
    assert cut(square).tolist() == [[square[0], square[1], square[2]], [square[0], square[2], square[3]]]


def test_faces_keep_their_order_whatever_their_corners():
    points = np.array(L_SHAPE)
    faces = [[0, 1, 2, 3, 4, 5], [0, 1, 2], [0, 1, 2, 3], [0, 1, 3]]
    counts = np.array([len(face) for face in faces])
    triangles, face_of = triangulate(points, np.concatenate(faces), counts)
    assert face_of.tolist() == [0, 0, 0, 0, 1, 2, 2, 3]
    assert triangles[4].tolist() == [0, 1, 2]


def test_a_face_without_area_has_no_triangles():
    assert len(cut(flat(*[(0, 0)] * 5))) == 0


@st.composite
def stars(draw):
    """A ring around the origin with radii at will: simple, mostly concave, turned and set down anywhere."""
    count = draw(st.integers(4, 14))
    radii = np.array(draw(st.lists(st.floats(0.2, 5), min_size=count, max_size=count)))
    angles = np.arange(count) * (2 * np.pi / count)
    ring = np.stack([radii * np.cos(angles), radii * np.sin(angles), np.zeros(count)], axis=1)
    turn, _ = np.linalg.qr(
        np.array(draw(st.lists(st.floats(-1, 1), min_size=9, max_size=9))).reshape(3, 3) + 3 * np.eye(3)
    )
    away = draw(st.sampled_from([0.0, 50.0, 5000.0]))
    return ring @ turn.T + away


@given(stars())
def test_no_triangle_is_upside_down_and_together_they_are_the_face(ring):
    normal = newell(ring)
    sides = areas(cut(ring)) @ normal / np.linalg.norm(normal)
    assert (sides > -1e-9).all()
    assert sides.sum() == pytest.approx(np.linalg.norm(normal), rel=1e-6)
