import numpy as np
import pytest

from orlop.components import WalkwayMotor
from orlop.engine.scene.scene import Material, Node, Scene
from orlop.engine.walkway.build.roles import read_roles
from orlop.levels.ground import Ground, find_strange_surfaces, surface_of
from orlop.levels.quayside.scene import build_scene
from orlop.levels.scene_level import SceneLevel
from orlop.levels.solids import pane


def floor(name, rectangle, height, material, **extras):
    triangles = pane(rectangle, [], height)
    return Node(
        name, triangles=triangles, materials=(material,), material_of=np.zeros(len(triangles), np.int32), extras=extras
    )


def motor(x, z, height=0.0, walkway="deck"):
    return WalkwayMotor(walkway, (x, z), floor_height=height)


@pytest.mark.parametrize(
    ("material", "node", "surface"),
    [
        ("Oak boards", "floor.main", "wood"),
        ("gravel", "floor.main", "gravel"),
        ("Turf dry", "floor.main", "grass"),
        ("granite", "floor.main", "stone"),
        ("", "floor.main.planks", "wood"),
        ("granite", "floor.boards", "wood"),
    ],
)
def test_a_surface_is_read_from_the_materials_name_then_from_the_nodes(material, node, surface):
    assert surface_of(Node(node), Material(material)) == surface


def test_what_the_author_says_goes_before_any_name():
    assert surface_of(Node("floor.main", extras={"surface": "gravel"}), Material("oak")) == "gravel"
    assert surface_of(Node("floor.main"), Material("oak", extras={"surface": "Stone"})) == "stone"
    assert surface_of(Node("floor.main", extras={"surface": "lava"}), Material("oak")) == "wood"


def test_a_foot_finds_what_it_stands_on():
    west = floor("floor.deck.west", (0.0, 0.0, 2.0, 2.0), 0.0, Material("planks"))
    east = floor("floor.deck.east", (2.0, 0.0, 4.0, 2.0), 0.0, Material("turf"))
    ground = Ground(read_roles(Scene("two", (west, east))))
    assert ground.surface(motor(1.0, 1.0)) == "wood"
    assert ground.surface(motor(3.0, 1.0)) == "grass"
    assert ground.surface(motor(9.0, 9.0)) == "stone"  # off any floor


def test_of_two_floors_one_over_the_other_the_nearest_in_height_counts():
    low = floor("floor.deck.low", (0.0, 0.0, 2.0, 2.0), 0.0, Material("gravel"))
    high = floor("floor.deck.high", (0.0, 0.0, 2.0, 2.0), 3.0, Material("planks"))
    ground = Ground(read_roles(Scene("two", (low, high))))
    assert ground.surface(motor(1.0, 1.0, 0.1)) == "gravel"
    assert ground.surface(motor(1.0, 1.0, 2.9)) == "wood"


def test_a_scene_that_names_no_floor_is_heard_by_its_materials():
    plain = floor("ground", (0.0, 0.0, 2.0, 2.0), 0.0, Material("meadow"))
    assert Ground(read_roles(Scene("plain", (plain,)))).surface(motor(1.0, 1.0, walkway="deck")) == "grass"


def test_the_quayside_is_stone_with_boards_in_the_shed():
    ground = Ground(read_roles(build_scene()))
    assert ground.surface(motor(-4.0, -2.5, 0.0, "quay")) == "stone"
    assert ground.surface(motor(4.6, 0.9, 0.0, "quay")) == "wood"


def test_a_surface_that_there_is_not_is_told_once_by_its_node_or_its_material():
    lava, oak = Material("rock", extras={"surface": "lava"}), Material("oak", extras={"surface": "Wood"})
    nodes = (
        floor("floor.main", (0, 0, 4, 4), 0.0, lava),
        floor("floor.hold", (5, 0, 9, 4), 0.0, lava),
        floor("floor.attic", (0, 5, 4, 9), 0.0, oak, surface=3),
    )
    scene = Scene("house", nodes)
    rock, attic = find_strange_surfaces(scene)
    assert rock.startswith("""material "rock": its property "surface" is 'lava', none of wood, gravel, grass, stone;""")
    assert attic.startswith('node "floor.attic": its property "surface" is 3,')
    assert rock in list(SceneLevel(scene).warnings())
