import math
from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.engine.error import OrlopError
from orlop.engine.scene.scene import Material, Node, Scene
from orlop.engine.walkway.build.naming import ROLES, read_name
from orlop.engine.walkway.build.role import heading_of
from orlop.engine.walkway.build.roles import Roles, read_roles

TRIANGLE = np.array([[[0.0, 0.0, 0.0], [0.0, 0.0, 2.0], [4.0, 0.0, 0.0]]])


def mesh(name: str, parent: str | None = None, material: Material | None = None, **extras: object) -> Node:
    return Node(
        name,
        parent=parent,
        triangles=TRIANGLE,
        materials=(material or Material(),),
        material_of=np.zeros(1, np.int32),
        extras=extras,
    )


def empty(name: str, parent: str | None = None, transform: np.ndarray | None = None, **extras: object) -> Node:
    return Node(name, parent=parent, transform=np.eye(4) if transform is None else transform, extras=extras)


def read(*nodes: Node) -> Roles:
    return read_roles(Scene("harbour.glb", nodes))


def names(nodes: tuple[Node, ...]) -> list[str]:
    return [node.name for node in nodes]


def placed(x: float, y: float, z: float, scale: tuple[float, float, float] = (1.0, 1.0, 1.0)) -> np.ndarray:
    transform = np.diag([*scale, 1.0])
    transform[:3, 3] = (x, y, z)
    return transform


def turned(heading: float) -> np.ndarray:
    transform = np.eye(4)
    c, s = math.cos(heading), math.sin(heading)
    transform[:3, :3] = [[c, 0.0, -s], [0.0, 1.0, 0.0], [s, 0.0, c]]
    return transform


@pytest.mark.parametrize(
    ("name", "role", "words"),
    [
        ("floor", "floor", ()),
        ("floor.main", "floor", ("main",)),
        ("floor_0", "floor", ("0",)),
        ("Floor.upper_deck", "floor", ("upper_deck",)),
        ("FLOOR main", "floor", ("main",)),
        ("floor.001", "floor", ()),
        ("floor.main.001", "floor", ("main",)),
        ("floor.main.001.002", "floor", ("main",)),
        ("floor.main.12", "floor", ("main", "12")),
        ("portal.hold.deck.stairs", "portal", ("hold", "deck", "stairs")),
        ("portal_hold_deck", "portal", ("hold", "deck")),
        ("start", "start", ()),
        ("flooring", None, ()),
        ("mainfloor", None, ()),
        ("airship", None, ()),
        ("", None, ()),
    ],
)
def test_a_name_says_its_role_and_words(name: str, role: str | None, words: tuple[str, ...]) -> None:
    assert read_name(name) == (role, words)


@given(st.sampled_from(ROLES), st.from_regex(r"[a-z]+[a-z0-9]*", fullmatch=True), st.integers(0, 99999))
def test_a_copy_means_the_same_as_its_original(role: str, word: str, number: int) -> None:
    name = f"{role.title()}.{word}"
    assert read_name(f"{name}.{number:03d}") == read_name(name) == (role, (word,))


def test_floors_are_gathered_by_walkway_and_unnamed_ones_make_the_deck() -> None:
    roles = read(mesh("floor.main"), mesh("floor.hold"), mesh("floor.main.001"), mesh("floor"))
    assert {walkway: names(nodes) for walkway, nodes in roles.floors.items()} == {
        "main": ["floor.main", "floor.main.001"],
        "hold": ["floor.hold"],
        "deck": ["floor"],
    }


def test_the_extra_role_wins_over_the_name() -> None:
    roles = read(mesh("floor.main"), mesh("decor.chest", role="obstacle"), mesh("planks", role="Floor", walkway="main"))
    assert names(roles.floors["main"]) == ["floor.main", "planks"]
    assert names(roles.obstacles) == ["decor.chest"]


def test_a_role_is_inherited_from_the_nearest_node_above_that_has_one() -> None:
    roles = read(
        empty("floor.main"),
        empty("group", "floor.main"),
        mesh("planks", "group"),
        empty("decor.ropes", "group"),
        mesh("coil", "decor.ropes"),
        mesh("crate"),
    )
    assert names(roles.floors["main"]) == ["planks"]
    assert names(roles.obstacles) == ["crate"]
    assert names(roles.scenery) == ["planks", "coil", "crate"]


def test_a_scene_without_named_floors_may_walk_on_all_but_what_says_otherwise() -> None:
    roles = read(mesh("terrain"), mesh("obstacle.rock"), mesh("decor.bush"), mesh("pusher.gate"), empty("lamp"))
    assert not roles.floors
    assert names(roles.surfaces) == ["terrain"]
    assert names(roles.obstacles) == ["terrain", "obstacle.rock"]
    assert names(roles.scenery) == ["terrain", "obstacle.rock", "decor.bush"]


def test_what_is_not_walkable_is_never_floor_but_can_be_in_the_way() -> None:
    group = empty("group", walkable=False)
    roles = read(mesh("floor.main"), group, mesh("floor.main.bed", "group"), mesh("rug", obstacle=False))
    assert names(roles.floors["main"]) == ["floor.main"]
    assert names(roles.obstacles) == ["floor.main.bed"]
    assert roles.unwalkable == {"group", "floor.main.bed"}
    assert roles.passable == {"rug"}


def test_a_floor_inherits_the_walkway_that_an_extra_gives_it() -> None:
    roles = read(empty("floor", walkway="orlop"), mesh("planks", "floor"), mesh("floor.main"))
    assert {walkway: names(nodes) for walkway, nodes in roles.floors.items()} == {
        "orlop": ["planks"],
        "main": ["floor.main"],
    }


def test_a_portal_is_the_ground_of_its_mesh() -> None:
    (portal,) = read(
        mesh("floor.a"), mesh("floor.b"), mesh("portal.a.b.stairs", hatch="h2"), *_cover("a", "h2")
    ).portals
    assert (portal.source, portal.destination, portal.hatch) == ("a", "b", "h2")
    assert (portal.low, portal.high) == ((0.0, 0.0), (4.0, 2.0))


def _cover(walkway: str, hatch: str) -> list[Node]:
    return [mesh(f"trapdoor.{walkway}.cover", hatch=hatch)]


def test_an_empty_portal_is_the_cube_it_is_drawn_as() -> None:
    marker = empty("portal", transform=placed(10.0, 1.0, -3.0, (2.0, 1.0, 0.5)), source="a", destination="b")
    (portal,) = read(mesh("floor.a"), mesh("floor.b"), marker).portals
    assert (portal.low, portal.high) == ((8.0, -3.5), (12.0, -2.5))


def test_air_locators_belong_to_the_walkway_they_name_or_hang_on() -> None:
    roles = read(
        mesh("floor.a"),
        mesh("floor.b"),
        empty("air.b", transform=placed(1.0, 2.0, 3.0)),
        empty("air", "floor.a", transform=placed(4.0, 5.0, 6.0)),
        empty("air.b.001", transform=placed(7.0, 8.0, 9.0)),
    )
    assert {walkway: points.tolist() for walkway, points in roles.airs.items()} == {
        "b": [[1.0, 3.0], [7.0, 9.0]],
        "a": [[4.0, 6.0]],
    }


def test_a_door_reads_its_way_in_degrees_and_seconds() -> None:
    roles = read(
        mesh("floor.main"),
        mesh("pusher.main.door", swing=-90, seconds=1.5, prompt="open"),
        mesh("leaf", "pusher.main.door"),
        mesh("decor.handle", "leaf"),
    )
    (door,) = roles.pushers
    assert (door.walkway, door.name, door.is_door, door.seconds, door.prompt) == ("main", "door", True, 1.5, "open")
    assert door.swing == pytest.approx(-math.pi / 2)
    assert names(door.nodes) == ["pusher.main.door", "leaf"]
    assert names(door.decor) == ["decor.handle"]
    assert names(roles.scenery) == ["floor.main"]


@given(
    st.lists(st.tuples(st.floats(-1.5, 1.5), st.floats(-1.5, 1.5)), min_size=1, max_size=3),
    st.tuples(*[st.floats(-9, 9)] * 3),
)
def test_whatever_leans_the_scene_leans_the_way_a_cover_or_a_door_slides(
    leans: list[tuple[float, float]], slide: tuple[float, float, float]
) -> None:
    moving = {"slide": list(slide), "hatch": "aft"}
    scene = Scene(
        "ship.glb", (mesh("floor.main"), mesh("trapdoor.main.cover", **moving), mesh("pusher.main.door", **moving))
    )
    shown_as = Scene("ship.glb", (empty("tip", transform=placed(*slide)),))
    for pitch, roll in leans:
        scene, shown_as = scene.tilted(pitch, roll), shown_as.tilted(pitch, roll)
    roles = read_roles(scene)
    for role in (*roles.trapdoors, *roles.pushers):
        np.testing.assert_allclose(role.slide, shown_as.node("tip").position, atol=1e-9)


def test_a_hatch_gathers_its_trapdoor_railing_and_portals() -> None:
    roles = read(
        mesh("floor.main"),
        mesh("floor.hold"),
        mesh("trapdoor.main.cover", hatch="fore"),
        mesh("pusher.main.railing", hatch="fore", knee=0.05, brow=0.4),
        empty("portal.main.hold", hatch="fore"),
        empty("portal.hold.main", transform=placed(0.0, 0.0, 5.0), hatch="fore"),
    )
    hatch = roles.hatches["fore"]
    assert hatch.trapdoors == ("trapdoor.main.cover",)
    assert hatch.railings == ("pusher.main.railing",)
    assert hatch.portals == ("portal.main.hold", "portal.hold.main")
    (railing,) = roles.pushers
    assert (railing.knee, railing.brow, railing.is_door) == (0.05, 0.4, False)


@given(st.floats(-math.pi, math.pi))
def test_the_start_looks_along_its_own_minus_z(heading: float) -> None:
    transform = turned(heading)
    transform[:3, 3] = (1.0, 2.0, 3.0)
    start = read(mesh("floor.main"), empty("start.main", transform=transform)).start
    assert start is not None
    assert (start.position, start.walkway) == ((1.0, 2.0, 3.0), "main")
    forward = transform[:3, :3] @ (0.0, 0.0, -1.0)
    assert (math.sin(start.heading), -math.cos(start.heading)) == pytest.approx((forward[0], forward[2]), abs=1e-12)


def test_a_start_that_looks_straight_down_has_heading_zero() -> None:
    down = np.array([[1.0, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 1]])
    assert heading_of(down) == 0.0


@pytest.mark.parametrize(
    ("node", "words"),
    [
        (mesh("portal.main.cellar"), ("portal.main.cellar", '"cellar"', "main, hold")),
        (mesh("portal.attic.hold"), ("portal.attic.hold", '"attic"')),
        (mesh("portal.main"), ("portal.main", "does not say where it leads", "portal.SOURCE.DESTINATION")),
        (mesh("portal.main.main"), ("to itself",)),
        (empty("portal.main.hold", transform=placed(0, 0, 0, (0.0, 1.0, 1.0))), ("no area",)),
        (mesh("trapdoor.attic.cover"), ("trapdoor.attic.cover", '"attic"', "main, hold")),
        (mesh("pusher.door"), ("pusher.door", '"door"', "main, hold")),
        (mesh("pusher"), ("does not say which walkway", "main, hold")),
        (empty("pusher.main.door"), ("pusher.main.door", "no triangles")),
        (empty("air.attic"), ("air.attic", '"attic"')),
        (empty("start.attic"), ("start.attic", '"attic"')),
        (mesh("pusher.main.door", swing="wide"), ("pusher.main.door", '"swing"', "'wide'", "a number")),
        (mesh("pusher.main.door", swing=float("nan")), ('"swing"', "a number")),
        (mesh("pusher.main.door", swing=True), ('"swing"', "a number")),
        (mesh("pusher.main.door", swing=10**400), ('"swing"', "00…", "a number")),
        (mesh("pusher.main.door", slide=[0, -(10**400), 0]), ('"slide"', "a list of three numbers")),
        (mesh("pusher.main.door", seconds=0), ('"seconds"', "within")),
        (mesh("pusher.main.door", slide=[1, 2]), ('"slide"', "a list of three numbers")),
        (mesh("pusher.main.door", slide="up"), ('"slide"', "a list of three numbers")),
        (mesh("pusher.main.rail", knee=0.5, brow=0.4), ("knee", "brow")),
        (mesh("pusher.main.rail", hatch="aft"), ("pusher.main.rail", '"aft"', "no trapdoor")),
        (mesh("crate", role="wall"), ("crate", '"role"', "'wall'", "floor, obstacle")),
        (mesh("crate", walkable="no"), ("crate", '"walkable"', "true or false")),
    ],
)
def test_what_cannot_be_meant_is_refused_naming_file_node_and_cure(node: Node, words: tuple[str, ...]) -> None:
    with pytest.raises(OrlopError) as caught:
        read(mesh("floor.main"), mesh("floor.hold"), node)
    assert "harbour.glb" in str(caught.value)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    "floors",
    [
        (mesh("floor"), mesh("floor_deck.2")),
        (mesh("floor deck.2"), mesh("floor.deck")),
        (mesh("floor.main"), mesh("floor.loft", walkway="main.3")),
        (mesh("floor.main"), mesh("floor_main.2.2"), mesh("floor_main.2")),
        (mesh("floor.main"), mesh("floor.loft", walkway="main.02")),
    ],
)
def test_a_walkway_called_like_a_storey_of_another_is_refused(floors: tuple[Node, ...]) -> None:
    with pytest.raises(OrlopError, match=r'harbour\.glb, node "floor.*" is called as the storeys of ".*Call it "'):
        read(*floors)


@pytest.mark.parametrize("name", ["main.1", "main.0", "main.two", "main.2b", "main2", "hold.2", "main-2"])
def test_a_walkway_that_no_storey_is_called_like_may_have_a_number(name: str) -> None:
    assert set(read(mesh("floor.main"), mesh("floor.loft", walkway=name)).floors) == {"main", name}


def test_without_named_floors_a_portal_may_name_what_the_build_finds() -> None:
    (portal,) = read(mesh("terrain"), mesh("portal.deck.deck-2")).portals
    assert (portal.source, portal.destination) == ("deck", "deck-2")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.just(10**400) | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=6,
)
KEYS = (
    "role",
    "walkway",
    "walkable",
    "obstacle",
    "source",
    "destination",
    "hatch",
    "swing",
    "slide",
    "seconds",
    "knee",
    "prompt",
)


@given(
    st.lists(
        st.tuples(
            st.sampled_from((*ROLES, "crate")),
            st.sampled_from(("", ".main", ".main.hold", "..", ".hold.main.x")),
            st.dictionaries(st.sampled_from(KEYS), JSON, max_size=4),
        ),
        max_size=5,
    )
)
def test_whatever_the_extras_hold_reading_gives_roles_or_one_clear_error(
    drawn: list[tuple[str, str, Mapping[str, object]]],
) -> None:
    nodes = [mesh(f"{role}{rest} {i}", **extras) for i, (role, rest, extras) in enumerate(drawn)]
    scene = (mesh("floor.main"), mesh("floor.hold"), *nodes)
    try:
        roles = read(*scene)
    except OrlopError:
        with pytest.raises(OrlopError, match=r"^harbour\.glb[^\n]*$"):
            read(*scene)
    else:
        assert {"main", "hold"} <= set(roles.floors)


def test_a_material_can_forbid_its_triangles_to_be_floor_or_in_the_way() -> None:
    two = np.concatenate([TRIANGLE, TRIANGLE])
    materials = (Material(), Material("water", extras={"walkable": False}), Material("mist", extras={"obstacle": 0}))
    node = Node("floor.main", triangles=two, materials=materials, material_of=np.array([1, 2], np.int32))
    roles = read(node)
    assert roles.walkable(node).tolist() == [False, True]
    assert roles.solid(node).tolist() == [True, False]
