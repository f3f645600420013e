import json

import pytest

from orlop.engine.error import OrlopError
from orlop.engine.scene.document import Document
from orlop.engine.scene.load import load_scene

TRIANGLE = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]


def test_a_buffer_beside_the_file_is_found_under_its_percent_encoded_name(draft):
    draft.node("flag", mesh=draft.mesh(TRIANGLE))
    draft.json["buffers"] = [{"byteLength": len(draft.binary), "uri": "deck%20plan%20%C3%BC.bin"}]
    (draft.folder / "deck plan ü.bin").write_bytes(draft.binary)
    assert draft.load().triangles().tolist() == [TRIANGLE]


def test_an_absent_buffer_is_named_with_the_folder_searched(draft):
    draft.node("flag", mesh=draft.mesh(TRIANGLE))
    draft.json["buffers"] = [{"byteLength": len(draft.binary), "uri": "absent.bin"}]
    with pytest.raises(OrlopError) as caught:
        draft.load()
    for part in ('draft.gltf, node "flag"', "absent.bin", str(draft.folder), ".glb"):
        assert part in str(caught.value)


def test_a_buffer_on_the_network_is_not_fetched(draft):
    draft.node("flag", mesh=draft.mesh(TRIANGLE))
    draft.json["buffers"] = [{"byteLength": 36, "uri": "https://example.org/deck.bin"}]
    with pytest.raises(OrlopError, match=r"lies at https://example.org/deck.bin"):
        draft.load()


def test_a_buffer_cut_short_is_refused_with_both_lengths(draft):
    draft.node("flag", mesh=draft.mesh(TRIANGLE))
    draft.json["buffers"] = [{"byteLength": 36, "uri": "short.bin"}]
    (draft.folder / "short.bin").write_bytes(draft.binary[:20])
    with pytest.raises(OrlopError, match="should hold 36 bytes, but there are 20"):
        draft.load()


@pytest.mark.parametrize("uri", ["data:application/octet-stream;base64,!!!", "data:nothing", "data:;base64,AAA"])
def test_a_data_uri_that_cannot_be_decoded_is_refused(draft, uri):
    draft.node("flag", mesh=draft.mesh(TRIANGLE))
    draft.json["buffers"] = [{"byteLength": 36, "uri": uri}]
    with pytest.raises(OrlopError, match="data URI"):
        draft.load()


def test_a_data_uri_may_be_percent_encoded(draft):
    draft.node("flag", mesh=draft.mesh(TRIANGLE))
    uri = "data:application/octet-stream," + "".join(f"%{byte:02X}" for byte in draft.binary)
    draft.json["buffers"] = [{"byteLength": 36, "uri": uri}]
    assert draft.load().triangles().tolist() == [TRIANGLE]


def test_a_glb_by_the_name_of_gltf_is_still_a_glb(draft):
    draft.node("flag", mesh=draft.mesh(TRIANGLE))
    path = draft.save("draft.glb").rename(draft.folder / "odd.gltf")
    assert len(load_scene(path).triangles()) == 1


def test_a_byte_order_mark_is_no_obstacle(draft):
    draft.node("flag", mesh=draft.mesh(TRIANGLE))
    path = draft.save()
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert len(load_scene(path).triangles()) == 1


@pytest.mark.parametrize("length", [0, 3, 4, 11, 19, 40])
def test_a_glb_cut_short_is_refused(draft, length):
    draft.node("flag", mesh=draft.mesh(TRIANGLE))
    path = draft.save("draft.glb")
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(OrlopError, match=r"draft\.glb: "):
        load_scene(path)


@pytest.mark.parametrize(
    "text", ["", "[]", "nonsense", '{"asset": 3}', '{"nodes": {}}', "[" * 100_000, '{"x": NaN}', '{"x": "\\ud800"}']
)
def test_what_is_no_gltf_is_refused(tmp_path, text):
    path = tmp_path / "odd.gltf"
    path.write_text(text)
    with pytest.raises(OrlopError, match=r"odd\.gltf: "):
        load_scene(path)


def test_an_older_gltf_is_refused_by_its_version(tmp_path):
    path = tmp_path / "old.gltf"
    path.write_text(json.dumps({"asset": {"version": "1.0"}, "nodes": {}}))
    with pytest.raises(OrlopError, match=r"glTF 1\.0"):
        Document(path)
