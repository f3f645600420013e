"""Every file of the shared test meshes loads, or is refused, as its README says."""

import time

import numpy as np
import pytest

from orlop.engine.error import OrlopError
from orlop.engine.scene.accessor import read_accessor
from orlop.engine.scene.document import Document
from orlop.engine.scene.facing import is_inside_out
from orlop.engine.scene.load import load_scene
from orlop.engine.scene.polygon import newell, triangulate


def normals(triangles):
    return np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])


def test_nav_test_loads_without_its_material_library_and_with_one_warning(shared):
    scene = load_scene(shared("nav_test.obj"))
    assert len(scene.triangles()) == 1612
    np.testing.assert_allclose(np.ptp(scene.bounds(), axis=0), [91.4, 21.9, 77.4], atol=0.1)
    assert len(scene.warnings) == 1
    assert "nav_test.mtl" in scene.warnings[0]


def faces_of(path):
    """Points (v, 3) and faces of an OBJ file, as lists of point numbers."""
    lines = [line.split() for line in path.read_text().splitlines()]
    points = np.array([line[1:4] for line in lines if line[:1] == ["v"]], float)
    return points, [[int(word.split("/")[0]) - 1 for word in line[1:]] for line in lines if line[:1] == ["f"]]


def test_no_triangle_of_nav_test_lies_upside_down_in_its_face(shared):
    points, faces = faces_of(shared("nav_test.obj"))
    assert {len(face) for face in faces} >= {4, 6, 8, 12}
    counts = np.array([len(face) for face in faces])
    triangles, face_of = triangulate(points, np.concatenate(faces), counts)
    sides = np.array([newell(points[face]) for face in faces])[face_of]
    assert (np.einsum("ni,ni->n", normals(points[triangles]), sides) > 0).all()


def test_nav_test_is_as_large_as_its_faces(shared):
    """A fan covers concave faces by more than their area."""
    path = shared("nav_test.obj")
    points, faces = faces_of(path)
    flat = sum(np.linalg.norm(newell(points[face])) for face in faces)
    cut = np.linalg.norm(normals(load_scene(path).triangles()), axis=1).sum()
    assert cut == pytest.approx(flat, rel=2e-3)  # some faces are not quite flat


def test_nav_test_loads_in_a_third_of_a_second(shared):
    path = shared("nav_test.obj")
    load_scene(path)
    start = time.perf_counter()
    load_scene(path)
    assert time.perf_counter() - start < 0.3


def test_undulating_stays_where_it_lies(shared):
    scene = load_scene(shared("undulating.obj"))
    triangles = scene.triangles()
    assert len(triangles) == 5202
    assert scene.bounds()[:, [0, 2]].min() > 4999
    up = normals(triangles)
    up /= np.linalg.norm(up, axis=1)[:, None]
    assert (np.abs(up[:, 1]) < np.cos(np.pi / 4)).sum() + (up[:, 1] <= -np.cos(np.pi / 4)).sum() == 361
    assert (up[:, 1] < 0).sum() == 50


def test_the_level_from_godot_loads(shared):
    scene = load_scene(shared("godot_level_mesh.obj"))
    assert len(scene.triangles()) == 138
    assert scene.node("surface0").parent == "level_mesh"
    up = normals(scene.triangles())
    assert (up[:, 1] < np.cos(np.pi / 4) * np.linalg.norm(up, axis=1)).sum() >= 12
    assert len(scene.warnings) == 1


def test_navcat_bridges_keeps_extras_and_drops_its_degenerate_triangle(shared):
    scene = load_scene(shared("navcat_bridges.glb"))
    assert len(scene.nodes) == 72
    assert len(scene.triangles()) == 7157
    assert sum(node.extras.get("walkable") is False for node in scene) == 12
    materials = {material.name for node in scene for material in node.materials if "walkable" in material.extras}
    assert len(materials) == 5
    assert np.isfinite(scene.triangles()).all()


def test_closed_nodes_of_navcat_bridges_face_outward_mirrored_or_not(shared):
    scene = load_scene(shared("navcat_bridges.glb"))
    assert sum(np.linalg.det(node.transform[:3, :3]) < 0 for node in scene) == 35
    assert not [node.name for node in scene if is_inside_out(node.triangles)]
    blocks = [node for node in scene if node.name.startswith("block-grass-large-tall")]
    assert len(blocks) == 24
    for block in blocks:
        top = block.triangles[block.triangles[..., 1].min(axis=1) > 0.99]
        assert (normals(top)[:, 1] > 0).all()
        assert normals(top)[:, 1].sum() / 2 > 3.9  # of 2 m by 2 m
    assert len(scene.warnings) == 1
    assert "faced inward" in scene.warnings[0]


def test_three_storeys_without_indices_stand_on_one_another(shared):
    scene = load_scene(shared("no_indices_3storybuilding.glb"))
    storeys = [scene.node(f"floor_{number}") for number in range(3)]
    assert [len(storey.triangles) for storey in storeys] == [24, 24, 24]
    assert [storey.triangles[..., 1].max() for storey in storeys] == pytest.approx([3, 6, 9])
    assert {storey.parent for storey in storeys} == {"building"}
    np.testing.assert_allclose(np.ptp(scene.bounds(), axis=0), [56.08, 9, 63.36], atol=0.01)


def test_many_cubes_loads_quickly_and_loses_none(shared):
    path = shared("many-cubes.gltf")
    start = time.perf_counter()
    scene = load_scene(path)
    assert time.perf_counter() - start < 2
    assert len(scene.nodes) == 506
    assert len(scene.triangles()) == 6012
    assert len(scene.node("camera").triangles) == 0
    assert scene.node("Correction_camera").parent == "camera"
    smallest = min(np.ptp(node.triangles.reshape(-1, 3), axis=0).max() for node in scene if len(node.triangles))
    assert smallest < 0.01


def test_one_sphere_is_shown_three_times_in_three_sizes(shared):
    scene = load_scene(shared("SpheresScaledInstances/spheres_scaled_instances.gltf"))
    shown = [node for node in scene if len(node.triangles)]
    assert [len(node.triangles) for node in shown] == [224, 224, 224]
    np.testing.assert_allclose(scene.bounds(), [[-3, -3, -3], [3, 3, 3]], atol=1e-6)


def test_a_skinned_sheet_loads_as_it_is_stored_with_one_warning(shared):
    scene = load_scene(shared("SimpleSkin.gltf"))
    assert len(scene.triangles()) == 8
    np.testing.assert_allclose(scene.bounds(), [[0, 0, 0], [1, 2, 0]])
    assert len(scene.warnings) == 1
    assert "skin" in scene.warnings[0]


def test_extras_of_node_mesh_and_material_keep_their_types(shared):
    (cube,) = load_scene(shared("bevy_gltf_extras.glb")).nodes
    assert len(cube.triangles) == 12
    assert cube.extras == {"my_custom_object_property": 39, "some_custom_mesh_property": 0.5}
    assert isinstance(cube.extras["my_custom_object_property"], int)
    assert cube.materials[0].extras == {"my_material_property": "some important information"}
    assert cube.materials[0].colour == pytest.approx((0.8, 0.8, 0.8))


def test_sparse_accessors_decode_to_their_known_values(shared):
    path = shared("validator_get_elements_sparse.gltf")
    document = Document(path)
    decoded = [read_accessor(document, index, "here")[:, 0].tolist() for index in range(document.count("accessors"))]
    assert decoded == [[0, 0], [0.125, 1024], [70000, 100001, 54321, 200002]]
    with pytest.raises(OrlopError, match="no mesh"):
        load_scene(path)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("BoxDraco/BoxDraco.gltf", ["BoxDraco.gltf", "Mesh", "KHR_draco_mesh_compression", "without compression"]),
        ("tower-big.glb", ["tower-big.glb", "level", "EXT_meshopt_compression", "without compression"]),
        ("01_cs_scale.gltf", ["01_cs_scale.gltf", "Cube", "01_cs_scale.bin", "meshes"]),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_file_node_cause_and_cure(shared, name, said):
    with pytest.raises(OrlopError) as caught:
        load_scene(shared(name))
    for part in said:
        assert part in str(caught.value)


def test_nodes_without_a_mesh_load_as_names_and_hierarchy(shared):
    scene = load_scene(shared("empty_nodes.glb"))
    assert {(node.name, node.parent) for node in scene} == {
        ("parent", None),
        ("children_1", "parent"),
        ("children_2", "parent"),
    }
    assert scene.node("children_1").position.tolist() == [-5, 5, 0]
    assert len(scene.triangles()) == 0
