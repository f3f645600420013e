import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.engine.sound.water import stretch_radius


@given(st.floats(0, 1e3), st.floats(0, 1e3))
def test_a_stretch_of_water_and_its_disk_have_the_same_surface(width, length):
    assert math.pi * stretch_radius(width, length) ** 2 == pytest.approx(width * length)


def test_a_stretch_of_pi_square_metres_has_a_radius_of_one():
    assert stretch_radius(2.0, math.pi / 2.0) == pytest.approx(1.0)


def test_a_negative_width_is_refused():
    with pytest.raises(ValueError, match="width"):
        stretch_radius(-1.0, 2.0)
