"""What a component says of the tick before its first one."""

import math

from orlop.components import Transform, WalkwayMotor


def test_a_new_thing_has_been_where_it_is():
    assert WalkwayMotor("deck", (3.0, 4.0)).previous == (3.0, 4.0)
    transform = Transform((1.0, 2.0, 3.0), 0.5, -0.25)
    assert transform.previous_position == (1.0, 2.0, 3.0)
    assert (transform.previous_heading, transform.previous_pitch) == (0.5, -0.25)


def test_a_thing_that_comes_from_the_origin_is_believed():
    assert WalkwayMotor("deck", (3.0, 4.0), previous=(0.0, 0.0)).previous == (0.0, 0.0)
    came = Transform((3.0, 0.0, 4.0), 1.0, 1.0, (0.0, 0.0, 0.0), 0.0, 0.0)
    assert came.previous_position == (0.0, 0.0, 0.0)
    assert (came.previous_heading, came.previous_pitch) == (0.0, 0.0)


def test_no_first_tick_is_no_number():
    motor, transform = WalkwayMotor("deck"), Transform()
    assert not any(math.isnan(value) for value in (*motor.previous, *transform.previous_position))
