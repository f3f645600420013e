"""What is remembered of earlier builds: the same bits, in a fraction of the time."""

from dataclasses import replace

import numpy as np
import pytest

from orlop.engine.scene.scene import Material, Node, Scene
from orlop.engine.walkway.build import builder, exact, memory
from orlop.engine.walkway.build.builder import build_walkways
from orlop.engine.walkway.build.content import digest
from orlop.engine.walkway.build.floor_parts import FloorParts
from orlop.engine.walkway.build.grid import Grid
from orlop.engine.walkway.build.lots import TRIANGLES, lots
from orlop.engine.walkway.build.memory import Form, Memory
from orlop.engine.walkway.settings import WalkwaySettings
from orlop.levels.quayside.scene import build_scene
from orlop.levels.solids import box, cylinder

WORDS = Form(lambda text: text.encode(), lambda content: content.decode())


def node(name, triangles):
    return Node(name, None, np.eye(4), triangles, (Material(),), np.zeros(len(triangles), np.int32))


def hold(moved=()):
    """A floor of 24 × 24 m with 64 barrels; those of `moved` stand a step aside."""
    places = [(1.5 + 3 * i, 1.5 + 3 * k) for i in range(8) for k in range(8)]
    barrels = [
        node(f"barrel{n}", cylinder((x + 0.7 * (n in moved), z), 0.4, 0.0, 1.2, 12)) for n, (x, z) in enumerate(places)
    ]
    return Scene("hold", (node("floor.hold", box((0, -0.2, 0), (24, 0, 24))), *barrels))


def bits(build):
    return [
        (walkway.name, [outline.points.tobytes() for outline in walkway.outlines], walkway.air().points.tobytes())
        for walkway in build.walkways
    ]


@pytest.fixture
def cuts(monkeypatch):
    """The number of triangles that were cut, call by call."""
    seen = []
    find = exact.find_pieces

    def counted(buckets, obstacles, *others):
        seen.append(len(obstacles))
        return find(buckets, obstacles, *others)

    monkeypatch.setattr(exact, "find_pieces", counted)
    return seen


@pytest.mark.parametrize("method", ["exact", "raster"])
def test_a_build_from_memory_has_the_bits_of_one_without(method):
    settings = WalkwaySettings(method=method, cell=0.1)
    known = Memory()
    build_walkways(hold(), settings, memory=known)
    for moved in ((27,), (), (0, 63)):
        assert bits(build_walkways(hold(moved), settings, memory=known)) == bits(build_walkways(hold(moved), settings))


def test_one_barrel_moved_is_cut_anew_with_its_neighbours_alone(cuts):
    known, settings = Memory(), WalkwaySettings(method="exact")
    build_walkways(hold(), settings, memory=known)
    whole = sum(cuts)
    cuts.clear()
    build_walkways(hold((27,)), settings, memory=known)
    assert 0 < sum(cuts) <= whole / 4
    cuts.clear()
    build_walkways(hold((27,)), settings, memory=known)
    assert not cuts


def test_other_settings_are_not_taken_for_these():
    known = Memory()
    for knee, brow in ((0.5, 1.8), (1.3, 1.8), (0.5, 1.0)):
        settings = WalkwaySettings(method="exact", knee=knee, brow=brow)
        assert bits(build_walkways(hold(), settings, memory=known)) == bits(build_walkways(hold(), settings))


def test_too_many_pieces_now_may_be_few_enough_later():
    floor = np.array([[[0, 0, 0], [0, 0, 8], [8, 0, 0]]], float)
    barrels = [cylinder((x, 1.0), 0.3, 0.0, 1.2, 12) for x in (1.0, 3.0)]
    grid, known = Grid.over(floor, 0.1), Memory()
    rest = (floor, barrels, grid, np.zeros((grid.nx, grid.nz), np.float32), WalkwaySettings())
    assert exact.ExactMap(FloorParts.of(floor), *rest, 10, known).pieces is None
    later, plain = (exact.ExactMap(FloorParts.of(floor), *rest, 10_000, each).pieces for each in (known, None))
    assert np.array_equal(later.points, plain.points)
    assert len(later) > 10


def test_a_door_that_moves_leaves_its_floor_as_it_was(monkeypatch):
    def quay(turn):
        scene = build_scene()
        door = scene.node("pusher.quay.door")
        c, s = np.cos(turn), np.sin(turn)
        about = np.array([[c, 0, -s], [0, 1, 0], [s, 0, c]])
        triangles = (door.triangles - door.position) @ about.T + door.position
        moved = replace(door, triangles=triangles)
        return replace(scene, nodes=tuple(moved if node is door else node for node in scene))

    known, settings, made = Memory(), WalkwaySettings(method="raster"), []
    flatten = builder.flatten
    monkeypatch.setattr(builder, "flatten", lambda plan, *others: made.append(plan.name) or flatten(plan, *others))
    shut = build_walkways(quay(0.0), settings, memory=known)
    ajar = build_walkways(quay(0.5), settings, memory=known)
    assert made == ["quay", "cellar"]
    assert bits(shut) == bits(ajar)
    door = [build.pushers["pusher.quay.door"].outlines[0] for build in (shut, ajar)]
    assert not np.allclose(np.ptp(door[0], axis=0), np.ptp(door[1], axis=0))


def test_airs_that_one_asks_for_are_not_those_of_another():
    known = Memory()
    first, second = (build_walkways(hold(), WalkwaySettings(cell=0.1), memory=known).walkways[0] for _ in range(2))
    first.air(0.7)
    assert len(first.known_airs()) == 2
    assert len(second.known_airs()) == 1


def test_another_process_finds_what_took_time_to_make(tmp_path, monkeypatch, cuts):
    monkeypatch.setattr(memory, "WORTH", 0.0)
    settings = WalkwaySettings(method="exact")
    first = build_walkways(hold(), settings, memory=Memory(tmp_path))
    assert list(tmp_path.iterdir())
    cuts.clear()
    again = build_walkways(hold(), settings, memory=Memory(tmp_path))
    assert not cuts
    assert bits(first) == bits(again)


@pytest.mark.parametrize("damage", [lambda b: b[:-3], lambda b: b[:5], lambda b: b"", lambda b: b[:20] + b"?" + b[21:]])
def test_a_damaged_part_is_made_anew(tmp_path, monkeypatch, damage):
    monkeypatch.setattr(memory, "WORTH", 0.0)
    made = []

    def make():
        made.append(1)
        return "timber and rope"

    assert Memory(tmp_path).recall("a", make, WORDS) == "timber and rope"
    assert Memory(tmp_path).recall("a", make, WORDS) == "timber and rope"
    assert len(made) == 1
    (path,) = tmp_path.iterdir()
    path.write_bytes(damage(path.read_bytes()))
    assert Memory(tmp_path).recall("a", make, WORDS) == "timber and rope"
    assert len(made) == 2


def test_a_folder_that_can_t_be_written_is_no_error(tmp_path, monkeypatch):
    monkeypatch.setattr(memory, "WORTH", 0.0)
    (tmp_path / "file").write_text("")
    assert Memory(tmp_path / "file" / "folder").recall("a", lambda: "rope", WORDS) == "rope"


def test_what_was_used_last_is_kept(monkeypatch):
    monkeypatch.setattr(memory, "MOST", 2)
    known = Memory()
    for name in ("a", "b", "a", "c"):
        known.recall(name, lambda: "new")
    assert known.recall("a", lambda: "made anew") == "new"
    assert known.recall("b", lambda: "made anew") == "made anew"


def test_lots_hold_every_triangle_once_and_those_far_from_a_change_stay_the_same():
    random = np.random.default_rng(5)
    triangles = random.uniform(0, 100, (6000, 1, 3)) + random.uniform(0, 0.5, (6000, 3, 3))
    parted = lots(triangles)
    assert 4 < len(parted) < 6000 / TRIANGLES * 4
    assert np.array_equal(np.unique(np.concatenate(parted), axis=0), np.unique(triangles, axis=0))
    moved = triangles.copy()
    moved[77] += [3.0, 0.0, 3.0]
    before, after = {digest(lot) for lot in parted}, {digest(lot) for lot in lots(moved)}
    assert 1 <= len(before - after) <= 2


def test_a_digest_tells_kinds_shapes_and_borders_apart():
    zeros = np.zeros(4)
    names = [
        digest(zeros), digest(zeros.reshape(2, 2)), digest(zeros.astype(np.int64)), digest(zeros[:2], zeros[2:]),
        digest("ab", "c"), digest("a", "bc"), digest(1), digest(1.0), digest("1"), digest(b"1"), digest(),
    ]  # fmt: skip
    assert len(set(names)) == len(names)
