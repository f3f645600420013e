import pytest

from orlop.engine.error import OrlopError
from orlop.engine.scene.load import load_scene


def test_an_absent_file_is_named_with_the_folder_searched(tmp_path):
    with pytest.raises(OrlopError) as caught:
        load_scene(tmp_path / "harbour.glb")
    assert "harbour.glb" in str(caught.value)
    assert str(tmp_path) in str(caught.value)


@pytest.mark.parametrize("name", ["harbour.fbx", "harbour", "harbour.blend"])
def test_another_format_is_refused_with_what_to_export(tmp_path, name):
    (tmp_path / name).write_bytes(b"x")
    with pytest.raises(OrlopError, match=r"harbour.*does not read.*\.glb"):
        load_scene(tmp_path / name)


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(OrlopError, match="is a folder"):
        load_scene(tmp_path)


@pytest.mark.parametrize("name", ["a" * 5000 + ".glb", "nul\0.glb", ""])
def test_a_name_that_no_system_takes_is_refused(name):
    with pytest.raises(OrlopError):
        load_scene(name)


def test_the_suffix_may_be_shouted(tmp_path):
    path = tmp_path / "CRATE.OBJ"
    path.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    assert len(load_scene(str(path)).triangles()) == 1


@pytest.mark.parametrize("name", ["empty.gltf", "empty.glb", "empty.obj"])
def test_an_empty_file_is_refused(tmp_path, name):
    (tmp_path / name).write_bytes(b"")
    with pytest.raises(OrlopError, match=name):
        load_scene(tmp_path / name)
