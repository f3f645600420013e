import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orlop.engine.worldgen.points import effect_distance, jitter_cells, jittered, relaxed_cells

cells = st.integers(-(10**6), 10**6)


def nearest_distances(points):
    flat = points.reshape(-1, 2)
    gaps = np.linalg.norm(flat[:, np.newaxis] - flat, axis=2)
    np.fill_diagonal(gaps, np.inf)
    return gaps.min(axis=1)


def plainly_relaxed(points, radius, iterations):
    """Push all pairs of a small window apart, whatever their cells, in plain numpy."""
    flat = points.reshape(-1, 2)
    for _ in range(iterations):
        apart = flat[:, np.newaxis] - flat
        distance = np.linalg.norm(apart, axis=2)
        near = (distance > 1e-6) & (distance < radius)
        share = np.where(near, (radius - distance) / np.where(near, distance, 1.0) * 0.25, 0.0)
        flat = flat + (apart * share[..., np.newaxis]).sum(axis=1)
    return flat.reshape(points.shape)


@given(st.integers(0, 99), cells, cells, st.floats(0, 1))
def test_a_point_stays_as_near_its_cell_s_centre_as_its_jitter_says(seed, i, j, jitter):
    x, z = jittered(seed, i, j, jitter)
    assert abs(x - i - 0.5) <= jitter / 2 + 1e-9
    assert abs(z - j - 0.5) <= jitter / 2 + 1e-9


def test_relaxing_is_what_the_plain_loop_does():
    margin = effect_distance(3)
    raw = np.empty((6 + 2 * margin, 5 + 2 * margin, 2))
    jitter_cells(4, -margin, 10 - margin, 1.0, raw)
    expected = plainly_relaxed(raw, 0.9, 3)[margin:-margin, margin:-margin]
    assert relaxed_cells(4, (0, 10, 6, 15), 0.9, 3) == pytest.approx(expected, abs=1e-12)


def test_relaxed_points_keep_their_distance():
    before = nearest_distances(relaxed_cells(1, (0, 0, 20, 20), 0.8, 0))
    after = nearest_distances(relaxed_cells(1, (0, 0, 20, 20), 0.8, 8))
    assert before.min() < 0.2
    assert np.percentile(after, 2) > 0.5


@settings(max_examples=25)
@given(st.integers(0, 99), cells, cells, st.integers(1, 9), st.integers(1, 9), st.integers(0, 4))
def test_a_window_is_a_part_of_any_larger_one_to_the_bit(seed, i, j, width, depth, iterations):
    large = relaxed_cells(seed, (i, j, i + 10, j + 10), 0.9, iterations)
    small = relaxed_cells(seed, (i + 1, j + 1, i + 1 + width, j + 1 + depth), 0.9, iterations)
    assert large[1 : 1 + width, 1 : 1 + depth].tobytes() == small.tobytes()


def test_a_radius_beyond_its_reach_is_refused():
    with pytest.raises(ValueError, match="cells"):
        relaxed_cells(1, (0, 0, 1, 1), 2.5, 1)
