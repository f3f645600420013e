import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orlop.engine.worldgen.polyline import catmull_rom, chaikin, distances_to, hermite

seeds = st.integers(0, 2**32 - 1)


def plain_distances(segments, first, spacing, shape):
    points = (np.indices(shape).transpose(1, 2, 0) + first)[:, :, np.newaxis] * spacing
    a, e = segments[:, :2], segments[:, 2:] - segments[:, :2]
    along = np.clip(((points - a) * e).sum(-1) / (e * e).sum(-1), 0, 1)
    return np.linalg.norm(points - a - along[..., np.newaxis] * e, axis=-1)


def some_segments(rng, count=12):
    starts = rng.uniform(-30, 60, (count, 2))
    return np.concatenate([starts, starts + rng.uniform(-25, 25, (count, 2))], axis=1)


def test_a_corner_is_cut_at_its_quarters():
    corner = np.array([(0.0, 0.0), (4.0, 0.0), (4.0, 8.0)])
    assert chaikin(corner, 1) == pytest.approx(np.array([(0, 0), (3, 0), (4, 2), (4, 8)]))


@given(seeds, st.integers(2, 9), st.integers(0, 3))
def test_a_falling_line_still_falls_when_its_corners_are_cut(seed, count, rounds):
    rng = np.random.default_rng(seed)
    line = np.column_stack([rng.uniform(-9, 9, (count, 2)), -np.sort(rng.random(count))])
    smooth = chaikin(line, rounds)
    assert (smooth[0] == line[0]).all()
    assert (smooth[-1] == line[-1]).all()
    assert (np.diff(smooth[:, 2]) <= 1e-12).all()


def test_a_cubic_has_its_ends_and_slopes():
    start, end, slope = np.array([1.0, 2.0]), np.array([5.0, -1.0]), np.array([3.0, 0.5])
    curve = hermite(start, slope, end, -slope, 1000)
    assert (curve[0] == start).all()
    assert (curve[-1] == end).all()
    assert (curve[1] - curve[0]) * 1000 == pytest.approx(slope, abs=0.05)
    assert (curve[-1] - curve[-2]) * 1000 == pytest.approx(-slope, abs=0.05)


def test_a_smooth_line_goes_through_its_points_without_a_corner():
    points = np.array([(0.0, 0.0), (4.0, 1.0), (6.0, 5.0), (3.0, 9.0)])
    line = catmull_rom(points, 32)
    assert (line[::32] == points).all()
    sides = np.diff(line, axis=0)
    turns = np.diff(np.unwrap(np.arctan2(sides[:, 1], sides[:, 0])))
    assert np.abs(turns).max() < 0.15


@settings(max_examples=30)
@given(seeds, st.integers(-40, 40), st.integers(-40, 40), st.floats(3, 40))
def test_distances_are_those_of_a_plain_search(seed, i, j, reach):
    segments = some_segments(np.random.default_rng(seed))
    distances, nearest, along = distances_to(segments, (i, j), 1.5, (14, 11), reach)
    expected = plain_distances(segments, (i, j), 1.5, (14, 11))
    least = expected.min(axis=2)
    near = least < reach - 1e-9
    assert distances[near] == pytest.approx(least[near])
    assert np.isinf(distances[least > reach + 1e-9]).all()
    assert ((nearest >= 0) == np.isfinite(distances)).all()
    found = nearest >= 0
    a, b = segments[nearest[found], :2], segments[nearest[found], 2:]
    feet = a + along[found][:, np.newaxis] * (b - a)
    samples = (np.argwhere(found) + np.array([i, j])) * 1.5
    assert np.linalg.norm(samples - feet, axis=1) == pytest.approx(distances[found], abs=1e-9)


@settings(max_examples=20)
@given(seeds)
def test_the_order_of_segments_and_the_window_make_no_difference(seed):
    rng = np.random.default_rng(seed)
    line = rng.uniform(0, 40, (8, 2))
    segments = np.concatenate([line[:-1], line[1:]], axis=1)
    shuffled = rng.permutation(len(segments))
    one = distances_to(segments, (0, 0), 2.0, (20, 20), 25.0)
    other = distances_to(segments[shuffled], (5, 3), 2.0, (15, 17), 25.0)
    assert one[0][5:, 3:].tobytes() == other[0].tobytes()
    assert (one[1][5:, 3:] == np.where(other[1] < 0, -1, shuffled[other[1]])).all()
    assert one[2][5:, 3:].tobytes() == other[2].tobytes()
