import pytest

from orlop.engine.error import OrlopError

TRIANGLE = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]


def test_a_draco_file_is_refused_by_name_even_if_it_only_uses_draco(draft):
    mesh = draft.mesh(TRIANGLE, extensions={"KHR_draco_mesh_compression": {"bufferView": 0}})
    del draft.json["accessors"][0]["bufferView"]
    draft.json["extensionsUsed"] = ["KHR_draco_mesh_compression"]
    draft.node("stairs", mesh=mesh)
    with pytest.raises(OrlopError, match=r'node "stairs": .*KHR_draco_mesh_compression.*without compression'):
        draft.load()


def test_draco_beside_plain_vertices_is_ignored(draft):
    draft.node("stairs", mesh=draft.mesh(TRIANGLE, extensions={"KHR_draco_mesh_compression": {"bufferView": 0}}))
    assert draft.load().triangles().tolist() == [TRIANGLE]


@pytest.mark.parametrize("required", [True, False])
def test_a_meshopt_file_is_refused_by_name_and_not_by_its_buffer(draft, required):
    name = "EXT_meshopt_compression"
    mesh = draft.mesh(TRIANGLE)
    draft.json["bufferViews"][0] |= {"buffer": 1, "extensions": {name: {"buffer": 0}}}
    draft.json["buffers"] = [{"byteLength": 36, "uri": "absent.bin"}]
    draft.json["buffers"].append({"byteLength": 36, "extensions": {name: {"fallback": True}}})
    draft.json["extensionsRequired"] = [name] if required else []
    draft.node("tower", mesh=mesh)
    with pytest.raises(OrlopError, match=r'node "tower": .*meshopt-compressed \(EXT_meshopt_compression\)'):
        draft.load()


@pytest.mark.parametrize(
    "name", ["EXT_texture_webp", "KHR_texture_basisu", "KHR_texture_transform", "KHR_materials_unlit"]
)
def test_a_required_extension_of_looks_is_no_reason_to_refuse(draft, name):
    draft.json["extensionsRequired"] = [name]
    draft.node("flag", mesh=draft.mesh(TRIANGLE))
    assert len(draft.load().triangles()) == 1


def test_an_unknown_required_extension_is_refused_by_name(draft):
    draft.json["extensionsRequired"] = ["ACME_curved_space"]
    draft.node("flag", mesh=draft.mesh(TRIANGLE))
    with pytest.raises(OrlopError, match="ACME_curved_space"):
        draft.load()


def test_gpu_instancing_is_refused_rather_than_shown_once(draft):
    draft.node("wood", mesh=draft.mesh(TRIANGLE), extensions={"EXT_mesh_gpu_instancing": {"attributes": {}}})
    with pytest.raises(OrlopError, match=r'node "wood": .*EXT_mesh_gpu_instancing'):
        draft.load()
