import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.engine.error import OrlopError
from orlop.engine.sound.block import pack
from orlop.engine.sound.collection import SampleCollection
from orlop.engine.sound.component import SoundComponent
from orlop.engine.sound.curve import Curve


def test_a_point_that_is_not_finite_is_refused_by_its_number():
    points = np.zeros((5, 3))
    points[2, 1] = points[4, 0] = math.nan
    with pytest.raises(OrlopError, match=r"bend: point 2 \(and 1 more\) is not finite: \[ ?0\., *nan, ?0\.\]"):
        SampleCollection(points, 1.0, name="bend")


def test_a_negative_radius_is_refused():
    with pytest.raises(OrlopError, match=r"radius 1 is negative: -0\.5"):
        SampleCollection(np.zeros((3, 3)), [1.0, -0.5, 1.0])


@pytest.mark.parametrize("odd", [math.nan, math.inf])
def test_radii_and_parameters_that_are_not_finite_are_refused(odd):
    with pytest.raises(OrlopError, match="radius 0"):
        SampleCollection(np.zeros((1, 3)), odd)
    with pytest.raises(OrlopError, match="parameter 0"):
        SampleCollection(np.zeros((1, 3)), 1.0, odd)


def test_shapes_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match=r"\(n, 3\)"):
        SampleCollection(np.zeros((4, 2)), 1.0)
    with pytest.raises(ValueError, match=r"radii must be one number or \(4,\)"):
        SampleCollection(np.zeros((4, 3)), np.ones(3))
    with pytest.raises(ValueError, match="parameters"):
        SampleCollection(np.zeros((4, 3)), 1.0, np.ones((4, 1)))


def test_samples_too_far_apart_are_refused():
    with pytest.raises(OrlopError, match="Split them"):
        SampleCollection([[0.0, 0.0, 0.0], [2e5, 0.0, 0.0]], 1.0)


@given(st.integers(0, 2**32 - 1), st.sampled_from([0.0, 1e4, 1e7]))
def test_samples_keep_their_place_far_from_the_origin(seed, offset):
    points = np.random.default_rng(seed).uniform(-50, 50, (20, 3)) + offset
    collection = SampleCollection(points, 1.0)
    assert (collection.offsets.T + collection.origin) == pytest.approx(points, abs=4e-6)
    assert (collection.low <= points).all()
    assert (points <= collection.high).all()


def test_a_collection_does_not_change_with_the_array_it_was_made_of():
    radii = np.ones(2)
    collection = SampleCollection(np.zeros((2, 3)), radii)
    radii[:] = math.nan
    assert (collection.radii == 1.0).all()


def test_a_block_holds_area_times_multiplier_times_curve():
    doubling = SoundComponent("fall", multiplier=3.0, curve=Curve(((0.0, 0.0), (1.0, 2.0))))
    block = pack("brook", [SoundComponent("stream"), doubling], SampleCollection(np.zeros((1, 3)), 0.5, 0.25))
    area = math.pi * 0.25
    assert block.rows[:, 0] == pytest.approx([0, 0, 0, 0.5, area, 3.0 * area * 0.5])
    assert block.rows.dtype == np.float32


@pytest.mark.parametrize("wrong", [{"multiplier": -1.0}, {"final_volume": math.inf}, {"directionality": 1.5}])
def test_a_component_out_of_its_range_is_refused(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        SoundComponent("stream", **wrong)
