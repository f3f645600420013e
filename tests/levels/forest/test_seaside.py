"""Where woods meet the sea: on coasts found by search nothing grows in it."""

import numpy as np
import pytest

from orlop.engine.walkway.lattice_floor import LatticeFloor
from orlop.engine.worldgen.bounds import Bounds
from orlop.levels.forest.channels import channels
from orlop.levels.forest.drainage import CELL, drainage
from orlop.levels.forest.ground import ground, heights_at
from orlop.levels.forest.growth import DOUBT, Growth
from orlop.levels.forest.paths import Paths
from orlop.levels.forest.places import OCTAVES, SPACING
from orlop.levels.forest.relief import SHARE, relief_at
from orlop.levels.forest.trees import LOWEST, trees
from orlop.levels.forest.undergrowth import undergrowth

SIDE = 320.0
SEEDS = range(1, 9)


def channels_of(seed, bounds):
    """Channels that shape the ground within bounds, without any layer."""
    low, high = (np.floor(np.array(corner) / CELL).astype(int) for corner in (bounds[:2], bounds[2:]))
    return channels(seed, drainage(seed, (*(int(v) for v in low - 4), *(int(v) for v in high + 5))))


def window(seed, streams, bounds, spacing, octaves, border):
    """The ground within bounds, and `border` samples around."""
    first = tuple(round(v / spacing) - border for v in bounds[:2])
    shape = tuple(round((bounds[axis + 2] - bounds[axis]) / spacing) + 1 + 2 * border for axis in (0, 1))
    return ground(seed, streams, first, shape, spacing, octaves)


def growth_of(seed, bounds):
    streams = channels_of(seed, bounds)
    return Growth(seed, window(seed, streams, bounds, SPACING, OCTAVES, 2), streams, Paths.joined([]))


def coasts(seed, count):
    """The first squares in a lattice, from the middle of the world on, that are sea by a tenth to six tenths."""
    steps = np.arange(-60, 60) * SIDE
    corners = np.stack(np.meshgrid(steps, steps, indexing="ij"), axis=-1).reshape(-1, 2)
    corners = corners[np.argsort(np.abs(corners).max(axis=1), kind="stable")]
    heights = np.empty(len(corners))
    relief_at(seed, corners + 0.5 * SIDE, heights)
    found = []
    for low in corners[np.abs(heights - SHARE) < 15.0]:
        bounds = Bounds(*low.tolist(), *(low + SIDE).tolist())
        growth = growth_of(seed, bounds)
        if 0.1 < (growth.ground.heights < 0.0).mean() < 0.6:
            found.append((growth, bounds))
            if len(found) == count:
                break
    return found


def feet(growth, bounds, places):
    """How high the fine ground is under places, on its triangles."""
    fine = window(growth.seed, growth.channels, bounds, 2.0, 5, 1)
    return LatticeFloor((0.0, 0.0), 2.0, fine.heights).sample(places - np.array(fine.first) * 2.0)[0]


@pytest.fixture(scope="module")
def seaside():
    """Two coasts of each seed."""
    return [coast for seed in SEEDS for coast in coasts(seed, 2)]


def test_no_tree_stands_in_the_sea(seaside):
    stands = [(growth, bounds, trees(growth.seed, growth, bounds).places) for growth, bounds in seaside]
    heights = np.concatenate([feet(*stand) for stand in stands])
    assert len(stands) == 2 * len(SEEDS)
    assert len(heights) > 10_000
    assert heights.min() > 0.5 * LOWEST
    assert (heights < 4.0 * LOWEST).sum() > 100


def test_no_bush_and_no_stone_lies_in_the_sea(seaside):
    heights = [feet(growth, bounds, undergrowth(growth.seed, growth, bounds).places) for growth, bounds in seaside]
    assert np.concatenate(heights).min() > 0.0
    assert (np.concatenate(heights) < 2.0).sum() > 100


def test_a_tree_by_the_sea_is_the_same_at_every_level(seaside):
    for growth, bounds in seaside[:4]:
        stand = trees(growth.seed, growth, bounds)
        wide = Bounds(*bounds).expanded(SIDE)
        for most in (1.0 / 4.0, 1.0 / 16.0):
            sparse = trees(growth.seed, growth_of(growth.seed, wide), wide, most)
            inside = bounds.holds(sparse.places)
            kept = stand.ranks < most
            assert kept.sum() > 5
            for name in ("cells", "places", "species", "sizes"):
                one, other = getattr(sparse, name)[inside], getattr(stand, name)[kept]
                assert sorted(map(tuple, one.reshape(len(one), -1))) == sorted(
                    map(tuple, other.reshape(len(other), -1))
                )


def test_ground_without_a_low_sample_around_does_not_come_near_the_sea(seaside):
    rng = np.random.default_rng(1)
    safe = 0
    for growth, bounds in seaside:
        points = rng.uniform(bounds[:2], bounds[2:], (2000, 2))
        high = points[growth.at(points)[:, 7] >= DOUBT]
        safe += len(high)
        assert (heights_at(growth.seed, growth.channels, high) >= LOWEST).all()
    assert safe > 5000


def test_the_ground_itself_is_asked_where_samples_are_low():
    """A cove between two samples: all of them are dry, and the tree would stand in it."""
    none = channels_of(1, Bounds(0.0, 0.0, 1.0, 1.0)).near((1e9, 1e9, 1e9, 1e9), 0.0)
    growth = Growth(1, window(1, none, Bounds(0.0, 0.0, 100.0, 100.0), SPACING, OCTAVES, 2), none, Paths.joined([]))
    point = np.array([[50.0, 50.0]])
    height = heights_at(1, none, point)[0]
    site = np.full((1, 8), 9.0)
    site[0, 7] = DOUBT - 1.0
    assert growth.above_sea(point, site, height).all()
    assert not growth.above_sea(point, site, height + 0.01).any()
    site[0, 7] = DOUBT
    assert growth.above_sea(point, site, height + 0.01).all()
