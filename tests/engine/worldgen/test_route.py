import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orlop.engine.worldgen.route import cheapest_way


def step_cost(heights, tolls, spacing, steep, a, b):
    length = spacing * math.dist(a, b)
    slope = (heights[b] - heights[a]) / length / steep
    return length * (1 + slope * slope) + 0.5 * (tolls[a] + tolls[b])


def plain_costs(heights, tolls, spacing, steep, start):
    """Bellman-Ford: relax every step until nothing gets cheaper."""
    costs = np.full(heights.shape, np.inf)
    costs[start] = 0
    cells = list(itertools.product(*map(range, heights.shape)))
    steps = [(a, b) for a in cells for b in cells if max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1 and tolls[b] < np.inf]
    lengths = {step: step_cost(heights, tolls, spacing, steep, *step) for step in steps}
    for _ in cells:
        before = costs.copy()
        for (a, b), length in lengths.items():
            costs[b] = min(costs[b], costs[a] + length)
        if (before == costs).all():
            break
    return costs


@settings(max_examples=25)
@given(st.integers(0, 2**32 - 1))
def test_no_way_is_cheaper(seed):
    rng = np.random.default_rng(seed)
    heights = rng.uniform(0, 20, (6, 7))
    tolls = np.where(rng.random((6, 7)) < 0.2, np.inf, rng.uniform(0, 9, (6, 7)))
    tolls[0, 0] = tolls[5, 6] = 0.0
    way, cost = cheapest_way(heights, tolls, 4.0, 0.5, (0, 0), (5, 6))
    assert cost == pytest.approx(plain_costs(heights, tolls, 4.0, 0.5, (0, 0))[5, 6])
    if cost < math.inf:
        cells = [tuple(cell) for cell in way.tolist()]
        assert cells[0] == (0, 0)
        assert cells[-1] == (5, 6)
        walked = sum(step_cost(heights, tolls, 4.0, 0.5, a, b) for a, b in itertools.pairwise(cells))
        assert walked == pytest.approx(cost)
    else:
        assert len(way) == 0


def test_a_path_winds_up_a_steep_slope():
    heights = np.tile(np.arange(30) * 6.0, (30, 1))
    way, cost = cheapest_way(heights, np.zeros((30, 30)), 10.0, 0.15, (15, 0), (15, 29))
    straight = 29 * 10 * (1 + (0.6 / 0.15) ** 2)
    assert cost < 0.8 * straight
    assert np.ptp(way[:, 0]) >= 1


def test_walls_are_gone_round():
    tolls = np.zeros((9, 9))
    tolls[4, :8] = np.inf
    way, _ = cheapest_way(np.zeros((9, 9)), tolls, 1.0, 0.2, (0, 0), (8, 0))
    assert [4, 8] in way.tolist()
