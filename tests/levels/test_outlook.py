"""Where there is most to see."""

import math

import esper
import pytest

from orlop.components import Player, Transform, WalkwayMotor
from orlop.engine.deck.decks import Decks
from orlop.engine.game import Game
from orlop.levels.drawn import draw_walkway, rectangle
from orlop.levels.outlook import HEADINGS, looking_around, outlook


def corridor(solids=()):
    """A corridor 30 m along x, 4 m wide, off the world's origin."""
    decks = Decks()
    decks.add_walkway(draw_walkway("hall", rectangle(0, 0, 30, 4), solids, origin=(100.0, 2.0, -50.0)))
    return decks


@pytest.mark.parametrize(
    ("x", "expected"),
    [(3.0, math.pi / 2), (27.0, -math.pi / 2)],
)
def test_the_outlook_of_a_corridor_is_its_longer_end_whatever_the_heading(x, expected):
    motor = WalkwayMotor("hall", (100.0 + x, -48.0))
    for heading in (0.0, math.pi, math.tau * 5 / HEADINGS):
        assert math.remainder(outlook(corridor(), motor, heading) - expected, math.tau) == pytest.approx(0.0)


def test_a_gap_between_two_crates_is_no_outlook():
    crates = [rectangle(15.5, 0.2, 16.0, 1.4), rectangle(15.5, 2.6, 16.0, 3.8)]
    motor = WalkwayMotor("hall", (114.0, -48.0))
    assert math.remainder(outlook(corridor(), motor) - math.pi / 2, math.tau) == pytest.approx(0.0)
    assert math.remainder(outlook(corridor(crates), motor) + math.pi / 2, math.tau) == pytest.approx(0.0)


def test_whoever_looked_around_stands_as_before_even_if_the_picture_fails():
    with Game() as game:
        game.decks.add_walkway(draw_walkway("hall", rectangle(0, 0, 30, 4)))
        transform = Transform((3.0, 0.0, 2.0), 0.3, -0.4)
        esper.create_entity(Player(), transform, WalkwayMotor("hall", (3.0, 2.0)))
        before, state = repr(transform), game.state_hash()

        def look():
            with looking_around(game.decks):
                assert math.cos(transform.heading - math.pi / 2) > 0.9
                assert (transform.pitch, transform.previous_pitch) == (0.0, 0.0)
                raise OSError("no paper left")

        with pytest.raises(OSError, match="paper"):
            look()
        assert repr(transform) == before
        assert game.state_hash() == state
