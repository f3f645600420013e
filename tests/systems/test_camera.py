import math

import esper
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.components import Camera, Player, Transform
from orlop.engine.game import Game
from orlop.systems.camera import CameraSystem, view_through
from orlop.systems.pose import between, turn_to


def moved() -> Transform:
    return Transform((4.0, 2.0, 6.0), 3.0, 0.5, (0.0, 0.0, 0.0), -3.0, 0.1)


def test_a_quarter_of_the_way_is_drawn_a_quarter_of_the_way() -> None:
    position, heading, pitch = between(moved(), 0.25)
    assert position == pytest.approx((1.0, 0.5, 1.5))
    assert pitch == pytest.approx(0.2)
    assert heading == pytest.approx(-3.0 - 0.25 * (2 * math.pi - 6.0))


@given(st.floats(-10, 10), st.floats(-10, 10))
def test_headings_turn_the_short_way_and_arrive(begin: float, end: float) -> None:
    turn = turn_to(begin, end)
    assert abs(turn) <= math.pi + 1e-12
    assert math.cos(begin + turn) == pytest.approx(math.cos(end), abs=1e-9)
    assert math.sin(begin + turn) == pytest.approx(math.sin(end), abs=1e-9)


def test_the_eye_is_at_its_eased_height_between_the_ticks() -> None:
    view = view_through(moved(), Camera(eased_height=2.0, previous_height=1.0), 0.5)
    assert view.eye == pytest.approx((2.0, 1.5, 3.0))


def test_before_the_first_tick_the_eye_is_over_the_position() -> None:
    assert view_through(moved(), Camera(eye=1.5), 1.0).eye == pytest.approx((4.0, 3.5, 6.0))


def test_the_player_s_camera_is_taken_before_others() -> None:
    with Game() as game:
        camera = CameraSystem(game.clock)
        game.add(camera)
        game.draw()
        assert camera.view is None
        esper.create_entity(Transform((1.0, 0.0, 0.0)), Camera())
        esper.create_entity(Transform((2.0, 0.0, 0.0)), Camera(), Player())
        game.draw()
        assert camera.view is not None
        assert camera.view.eye[0] == 2.0
