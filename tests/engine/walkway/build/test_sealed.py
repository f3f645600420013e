"""What is closed up in an obstacle is no place to stand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.engine.walkway.build.sealed import warm, winding_number, without_sealed
from orlop.engine.walkway.floor import Floor
from orlop.engine.walkway.outline import Outline
from orlop.levels.solids import box, cylinder

FLOOR = Floor.from_triangles(
    np.array([[(-20, 0, -20), (-20, 0, 20), (20, 0, 20)], [(-20, 0, -20), (20, 0, 20), (20, 0, -20)]], float)
)

warm()  # no example waits for the compiler


def ring(low, high, solid=False):
    corners = np.array([(low, low), (high, low), (high, high), (low, high)], float)
    return corners[::-1] if solid else corners


NESTED = (Outline(ring(-10, 10)), Outline(ring(-2, 2, solid=True), 0), Outline(ring(-1.9, 1.9), 1))


@given(st.tuples(*[st.floats(-4, 4)] * 3))
def test_the_winding_number_of_a_box_is_one_inside_and_zero_outside(point):
    inside = all(-2 < value < 2 for value in point)
    near_face = any(abs(abs(value) - 2) < 1e-3 for value in point)
    if not near_face:
        number = winding_number(np.array(point), box((-2, -2, -2), (2, 2, 2)))
        assert number == pytest.approx(1.0 if inside else 0.0, abs=1e-6)


def test_the_inside_of_a_closed_box_is_dropped():
    kept = without_sealed(NESTED, FLOOR, box((-2, 0, -2), (2, 3, 2)), 1.15)
    assert [outline.area > 0 for outline in kept] == [True, False]


def test_a_room_of_single_walls_is_kept():
    walls = box((-2, 0, -2), (2, 3, 2))
    normals = np.cross(walls[:, 1] - walls[:, 0], walls[:, 2] - walls[:, 0])
    upright = walls[np.abs(normals[:, 1]) < 1e-9]  # neither floor nor ceiling, and a side left out
    assert len(without_sealed(NESTED, FLOOR, upright[2:], 1.15)) == 3


def test_a_deck_within_a_closed_hull_is_kept_since_it_is_the_outermost():
    deck = (Outline(ring(-1.9, 1.9)),)
    assert len(without_sealed(deck, FLOOR, box((-2, -1, -2), (2, 3, 2)), 1.15)) == 1


def test_what_lies_in_a_dropped_region_goes_with_it_and_parents_are_numbered_anew():
    outlines = (
        *NESTED,
        Outline(ring(-0.5, 0.5, solid=True), 2),
        Outline(ring(5, 8, solid=True), 0),
        Outline(ring(5.2, 7.8), 4),
    )
    kept = without_sealed(outlines, FLOOR, box((-2, 0, -2), (2, 3, 2)), 1.15)
    assert [(outline.area > 0, outline.parent) for outline in kept] == [(True, -1), (False, 0), (False, 0), (True, 2)]


def test_a_top_one_can_stand_on_is_kept():
    crate = cylinder((0.0, 0.0), 2.0, 0.0, 1.0, 12)
    top = np.array([[(-1.5, 1, -1.5), (-1.5, 1, 1.5), (1.5, 1, 1.5)], [(-1.5, 1, -1.5), (1.5, 1, 1.5), (1.5, 1, -1.5)]])
    raised = Floor.from_triangles(np.concatenate([FLOOR.triangles, top]))
    assert len(without_sealed(NESTED, raised, crate, 1.15)) == 3
