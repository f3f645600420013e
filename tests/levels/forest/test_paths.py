import numpy as np
import pytest

from orlop.levels.forest.ground import ground
from orlop.levels.forest.paths import HALF, Paths, eased, levelled, tread
from orlop.levels.forest.places import SPACING


@pytest.fixture(scope="module")
def laid(forest):
    world, layers = forest
    from orlop.engine.worldgen.bounds import Bounds

    bounds = Bounds(0.0, 0.0, 3840.0, 3840.0)
    return world.generate(layers.paths, bounds), world.generate(layers.places, bounds)


def test_paths_lead_from_place_to_place(laid):
    paths, places = laid
    spots = {tuple(SPACING * i for i in place.sample) for place in places.values() if place is not None}
    ends = 0
    for found in paths.values():
        if not len(found.pieces):
            continue
        starts, finishes = found.pieces[:, :2], found.pieces[:, 2:]
        broken = np.flatnonzero((starts[1:] != finishes[:-1]).any(axis=1)) + 1
        for first, last in zip([0, *broken], [*broken, len(starts)], strict=True):
            assert tuple(starts[first]) in spots
            ends += tuple(finishes[last - 1]) in spots
    assert ends >= 15


def test_paths_are_gentler_than_the_slopes_they_cross(laid):
    pieces = np.concatenate([found.pieces for found in laid[0].values()])
    levels = np.concatenate([found.heights for found in laid[0].values()])
    grade = np.abs(levels[:, 1] - levels[:, 0]) / np.hypot(*(pieces[:, 2:] - pieces[:, :2]).T)
    assert np.median(grade) < 0.2
    assert np.percentile(grade, 95) < 0.6


def test_a_trodden_path_is_level_across(streams):
    bare = ground(1, streams, (1000, 1000), (120, 120), 1.0)
    line = np.column_stack([np.linspace(1020, 1100, 21), np.linspace(1050, 1060, 21)])
    heights = np.linspace(bare.heights[20, 50], bare.heights[100, 60], 21)
    path = Paths(np.concatenate([line[:-1], line[1:]], axis=1), np.stack([heights[:-1], heights[1:]], axis=1))
    dry = type(bare)(bare.first, 1.0, bare.heights, bare.ridge, np.full_like(bare.shore, 60.0), bare.water)
    trodden, distances = tread(dry, path)
    on = distances < HALF - 0.2
    assert on.sum() > 80
    x = 1000.0 + np.argwhere(on)[:, 0]
    assert trodden[on] == pytest.approx(np.interp(x, line[:, 0], heights), abs=0.4)
    far = distances > 7.0
    assert (trodden[far] == bare.heights[far]).all()


def test_a_path_ends_at_the_water(streams):
    bare = ground(1, streams, (1000, 1000), (60, 60), 1.0)
    wet = type(bare)(bare.first, 1.0, bare.heights, bare.ridge, np.full_like(bare.shore, -1.0), bare.water)
    path = Paths(np.array([[1010.0, 1010.0, 1050.0, 1050.0]]), np.array([[0.0, 0.0]]))
    assert (tread(wet, path)[0] == bare.heights).all()


def test_easing_takes_corners_out_and_leaves_straight_lines():
    straight = np.column_stack([np.arange(9.0), np.zeros(9)])
    assert eased(straight) == pytest.approx(straight)
    zigzag = np.column_stack([np.arange(9.0), np.arange(9) % 2])
    assert np.ptp(eased(zigzag)[1:-1, 1]) < 0.01
    assert (eased(zigzag)[[0, -1]] == zigzag[[0, -1]]).all()


def test_levelling_keeps_the_ends_and_the_mean_of_a_slope():
    slope = np.arange(30.0)
    assert levelled(slope) == pytest.approx(slope)
    rough = slope + np.random.default_rng(1).normal(0, 1, 30)
    smooth = levelled(rough)
    assert smooth[0] == rough[0]
    assert smooth[-1] == rough[-1]
    assert np.abs(np.diff(smooth, 2)[5:-5]).max() < 0.4 * np.abs(np.diff(rough, 2)).max()
