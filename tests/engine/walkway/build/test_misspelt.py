"""A property that is almost one of those that are read is told; an author's own is not."""

import re
from pathlib import Path

import numpy as np
import pytest

from orlop.engine.scene.scene import Material, Node, Scene
from orlop.engine.walkway.build.builder import build_walkways
from orlop.engine.walkway.build.misspelt import PROPERTIES, find_misspelt
from orlop.levels.solids import box


def found(key, value=90):
    return find_misspelt(Scene("house.glb", (Node("pusher.main.door", extras={key: value}),)))


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("Swing", "swing"),
        ("swng", "swing"),
        (" swing", "swing"),
        ("second", "seconds"),
        ("walk_able", "walkable"),
        ("Obstacles", "obstacle"),
        ("ROLE", "role"),
        ("destinaton", "destination"),
    ],
)
def test_a_property_that_is_almost_read_is_told_by_its_node_with_what_is_meant(key, meant):
    assert found(key) == (
        f'node "pusher.main.door": its property "{key}" is not read. If "{meant}" is meant, write it so.',
    )


@pytest.mark.parametrize(
    "key", [*PROPERTIES, "health", "sole", "swinging_monkeys", "", "prop", "Type", "sources_of_light"]
)
def test_what_is_read_and_what_is_an_authors_own_is_not_told(key):
    assert found(key) == ()


def test_a_material_is_told_once_however_many_nodes_wear_it_and_the_build_tells_it():
    triangles = box((0, -0.1, 0), (5, 0, 5))
    lava = Material("lava", extras={"Surface": "stone"})
    nodes = [
        Node(name, triangles=triangles, materials=(lava,), material_of=np.zeros(len(triangles), np.int32))
        for name in ("floor.main", "floor.main.001")
    ]
    (line,) = build_walkways(Scene("house.glb", tuple(nodes))).warnings
    assert line.startswith('material "lava": its property "Surface" is not read.')


def test_the_properties_are_those_of_the_page():
    page = (Path(__file__).parents[4] / "docs" / "naming.md").read_text(encoding="utf-8")
    table = page.split("## Custom properties")[1].split("\n\n")[1]
    heads = " ".join(row.split("|")[1] for row in table.splitlines()[2:])
    assert sorted(word.split(":")[0] for word in re.findall(r"`([^`]+)`", heads)) == sorted(PROPERTIES)
