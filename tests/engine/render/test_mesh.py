import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.engine.render.mesh import CHUNK, SMOOTH, chunked, mesh_of

ONE = np.array([[[0, 0, 0], [0, 0, 4], [3, 0, 0]]], np.float64)
GREY = np.full((1, 3), 0.5)


def test_far_from_the_origin_vertices_keep_a_hundredth_of_a_millimetre() -> None:
    far = np.array([1e7 + 3.0, 12.0, -1e7 + 5.0])
    (mesh,) = chunked(ONE + far, GREY)
    world = mesh.vertices["position"].astype(np.float64) + mesh.origin
    assert np.abs(world - (ONE + far)[0]).max() < 1e-5


@given(st.lists(st.tuples(*[st.floats(-500, 500)] * 3), min_size=1, max_size=20))
def test_chunks_share_out_all_triangles_and_stay_small(places: list[tuple[float, float, float]]) -> None:
    triangles = np.concatenate([ONE + np.array(place) for place in places])
    meshes = chunked(triangles, np.repeat(GREY, len(triangles), axis=0))
    assert sum(mesh.triangle_count for mesh in meshes) == len(triangles)
    for mesh in meshes:
        assert (mesh.high - mesh.low <= CHUNK + 8).all()
    world = np.concatenate([mesh.vertices["position"] + np.array(mesh.origin) for mesh in meshes])
    assert world.sum(axis=0) == pytest.approx(triangles.sum(axis=(0, 1)), abs=1e-2)


def test_the_normal_of_a_floor_points_up() -> None:
    assert mesh_of(ONE, GREY).vertices["normal"] == pytest.approx(np.tile([0, 1, 0], (3, 1)))


def test_smooth_edges_are_told_as_far_away_at_every_corner() -> None:
    assert (mesh_of(ONE, GREY).vertices["edges"] == SMOOTH).all()


def test_the_distance_to_a_sharp_edge_is_the_height_over_it_at_the_corner_opposite() -> None:
    wall = np.array([[[0, 0, 0], [0, 0, 4], [0, -1, 2.0]]])
    mesh = mesh_of(np.concatenate([ONE, wall[:, ::-1]]), np.repeat(GREY, 2, axis=0))
    edges = mesh.vertices["edges"][:3]
    column = np.flatnonzero((edges < SMOOTH).all(axis=0))
    assert len(column) == 1
    assert edges[:, column[0]].tolist() == pytest.approx([0, 0, 3])


def test_wrong_shapes_are_named() -> None:
    with pytest.raises(ValueError, match=r"\(n, 3, 3\)"):
        mesh_of(np.zeros((4, 3)), GREY)
    with pytest.raises(ValueError, match=r"\(1, 3\)"):
        mesh_of(ONE, np.zeros((2, 3)))


def test_an_empty_scene_has_no_chunks() -> None:
    assert chunked(np.zeros((0, 3, 3)), np.zeros((0, 3))) == ()
