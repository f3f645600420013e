import heapq
import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orlop.engine.worldgen.flood import drain, gather_flow

seeds = st.integers(0, 2**32 - 1)


def neighbours(cell, shape):
    i, j = divmod(cell, shape[1])
    for a, b in itertools.product(
        range(max(i - 1, 0), min(i + 2, shape[0])), range(max(j - 1, 0), min(j + 2, shape[1]))
    ):
        if (a, b) != (i, j):
            yield a * shape[1] + b


def plain_levels(heights, outlets):
    """The lowest of all ways out's highest points, by Dijkstra over `max`."""
    levels = np.where(outlets, heights, np.inf).ravel()
    queue = [(level, cell) for cell, level in enumerate(levels) if level < np.inf]
    heapq.heapify(queue)
    while queue:
        level, cell = heapq.heappop(queue)
        for other in neighbours(cell, heights.shape):
            through = max(level, heights.ravel()[other])
            if level <= levels[cell] and through < levels[other]:
                levels[other] = through
                heapq.heappush(queue, (through, other))
    return levels.reshape(heights.shape)


def rim(shape):
    edge = np.ones(shape, bool)
    edge[1:-1, 1:-1] = False
    return edge


def test_a_bowl_fills_to_its_brim_and_drains_over_the_notch():
    heights = np.full((7, 7), 5.0)
    heights[2:5, 2:5] = 1.0
    heights[3, 5] = 3.0
    heights[3, 6] = 2.0
    levels, receivers, order = drain(heights, rim(heights.shape))
    assert (levels[2:5, 2:5] == 3.0).all()
    assert receivers[3 * 7 + 4] == 3 * 7 + 5
    assert receivers[3 * 7 + 5] == 3 * 7 + 6
    assert len(order) == 49


@settings(max_examples=40)
@given(seeds, st.integers(3, 12), st.integers(3, 12), st.booleans())
def test_levels_are_the_lowest_ways_out(seed, nx, nz, coarse):
    rng = np.random.default_rng(seed)
    heights = rng.integers(0, 5, (nx, nz)).astype(float) if coarse else rng.random((nx, nz))
    outlets = rng.random((nx, nz)) < 0.1
    outlets[0, 0] = True
    levels, receivers, order = drain(heights, outlets)
    assert levels == pytest.approx(plain_levels(heights, outlets))
    assert sorted(order) == list(range(nx * nz))
    place = np.argsort(order)
    for cell, below in enumerate(receivers):
        if outlets.ravel()[cell]:
            assert below == -1
        else:
            assert below in neighbours(cell, heights.shape)
            assert place[below] < place[cell]
            assert levels.ravel()[below] <= levels.ravel()[cell]


@given(seeds)
def test_all_rain_arrives_at_the_outlets(seed):
    rng = np.random.default_rng(seed)
    heights = rng.random((9, 11))
    _, receivers, order = drain(heights, rim(heights.shape))
    flow = np.ones(99)
    gather_flow(receivers, order, len(order), flow)
    assert flow[receivers < 0].sum() == 99
    assert (flow >= 1).all()


def test_walls_are_never_entered():
    heights = np.ones((5, 5))
    heights[1:4, 1:4] = np.nan
    heights[2, 2] = 0.0
    _, receivers, order = drain(heights, rim(heights.shape))
    assert 2 * 5 + 2 not in order
    assert len(order) == 16
    assert receivers[2 * 5 + 2] == -1


def test_equal_heights_go_by_the_tie_break_wherever_the_window_begins():
    rng = np.random.default_rng(3)
    ties = rng.random((8, 8))
    heights = np.zeros((8, 8))
    heights[3:5, 3:5] = -1.0
    one = drain(heights, heights < 0, ties)[1].reshape(8, 8)
    turned = drain(heights[::-1].copy(), heights[::-1] < 0, ties[::-1].copy())[1].reshape(8, 8)
    i, j = np.divmod(turned[::-1], 8)
    assert (np.where(turned[::-1] < 0, -1, (7 - i) * 8 + j) == one).all()
