import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from orlop.levels.forest.channels import Channels, channels
from orlop.levels.forest.course import bed_of, width_of
from orlop.levels.forest.drainage import CELL, LONGEST, RIM, drainage

SEEDS = (1, 2, 3, 4)
FIELDS = ("lines", "beds", "widths", "reach", "cells", "lakes")


@pytest.fixture(scope="module", params=SEEDS)
def traced(request):
    sites = drainage(request.param, (-24, -24, 24, 24))
    return sites, channels(request.param, sites)


def lower_ends(traced):
    """Pairs of channels: each with the one that goes on from its lower site."""
    sites, found = traced
    number = {tuple(cell): k for k, cell in enumerate(found.cells.tolist())}
    for k, cell in enumerate(found.cells.tolist()):
        i, j = cell[0] - sites.first[0], cell[1] - sites.first[1]
        below = tuple(int(v) for v in cell + sites.below[i, j])
        if below in number:
            yield k, number[below]


def test_beds_never_rise(traced):
    assert (np.diff(traced[1].beds, axis=1) <= 0).all()


def test_channels_go_on_in_place_bed_and_width(traced):
    sites, found = traced
    goes_on = 0
    for upper, lower in lower_ends(traced):
        i, j = found.cells[lower] - sites.first
        if (found.cells[upper] - found.cells[lower]).tolist() == sites.main[i, j].tolist():
            goes_on += 1
            assert found.lines[upper, -1].tolist() == found.lines[lower, 0].tolist()
            assert found.beds[upper, -1] == found.beds[lower, 0]
            assert found.widths[upper, -1] == found.widths[lower, 0]
    assert goes_on > 800


def test_every_other_channel_ends_at_a_point_of_one_that_is_as_long_and_as_wide(traced):
    sites, found = traced
    into = {}
    for upper, lower in lower_ends(traced):
        into.setdefault(lower, []).append(upper)
    joins, before = 0, 0
    low, high = found.cells.min(axis=0), found.cells.max(axis=0)
    for lower, uppers in into.items():
        if (found.cells[lower] <= low).any() or (found.cells[lower] >= high).any():
            continue  # its betters may lie outside
        for k in uppers:
            i, j = found.cells[lower] - sites.first
            if (found.cells[k] - found.cells[lower]).tolist() == sites.main[i, j].tolist():
                continue
            joins += 1
            end = found.lines[k, -1]
            betters = [other for other in uppers if other != k and found.reach[other, 0] >= found.reach[k, 0]]
            points = [(other, s) for other in betters for s in np.flatnonzero((found.lines[other] == end).all(axis=1))]
            assert points
            assert all(found.beds[other, s] == found.beds[k, -1] for other, s in points)
            assert max(found.widths[other, s] for other, s in points) >= found.widths[k, -1]
            before += (found.lines[lower, 0] != end).any()
    assert joins > 200
    assert before > 30  # at sharp angles


def test_streams_widen_downstream(traced):
    _, found = traced
    assert (np.diff(found.widths, axis=1) >= 0).all()
    assert all(found.widths[upper, -1] <= found.widths[lower, -1] for upper, lower in lower_ends(traced))
    assert found.widths.max() > 3.0


def test_every_stream_ends_in_a_lake_the_sea_or_a_larger_stream(traced):
    sites, found = traced
    goes_on = {upper for upper, _ in lower_ends(traced)}
    lakes = {tuple(lake) for lake in found.lakes[:, :2].tolist()}
    inside = np.array(sites.first) + RIM + 1
    for k in range(len(found.lines)):
        if k in goes_on or found.widths[k, -1] == 0:
            continue
        at_edge = (found.cells[k] < inside).any() or (found.cells[k] >= inside + 46).any()
        assert at_edge or tuple(found.lines[k, -1].tolist()) in lakes or found.beds[k, -1] < 0


def test_a_channel_into_a_lake_reaches_its_level_at_the_shore(traced):
    _, found = traced
    for x, z, radius, level in found.lakes:
        into = np.flatnonzero((found.lines[:, -1] == (x, z)).all(axis=1))
        for k in into:
            distance = np.hypot(*(found.lines[k] - (x, z)).T)
            assert found.beds[k][distance < radius] == pytest.approx(level, abs=1e-9)


def test_channels_never_cross_each_other_or_themselves(traced):
    """Wet or dry, over 36,000 chunks of terrain: they only touch, where one ends."""
    lines = shapely.linestrings(traced[1].lines)
    assert len(lines) > 2000
    assert shapely.is_simple(lines).all()
    for relation in ("crosses", "overlaps"):
        assert shapely.STRtree(lines).query(lines, predicate=relation).size == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_a_window_of_channels_is_a_part_of_any_larger_one_to_the_bit(seed):
    large = channels(seed, drainage(seed, (-8, -8, 8, 8)))
    parts = [channels(seed, drainage(seed, (i, j, i + 8, j + 8))) for i, j in ((0, -8), (-8, 0), (-8, -8), (0, 0))]
    joined = Channels.joined(parts)
    whole = Channels.joined([large])
    assert all(getattr(joined, name).tobytes() == getattr(whole, name).tobytes() for name in FIELDS)


def test_a_channel_stays_near_its_cell():
    """As near as the layers that read channels count on."""
    from orlop.levels.forest.layers import STRAY

    for seed in range(6):
        found = channels(seed, drainage(seed, (-20, -20, 20, 20)))
        low = found.cells[:, np.newaxis] * CELL
        assert (found.lines >= low - STRAY).all()
        assert (found.lines <= low + CELL + STRAY).all()


def test_what_is_near_is_found_and_what_is_far_is_not(streams):
    near = streams.near((1000.0, 1000.0, 1100.0, 1100.0), 200.0)
    assert 0 < len(near.lines) < 0.3 * len(streams.lines)
    inside = ((streams.lines > 800) & (streams.lines < 1300)).all(axis=2).any(axis=1)
    assert {tuple(cell) for cell in streams.cells[inside]} <= {tuple(cell) for cell in near.cells}


@given(st.floats(-300, 1500), st.floats(0, 300), st.integers(0, LONGEST), st.integers(0, LONGEST))
def test_no_bed_lies_lower_than_one_below_it(height, drop, reach, more):
    assert bed_of(height - drop, min(reach + more, LONGEST)) <= bed_of(height, reach)
    assert width_of(min(reach + more, LONGEST)) >= width_of(reach)
