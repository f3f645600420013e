"""Floor that lies over itself comes apart into layers joined by seams."""

from itertools import pairwise

import numpy as np
import pytest

from orlop.engine.scene.scene import Material, Node, Scene
from orlop.engine.walkway.build.builder import build_walkways
from orlop.engine.walkway.build.layers import find_layers
from orlop.engine.walkway.build.seams import rectangles, runs_of_others
from orlop.engine.walkway.settings import WalkwaySettings

SETTINGS = WalkwaySettings(cell=0.1)


def sheet(x0, z0, x1, z1, *heights):
    """A rectangle facing up; heights at (x0, z0), (x0, z1), (x1, z1), (x1, z0), or one for all."""
    a, b, c, d = heights if len(heights) == 4 else heights * 4
    corners = np.array([(x0, a, z0), (x0, b, z1), (x1, c, z1), (x1, d, z0)], float)
    return corners[[[0, 1, 2], [0, 2, 3]]]


def scene_of(*sheets, name="ground"):
    triangles = np.concatenate(sheets)
    node = Node(name, triangles=triangles, materials=(Material(),), material_of=np.zeros(len(triangles), np.int32))
    return Scene("trial", (node,))


def bridge():
    """A ground of 30 × 10 m, and over it a deck at 4 m reached by two ramps."""
    return scene_of(
        sheet(0, 0, 40, 10, 0),
        sheet(4, 4, 14, 6, 0, 0, 4, 4),
        sheet(14, 4, 26, 6, 4),
        sheet(26, 4, 36, 6, 4, 4, 0, 0),
    )


def home(build, x, z, height):
    """The walkway that a motor at (x, z) and about this height belongs to."""
    for walkway in build.walkways:
        local = walkway.to_local(x, z)
        beyond = any(
            x0 <= local[0] <= x1 and z0 <= local[1] <= z1
            for seam in walkway.seams
            for x0, z0, x1, z1 in seam.rectangles
        )
        floor = walkway.floor.at(*local)
        inside = walkway.air().contains(np.array([local]))[0]
        if inside and not beyond and floor is not None and abs(floor[0] + walkway.origin[1] - height) < 0.5:
            return walkway.name
    raise AssertionError(f"nobody's: {x}, {z}, {height}")


def walk(build, points, height=0.0):
    """Heights along `points`, changing walkway wherever a seam says so."""
    name = home(build, *points[0], height)
    heights, names = [], []
    for x, z in points:
        for _ in range(3):
            walkway = build.walkway(name)
            local = walkway.to_local(x, z)
            inside = [
                seam.destination
                for seam in walkway.seams
                for x0, z0, x1, z1 in seam.rectangles
                if x0 <= local[0] <= x1 and z0 <= local[1] <= z1
            ]
            if not inside:
                break
            name = inside[0]
        walkway = build.walkway(name)
        assert walkway.air().contains(np.array([walkway.to_local(x, z)]))[0], (name, x, z)
        heights.append(walkway.floor.at(*walkway.to_local(x, z))[0] + walkway.origin[1])
        names.append(name)
    return heights, names


def test_a_bridge_and_the_ground_below_it_are_two_walkways():
    build = build_walkways(bridge(), SETTINGS)
    assert len(build.walkways) == 2


def test_a_walk_over_the_bridge_keeps_its_height_continuous():
    build = build_walkways(bridge(), SETTINGS)
    corners = np.array([(20, 1), (2, 1), (2, 5), (38, 5), (38, 9), (20, 9)], float)
    way = np.concatenate([np.linspace(a, b, 721) for a, b in pairwise(corners)])
    heights, names = walk(build, way)
    assert np.abs(np.diff(heights)).max() < 0.03
    assert max(heights) == pytest.approx(4, abs=0.01)
    assert len(set(names)) == 2


def test_a_walk_under_the_bridge_stays_on_the_ground():
    build = build_walkways(bridge(), SETTINGS)
    heights, names = walk(build, np.stack([np.full(161, 20.0), np.linspace(1, 9, 161)], axis=1))
    assert np.abs(heights).max() < 1e-6
    assert len(set(names)) == 1


def test_a_spiral_that_winds_over_itself_can_be_walked_to_the_top():
    turns = []
    for k in range(12):  # quarter turns of a square spiral, 1.2 m up each
        low, high = k * 1.2, (k + 1) * 1.2
        side = k % 4
        run = [
            sheet(2, 0, 10, 2, low, low, high, high),
            sheet(10, 2, 12, 10, low, high, high, low),
            sheet(2, 10, 10, 12, high, high, low, low),
            sheet(0, 2, 2, 10, high, low, low, high),
        ][side]
        corner = [
            sheet(10, 0, 12, 2, high),
            sheet(10, 10, 12, 12, high),
            sheet(0, 10, 2, 12, high),
            sheet(0, 0, 2, 2, high),
        ]
        turns += [run, corner[side]]
    build = build_walkways(scene_of(sheet(-6, -6, 0, 2, 0), sheet(0, 0, 2, 2, 0), *turns), SETTINGS)
    corners = [(11, 1), (11, 11), (1, 11), (1, 1)]
    way = [np.array([[1.0, 1.0]])]
    for k in range(12):
        way.append(np.linspace(way[-1][-1], corners[k % 4], 101))
    heights, _ = walk(build, np.concatenate(way))
    assert heights[-1] == pytest.approx(14.4, abs=0.01)
    assert np.abs(np.diff(heights)).max() < 0.2


def test_a_drop_higher_than_a_step_is_a_wall():
    build = build_walkways(scene_of(sheet(0, 0, 5, 10, 0), sheet(5, 0, 10, 10, 1.0)), SETTINGS)
    (walkway,) = build.walkways
    assert build.reports[0].islands == 2
    assert not walkway.air().contains(np.array([walkway.to_local(5.0, 5.0)]))[0]


def test_a_roof_is_never_the_floor_of_the_room_under_it():
    walls = [
        np.array([[(x0, 0, z0), (x1, 0, z1), (x1, 3, z1)], [(x0, 0, z0), (x1, 3, z1), (x0, 3, z0)]], float)
        for x0, z0, x1, z1 in [(4, 4, 10, 4), (10, 4, 10, 10), (10, 10, 4, 10), (4, 10, 4, 8), (4, 6, 4, 4)]
    ]
    build = build_walkways(scene_of(sheet(0, 0, 14, 14, 0), sheet(4, 4, 10, 10, 3), *walls), SETTINGS)
    heights, names = walk(build, np.stack([np.linspace(1, 9, 81), np.full(81, 7.0)], axis=1))
    assert np.abs(heights).max() < 1e-6
    assert len(set(names)) == 1


def test_a_floor_too_small_for_the_motor_is_no_layer():
    assert len(build_walkways(scene_of(sheet(0, 0, 5, 5, 0), sheet(0, 0, 0.5, 0.5, 3)), SETTINGS).walkways) == 1


def test_rectangles_cover_a_mask_exactly_once():
    mask = np.random.default_rng(3).random((30, 40)) > 0.4
    cover = np.zeros(mask.shape, int)
    for i0, j0, i1, j1 in rectangles(runs_of_others(mask.astype(np.int16), 0)[:, 1:]).astype(int):
        cover[i0:i1, j0:j1] += 1
    assert np.array_equal(cover, mask.astype(int))


def test_no_open_span_makes_no_layer():
    from orlop.engine.walkway.build.grid import Grid
    from orlop.engine.walkway.build.spans import Spans

    start, cell = np.array([0, 1, 1, 1, 1], np.int32), np.zeros(1, np.int32)
    spans = Spans(start, cell, np.zeros(1), np.zeros(1))
    assert find_layers(Grid(0, 0, 1, 2, 2), spans, np.ones(1, bool), SETTINGS) == []
