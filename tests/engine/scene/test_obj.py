import numpy as np
import pytest

from orlop.engine.error import OrlopError
from orlop.engine.scene.load import load_scene

CORNERS = ("v 0 0 0", "v 1 0 0", "v 1 1 0", "v 0 1 0")


def test_faces_count_vertices_from_one_or_from_the_end(load_obj):
    forward = load_obj(*CORNERS, "f 1 2 3").triangles()
    backward = load_obj(*CORNERS, "f -4 -3 -2").triangles()
    assert forward.tolist() == backward.tolist() == [[[0, 0, 0], [1, 0, 0], [1, 1, 0]]]


@pytest.mark.parametrize("face", ["f 1/1 2/2 3/3", "f 1//1 2//1 3//1", "f 1/1/1 2/2/1 3/3/1", "f 1/ 2/ 3/"])
def test_texture_coordinates_and_normals_are_passed_over(load_obj, face):
    assert len(load_obj(*CORNERS, "vt 0 0", "vn 0 0 1", face).triangles()) == 1


def test_vertex_colours_and_weights_are_tolerated(load_obj):
    scene = load_obj("v 0 0 0 1 0 0", "v 1 0 0 0.5", "v 0 1 0 1 1 1", "f 1 2 3")
    assert scene.triangles().tolist() == [[[0, 0, 0], [1, 0, 0], [0, 1, 0]]]


def test_objects_become_nodes_and_groups_the_nodes_below_them(load_obj):
    scene = load_obj(
        *CORNERS, "o house", "f 1 2 3", "g roof", "f 1 3 4", "o shed", "g roof", "f 1 2 4", "o empty", "g roof"
    )
    assert [(node.name, node.parent, len(node.triangles)) for node in scene] == [
        ("house", None, 1),
        ("roof", "house", 1),
        ("shed", None, 0),
        ("roof.002", "shed", 1),
        ("empty", None, 0),
    ]


def test_a_group_that_comes_back_is_the_same_node(load_obj):
    scene = load_obj(*CORNERS, "g a", "f 1 2 3", "g b", "f 1 3 4", "g a", "f 2 3 4")
    assert [(node.name, node.parent, len(node.triangles)) for node in scene] == [("a", None, 2), ("b", None, 1)]


def test_faces_outside_any_object_are_called_after_the_file(load_obj):
    assert [node.name for node in load_obj(*CORNERS, "f 1 2 3")] == ["draft"]


def test_a_group_named_like_its_object_is_the_object(load_obj):
    assert [node.name for node in load_obj(*CORNERS, "o crate", "g crate", "f 1 2 3")] == ["crate"]


def test_materials_take_their_colour_from_the_library(load_obj, tmp_path):
    (tmp_path / "paint.mtl").write_text("newmtl red\nKd 0.5 0 0\nnewmtl odd\nKd spectral x.rfl\n")
    scene = load_obj(
        "mtllib paint.mtl", *CORNERS, "usemtl red", "f 1 2 3", "usemtl blue", "f 1 3 4", "usemtl odd", "f 1 2 4"
    )
    (node,) = scene.nodes
    assert [node.materials[index].name for index in node.material_of] == ["red", "blue", "odd"]
    assert node.materials[node.material_of[0]].colour == (0.5, 0, 0)
    assert not scene.warnings


def test_an_absent_library_costs_one_warning(load_obj):
    scene = load_obj("mtllib absent.mtl", "mtllib absent.mtl", *CORNERS, "usemtl red", "f 1 2 3")
    assert len(scene.warnings) == 1
    assert "absent.mtl" in scene.warnings[0]
    assert scene.nodes[0].materials[0].name == "red"


def test_a_line_may_go_on_after_a_backslash(load_obj):
    assert len(load_obj("v 0 0 \\", "0", *CORNERS[1:], "f 1 2\\", " 3").triangles()) == 1


def test_comments_blank_lines_points_and_lines_are_passed_over(load_obj):
    scene = load_obj("# made by hand", "", *CORNERS, "p 1", "l 1 2 3", "s off", "f 1 2 3")
    assert len(scene.triangles()) == 1
    assert scene.warnings == ()


def test_a_comment_may_end_a_line(load_obj):
    assert len(load_obj("v 0 0 0 # origin", *CORNERS[1:], "f 1 2 3 # a face").triangles()) == 1


def test_what_is_not_read_is_told_with_its_line(load_obj):
    scene = load_obj(*CORNERS, "f 1 2 3", "curv 0 1 1 2", "curv 0 1 2 3")
    assert len(scene.warnings) == 1
    assert "line 6" in scene.warnings[0]
    assert "curv" in scene.warnings[0]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("v 0 zero 0", "three numbers"),
        ("v 0 0", "three numbers"),
        ("v nan 0 0", "not three finite numbers"),
        ("v 1e30 0 0", "within 1e\\+09 m"),
        ("v 1e999 0 0", "not three finite numbers"),
        ("f 1 2 9", "vertex 9, but there are 4"),
        ("f 1 2 0", "vertex 0"),
        ("f -1 -2 -5", "vertex -5"),
        ("f 1 2", "three corners"),
        ("f 1 2 x", "'x'"),
    ],
)
def test_a_bad_line_is_refused_with_its_number(load_obj, line, said):
    with pytest.raises(OrlopError, match=rf"draft\.obj, line 6: .*{said}"):
        load_obj("# a comment", *CORNERS, line, "f 1 2 3")


@pytest.mark.parametrize("lines", [(), ("# nothing",), CORNERS])
def test_a_file_without_faces_is_refused(load_obj, lines):
    with pytest.raises(OrlopError, match=r"draft\.obj: has neither a face nor an object"):
        load_obj(*lines)


def test_names_in_an_old_code_page_do_not_stop_the_geometry(tmp_path):
    path = tmp_path / "old.obj"
    path.write_bytes(b"o K\xfcche\n" + "\n".join((*CORNERS, "f 1 2 3")).encode())
    assert load_scene(path).node("Küche").triangles.shape == (1, 3, 3)


def test_lines_may_end_as_on_windows(tmp_path):
    path = tmp_path / "windows.obj"
    path.write_bytes("\r\n".join(("o crate", *CORNERS, "f 1 2 3", "")).encode())
    assert load_scene(path).node("crate").triangles.shape == (1, 3, 3)


def test_trimesh_reads_the_same_triangles_where_all_faces_have_three_corners(shared):
    trimesh = pytest.importorskip("trimesh")
    path = shared("undulating.obj")
    theirs = trimesh.load(path, process=False).triangles
    np.testing.assert_allclose(load_scene(path).triangles(), theirs)
