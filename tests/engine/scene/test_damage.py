"""Whatever a damaged file does, it does not crash: it loads or is refused in one line."""

import json
import struct
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from orlop.engine.error import OrlopError
from orlop.engine.scene.load import load_scene
from orlop.engine.scene.scene import Material, Node, Scene
from orlop.engine.scene.write import write_glb

OBJ = b"""# a crate
mtllib crate.mtl
o crate
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0 0.5 0.5 0.5
v -1.5e-1 2 \\
3
g lid
usemtl oak
f 1 2 3
f 1/1 2/2 3/3 4/4
f -5//1 -4//1 -3//1 -2//1 -1//1
"""


def glb(folder):
    corner = np.array([[[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 0, 0], [0, 1, 0], [0, 0, 1]]], float)
    oak = Material("oak", (0.4, 0.3, 0.2), {"walkable": False})
    mirrored = np.diag([-1.0, 2.0, 1.0, 1.0])
    nodes = (
        Node("quay", extras={"seconds": 3}),
        Node("crate", "quay", mirrored, corner, (Material(), oak), np.array([0, 1], np.int32)),
    )
    write_glb(Scene("draft", nodes), folder / "whole.glb")
    return (folder / "whole.glb").read_bytes()


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("damage")
    return {"glb": glb(folder), "obj": OBJ}, folder


def load(folder, suffix, content):
    path = folder / f"damaged.{suffix}"
    path.write_bytes(content)
    with suppress(OrlopError):
        scene = load_scene(path)
        assert np.isfinite(scene.triangles()).all()


@pytest.mark.parametrize("suffix", ["glb", "obj"])
def test_a_file_cut_anywhere_never_crashes(whole, suffix):
    contents, folder = whole
    for end in range(len(contents[suffix])):
        load(folder, suffix, contents[suffix][:end])


@pytest.mark.parametrize("suffix", ["glb", "obj"])
@given(flips=st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 255)), min_size=1, max_size=8))
@settings(max_examples=600, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_file_with_bytes_changed_never_crashes(whole, suffix, flips):
    contents, folder = whole
    content = bytearray(contents[suffix])
    for place, byte in flips:
        content[place % len(content)] = byte
    load(folder, suffix, bytes(content))


@given(content=st.binary(max_size=200))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.parametrize("suffix", ["glb", "gltf", "obj"])
def test_bytes_at_random_never_crash(whole, suffix, content):
    load(whole[1], suffix, content)
    load(whole[1], suffix, b"glTF" + content)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 10**30) | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=4,
)


@given(data=st.data())
@settings(max_examples=500, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_json_with_a_field_of_a_wrong_kind_never_crashes(whole, data):
    contents, folder = whole
    content = contents["glb"]
    (length,) = struct.unpack_from("<I", content, 12)
    document = json.loads(content[20 : 20 + length])
    spot, key = document, data.draw(st.sampled_from(sorted(document)))
    while data.draw(st.booleans()) and isinstance(spot[key], dict | list) and spot[key]:
        spot = spot[key]
        key = data.draw(st.sampled_from(sorted(spot) if isinstance(spot, dict) else range(len(spot))))
    spot[key] = data.draw(JUNK)
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    rest = content[20 + length :]
    body = struct.pack("<I4s", len(text), b"JSON") + text + rest
    load(folder, "glb", struct.pack("<4sII", b"glTF", 2, 12 + len(body)) + body)
