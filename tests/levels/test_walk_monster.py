"""The walk monster finds what is wrong, and nothing where nothing is."""

import numpy as np
import pytest

from orlop.engine.scene.scene import Material, Node, Scene
from orlop.engine.walkway.settings import WalkwaySettings
from orlop.levels.quayside.level import quayside
from orlop.levels.scene_level import SceneLevel
from orlop.levels.solids import box
from orlop.levels.walk_monster import WalkMonster

NOTHING = np.zeros((0, 3, 3))


@pytest.fixture(autouse=True)
def _cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("ORLOP_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


def node(name, triangles=NOTHING, at=(0.0, 0.0, 0.0), **extras):
    transform = np.eye(4)
    transform[:3, 3] = at
    return Node(name, None, transform, triangles, (Material(),), np.zeros(len(triangles), np.int32), extras)


def explored(*nodes, **settings):
    level = SceneLevel(Scene("trial", nodes), WalkwaySettings(cell=0.05, **settings))
    return WalkMonster(level).explore()


def floor(name, x0, z0, x1, z1, height=0.0):
    return node(name, box((x0, height - 0.2, z0), (x1, height, z1)))


def gate(name, x0, z0, x1, z1, **extras):
    """A portal's marker."""
    return node(name, box((x0, 0, z0), (x1, 1, z1)), **extras)


def test_an_empty_room_is_reached_to_its_rim_and_nothing_is_wrong():
    found = explored(floor("floor", 0, 0, 6, 4))
    assert found.reached_m2 == pytest.approx(5.2 * 3.2, rel=0.05)
    assert found.unreached_m2 < 0.2
    assert not found.troubles()


def test_what_lies_behind_a_wall_is_never_reached():
    found = explored(floor("floor", 0, 0, 6, 4), node("wall", box((3, 0, 0), (3.2, 2, 4))), node("start", at=(1, 0, 2)))
    assert found.unreached_m2 == pytest.approx(found.reached_m2, rel=0.2)
    assert not found.troubles()


def test_a_doorway_with_a_door_is_passed_once_the_door_is_open():
    walls = np.concatenate([box((3, 0, 0), (3.2, 2, 1.2)), box((3, 0, 2.4), (3.2, 2, 4))])
    door = node("pusher.deck.door", box((3.05, 0, 1.2), (3.15, 2, 2.4)), at=(3.1, 0, 1.2), swing=90)
    nodes = (floor("floor", 0, 0, 6, 4), node("walls", walls), node("start", at=(1, 0, 2)))
    assert explored(*nodes, door).unreached_m2 < 0.5
    railing = node("pusher.deck.bar", box((3.05, 0, 1.2), (3.15, 2, 2.4)))  # it never opens
    assert explored(*nodes, railing).unreached_m2 > 4


def test_a_deck_without_a_way_back_is_a_dead_end():
    found = explored(
        floor("floor.up", 0, 0, 6, 4),
        floor("floor.down", 0, 0, 6, 4, -3.0),
        gate("portal.up.down", 4, 1, 5, 3),
        node("start.up", at=(1, 0, 2)),
    )
    troubles = found.troubles()
    assert {trouble.kind for trouble in troubles} == {"dead end"}
    assert {trouble.walkway for trouble in troubles} == {"down"}
    assert len(found.one_way) > 0
    back = gate("portal.down.up", 1, 1, 2, 3)
    there = (floor("floor.up", 0, 0, 6, 4), floor("floor.down", 0, 0, 6, 4, -3.0), node("start.up", at=(3, 0, 2)))
    assert not explored(*there, gate("portal.up.down", 4, 1, 5, 3), back).troubles()


def test_a_portal_into_nowhere_is_told_with_its_place():
    found = explored(
        floor("floor.up", 0, 0, 6, 4),
        floor("floor.down", 20, 0, 26, 4, -3.0),
        gate("portal.up.down", 4, 1, 5, 3),
        node("start.up", at=(1, 0, 2)),
    )
    (trouble,) = found.troubles()
    assert trouble.kind == "no room in down"
    assert 4 <= trouble.x <= 5
    assert 1 <= trouble.z <= 3


def test_both_decks_of_the_quayside_are_reached_through_ramp_door_and_hatch():
    found = WalkMonster(quayside()).explore()
    assert not found.troubles()
    assert {lattice.deck.name for lattice in found.lattices} == {"quay", "cellar"}
    assert found.unreached_m2 < 0.02 * found.reached_m2


def test_the_same_level_is_explored_alike_every_time():
    first, second = (WalkMonster(quayside(), 0.4).explore() for _ in range(2))
    assert np.array_equal(first.reached, second.reached)
    assert np.array_equal(first.one_way, second.one_way)


def test_a_picture_shows_reached_and_unreached_in_their_colours():
    found = explored(floor("floor", 0, 0, 6, 4), node("wall", box((3, 0, 0), (3.2, 2, 4))), node("start", at=(1, 0, 2)))
    colours = {tuple(colour) for colour in found.picture(found.lattices[0]).reshape(-1, 3).tolist()}
    assert {(118, 160, 178), (214, 168, 88)} <= colours
