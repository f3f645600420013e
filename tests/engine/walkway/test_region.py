"""Regions: unions lose nothing, offsets and differences are what a peer says they are."""

import numpy as np
import pytest
import shapely
from hypothesis import example, given, settings
from hypothesis import strategies as st

from orlop.engine.walkway.build.pieces import Pieces
from orlop.engine.walkway.region import offset, polygons_of, region_of, unite

PIECES_OF_A_LEANING_LEVEL = [
    [
        (-35.11681277049007, -6.936942215302048),
        (-37.506159419757296, -6.015640847844703),
        (-36.02753140985588, -6.1679688634081895),
        (-35.065224036126004, -6.539022222117577),
    ],
    [
        (-36.02753140985588, -6.1679688634081895),
        (-37.506159419757296, -6.015640847844703),
        (-38.119834999999995, -5.7790154291654305),
        (-38.119834999999995, -5.36120348286918),
    ],
    [
        (-33.64464036549185, -3.2209732026700317),
        (-34.481872677933175, -2.8981672569454786),
        (-33.835398644605405, -3.330094775366872),
    ],
    [
        (-33.835398644605405, -3.330094775366872),
        (-34.481872677933175, -2.8981672569454786),
        (-36.67514, -2.052524152151717),
        (-36.67514, -2.4703360984479676),
        (-34.08094998298262, -3.4705602290606787),
    ],
    [
        (-36.67514, -2.4703360984479676),
        (-36.67514, -2.052524152151717),
        (-37.27336437624904, -3.422593702351981),
        (-37.24339466091831, -3.4688563553918224),
        (-36.882015061957865, -2.9441269273363426),
    ],
    [
        (-37.80827553937628, -4.647661629637074),
        (-38.119834999999995, -5.36120348286918),
        (-38.119834999999995, -5.7790154291654305),
        (-37.63452807112049, -4.667552452801845),
    ],
    [
        (-36.882015061957865, -2.944126927336342),
        (-37.24339466091831, -3.4688563553918224),
        (-37.16438531531017, -3.590818873301565),
    ],
    [
        (-0.5491928189187483, 34.160760889152606),
        (-0.5546003481074951, 34.518808646108944),
        (-0.6439547830184086, 34.03325730660726),
        (-0.5740790209568056, 34.025529451040605),
    ],
    [
        (-8.800514288101919, 35.43158357095892),
        (-9.424166749327952, 35.50058123184045),
        (-10.786627597035542, 35.29333023030522),
        (-10.611557046505336, 35.27396133620661),
    ],
    [
        (-6.988476126285299, 34.8731162023742),
        (-6.9935958546270784, 35.231672366852244),
        (-8.805592358520922, 35.43214538665852),
        (-10.616635116924325, 35.27452315190621),
    ],
    [
        (-10.786627597035542, 35.29333023030522),
        (-9.424166749327952, 35.50058123184045),
        (-11.221774500134366, 35.699749576938984),
        (-11.286322917409926, 35.34869463890204),
    ],
    [
        (-6.9935958546270784, 35.231672366852244),
        (-6.988476126285299, 34.8731162023742),
        (-7.013379177368039, 34.73767997913256),
        (-7.083011140086916, 34.745383818412215),
    ],
    [
        (-0.3405469565771012, 34.137624905009424),
        (0.40114475473088596, 34.055379570431164),
        (2.86661491703119, 34.13943589871176),
        (0.1987650566777739, 34.43527067888259),
    ],
    [
        (2.86661491703119, 34.13943589871176),
        (0.4011447547308862, 34.055379570431164),
        (3.508043020890734, 33.71163676783978),
        (3.5723456358384205, 34.0613548563423),
    ],
]
"""Of which GEOS 3.14 drops one, where it parts them into disjoint subsets before it unites them."""

SLIVER_BESIDE_ANOTHER = [
    [
        (-1.8688588584044532, 0.3795168971923564),
        (-1.872857897, 0.3907095639999997),
        (-1.8646233074093057, 0.3834454528851429),
    ],
    [
        (-1.872857897, 0.3907095639999997),
        (-1.8688588584044532, 0.3795168971923563),
        (-1.872595147315795, 0.382503027066481),
        (-1.872857897, 0.3907095639999998),
    ],
]
"""Of which the second crosses itself in the last bit, and GEOS gives up."""

ROUNDED = 2e-5
"""Square metres: what rounding to 10 nm makes of the borders of forty triangles."""


def joined(rings):
    starts = np.concatenate([[0], np.cumsum([len(ring) for ring in rings])])
    return np.concatenate([np.array(ring, float) for ring in rings]), starts.astype(np.int64)


def shape(region):
    return shapely.union_all(polygons_of(region))


def uncovered(rings, region):
    return sum(shapely.difference(shapely.Polygon(ring), region).area for ring in rings)


def test_no_piece_is_dropped():
    points, starts = joined(PIECES_OF_A_LEANING_LEVEL)
    region = shape(Pieces(points, starts, np.zeros((0, 2, 2))).united())
    assert uncovered(PIECES_OF_A_LEANING_LEVEL, region) < ROUNDED


def test_a_piece_that_rounding_made_cross_itself_does_not_end_the_build():
    points, starts = joined(SLIVER_BESIDE_ANOTHER)
    region = shape(Pieces(points, starts, np.zeros((0, 2, 2))).united())
    hulls = [shapely.convex_hull(shapely.MultiPoint(ring)) for ring in SLIVER_BESIDE_ANOTHER]
    assert shapely.hausdorff_distance(region, shapely.union_all(hulls)) < 3e-6


triangles = st.lists(
    st.tuples(*[st.integers(-20, 20)] * 6).filter(
        lambda t: abs((t[2] - t[0]) * (t[5] - t[1]) - (t[3] - t[1]) * (t[4] - t[0])) > 4
    ),
    min_size=1,
    max_size=40,
)


@given(triangles)
@settings(deadline=None)
def test_every_triangle_is_in_the_union_and_nothing_else_is(found):
    rings = [np.array(triangle, float).reshape(3, 2) for triangle in found]
    points, starts = joined(rings)
    region = shape(unite(points, starts))
    assert uncovered(rings, region) < ROUNDED
    assert region.area <= sum(shapely.Polygon(ring).area for ring in rings) + ROUNDED


def test_thousands_of_strewn_pieces_are_all_in_the_union():
    random = np.random.default_rng(5)
    middles = random.uniform(0, 60, (4000, 1, 2))
    turn = random.uniform(0, 2 * np.pi, (4000, 1)) + np.arange(4) * np.pi / 2
    rings = list(middles + 0.4 * np.stack([np.cos(turn), np.sin(turn)], axis=2))
    region = shape(unite(*joined(rings)))
    rounded = 2e-8 * sum(shapely.Polygon(ring).length for ring in rings)
    assert uncovered(rings, region) < rounded
    assert (
        shapely.symmetric_difference(region, shapely.union_all([shapely.Polygon(ring) for ring in rings])).area
        < rounded
    )


DOUBLING_BACK = [(0, 0, 1, 0, 1, -5), (0, -3, 0, 0, 2, -1), (-3, 0, 1, 2, 0, 3), (5, -7, 0, -3, -12, 8)]
"""Less its last, Clipper2 leaves a border that doubles back on itself, around a hole that touches it."""


@example(DOUBLING_BACK, DOUBLING_BACK[-1:])
@given(triangles, triangles)
@settings(deadline=None)
def test_what_is_taken_away_or_shared_is_what_a_peer_finds(one, other):
    a, b = (unite(*joined([np.array(t, float).reshape(3, 2) for t in some])) for some in (one, other))
    assert shapely.symmetric_difference(shape(a - b), shapely.difference(shape(a), shape(b))).area < ROUNDED
    assert shapely.symmetric_difference(shape(a ^ b), shapely.intersection(shape(a), shape(b))).area < ROUNDED


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20), st.integers(1, 5), st.integers(1, 5)), min_size=1))
@settings(deadline=None)
def test_boxes_grow_and_shrink_as_a_peer_lets_them(found):
    rings = [shapely.box(x, z, x + w, z + d).exterior.coords[:-1] for x, z, w, d in found]
    region = unite(*joined(rings))
    for by in (0.3, -0.3):
        expected = shapely.buffer(shape(region), by, join_style="mitre")
        assert shapely.symmetric_difference(shape(offset(region, by)), expected).area < ROUNDED


@given(triangles)
@settings(deadline=None)
def test_a_region_comes_back_from_its_polygons(found):
    region = unite(*joined([np.array(triangle, float).reshape(3, 2) for triangle in found]))
    polygons = polygons_of(region)
    assert all(polygon.is_valid for polygon in polygons)
    assert shapely.symmetric_difference(shape(region_of(polygons)), shape(region)).area < ROUNDED


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30), st.integers(1, 8)), min_size=1, max_size=12))
@settings(deadline=None)
def test_rings_within_rings_find_their_own_part(frames):
    whole = unite(np.zeros((0, 2)), np.zeros(1, np.int64))
    expected = shapely.Polygon()
    for x, z, size in frames:  # what is in a frame is cut out of it, and may hold the next
        outer, inner = (
            shapely.box(x, z, x + 4 * size, z + 4 * size),
            shapely.box(x + 1, z + 1, x + 4 * size - 1, z + 4 * size - 1),
        )
        whole = (whole - region_of([outer])) + (region_of([outer]) - region_of([inner]))
        expected = shapely.union(shapely.difference(expected, outer), shapely.difference(outer, inner))
    polygons = polygons_of(whole)
    assert sum(polygon.area for polygon in polygons) == pytest.approx(expected.area, abs=ROUNDED)
    assert shapely.symmetric_difference(shapely.union_all(polygons), expected).area < ROUNDED


def test_of_nothing_comes_nothing():
    nothing = unite(np.zeros((0, 2)), np.zeros(1, np.int64))
    assert nothing.is_empty()
    assert polygons_of(nothing) == []
    assert region_of([]).is_empty()
    assert offset(nothing, 1.0).is_empty()
