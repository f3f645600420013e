"""Outlines of pushers are cut into convex pieces."""

import math

import numpy as np
import pytest

from orlop.engine.deck.convex import apart
from orlop.engine.deck.pieces import convex_pieces
from orlop.levels.drawn import rectangle

L_SHAPE = np.array([[0, 0], [3, 0], [3, 1], [1, 1], [1, 3], [0, 3]], np.float64)


def area(piece: np.ndarray) -> float:
    x, z = piece.T
    return 0.5 * float(np.dot(x, np.roll(z, -1)) - np.dot(z, np.roll(x, -1)))


def test_a_convex_outline_stays_whole():
    (piece,) = convex_pieces([rectangle(0, 0, 2, 1)])
    assert piece.tolist() == rectangle(0, 0, 2, 1).tolist()


def test_a_clockwise_outline_is_turned_round():
    (piece,) = convex_pieces([rectangle(0, 0, 2, 1)[::-1]])
    assert area(piece) == 2.0


def test_the_pieces_of_a_concave_outline_cover_just_its_area():
    pieces = convex_pieces([L_SHAPE])
    assert len(pieces) > 1
    assert sum(area(piece) for piece in pieces) == pytest.approx(5.0)
    assert all(area(piece) > 0 for piece in pieces)


def test_a_five_pointed_star_that_crosses_itself_is_not_taken_for_convex():
    angles = np.arange(5) * 4 * math.pi / 5
    assert len(convex_pieces([np.column_stack([np.cos(angles), np.sin(angles)])])) != 1


def test_a_ring_of_two_points_is_refused_with_the_shape_expected():
    with pytest.raises(ValueError, match="n >= 3"):
        convex_pieces([np.zeros((2, 2))])


def test_distance_and_normal_of_a_square_are_those_anyone_can_see():
    corners = rectangle(0, 0, 2, 2)
    assert apart(3.0, 1.0, corners, 0, 4) == pytest.approx((1.0, 1.0, 0.0))
    assert apart(1.0, 0.5, corners, 0, 4) == pytest.approx((-0.5, 0.0, -1.0))
    assert apart(5.0, 6.0, corners, 0, 4) == pytest.approx((5.0, 0.6, 0.8))
