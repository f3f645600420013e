"""What a scene and its nodes refuse, and in whose name."""

import math

import numpy as np
import pytest

from orlop.engine.scene.scene import Node, Scene

CORNERS = [[[0, 0, 0], [0, 0, 2], [4, 0, 0]]]
FIRST = np.zeros(1, np.int32)


def test_triangles_may_be_given_as_lists():
    node = Node("deck", triangles=CORNERS, material_of=[0])
    assert node.triangles.shape == (1, 3, 3)
    assert node.triangles.dtype == np.float64
    assert node.material_of.dtype == np.int32


@pytest.mark.parametrize(
    ("triangles", "said"),
    [
        ([[0, 0, 0], [1, 0, 0], [0, 0, 1]], r"'deck': triangles must be \(n, 3, 3\), got \(3, 3\)"),
        ([[[0, 0, 0], [1, 0]]], r"'deck': triangles must be \(n, 3, 3\) corners in metres, got \[\[\["),
        ("house.glb", "'deck': triangles must be .*got 'house.glb'"),
        (np.full((1, 3, 3), math.nan), "'deck': a corner of triangle 0 is no finite number"),
        (np.full((1, 3, 3), math.inf), "'deck': a corner of triangle 0 is no finite number"),
    ],
)
def test_triangles_that_are_none_are_refused_with_their_node(triangles, said):
    with pytest.raises(ValueError, match=said):
        Node("deck", triangles=triangles, material_of=FIRST)


def test_a_parent_that_is_missing_or_comes_too_late_is_refused_with_its_child():
    hull, deck = Node("hull"), Node("deck", parent="hull")
    assert len(Scene("ship", (hull, deck)).nodes) == 2
    with pytest.raises(ValueError, match="ship: the parent 'hull' of node 'deck' is no node of the scene"):
        Scene("ship", (deck,))
    with pytest.raises(ValueError, match="ship: the parent 'hull' of node 'deck' comes after it"):
        Scene("ship", (deck, hull))


@pytest.mark.parametrize("angles", [(20.0, 0.0), (0.0, -2.0), (math.nan, 0.0), (0.0, math.nan), (0.0, math.inf)])
def test_a_tilt_in_degrees_is_refused_with_what_turns_them(angles):
    with pytest.raises(ValueError, match=r"radians, within ±1\.57, got .*math\.radians turns degrees into them"):
        Scene("ship", (Node("deck"),)).tilted(*angles)


def test_a_scene_that_does_not_lean_is_itself():
    scene = Scene("ship", (Node("deck"),))
    assert scene.tilted(0.0, 0.0) is scene
