import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orlop.engine.deck.boundary import Boundary
from orlop.engine.walkway.open_ground import OpenGround

NO_CIRCLES = np.zeros((0, 3))
NO_SQUARES = np.zeros((0, 0), bool)


def ground(circles=NO_CIRCLES, closed=NO_SQUARES, size=20.0):
    return OpenGround((0.0, 0.0), (size, size), np.array(circles, float).reshape(-1, 3), closed, (0.0, 0.0), 2.0)


def test_bare_ground_is_open_up_to_its_rim():
    air = ground().air(0.5)
    assert air.area == pytest.approx(19.0**2)
    (outline,) = ground().outlines()
    assert outline.area == pytest.approx(20.0**2)


def test_a_trunk_keeps_a_motor_away_by_both_radii():
    boundary = Boundary.from_air(ground([(10.0, 10.0, 0.3)]).air(0.4))
    for turn in np.linspace(0.0, math.tau, 100):
        assert not boundary.inside(10.0 + 0.699 * math.sin(turn), 10.0 + 0.699 * math.cos(turn))
        assert boundary.inside(10.0 + 0.73 * math.sin(turn), 10.0 + 0.73 * math.cos(turn))


def test_a_closed_square_is_solid_and_nothing_else_is():
    closed = np.zeros((10, 10), bool)
    closed[3, 4:6] = True
    outlines = ground(closed=closed).outlines()
    assert [outline.parent for outline in outlines] == [-1, 0]
    assert outlines[1].area == pytest.approx(-8.0)
    assert outlines[1].points.min(axis=0).tolist() == [6.0, 8.0]
    assert outlines[1].points.max(axis=0).tolist() == [8.0, 12.0]
    assert ground(closed=closed).air(0.5).contains([(5.4, 9.0), (5.6, 9.0), (7.0, 10.0)]).tolist() == [
        True,
        False,
        False,
    ]


def test_a_wall_of_closed_squares_parts_the_ground_in_two():
    closed = np.zeros((10, 10), bool)
    closed[4, :] = True
    outlines = ground(closed=closed).outlines()
    assert [(outline.parent, round(outline.area)) for outline in outlines] == [(-1, 200), (-1, 160)]


def test_closed_all_over_there_is_no_air():
    air = ground(closed=np.ones((10, 10), bool)).air(0.4)
    assert len(air.points) == 0
    assert len(ground(closed=np.ones((10, 10), bool)).outlines()) == 0


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_no_place_of_the_air_is_nearer_to_a_solid_than_the_motor_is_wide(seed):
    chance = np.random.default_rng(seed)
    circles = np.column_stack([chance.uniform(0.0, 20.0, (40, 2)), chance.uniform(0.1, 1.0, 40)])
    boundary = Boundary.from_air(ground(circles, chance.random((10, 10)) < 0.1).air(0.4))
    for x, z in chance.uniform(0.0, 20.0, (200, 2)).tolist():
        if boundary.inside(x, z):
            assert (np.hypot(circles[:, 0] - x, circles[:, 1] - z) - circles[:, 2]).min() >= 0.4 - 1e-9


def test_a_radius_must_be_positive():
    with pytest.raises(ValueError, match="radius"):
        ground().air(0.0)


def test_outlines_are_made_when_they_are_looked_at():
    outlines = ground([(5.0, 5.0, 1.0), (15.0, 5.0, 1.0)]).outlines()
    assert [outline.parent for outline in outlines] == [-1, 0, 0]
    assert outlines[-1].area == outlines[2].area < 0.0
    assert [outline.parent for outline in outlines[1:]] == [0, 0]
    with pytest.raises(IndexError):
        outlines[3]
