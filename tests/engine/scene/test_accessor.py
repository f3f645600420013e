import numpy as np
import pytest

from orlop.engine.error import OrlopError
from orlop.engine.scene.accessor import read_accessor
from orlop.engine.scene.document import Document


def read(draft, index):
    return read_accessor(Document(draft.save()), index, "draft.gltf")


@pytest.mark.parametrize("dtype", ["i1", "u1", "<i2", "<u2", "<u4", "<f4"])
@pytest.mark.parametrize("width", [1, 2, 3, 4])
def test_every_kind_of_number_comes_back_as_it_was(draft, dtype, width):
    values = np.arange(5 * width).reshape(5, width).astype(dtype)
    decoded = read(draft, draft.accessor(values))
    assert decoded.dtype == values.dtype
    assert decoded.tolist() == values.tolist()


def test_interleaved_elements_are_told_apart(draft):
    rows = np.arange(24, dtype="<f4").reshape(4, 6)  # position, normal
    view = draft.view(rows.tobytes(), byteStride=24)
    for offset in (0, 12):
        draft.json["accessors"].append(
            {"bufferView": view, "byteOffset": offset, "componentType": 5126, "count": 4, "type": "VEC3"}
        )
    assert read(draft, 0).tolist() == rows[:, :3].tolist()
    assert read(draft, 1).tolist() == rows[:, 3:].tolist()


@pytest.mark.parametrize(
    ("dtype", "stored", "meant"),
    [("u1", [0, 255], [0, 1]), ("i1", [-128, 127], [-1, 1]), ("<u2", [65535], [1]), ("<i2", [-32767, 0], [-1, 0])],
)
def test_normalised_numbers_span_one(draft, dtype, stored, meant):
    decoded = read(draft, draft.accessor(np.array(stored, dtype), normalized=True))
    assert decoded[:, 0].tolist() == meant


def sparse(draft, rows, news):
    rows, news = np.array(rows, "<u2"), np.array(news, "<f4")
    return {
        "count": len(rows),
        "indices": {"bufferView": draft.view(rows.tobytes()), "componentType": 5123},
        "values": {"bufferView": draft.view(news.tobytes())},
    }


def test_sparse_values_override_the_ones_beneath(draft):
    index = draft.accessor(np.array([1, 2, 3], "<f4"), sparse=sparse(draft, [0, 2], [7, 9]))
    assert read(draft, index)[:, 0].tolist() == [7, 2, 9]


def test_sparse_values_without_a_buffer_view_override_zeros(draft):
    entry = {"componentType": 5126, "count": 4, "type": "SCALAR", "sparse": sparse(draft, [3], [5])}
    draft.json["accessors"].append(entry)
    assert read(draft, 0)[:, 0].tolist() == [0, 0, 0, 5]


def test_a_sparse_mesh_is_loaded_whole(draft):
    mesh = draft.mesh([[0, 0, 0], [1, 0, 0], [0, 0, 0]])
    draft.json["accessors"][0]["sparse"] = sparse(draft, [2], [[0, 1, 0]])
    draft.node("flag", mesh=mesh)
    assert draft.load().triangles().tolist() == [[[0, 0, 0], [1, 0, 0], [0, 1, 0]]]


def test_quantised_positions_are_whole_numbers_in_their_nodes_frame(draft):
    mesh = draft.mesh([[0, 0, 0]])
    position = draft.accessor(np.array([[0, 0, 0], [100, 0, 0], [0, 100, 0]], "<i2"))
    draft.json["meshes"][mesh]["primitives"][0]["attributes"]["POSITION"] = position
    draft.json["extensionsRequired"] = ["KHR_mesh_quantization"]
    draft.node("flag", mesh=mesh, scale=[0.01, 0.01, 0.01])
    np.testing.assert_allclose(draft.load().triangles(), [[[0, 0, 0], [1, 0, 0], [0, 1, 0]]])


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        ({"count": 10_000}, "past the end"),
        ({"byteOffset": 8}, "past the end"),
        ({"count": "4"}, "whole number as 'count'"),
        ({"componentType": 5130}, "component type 5130"),
        ({"type": "MAT4"}, "MAT4"),
        ({"bufferView": 77}, r"bufferViews\[77\]"),
        ({"sparse": {"count": 1}}, "componentType"),
    ],
)
def test_a_malformed_accessor_is_refused_by_name(draft, spoil, said):
    index = draft.accessor(np.zeros((4, 3), "<f4"))
    draft.json["accessors"][index] |= spoil
    with pytest.raises(OrlopError, match=said):
        read(draft, index)


def test_overrides_of_elements_that_are_not_there_are_refused(draft):
    index = draft.accessor(np.zeros(3, "<f4"), sparse=sparse(draft, [3], [1]))
    with pytest.raises(OrlopError, match="overrides elements"):
        read(draft, index)


def test_an_accessor_that_asks_for_all_memory_is_refused(draft):
    draft.json["accessors"].append({"componentType": 5126, "count": 10**12, "type": "VEC4"})
    with pytest.raises(OrlopError, match="without holding them"):
        read(draft, 0)


def test_a_stride_that_elements_do_not_fit_into_is_refused(draft):
    index = draft.accessor(np.zeros((4, 3), "<f4"))
    draft.json["bufferViews"][0]["byteStride"] = 4
    with pytest.raises(OrlopError, match="stride of 4"):
        read(draft, index)
