"""Ours and Bullet's walk the same level in step."""

import math
import sys

import numpy as np
import pytest

from orlop.engine.deck.scores import score
from orlop.levels.solids import box
from orlop.tools.bench import walk
from orlop.tools.bench.bullet import BulletWalkers
from orlop.tools.bench.measure import PeerMissingError

GROUND = np.array([[[-20.0, 0, -20], [-20, 0, 20], [20, 0, 20]], [[-20, 0, -20], [20, 0, 20], [20, 0, -20]]])


def test_both_begin_at_the_same_places_and_are_told_the_same(tmp_path, monkeypatch):
    pytest.importorskip("panda3d")
    monkeypatch.setenv("ORLOP_CACHE", str(tmp_path))
    try:
        scene = walk._scene(20.0)
    except PeerMissingError as missing:
        pytest.skip(str(missing))
    ours, theirs = walk.traces(scene, 20.0, 6, ticks=100)
    assert np.array_equal(ours.headings, theirs.headings)
    assert np.abs(ours.places[0] - theirs.places[0]).max() < 0.03
    assert (ours.places.shape, ours.tilt) == ((101, 6, 3), 20.0)
    scores = score(ours, scene.triangles())
    assert (scores.jitter, scores.pops, scores.tunnels, scores.in_wall, scores.out) == (0, 0, 0, 0.0, 0)
    assert score(theirs, scene.triangles()).speed_fraction > 0.7


def test_bullets_walkers_walk_where_they_are_told_and_stop_at_a_wall():
    pytest.importorskip("panda3d")
    wall = box((5.0, 0.0, -10.0), (5.2, 3.0, 10.0))
    walkers = BulletWalkers(np.concatenate([GROUND, wall]), np.zeros((1, 3)), 0.4, 1.8, 0.4, math.radians(46))
    walkers.command([(3.0, 1.0)])
    for _ in range(60):
        walkers.tick(1 / 60)
    assert walkers.feet[0] == pytest.approx([3.0, 0.0, 1.0], abs=0.1)
    for _ in range(120):
        walkers.tick(1 / 60)
    assert walkers.feet[0, 0] == pytest.approx(4.6, abs=0.1)


def test_bullets_walkers_see_a_ledge_ahead():
    pytest.importorskip("panda3d")
    walkers = BulletWalkers(GROUND, np.array([[19.5, 0.0, 0.0]] * 2), 0.4, 1.8, 0.4, math.radians(46))
    assert walkers.at_a_ledge(np.array([0.0, math.pi])).tolist() == [True, False]


def test_without_bullet_the_measure_is_left_out_and_says_what_brings_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "panda3d", None)
    with pytest.raises(PeerMissingError, match=r"pip install orlop\[bench\]"):
        BulletWalkers(GROUND, np.zeros((1, 3)), 0.4, 1.8, 0.4, 0.8)
