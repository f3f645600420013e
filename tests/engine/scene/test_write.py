import json
import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from orlop.engine.error import OrlopError
from orlop.engine.scene.load import load_scene
from orlop.engine.scene.scene import Material, Node, Scene
from orlop.engine.scene.triangle import with_area
from orlop.engine.scene.write import write_glb

OAK = Material("oak", (0.4, 0.3, 0.2), {"walkable": False})
SHAPES = st.sampled_from([None, True, 3, 3.5, "text", [1, "a"], {"deep": 1}])
EXTRAS = st.dictionaries(st.text(max_size=5), SHAPES, max_size=3)


@st.composite
def scenes(draw):
    """Up to six nodes in any hierarchy, mirrored and scaled at will; corners are multiples of 1/8."""
    materials = draw(
        st.lists(st.builds(Material, st.text(max_size=4), st.just((0.25, 0.5, 1.0)), EXTRAS), min_size=1, max_size=3)
    )
    nodes = []
    for number in range(draw(st.integers(1, 6))):
        parent = draw(st.sampled_from([None, *(node.name for node in nodes)]))
        scale = draw(st.lists(st.sampled_from([-2.0, -1.0, 0.25, 1.0, 3.0]), min_size=3, max_size=3))
        transform = np.eye(4)
        turn = np.roll(np.eye(3), draw(st.integers(0, 2)), axis=0)
        transform[:3, :3] = turn * scale
        transform[:3, 3] = draw(st.lists(st.integers(-50, 50), min_size=3, max_size=3))
        count = draw(st.integers(0, 5))
        eighths = draw(st.lists(st.integers(-80, 80), min_size=9 * count, max_size=9 * count))
        local = np.array(eighths, float).reshape(count, 3, 3) / 8
        triangles = local @ transform[:3, :3].T + transform[:3, 3]
        triangles = triangles[with_area(triangles)]
        material_of = draw(
            st.lists(st.integers(0, len(materials) - 1), min_size=len(triangles), max_size=len(triangles))
        )
        nodes.append(
            Node(
                f"node {number}",
                parent,
                transform,
                triangles,
                tuple(materials),
                np.array(material_of, np.int32),
                draw(EXTRAS),
            )
        )
    return Scene("drawn", tuple(nodes))


def surfaces(node):
    """Each triangle's material in words, which tell 1 from True."""
    return [repr(node.materials[index]) for index in node.material_of]


@given(scene=scenes())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_scene_read_again_is_the_same(tmp_path, scene):
    write_glb(scene, tmp_path / "scene.glb")
    again = load_scene(tmp_path / "scene.glb")
    assert sorted(node.name for node in again) == sorted(node.name for node in scene)
    for node in scene:
        twin = again.node(node.name)
        assert twin.parent == node.parent
        assert repr(twin.extras) == repr(node.extras)
        np.testing.assert_allclose(twin.transform, node.transform, atol=1e-9)
        np.testing.assert_allclose(twin.triangles, node.triangles, atol=1e-9)
        assert surfaces(twin) == surfaces(node)


@pytest.mark.parametrize("name", ["navcat_bridges.glb", "no_indices_3storybuilding.glb", "nav_test.obj"])
def test_a_shared_mesh_read_again_is_the_same(shared, tmp_path, name):
    scene = load_scene(shared(name))
    write_glb(scene, tmp_path / "scene.glb")
    again = load_scene(tmp_path / "scene.glb")
    assert [node.name for node in again] == [node.name for node in scene]
    for node, twin in zip(scene, again, strict=True):
        assert (twin.parent, twin.extras) == (node.parent, node.extras)
        np.testing.assert_allclose(twin.triangles, node.triangles, atol=1e-5)
        assert surfaces(twin) == surfaces(node)


def test_a_floor_scaled_flat_is_written_as_it_stands(tmp_path):
    corner = np.array([[[0, 1, 0], [0, 1, 2], [2, 1, 0]]], float)
    transform = np.diag([2.0, 0.0, 2.0, 1.0])
    transform[1, 3] = 1
    write_glb(
        Scene("flat", (Node("floor", None, transform, corner, material_of=np.zeros(1, np.int32)),)), tmp_path / "f.glb"
    )
    np.testing.assert_allclose(load_scene(tmp_path / "f.glb").triangles(), corner)


def test_triangles_with_depth_in_a_flat_frame_are_a_programming_error(tmp_path):
    corner = np.array([[[0, 0, 0], [0, 1, 2], [2, 1, 0]]], float)
    node = Node("floor", None, np.diag([1.0, 0.0, 1.0, 1.0]), corner, material_of=np.zeros(1, np.int32))
    with pytest.raises(ValueError, match="'floor'"):
        write_glb(Scene("flat", (node,)), tmp_path / "f.glb")


def test_an_empty_scene_is_a_programming_error(tmp_path):
    with pytest.raises(ValueError, match="without nodes"):
        write_glb(Scene("none", ()), tmp_path / "none.glb")


def test_extras_that_json_lacks_are_a_programming_error(tmp_path):
    with pytest.raises(TypeError, match="'odd'"):
        write_glb(Scene("odd", (Node("odd", extras={"when": object()}),)), tmp_path / "odd.glb")


def test_what_cannot_be_written_leaves_neither_a_half_nor_the_old_file_spoilt(tmp_path, monkeypatch):
    scene = Scene("one", (Node("one"),))
    write_glb(scene, tmp_path / "one.glb")
    before = (tmp_path / "one.glb").read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OrlopError, match="No space left"):
        write_glb(Scene("two", (Node("two"),)), tmp_path / "one.glb")
    assert (tmp_path / "one.glb").read_bytes() == before
    assert list(tmp_path.iterdir()) == [tmp_path / "one.glb"]


def test_an_absent_folder_is_made_and_one_that_cannot_be_is_refused(tmp_path):
    scene = Scene("one", (Node("one"),))
    write_glb(scene, tmp_path / "absent" / "one.glb")
    assert len(load_scene(tmp_path / "absent" / "one.glb").nodes) == 1
    with pytest.raises(OrlopError, match="can't be written"):
        write_glb(scene, tmp_path / "absent" / "one.glb" / "below.glb")


def test_the_container_is_by_the_letter_of_gltf(tmp_path):
    corner = np.array([[[0, 0, 0], [1, 0, 0], [0, 1, 0]]], float)
    nodes = (Node("a"), Node("b", "a", np.eye(4), corner, (OAK,), np.zeros(1, np.int32)))
    write_glb(Scene("two", nodes), tmp_path / "two.glb")
    content = (tmp_path / "two.glb").read_bytes()
    magic, version, length, size, kind = struct.unpack_from("<4sIII4s", content)
    assert (magic, version, length, kind) == (b"glTF", 2, len(content), b"JSON")
    assert len(content) % 4 == size % 4 == 0
    document = json.loads(content[20 : 20 + size])
    position = document["accessors"][document["meshes"][0]["primitives"][0]["attributes"]["POSITION"]]
    assert (position["min"], position["max"]) == ([0, 0, 0], [1, 1, 0])
    assert document["scenes"][0]["nodes"] == [0]
    assert document["buffers"][0]["byteLength"] == struct.unpack_from("<I", content, 20 + size)[0]


def test_trimesh_reads_what_is_written(tmp_path):
    trimesh = pytest.importorskip("trimesh")
    corner = np.array([[[0, 0, 0], [1, 0, 0], [0, 1, 0]]], float) + 3
    write_glb(
        Scene("one", (Node("one", None, np.eye(4), corner, (OAK,), np.zeros(1, np.int32)),)), tmp_path / "one.glb"
    )
    np.testing.assert_allclose(trimesh.load(tmp_path / "one.glb", force="scene").bounds, [[3, 3, 3], [4, 4, 3]])
