import numpy as np
import pytest

from orlop.engine.error import OrlopError
from orlop.engine.scene.facing import is_inside_out
from orlop.engine.scene.load import load_scene
from orlop.engine.scene.mesh import read_mesh

TRIANGLE = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
SQUARE = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]
TETRAHEDRON = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
OUTWARD = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
INWARD = [face[::-1] for face in OUTWARD]


def volume(triangles):
    return np.einsum("ni,ni->", triangles[:, 0], np.cross(triangles[:, 1], triangles[:, 2])) / 6


@pytest.mark.parametrize("suffix", ["gltf", "glb"])
def test_a_triangle_comes_in_where_its_node_puts_it(draft, suffix):
    draft.node("flag", mesh=draft.mesh(TRIANGLE, [0, 1, 2]), translation=[5, 0, 0], scale=[2, 3, 1])
    (flag,) = draft.load(f"draft.{suffix}").nodes
    assert flag.triangles.tolist() == [[[5, 0, 0], [7, 0, 0], [5, 3, 0]]]
    assert flag.position.tolist() == [5, 0, 0]


def test_vertices_without_indices_are_taken_in_threes(draft):
    draft.node("flag", mesh=draft.mesh(TRIANGLE))
    assert draft.load().triangles().tolist() == [TRIANGLE]


def test_a_strip_keeps_one_side_up(draft):
    draft.node("strip", mesh=draft.mesh(SQUARE, mode=5))
    triangles = draft.load().triangles()
    assert triangles.tolist() == [[SQUARE[0], SQUARE[1], SQUARE[2]], [SQUARE[2], SQUARE[1], SQUARE[3]]]


def test_a_fan_turns_about_its_first_corner(draft):
    ring = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]
    draft.node("fan", mesh=draft.mesh(ring, mode=6))
    assert draft.load().triangles().tolist() == [[ring[0], ring[1], ring[2]], [ring[0], ring[2], ring[3]]]


@pytest.mark.parametrize("mode", [0, 1, 2, 3])
def test_points_and_lines_have_no_triangles(draft, mode):
    draft.node("dots", mesh=draft.mesh(TRIANGLE, mode=mode))
    assert draft.load().triangles().shape == (0, 3, 3)


def test_a_quarter_turn_about_y_takes_x_to_minus_z(draft):
    half = np.sqrt(0.5)
    draft.node("flag", mesh=draft.mesh(TRIANGLE), rotation=[0, half, 0, half])
    np.testing.assert_allclose(draft.load().triangles()[0, 1], [0, 0, -1], atol=1e-12)


def test_a_matrix_is_read_by_columns(draft):
    draft.node("flag", mesh=draft.mesh(TRIANGLE), matrix=[0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 7, 8, 9, 1])
    assert draft.load().triangles().tolist() == [[[7, 8, 9], [7, 8, 8], [7, 9, 9]]]


def test_a_child_stands_in_its_parents_frame(draft):
    child = draft.node("child", root=False, mesh=draft.mesh(TRIANGLE), translation=[1, 0, 0])
    draft.node("parent", translation=[0, 10, 0], scale=[2, 2, 2], children=[child])
    scene = draft.load()
    assert [node.name for node in scene] == ["parent", "child"]
    assert scene.node("child").parent == "parent"
    assert scene.node("child").position.tolist() == [2, 10, 0]


@pytest.mark.parametrize("scale", [[-1, 1, 1], [1, -2, 1], [-1, -1, -1], [0.1, 3, -0.5], [1, 2, 3], [-1, -1, 1]])
def test_a_solid_stays_outward_however_it_is_scaled_and_mirrored(draft, scale):
    draft.node("solid", mesh=draft.mesh(TETRAHEDRON, OUTWARD), scale=scale)
    assert volume(draft.load().triangles()) == pytest.approx(abs(np.prod(scale)) / 6)


def test_two_mirrors_in_a_hierarchy_cancel_out(draft):
    child = draft.node("child", root=False, mesh=draft.mesh(TETRAHEDRON, OUTWARD), scale=[-1, 1, 1])
    draft.node("parent", scale=[1, 1, -1], children=[child])
    assert volume(draft.load().triangles()) == pytest.approx(1 / 6)


def test_an_inside_out_solid_whose_material_shows_both_sides_is_turned_outward_and_says_so(draft):
    draft.json["materials"] = [{"doubleSided": True}]
    draft.node("solid", mesh=draft.mesh(TETRAHEDRON, INWARD, material=0))
    scene = draft.load()
    assert volume(scene.triangles()) == pytest.approx(1 / 6)
    assert '"solid"' in scene.warnings[0]


@pytest.mark.parametrize(
    ("both_sides", "extras"), [(False, {}), (True, {"inward": True})], ids=["one side shown", "meant so"]
)
def test_a_sealed_room_that_is_meant_to_face_inward_is_left_so(draft, both_sides, extras):
    draft.json["materials"] = [{"doubleSided": both_sides}]
    draft.node("room", mesh=draft.mesh(TETRAHEDRON, INWARD, material=0), extras=extras)
    scene = draft.load()
    assert is_inside_out(scene.triangles())
    assert scene.warnings == ()


def test_an_open_surface_is_left_the_way_it_faces(draft):
    draft.json["materials"] = [{"doubleSided": True}]
    draft.node("shell", mesh=draft.mesh(TETRAHEDRON, INWARD[:3], material=0))
    assert volume(draft.load().triangles()) < 0.01
    assert not is_inside_out(draft.load().triangles())


def test_a_mesh_is_decoded_once_however_many_nodes_show_it(draft, monkeypatch):
    mesh = draft.mesh(TRIANGLE)
    for number in range(20):
        draft.node(f"flag {number}", mesh=mesh, translation=[number, 0, 0])
    path = draft.save()
    decoded = []
    monkeypatch.setattr(
        "orlop.engine.scene.gltf.read_mesh", lambda *given: decoded.append(given[1]) or read_mesh(*given)
    )
    assert len(load_scene(path).triangles()) == 20
    assert decoded == [mesh]


def test_names_are_unique_and_numbered_as_blender_does(draft):
    for _ in range(3):
        draft.node("crate")
    draft.node("crate.002")
    assert [node.name for node in draft.load()] == ["crate", "crate.002", "crate.003", "crate.002.002"]


def test_a_nameless_node_is_called_after_its_mesh_or_its_number(draft):
    mesh = draft.mesh(TRIANGLE)
    draft.json["meshes"][mesh]["name"] = "barrel"
    draft.node(mesh=mesh)
    draft.node(camera=0)
    assert [node.name for node in draft.load()] == ["barrel", "node.1"]


def test_extras_keep_their_types_and_the_nodes_own_win_over_its_meshs(draft):
    mesh = draft.mesh(TRIANGLE, material=0)
    given = {"whole": 3, "real": 3.0, "truth": True, "text": "3", "list": [1, "a"], "nothing": None}
    draft.json["meshes"][mesh]["extras"] = {"whole": 4, "of the mesh": 1}
    draft.json["materials"] = [{"name": "oak", "extras": {"walkable": False}}]
    draft.node("thing", mesh=mesh, extras=given)
    (thing,) = draft.load().nodes
    assert thing.extras == given | {"of the mesh": 1}
    assert {key: type(value) for key, value in thing.extras.items() if key in given} == {
        key: type(value) for key, value in given.items()
    }
    assert thing.materials[0].extras == {"walkable": False}


def test_each_triangle_knows_its_material(draft):
    draft.json["materials"] = [
        {"name": "red", "pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, 1]}},
        {"name": "plain"},
    ]
    mesh = draft.mesh(TRIANGLE, material=1)
    draft.json["meshes"][mesh]["primitives"] += [
        draft.json["meshes"][draft.mesh(SQUARE, mode=5, material=0)]["primitives"][0],
        draft.json["meshes"][draft.mesh(TRIANGLE, material=1)]["primitives"][0],
    ]
    draft.node("thing", mesh=mesh)
    (thing,) = draft.load().nodes
    assert [thing.materials[index].name for index in thing.material_of] == ["plain", "red", "red", "plain"]
    assert thing.materials[thing.material_of[1]].colour == (1, 0, 0)
    assert thing.materials[0].colour == (1, 1, 1)


def test_a_texture_that_is_absent_costs_nothing(draft):
    draft.json["images"] = [{"uri": "absent.png"}]
    draft.json["textures"] = [{"source": 0}]
    draft.json["materials"] = [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]
    draft.node("poster", mesh=draft.mesh(TRIANGLE, material=0))
    scene = draft.load()
    assert len(scene.triangles()) == 1
    assert len(scene.warnings) <= 1


def test_without_a_default_scene_the_first_is_loaded_and_what_is_left_out_is_told(draft):
    draft.node("in")
    draft.node("out", root=False)
    draft.json["scenes"].append({"nodes": [1]})
    scene = draft.load()
    assert [node.name for node in scene] == ["in"]
    assert "1 of its nodes" in scene.warnings[0]
    draft.json["scene"] = 1
    assert [node.name for node in draft.load()] == ["out"]


def test_without_any_scene_all_nodes_are_loaded(draft):
    child = draft.node("child")
    draft.node("parent", children=[child])
    del draft.json["scenes"]
    assert [node.name for node in draft.load()] == ["parent", "child"]


def test_a_degenerate_triangle_is_dropped_and_its_neighbours_keep_their_materials(draft):
    draft.json["materials"] = [{"name": "a"}, {"name": "b"}]
    mesh = draft.mesh([*TRIANGLE, [2, 0, 0]], [[0, 1, 2], [0, 1, 3], [0, 0, 2]], material=0)
    draft.json["meshes"][mesh]["primitives"] += draft.json["meshes"][draft.mesh(TRIANGLE, material=1)]["primitives"]
    draft.node("thing", mesh=mesh)
    (thing,) = draft.load().nodes
    assert [thing.materials[index].name for index in thing.material_of] == ["a", "b"]


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_a_vertex_that_is_no_number_is_refused_with_its_node(draft, bad):
    draft.node("good", mesh=draft.mesh(TRIANGLE))
    draft.node("broken", mesh=draft.mesh([[0, 0, 0], [1, bad, 0], [0, 1, 0]]))
    with pytest.raises(OrlopError, match=r'draft\.gltf, node "broken": vertex 1 .* not a finite number.*export again'):
        draft.load()


def test_an_index_without_a_vertex_is_refused_with_its_node(draft):
    draft.node("broken", mesh=draft.mesh(TRIANGLE, [0, 1, 3]))
    with pytest.raises(OrlopError, match=r'node "broken": .*vertex 3, but there are 3'):
        draft.load()


def test_a_transform_beyond_all_numbers_is_refused(draft):
    child = draft.node("child", root=False, mesh=draft.mesh(TRIANGLE), scale=[1e200, 1, 1])
    draft.node("parent", scale=[1e200, 1, 1], children=[child])
    with pytest.raises(OrlopError, match=r'node "(parent|child)": reaches farther'):
        draft.load()


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"rotation": [0, 0, 0, 0]}, "rotation of length 0"),
        ({"scale": [1, 1]}, "3 finite numbers in 'scale'"),
        ({"translation": "here"}, "a list as 'translation'"),
        ({"mesh": 9}, r"meshes\[9\]"),
        ({"mesh": -1}, "whole number as 'mesh'"),
        ({"children": [1]}, r"nodes\[1\]"),
        ({"matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2]}, "affine"),
    ],
)
def test_a_malformed_node_is_refused_with_its_fault(draft, fields, said):
    draft.node("odd", **fields)
    with pytest.raises(OrlopError, match=said):
        draft.load()


def test_a_circle_of_nodes_is_refused(draft):
    draft.node("a", children=[1])
    draft.node("b", root=False, children=[0])
    with pytest.raises(OrlopError, match="own ancestor"):
        draft.load()


def test_a_file_without_nodes_is_refused(draft):
    with pytest.raises(OrlopError, match="no nodes"):
        draft.load()


def test_an_empty_scene_is_refused(draft):
    draft.node("elsewhere", root=False)
    with pytest.raises(OrlopError, match="its scene is empty"):
        draft.load()


def test_the_cost_grows_with_the_nodes_and_not_their_square(draft):
    """A chain is the worst case: each node under the one before."""
    mesh = draft.mesh(TRIANGLE)
    for number in range(3000):
        draft.node(f"link {number}", root=number == 0, mesh=mesh, children=[number + 1] if number < 2999 else [])
    scene = draft.load()
    assert len(scene.nodes) == 3000
    assert len(scene.triangles()) == 3000


@pytest.mark.parametrize("name", ["no_indices_3storybuilding.glb", "many-cubes.gltf", "SimpleSkin.gltf"])
def test_trimesh_reads_the_same_triangles(shared, name):
    trimesh = pytest.importorskip("trimesh")
    path = shared(name)
    theirs = trimesh.load(path, force="scene", process=False).to_geometry().triangles
    ours = load_scene(path).triangles()
    centres = [np.sort(part.mean(axis=1).round(5) + 0.0, axis=0) for part in (ours, theirs)]
    np.testing.assert_allclose(*centres, atol=2e-5)
