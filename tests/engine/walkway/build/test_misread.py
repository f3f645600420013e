"""What is only called like a role is told, with its name; what is meant is not."""

import numpy as np
import pytest

from orlop.engine.error import OrlopError
from orlop.engine.scene.scene import Material, Node, Scene
from orlop.engine.walkway.build.builder import build_walkways
from orlop.engine.walkway.build.level import area_above
from orlop.levels.solids import box


def node(name, triangles, **extras):
    return Node(name, None, np.eye(4), triangles, (Material(),), np.zeros(len(triangles), np.int32), extras)


def slab(name, side, x=0.0, **extras):
    return node(name, box((x, -0.1, 0), (x + side, 0, side)), **extras)


def thing(name, side=0.5, **extras):
    return node(name, box((4, 0, 4), (4 + side, 1.0, 4 + side)), **extras)


def warnings(*nodes):
    return build_walkways(Scene("house.glb", nodes)).warnings


START = np.eye(4)
START[:3, 3] = (5, 0, 5)
GROUND = slab("ground", 10)


@pytest.mark.parametrize("name", ["floor_lamp", "Floor lamp", "floor.lamp.001"])
def test_a_thing_called_floor_is_told_with_what_it_makes_and_what_is_lost(name):
    small, lost = warnings(GROUND, thing(name, side=1.3))
    assert small == (
        f'walkway "lamp" has only 1.7 m² of floor, in node "{name}". '
        'If it is not meant so, let its name not begin with "floor".'
    )
    assert f'only node "{name}", 1.7 m², is floor, but 100 m²' in lost


def test_a_thing_called_floor_beside_real_floors_is_told_alone():
    lines = warnings(slab("floor.main", 10), thing("floor_lamp", side=1.3))
    assert [line.split()[1] for line in lines] == ['"lamp"']


@pytest.mark.parametrize("beside", [GROUND, slab("floor.main", 10)], ids=["unnamed", "named"])
def test_a_thing_called_floor_too_small_to_stand_on_is_refused_with_the_same_cure(beside):
    with pytest.raises(OrlopError, match=r'node "floor_lamp": .*let its name not begin with "floor"'):
        warnings(beside, thing("floor_lamp", side=0.4))


@pytest.mark.parametrize(
    ("name", "role", "walkway"),
    [
        ("air vent", "air", "vent"),
        ("pusher-dog", "pusher", "dog"),
        ("trapdoor.spider", "trapdoor", "spider"),
        ("portal.deck.beyond", "portal", "beyond"),
    ],
)
def test_a_role_of_a_walkway_that_there_is_not_is_told_by_its_node(name, role, walkway):
    found = [line for line in warnings(GROUND, thing(name)) if "which there is not" in line]
    told = f'node "{name}" is a {role} of walkway "{walkway}", which there is not. '
    assert found == [f'{told}If it is not meant so, let its name not begin with "{role}".']


def test_a_start_of_a_walkway_that_there_is_not_is_refused_with_the_same_cure():
    with pytest.raises(OrlopError, match=r'no walkway "line" .*: deck; .*let its name not begin with "start"'):
        warnings(GROUND, thing("start_line"))


def test_the_walkway_that_an_extra_names_is_looked_for_too():
    (line,) = warnings(GROUND, thing("air", walkway="attic"))
    assert '"attic", which there is not' in line


@pytest.mark.parametrize(
    "nodes",
    [
        (GROUND, thing("crate")),
        (GROUND, thing("air.deck")),
        (GROUND, Node("start.deck", transform=START), thing("decor vase"), thing("obstacle course")),
        (slab("floor.main", 10), slab("meadow", 30, x=40.0)),
        (slab("floor.main", 10), slab("sea", 90, x=40.0, walkable=False)),
        (slab("floor.main", 1.5), slab("floor.main.001", 1.5, x=1.5)),
        (slab("terrace", 5), slab("storey", 5, x=20.0), thing("flooring"), thing("airship"), thing("portals")),
    ],
    ids=["plain", "locator", "roles", "some unnamed", "sea", "parts", "words"],
)
def test_what_is_meant_is_not_told(nodes):
    assert warnings(*nodes) == ()


def test_far_more_level_ground_without_a_name_is_told():
    (line,) = warnings(slab("floor.main", 5), slab("meadow", 30, x=40.0))
    assert line.startswith('only node "floor.main", 25.0 m², is floor, but 900 m² that is not called so is as level.')


def test_an_area_is_that_of_the_shadow_at_noon_wherever_it_lies():
    roof = np.array([[(0, 0, 0), (0, 3, 4), (2, 0, 0)]], float)
    assert area_above(roof + 1e6) == pytest.approx(4.0)
    assert area_above(np.zeros((0, 3, 3))) == 0.0
