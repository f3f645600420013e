import numpy as np
import pytest
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


def test_channels_join_in_place_bed_and_width(traced):
    _, found = traced
    pairs = list(lower_ends(traced))
    assert len(pairs) > 1000
    for upper, lower in pairs:
        assert found.lines[upper, -1].tolist() == found.lines[lower, 0].tolist()
        assert found.beds[upper, -1] == found.beds[lower, 0]
        if found.reach[upper, 0] + 1 >= found.reach[upper, 1]:  # the longest, which gives the next its width
            assert found.widths[upper, -1] == found.widths[lower, 0]


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


def test_streams_hardly_ever_cross(traced):
    """Sites' ways never do; their windings may, where two come together at a sharp angle."""
    _, found = traced
    wet = found.widths[:, -1] > 0
    a = found.lines[wet][:, :-1].reshape(-1, 2)
    b = found.lines[wet][:, 1:].reshape(-1, 2)
    owner = np.repeat(np.arange(wet.sum()), found.lines.shape[1] - 1)
    order = np.argsort(a[:, 0])
    a, b, owner = a[order], b[order], owner[order]
    crossings = set()
    for k in range(len(a)):
        last = np.searchsorted(a[:, 0], max(a[k, 0], b[k, 0]) + 60)
        near = np.arange(k + 1, last)
        near = near[(owner[near] != owner[k]) & (np.abs(a[near, 1] - a[k, 1]) < 60)]
        d, e = b[k] - a[k], b[near] - a[near]
        w = a[near] - a[k]
        turn = d[0] * e[:, 1] - d[1] * e[:, 0]
        with np.errstate(divide="ignore", invalid="ignore"):
            s = (w[:, 0] * e[:, 1] - w[:, 1] * e[:, 0]) / turn
            t = (w[:, 0] * d[1] - w[:, 1] * d[0]) / turn
        hit = near[(s > 1e-6) & (s < 1 - 1e-6) & (t > 1e-6) & (t < 1 - 1e-6)]
        crossings.update(tuple(sorted((owner[k], owner[other]))) for other in hit)
    assert len(crossings) <= 0.012 * wet.sum()


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
