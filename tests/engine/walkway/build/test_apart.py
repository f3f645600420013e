"""What stands apart is united and taken away as if all had been overlaid."""

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from orlop.engine.walkway.build.apart import take_apart, unite_apart
from orlop.engine.walkway.region import region_of

REGION = shapely.box(0, 0, 40, 40)


def ring(x, z, outer, inner):
    """A square frame about (x, z)."""
    return shapely.difference(
        shapely.box(x - outer, z - outer, x + outer, z + outer), shapely.box(x - inner, z - inner, x + inner, z + inner)
    )


boxes = st.lists(
    st.tuples(st.integers(-3, 40), st.integers(-3, 40), st.integers(1, 6), st.integers(1, 6)).map(
        lambda b: shapely.box(b[0] + 0.5, b[1] + 0.5, b[0] + b[2] + 0.5, b[1] + b[3] + 0.5)
    ),
    min_size=1,
    max_size=30,
)
frames = st.lists(
    st.tuples(st.integers(0, 40), st.integers(0, 40), st.integers(3, 9), st.integers(1, 2)).map(lambda f: ring(*f)),
    max_size=4,
)


@given(boxes, frames)
@settings(deadline=None)
def test_apart_or_overlaid_the_union_and_what_is_left_are_the_same(boxes, frames):
    areas = np.array([*boxes, *frames], object)
    united = unite_apart(areas)
    assert shapely.symmetric_difference(shapely.union_all(united), shapely.union_all(areas)).area < 1e-5
    left = take_apart(region_of([REGION]), united)
    assert all(part.is_valid for part in left)
    expected = shapely.difference(REGION, shapely.union_all(areas))
    assert sum(part.area for part in left) == pytest.approx(expected.area, abs=1e-5)
    assert shapely.symmetric_difference(shapely.union_all(left), expected).area < 1e-5


def test_solids_that_touch_at_a_corner_leave_no_more_and_no_less():
    solids = unite_apart(np.array([shapely.box(1, 30, 2, 36), shapely.box(2, 36, 3, 42)], object))
    assert sum(part.area for part in take_apart(region_of([REGION]), solids)) == pytest.approx(1600 - 6 - 4)


@pytest.mark.parametrize("angle", np.linspace(0.1, 1.4, 20))
def test_a_solid_whose_corner_is_as_good_as_on_the_border_is_taken_away(angle):
    slope = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    inside, across = [(11.0, 1e-9), (11.2, 0.5), (10.8, 0.5)], [(17.0, -0.3), (17.2, -0.3), (17.1, 0.3)]
    region, *solids = (
        shapely.Polygon(ring @ slope) for ring in map(np.array, (REGION.exterior.coords, inside, across))
    )
    left = take_apart(region_of([region]), np.array(solids, object))
    assert sum(part.area for part in left) == pytest.approx(1600 - 0.1 - 0.015, abs=1e-5)


def test_a_court_is_open_by_itself_and_holds_what_stands_in_it():
    solids = np.array([ring(20, 20, 8, 6), ring(20, 20, 4, 2), shapely.box(19, 19, 21, 21)], object)
    left = sorted(take_apart(region_of([REGION]), unite_apart(solids)), key=lambda part: -part.area)
    assert [part.area for part in left] == pytest.approx([1600 - 256, 144 - 64, 16 - 4])
    assert [len(part.interiors) for part in left] == [1, 1, 1]


def test_without_solids_the_region_is_left_as_it_was():
    (left,) = take_apart(region_of([REGION]), unite_apart(np.zeros(0, object)))
    assert left.equals(REGION)
    assert not len(unite_apart(np.zeros(0, object)))
