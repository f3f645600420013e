import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orlop.engine.walkway.lattice_floor import sample_lattice
from orlop.levels.forest.dressing import LIFT
from orlop.levels.forest.ground import Ground, ground, heights_at
from orlop.levels.forest.waterside import SHORE, bank

FIELDS = ("heights", "ridge", "shore", "water")


def test_neighbouring_tiles_share_their_edge_to_the_bit(streams):
    for first in ((256, 256), (512, 320), (700, 900)):
        i, j = first
        one = ground(1, streams, (i, j), (33, 33), 2.0)
        east = ground(
            1, streams.near((2.0 * i + 64, 2.0 * j, 2.0 * i + 128, 2.0 * j + 64), 480.0), (i + 32, j), (33, 33), 2.0
        )
        south = ground(
            1, streams.near((2.0 * i, 2.0 * j + 64, 2.0 * i + 64, 2.0 * j + 128), 480.0), (i, j + 32), (33, 33), 2.0
        )
        for name in FIELDS:
            assert getattr(one, name)[32].tobytes() == getattr(east, name)[0].tobytes()
            assert getattr(one, name)[:, 32].tobytes() == getattr(south, name)[:, 0].tobytes()


def test_a_coarse_tile_has_the_heights_of_a_fine_one(streams):
    fine = ground(1, streams, (600, 600), (65, 65), 2.0)
    coarse = ground(1, streams, (150, 150), (17, 17), 8.0)
    assert fine.heights[::4, ::4].tobytes() == coarse.heights.tobytes()


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 150_000), st.integers(0, 150_000))
def test_a_single_place_has_the_height_of_a_tile(streams, i, j):
    tile = ground(1, streams, (i, j), (2, 2), 1.0 / 64.0)
    assert heights_at(1, streams, np.array([[i, j]]) / 64.0)[0] == tile.heights[0, 0]


def pieces_of_streams(streams):
    """Middles (n, 2) of the wet pieces well inside and off lakes, the unit vector across each, half its width and its level."""
    wet = (streams.widths[:, :-1] > 0.3) & (streams.beds[:, 1:] > 0.5)
    wet &= ((streams.lines[:, :-1] > 100) & (streams.lines[:, :-1] < 2900)).all(axis=2)
    for lake in streams.lakes:
        wet &= np.hypot(*(streams.lines[:, :-1] - lake[:2]).transpose(2, 0, 1)) > 2.0 * lake[2]
    begins, ends = streams.lines[:, :-1][wet], streams.lines[:, 1:][wet]
    along = (ends - begins) / np.hypot(*(ends - begins).T)[:, np.newaxis]
    half = 0.25 * (streams.widths[:, :-1] + streams.widths[:, 1:])[wet]
    level = 0.5 * (streams.beds[:, :-1] + streams.beds[:, 1:])[wet]
    return 0.5 * (begins + ends), along[:, ::-1] * (-1.0, 1.0), half, level


def test_streams_lie_in_their_beds(watershed):
    """In the middle of every piece the ground is under water, by a foot; it is nowhere buried."""
    seed, streams = watershed
    middles, _, _, level = pieces_of_streams(streams)
    assert len(middles) > 300
    depth = level - heights_at(seed, streams, middles)
    assert np.median(depth) == pytest.approx(0.3, abs=0.2)
    assert (depth > 0).all()


def test_streams_do_not_stand_above_the_ground_beside_them(watershed):
    """But for a few metres above falls, and where another stream cuts in."""
    seed, streams = watershed
    middles, across, half, level = pieces_of_streams(streams)
    for away, most in ((0.5, 0.01), (2.0, 0.015), (5.0, 0.025)):
        for side in (-1.0, 1.0):
            beside = middles + side * (half + away)[:, np.newaxis] * across
            assert (heights_at(seed, streams, beside) < level - 0.05).mean() <= most


@pytest.mark.parametrize(("spacing", "lift"), [(2.0, 0.0), (8.0, 8.0 * LIFT)])
def test_streams_show_in_the_ground_as_it_is_drawn(watershed, spacing, lift):
    """Its samples are farther apart than a brook is wide: what lies between them must not cover it."""
    seed, streams = watershed
    whole = round(1600.0 / spacing)
    drawn = ground(seed, streams.near((0.0, 0.0, 1600.0, 1600.0), 700.0), (0, 0), (whole + 1, whole + 1), spacing)
    middles, _, half, level = pieces_of_streams(streams)
    within = ((middles > 0.0) & (middles < 1600.0)).all(axis=1) & (half > 1.0)
    middles, level = middles[within], level[within] + lift
    assert len(middles) > 150
    heights, normals = np.empty(len(middles)), np.empty((len(middles), 3))
    sample_lattice(drawn.heights, np.array([0.0, 0.0, spacing]), middles, heights, normals)
    assert (heights > level).mean() < 0.1


def test_ground_has_no_holes_and_no_walls(streams):
    tile = ground(1, streams, (0, 0), (400, 400), 4.0)
    assert np.isfinite(tile.heights).all()
    steps = np.abs(np.diff(tile.heights, axis=0))
    assert np.percentile(steps, 99.9) < 12.0
    assert steps.max() < 40.0
    assert ((tile.ridge >= -1) & (tile.ridge <= 1)).all()
    assert tile.shore.max() <= SHORE


def test_water_is_known_wherever_it_is_near(streams):
    tile = ground(1, streams, (200, 200), (200, 200), 4.0)
    assert (np.isnan(tile.water) == (tile.shore >= SHORE)).all()
    assert (tile.shore < 0).any()


def test_windows_are_joined_and_cut_again(streams):
    whole = ground(1, streams, (10, 20), (40, 30), 16.0, 2)
    parts = [ground(1, streams, (10 + i, 20 + j), (21, 16), 16.0, 2) for i, j in ((0, 0), (20, 0), (0, 15), (20, 15))]
    joined = Ground.joined(parts)
    assert joined.first == (10, 20)
    assert joined.heights[:40, :30].tobytes() == whole.heights.tobytes()
    cut = joined.cropped((12 * 16.0, 21 * 16.0, 20 * 16.0, 25 * 16.0))
    assert cut.first == (12, 21)
    assert cut.heights.tobytes() == whole.heights[2:10, 1:5].tobytes()


def test_a_bank_is_low_in_the_water_and_rises_beside_it():
    assert bank(-2.0, 2.0) == pytest.approx(-0.55)
    assert bank(-1e-9, 2.0) == pytest.approx(0.0, abs=1e-6)
    assert bank(5.0, 2.0) == pytest.approx(1.1)
