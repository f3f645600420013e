"""A build as one file, and in the cache."""

import dataclasses
import os
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from orlop.engine.error import OrlopError
from orlop.engine.scene.scene import Material, Node, Scene
from orlop.engine.walkway.build.builder import build_walkways
from orlop.engine.walkway.build.cache import cached_build, prune, scene_digest
from orlop.engine.walkway.file import load_build, save_build
from orlop.engine.walkway.settings import WalkwaySettings


def sheet(x0, z0, x1, z1, *heights):
    a, b, c, d = heights if len(heights) == 4 else heights * 4
    corners = np.array([(x0, a, z0), (x0, b, z1), (x1, c, z1), (x1, d, z0)], float)
    return corners[[[0, 1, 2], [0, 2, 3]]]


def node(name, triangles, **extras):
    return Node(
        name,
        triangles=triangles,
        materials=(Material(),),
        material_of=np.zeros(len(triangles), np.int32),
        extras=extras,
    )


def wall(x0, z0, x1, z1, high=2.0):
    return np.array([[(x0, 0, z0), (x1, 0, z1), (x1, high, z1)], [(x0, 0, z0), (x1, high, z1), (x0, high, z0)]], float)


@pytest.fixture
def scene():
    """Two storeys joined by a ramp, cut by the builder, and a door."""
    ground = np.concatenate([sheet(0, 0, 16, 6, 0), sheet(4, 4, 12, 6, 0, 0, 3, 3), sheet(2, 0, 16, 4, 3)])
    top = sheet(12, 4, 16, 6, 3)
    door = node("pusher.deck.door", wall(1, 1, 2, 1), swing=90)
    return Scene("storeys.glb", (node("ground", np.concatenate([ground, top])), door))


@pytest.fixture
def build(scene):
    return build_walkways(scene, WalkwaySettings(cell=0.1))


def assert_same(first, second):
    assert [w.name for w in first.walkways] == [w.name for w in second.walkways]
    assert (first.start, first.reports, first.warnings) == (second.start, second.reports, second.warnings)
    for a, b in zip(first.walkways, second.walkways, strict=True):
        assert a.settings == b.settings
        assert np.array_equal(a.origin, b.origin)
        assert [o.parent for o in a.outlines] == [o.parent for o in b.outlines]
        assert all(np.array_equal(o.points, p.points) for o, p in zip(a.outlines, b.outlines, strict=True))
        assert np.array_equal(a.air().points, b.air().points)
        assert np.array_equal(a.air(0.3).points, b.air(0.3).points)
        assert [(s.destination, s.rectangles.tolist()) for s in a.seams] == [
            (s.destination, s.rectangles.tolist()) for s in b.seams
        ]
        points = np.random.default_rng(1).uniform(-8, 8, (500, 2))
        assert np.array_equal(a.floor.sample(points)[0], b.floor.sample(points)[0], equal_nan=True)
    assert first.pushers.keys() == second.pushers.keys()
    for name, shape in first.pushers.items():
        other = second.pushers[name]
        assert (shape.walkway, shape.heading, shape.position) == (other.walkway, other.heading, other.position)
        assert all(np.array_equal(p, q) for p, q in zip(shape.outlines, other.outlines, strict=True))


def test_what_is_saved_is_loaded(tmp_path, build):
    assert len(build.walkways) > 1
    assert any(walkway.seams for walkway in build.walkways)
    save_build(tmp_path / "a.walkways", build)
    assert_same(build, load_build(tmp_path / "a.walkways"))


@pytest.mark.parametrize("cut", [0, 1, 100, 0.5, 0.99])
def test_a_cut_file_is_refused_by_name(tmp_path, build, cut):
    path = tmp_path / "a.walkways"
    save_build(path, build)
    content = path.read_bytes()
    path.write_bytes(content[: int(cut * len(content)) if isinstance(cut, float) else cut])
    with pytest.raises(OrlopError, match=r"a\.walkways"):
        load_build(path)


def test_flipped_bytes_are_refused_or_harmless(tmp_path, build):
    path = tmp_path / "a.walkways"
    save_build(path, build)
    content = bytearray(path.read_bytes())
    random = np.random.default_rng(5)
    for _ in range(60):
        damaged = content.copy()
        damaged[int(random.integers(len(content)))] ^= int(random.integers(1, 256))
        path.write_bytes(damaged)
        with suppress(OrlopError):
            load_build(path)


def test_an_absent_file_is_refused_by_name(tmp_path):
    with pytest.raises(OrlopError, match="no such file"):
        load_build(tmp_path / "nothing.walkways")


def test_another_version_is_refused(tmp_path, build, monkeypatch):
    monkeypatch.setattr("orlop.engine.walkway.file.VERSION", 99)
    save_build(tmp_path / "a.walkways", build)
    monkeypatch.undo()
    with pytest.raises(OrlopError, match="version 99"):
        load_build(tmp_path / "a.walkways")


def test_a_second_build_comes_from_the_cache(tmp_path, monkeypatch, scene):
    monkeypatch.setenv("ORLOP_CACHE", str(tmp_path))
    first = cached_build(scene, WalkwaySettings(cell=0.1))
    monkeypatch.setattr("orlop.engine.walkway.build.builder.build_walkways", None)
    assert_same(first, cached_build(scene, WalkwaySettings(cell=0.1)))


def test_a_damaged_cache_is_built_anew(tmp_path, monkeypatch, scene):
    monkeypatch.setenv("ORLOP_CACHE", str(tmp_path))
    first = cached_build(scene, WalkwaySettings(cell=0.1))
    (path,) = (tmp_path / "walkways").iterdir()
    path.write_bytes(b"nonsense")
    assert_same(first, cached_build(scene, WalkwaySettings(cell=0.1)))
    assert path.read_bytes() != b"nonsense"


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path, monkeypatch, scene):
    (tmp_path / "taken").write_text("a file where the folder should be")
    monkeypatch.setenv("ORLOP_CACHE", str(tmp_path / "taken"))
    assert cached_build(scene, WalkwaySettings(cell=0.1)).walkways


@pytest.mark.parametrize("content", [None, b"nonsense"], ids=["whole", "damaged"])
def test_a_cache_that_is_read_only_is_no_error(tmp_path, monkeypatch, scene, content):
    monkeypatch.setenv("ORLOP_CACHE", str(tmp_path))
    first = cached_build(scene, WalkwaySettings(cell=0.1))
    (path,) = (tmp_path / "walkways").iterdir()
    if content is not None:
        path.write_bytes(content)

    def denied(*_, **__):
        raise PermissionError(13, "Permission denied")

    for owner, name in [(os, "utime"), (os, "unlink"), (Path, "unlink"), (Path, "replace"), (Path, "mkdir")]:
        monkeypatch.setattr(owner, name, denied)
    assert_same(first, cached_build(scene, WalkwaySettings(cell=0.1)))


def test_a_cache_keeps_what_was_used_last_within_its_room(tmp_path):
    for number, age in enumerate([5, 1, 4, 2, 3]):
        path = tmp_path / f"{number}.walkways"
        path.write_bytes(bytes(100))
        os.utime(path, (1000 - age, 1000 - age))
    prune(tmp_path, 299)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1.walkways", "3.walkways"]
    prune(tmp_path, 0)
    assert [path.name for path in tmp_path.iterdir()] == ["1.walkways"]


def test_taking_a_build_from_the_cache_counts_as_using_it(tmp_path, monkeypatch, scene):
    monkeypatch.setenv("ORLOP_CACHE", str(tmp_path))
    cached_build(scene, WalkwaySettings(cell=0.1))
    (path,) = (tmp_path / "walkways").iterdir()
    os.utime(path, (0, 0))
    newer = path.with_name("other.walkways")
    newer.write_bytes(b"used a while ago")
    os.utime(newer, (1000, 1000))
    cached_build(scene, WalkwaySettings(cell=0.1))
    prune(path.parent, 0)
    assert list(path.parent.iterdir()) == [path]


def test_a_new_build_makes_room_for_itself(tmp_path, monkeypatch, scene):
    monkeypatch.setenv("ORLOP_CACHE", str(tmp_path))
    monkeypatch.setattr("orlop.engine.walkway.build.cache.ROOM", 1)
    for cell in (0.1, 0.12):
        cached_build(scene, WalkwaySettings(cell=cell))
    (path,) = (tmp_path / "walkways").iterdir()
    assert path.stem == scene_digest(scene, WalkwaySettings(cell=0.12))


def test_the_digest_changes_with_triangles_names_extras_and_settings(scene):
    base = scene_digest(scene, WalkwaySettings())
    ground, door = scene.nodes
    others = [
        (ground, dataclasses.replace(door, triangles=door.triangles + 1e-9)),
        (dataclasses.replace(ground, name="floor"), door),
        (ground, dataclasses.replace(door, extras={"swing": 91})),
    ]
    digests = [scene_digest(dataclasses.replace(scene, nodes=nodes), WalkwaySettings()) for nodes in others]
    digests.append(scene_digest(scene, WalkwaySettings(radius=0.41)))
    assert len({base, *digests}) == 5
    assert scene_digest(scene, WalkwaySettings()) == base
