"""Walks whose faults are known beforehand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orlop.engine.deck.mesh_grid import MeshGrid
from orlop.engine.deck.scores import score, stuck_places
from orlop.engine.deck.trace import Trace

DT, SPEED = 1 / 60, 3.0
CORNERS = np.array([[-50.0, 0.0, -50.0], [-50.0, 0.0, 50.0], [50.0, 0.0, 50.0], [50.0, 0.0, -50.0]])
GROUND = CORNERS[[[0, 1, 2], [0, 2, 3]]]


def wall(x: float) -> np.ndarray:
    """A wall across the ground, without any thickness."""
    a, b, c, d = [x, 0.0, -5.0], [x, 0.0, 5.0], [x, 3.0, 5.0], [x, 3.0, -5.0]
    return np.array([[a, b, c], [a, c, d]])


def trace_of(places, headings=None) -> Trace:
    places = np.asarray(places, np.float64).reshape(len(places), -1, 3)
    if headings is None:
        headings = np.zeros((len(places) - 1, places.shape[1]))
    return Trace(places, np.asarray(headings, np.float64), SPEED, DT, 0.4, 1.8)


def straight(ticks: int, step: float = SPEED * DT) -> np.ndarray:
    return np.column_stack([np.arange(ticks + 1) * step, np.zeros(ticks + 1), np.zeros(ticks + 1)])


def faults(scores):
    return (
        scores.jitter,
        scores.vertical_jitter,
        scores.bobs,
        scores.pops,
        scores.tunnels,
        scores.in_wall,
        scores.out,
        scores.drops,
        scores.stuck,
    )


def test_a_free_straight_walk_has_no_fault_and_its_full_speed():
    scores = score(trace_of(straight(300)), GROUND)
    assert (scores.blocked, *faults(scores)) == (0,) * 10
    assert scores.speed_fraction == pytest.approx(1.0)


def test_a_shake_of_a_centimetre_is_jitter_in_all_ticks_but_the_first():
    places = np.zeros((201, 3))
    places[1::2, 0] = 0.01
    scores = score(trace_of(places), GROUND)
    assert (scores.jitter, scores.jitter_walkers, scores.blocked) == (199, 1, 199)
    assert (scores.tunnels, scores.pops, scores.vertical_jitter) == (0, 0, 0)


def test_a_shake_under_a_millimetre_is_none():
    places = np.zeros((201, 3))
    places[1::2, 0] = 0.0009
    assert score(trace_of(places), GROUND).jitter == 0


def test_a_sink_of_three_metres_is_a_tunnel_and_a_drop():
    places = straight(120)
    places[60:, 1] = -3.0
    scores = score(trace_of(places), np.concatenate([GROUND, GROUND - [0.0, 20.0, 0.0]]))
    assert (scores.tunnels, scores.drops, scores.pops, scores.out) == (1, 1, 1, 0)


def test_what_is_far_below_the_mesh_is_out_and_counts_nowhere_else():
    places = straight(120)
    places[60:, 1] = -3.0
    scores = score(trace_of(places), GROUND)
    assert (scores.out, scores.tunnels, scores.drops, scores.pops) == (61, 0, 0, 0)


def test_a_way_through_a_sheet_is_one_tunnel_and_the_wall_is_felt_on_both_sides():
    scores = score(trace_of(straight(300)), np.concatenate([GROUND, wall(7.51)]))
    assert scores.tunnels == 1
    # Looked at every 0.75 m: at 7.5 m alone it is within 36 cm.
    assert scores.in_wall == pytest.approx(100.0 / 20.0)


def test_a_bob_over_five_millimetres_is_vertical_jitter():
    places = straight(100)
    places[1::2, 1] = 0.006
    scores = score(trace_of(places), GROUND - [0.0, 0.5, 0.0])
    assert (scores.vertical_jitter, scores.vertical_jitter_walkers, scores.jitter) == (99, 1, 0)
    places[1::2, 1] = 0.004
    assert score(trace_of(places), GROUND - [0.0, 0.5, 0.0]).vertical_jitter == 0


def test_who_walks_over_a_ridge_or_turns_on_a_slope_does_not_bob():
    slope = np.array(
        [[[0.0, 0.0, -5.0], [3.0, 1.0, 5.0], [3.0, 1.0, -5.0]], [[0.0, 0.0, -5.0], [0.0, 0.0, 5.0], [3.0, 1.0, 5.0]]]
    )
    roof = np.concatenate([slope, slope * [-1.0, 1.0, 1.0] + [6.0, 0.0, 0.0]])
    along = np.concatenate([np.linspace(0.5, 5.5, 101), np.linspace(5.45, 3.5, 40)])
    height = np.interp(along, [0, 3, 6], [0, 1, 0])
    walk = np.column_stack([along, height, np.zeros(141)])
    scores = score(trace_of(walk), roof)
    assert (scores.vertical_jitter, scores.bobs) == (2, 0)
    walk[60:64, 1] += [0.03, 0.0, 0.03, 0.0]
    scores = score(trace_of(walk), roof)
    assert scores.bobs == scores.vertical_jitter - 2 >= 2


def test_who_stands_at_a_wall_is_blocked_and_after_two_windows_stuck():
    assert score(trace_of(np.zeros((170, 3))), GROUND).stuck == 0
    assert stuck_places(trace_of(np.full((290, 3), 2.5))).tolist() == [[2.5] * 3] * 2
    assert len(stuck_places(trace_of(straight(400)))) == 0
    scores = score(trace_of(np.zeros((181, 3))), GROUND)
    assert (scores.stuck, scores.blocked, scores.speed_fraction) == (1, 179, 0.0)


def test_who_is_not_asked_to_walk_is_neither_blocked_nor_stuck():
    scores = score(trace_of(np.zeros((400, 3)), np.full((399, 1), np.nan)), GROUND)
    assert (scores.stuck, scores.blocked, scores.jitter) == (0, 0, 0)


def test_a_heading_that_changed_this_tick_blocks_nobody():
    headings = np.arange(200.0).reshape(-1, 1)
    assert score(trace_of(np.zeros((201, 3)), headings), GROUND).blocked == 0


def test_walkers_are_counted_each_on_its_own():
    shaking = np.zeros((201, 3))
    shaking[1::2, 0] = 0.01
    scores = score(trace_of(np.stack([straight(200), shaking, shaking + 5.0], axis=1)), GROUND)
    assert (scores.walkers, scores.ticks, scores.jitter, scores.jitter_walkers) == (3, 200, 398, 2)


def crossing_by_plane(begin, end, triangle) -> bool:
    """Signs of volumes: the ends on either side of the plane, the line within all three edges."""
    a, b, c = triangle

    def volume(p, q, r, s):
        return np.linalg.det(np.stack([q - p, r - p, s - p]))

    if volume(a, b, c, begin) * volume(a, b, c, end) > 0.0:
        return False
    signs = [volume(begin, end, p, q) for p, q in ((a, b), (b, c), (c, a))]
    return min(signs) >= 0.0 or max(signs) <= 0.0


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), reach=st.sampled_from([0.3, 3.0, 30.0]), far=st.sampled_from([0.0, 5e3]))
def test_the_grid_finds_the_hits_that_every_triangle_one_by_one_gives(seed, reach, far):
    random = np.random.default_rng(seed)
    triangles = random.uniform(-10, 10, (40, 1, 3)) + random.normal(0, 2, (40, 3, 3)) + far
    begins = random.uniform(-12, 12, (30, 3)) + far
    ends = begins + random.normal(0, reach, (30, 3))
    found = MeshGrid.over(triangles).hit(begins, ends)
    expected = [any(crossing_by_plane(b, e, t) for t in triangles) for b, e in zip(begins, ends, strict=True)]
    assert found.tolist() == expected


def test_a_segment_along_the_grid_or_upright_or_of_no_length_is_answered():
    grid = MeshGrid.over(np.concatenate([GROUND, wall(2.0)]))
    begins = np.array([[0.0, 1, 0], [1, 1, 0], [1, 1, 0], [0, 1, -5], [500, 1, 0]])
    ends = np.array([[4.0, 1, 0], [1, -1, 0], [1, 1, 0], [0, 1, 5], [501, -1, 0]])
    assert grid.hit(begins, ends).tolist() == [True, True, False, False, False]


def test_a_mesh_without_triangles_is_hit_by_nothing():
    assert MeshGrid.over(np.zeros((0, 3, 3))).hit(np.zeros((2, 3)), np.ones((2, 3))).tolist() == [False, False]
