import itertools
import math
import os
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orlop.engine.walkway.floor import Floor
from orlop.engine.walkway.height_grid import HeightGrid

MESHES = Path(os.environ.get("ORLOP_MESHES", Path(__file__).parents[3] / ".." / "shared" / "meshes"))
seeds = st.integers(0, 2**32 - 1)


def quad(height=0.0, low=(0.0, 0.0), high=(4.0, 4.0), rise_x=0.0):
    """Two triangles over a rectangle, `height` at its low x and `rise_x` per metre from there."""
    (x0, z0), (x1, z1) = low, high
    y1 = height + rise_x * (x1 - x0)
    a, b, c, d = (x0, height, z0), (x0, height, z1), (x1, y1, z1), (x1, y1, z0)
    return np.array([[a, b, c], [a, c, d]])


def terrain(rng, size=6, offset=(0.0, 0.0), spacing=1.0):
    """Uneven ground: corners moved aside (by less than a quarter, so no quad folds) and up, quads split either way."""
    i, j = np.meshgrid(np.arange(size), np.arange(size), indexing="ij")
    aside = rng.uniform(-0.24, 0.24, (2, size, size))
    x = offset[0] + spacing * (i + aside[0])
    z = offset[1] + spacing * (j + aside[1])
    corners = np.stack([x, rng.uniform(-1, 1, (size, size)), z], axis=-1)
    triangles = []
    for p, q in itertools.product(range(size - 1), repeat=2):
        a, b, c, d = corners[p, q], corners[p, q + 1], corners[p + 1, q + 1], corners[p + 1, q]
        triangles += [(a, b, c), (a, c, d)] if rng.random() < 0.5 else [(a, b, d), (b, c, d)]
    return np.array(triangles)


def plain_heights(triangles, points):
    """Topmost height at each point, from barycentric coordinates of every triangle."""
    best = np.full(len(points), np.nan)
    for (x0, y0, z0), (x1, y1, z1), (x2, y2, z2) in triangles:
        twice_area = (x1 - x0) * (z2 - z0) - (x2 - x0) * (z1 - z0)
        dx, dz = points[:, 0] - x0, points[:, 1] - z0
        b, c = (dx * (z2 - z0) - (x2 - x0) * dz) / twice_area, ((x1 - x0) * dz - dx * (z1 - z0)) / twice_area
        inside = (b >= 0) & (c >= 0) & (b + c <= 1)
        best = np.where(inside, np.fmax(best, y0 + b * (y1 - y0) + c * (y2 - y0)), best)
    return best


def exact_height(triangles, x, z):
    """Topmost height of closed integer triangles at a rational point, without any rounding."""
    best = None
    for (x0, y0, z0), (x1, y1, z1), (x2, y2, z2) in triangles:
        twice_area = (x1 - x0) * (z2 - z0) - (x2 - x0) * (z1 - z0)
        if not twice_area:
            continue
        b = Fraction((x - x0) * (z2 - z0) - (x2 - x0) * (z - z0)) / twice_area
        c = Fraction((x1 - x0) * (z - z0) - (x - x0) * (z1 - z0)) / twice_area
        if b >= 0 and c >= 0 and b + c <= 1:
            y = y0 + b * (y1 - y0) + c * (y2 - y0)
            best = y if best is None else max(best, y)
    return best


def test_level_ground_has_its_height_and_points_up():
    assert Floor.from_triangles(quad(2.5)).at(1.2, 3.1) == (2.5, (0.0, 1.0, 0.0))


def test_a_ramp_rises_as_it_should_and_its_normal_leans_back():
    height, normal = Floor.from_triangles(quad(1.0, rise_x=0.5)).at(3.0, 1.0)
    assert height == pytest.approx(2.5, abs=1e-12)
    assert normal == pytest.approx((-1 / math.sqrt(5), 2 / math.sqrt(5), 0.0), abs=1e-12)


def test_beside_the_floor_there_is_none():
    floor = Floor.from_triangles(np.concatenate([quad(), quad(low=(6, 0), high=(8, 4))]))
    for x, z in [(-0.1, 2), (5, 2), (4.001, 2), (2, 4.001), (1e300, 2), (math.nan, 2), (2, -math.inf)]:
        assert floor.at(x, z) is None


def test_a_floor_without_triangles_carries_nobody():
    floor = Floor.from_triangles(np.zeros((0, 3, 3)))
    assert floor.at(0.0, 0.0) is None
    heights, normals = floor.sample(np.zeros((3, 2)))
    assert np.isnan(heights).all()
    assert np.isnan(normals).all()
    assert floor.sample(np.zeros((0, 2)))[1].shape == (0, 3)


def test_the_topmost_of_two_floors_is_meant():
    floor = Floor.from_triangles(np.concatenate([quad(3.0), quad(1.0), quad(2.0)]))
    assert floor.at(1.0, 2.0)[0] == 3.0


def test_upright_triangles_carry_nobody():
    wall = np.array([[[1.0, 0.0, 0.0], [1.0, 9.0, 0.0], [1.0, 0.0, 4.0]]])
    assert len(Floor.from_triangles(wall).triangles) == 0
    assert Floor.from_triangles(np.concatenate([quad(), wall])).at(1.0, 1.0)[0] == 0.0


def test_triangles_facing_down_are_turned_over():
    floor = Floor.from_triangles(quad(1.0, rise_x=0.5)[:, ::-1])
    assert floor.at(2.0, 2.0)[1][1] > 0
    edges = floor.triangles[:, 1:] - floor.triangles[:, :1]
    assert (np.cross(edges[:, 0], edges[:, 1])[:, 1] > 0).all()


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.lists(st.tuples(*[st.integers(0, 6)] * 3), min_size=3, max_size=3), min_size=1, max_size=12),
    st.sampled_from([1, 2, 3, 7]),
)
def test_closed_triangles_agree_with_exact_arithmetic_also_on_edges_corners_and_cell_borders(triangles, parts):
    floor = Floor.from_triangles(np.array(triangles, np.float64))
    ticks = [Fraction(k, parts) for k in range(6 * parts + 1)][:: max(1, parts - 1)]
    points = list(itertools.product(ticks, repeat=2))
    heights, _ = floor.sample(np.array(points, np.float64))
    for (x, z), height in zip(points, heights, strict=True):
        exact = exact_height(triangles, x, z)
        assert math.isnan(height) if exact is None else height == pytest.approx(float(exact), abs=1e-9)


@settings(max_examples=40, deadline=None)
@given(seeds, st.sampled_from([0.0, -37.3, 5000.0]), st.sampled_from([0.02, 1.0, 60.0]))
def test_uneven_ground_has_no_cracks_along_edges_and_at_corners(seed, offset, spacing):
    rng = np.random.default_rng(seed)
    triangles = terrain(rng, offset=(offset, -offset), spacing=spacing)
    along = rng.random((len(triangles), 3, 1))
    along[::5] = 0.0
    on_edges = (triangles * (1 - along) + np.roll(triangles, -1, axis=1) * along).reshape(-1, 3)
    heights, normals = Floor.from_triangles(triangles).sample(on_edges[:, [0, 2]])
    # A coordinate is rounded in the last of 53 bits, and the ground rises up to 10 / spacing.
    np.testing.assert_allclose(heights, on_edges[:, 1], atol=1e-12 + 1e-13 * (1 + abs(offset)) / spacing)
    np.testing.assert_allclose(np.linalg.norm(normals, axis=1), 1.0, atol=1e-12)


@settings(max_examples=40, deadline=None)
@given(seeds, st.sampled_from([0.0, 5000.0]))
def test_uneven_ground_agrees_with_every_triangle_tried_in_turn(seed, offset):
    rng = np.random.default_rng(seed)
    triangles = terrain(rng, offset=(offset, 0.0))
    points = rng.uniform((offset - 0.5, -0.5), (offset + 5.5, 5.5), (400, 2))
    np.testing.assert_allclose(
        Floor.from_triangles(triangles).sample(points)[0], plain_heights(triangles, points), atol=1e-9
    )


@settings(max_examples=20, deadline=None)
@given(seeds, st.sampled_from([1, 5, 60, 700]))
def test_triangles_in_a_heap_agree_with_every_one_tried_in_turn(seed, count):
    rng = np.random.default_rng(seed)
    triangles = rng.uniform(0, 10, (count, 3, 3))
    points = rng.uniform(-1, 11, (300, 2))
    floor = Floor.from_triangles(triangles)
    np.testing.assert_allclose(floor.sample(points)[0], plain_heights(floor.triangles, points), atol=1e-8)


@settings(max_examples=20, deadline=None)
@given(seeds)
def test_ground_does_not_jump_where_triangles_meet(seed):
    rng = np.random.default_rng(seed)
    floor = Floor.from_triangles(terrain(rng))
    sides = floor.triangles[:, 1:] - floor.triangles[:, :1]
    across = np.cross(sides[:, 0], sides[:, 1])
    steepest = (np.hypot(across[:, 0], across[:, 2]) / across[:, 1]).max()
    ways = rng.uniform(0.6, 4.4, (20, 2, 2))
    share = np.linspace(0, 1, 2000)[:, None]
    for begin, end in ways:
        heights, _ = floor.sample(begin + (end - begin) * share)
        longest = np.linalg.norm(end - begin) / 1999
        assert np.abs(np.diff(heights)).max() <= steepest * longest + 1e-12


@settings(max_examples=30, deadline=None)
@given(seeds)
def test_one_lookup_gives_the_same_bits_as_many(seed):
    rng = np.random.default_rng(seed)
    floor = Floor.from_triangles(np.concatenate([terrain(rng), terrain(rng, offset=(0.5, 0.5))]))
    points = np.concatenate([rng.uniform(-1, 6, (300, 2)), floor.triangles[:, 0, [0, 2]]])
    heights, normals = floor.sample(points)
    for (x, z), height, normal in zip(points, heights, normals, strict=True):
        found = floor.at(x, z)
        assert math.isnan(height) if found is None else found == (height, tuple(normal))


def storeys():
    """Ground at 0, a storey at 3 over its half x > 2, and which of the two a deck means."""
    triangles = np.concatenate([quad(0.0), quad(3.0, low=(2.0, 0.0))])
    return triangles, np.zeros((4, 4), np.float32)


def test_a_reference_tells_the_ground_from_the_storey_above():
    triangles, heights = storeys()
    ground = Floor.from_triangles(triangles, HeightGrid(heights, (0.0, 0.0), 1.0, 0.4))
    storey = Floor.from_triangles(triangles, HeightGrid(heights + np.float32(3.0), (0.0, 0.0), 1.0, 0.4))
    assert ground.at(3.0, 1.0)[0] == 0.0
    assert storey.at(3.0, 1.0)[0] == 3.0
    points = np.array([[3.3, 1.1], [1.3, 1.1]])
    assert ground.sample(points)[0].tolist() == [0.0, 0.0]
    assert storey.sample(points)[0].tolist() == [3.0, 0.0]


def test_floor_may_rise_over_its_reference_by_the_climb_and_no_more():
    for climb, height in [(3.0, 3.0), (2.99, 0.0)]:
        triangles, heights = storeys()
        assert Floor.from_triangles(triangles, HeightGrid(heights, (0, 0), 1.0, climb)).at(3.2, 1.2)[0] == height


def test_where_the_reference_has_no_floor_there_is_none():
    triangles, heights = storeys()
    heights[3, 1] = np.nan
    floor = Floor.from_triangles(triangles, HeightGrid(heights, (0.0, 0.0), 1.0, 0.4))
    assert floor.at(3.5, 1.5) is None
    assert np.isnan(floor.sample(np.array([[3.5, 1.5], [3.5, 2.5]]))[0]).tolist() == [True, False]


def test_the_outermost_cells_of_a_reference_go_on_beyond_it():
    triangles, _ = storeys()
    reference = HeightGrid(np.array([[0.0], [3.0]], np.float32), (1.0, 1.0), 1.0, 0.4)
    floor = Floor.from_triangles(triangles, reference)
    assert floor.at(3.9, 0.1)[0] == 3.0
    assert floor.at(0.1, 3.9)[0] == 0.0


def test_near_takes_the_floor_within_a_step_and_of_two_equally_near_the_upper():
    floor = Floor.from_triangles(np.concatenate([quad(0.0), quad(1.0), quad(3.0)]))
    assert floor.near(1.0, 1.2, 0.3, 0.4)[0] == 0.0
    assert floor.near(1.0, 1.2, 0.7, 0.4)[0] == 1.0
    assert floor.near(1.0, 1.2, 2.0, 1.0)[0] == 3.0
    assert floor.near(1.0, 1.2, 2.0, 0.9) is None
    assert floor.near(1.0, 1.2, math.nan, 0.4)[0] == 3.0


def test_each_point_of_many_has_a_height_of_its_own_to_be_near_to():
    floor = Floor.from_triangles(np.concatenate([quad(0.0), quad(1.0), quad(3.0)]))
    points = np.full((4, 2), 1.3)
    heights, normals = floor.sample_near(points, np.array([0.1, 0.9, 3.4, 2.0]), 0.5)
    np.testing.assert_array_equal(heights, [0.0, 1.0, 3.0, np.nan])
    np.testing.assert_array_equal(normals[:, 1], [1.0, 1.0, 1.0, np.nan])


def test_slivers_that_overlap_stay_within_a_bound_of_memory_and_are_found():
    angles = np.linspace(0, np.pi, 1200)
    tips = np.stack([np.cos(angles), angles, np.sin(angles)], axis=1) * (50, 1, 50)
    aside = np.stack([-np.sin(angles), 0 * angles, np.cos(angles)], axis=1) * 0.01
    triangles = np.stack([-tips * (1, -1, 1), tips + aside, tips - aside], axis=1)
    floor = Floor.from_triangles(triangles)
    assert len(floor._records) < 33 * len(triangles) + 1002
    centres = triangles.mean(axis=1)[:, [0, 2]]
    np.testing.assert_allclose(floor.sample(centres)[0], plain_heights(floor.triangles, centres), atol=1e-9)


@pytest.mark.parametrize("size", [(1e-6, 100.0), (100.0, 1e-6), (1e4, 1e4)])
def test_a_floor_of_any_proportion_has_a_grid_of_few_cells(size):
    floor = Floor.from_triangles(quad(1.0, high=size))
    assert floor.at(size[0] / 3, size[1] / 3)[0] == 1.0
    assert len(floor._starts) < 20


def test_a_large_terrain_has_two_triangles_in_a_cell_not_seven():
    rng = np.random.default_rng(3)
    x, z = np.meshgrid(np.arange(41.0), np.arange(41.0), indexing="ij")
    p = np.stack([x, rng.random((41, 41)), z], axis=-1)
    a, b, c, d = p[:-1, :-1], p[:-1, 1:], p[1:, 1:], p[1:, :-1]
    floor = Floor.from_triangles(np.stack([a, b, c, a, c, d], axis=2).reshape(-1, 3, 3))
    assert len(floor._records) - 1 == len(floor.triangles) == 3200


def test_undulating_ground_5_km_away_has_the_heights_it_has_at_the_origin():
    path = MESHES / "undulating.obj"
    if not path.exists():
        pytest.skip(f"{path.name} is not there (ORLOP_MESHES names its folder)")
    from orlop.engine.scene.load import load_scene

    far = load_scene(path).triangles()
    near = far - (5000.0, 0.0, 5000.0)
    points = np.random.default_rng(1).uniform(0, 99, (20000, 2))
    there, here = (Floor.from_triangles(t).sample(p)[0] for t, p in [(far, points + 5000.0), (near, points)])
    both = ~np.isnan(there) & ~np.isnan(here)
    assert both.mean() > 0.9
    assert np.isnan(there).sum() == np.isnan(here).sum()
    # Its walls are so steep that the last bit of a coordinate moves them by a nanometre at most.
    assert np.abs(there - here)[both].max() < 1e-6


def test_a_floor_from_its_own_arrays_is_the_same():
    triangles, heights = storeys()
    for reference in [None, HeightGrid(heights, (0.0, 0.0), 1.0, 0.4)]:
        floor = Floor.from_triangles(triangles, reference)
        again = Floor.from_arrays(floor.arrays())
        points = np.random.default_rng(2).uniform(-1, 5, (200, 2))
        np.testing.assert_array_equal(again.sample(points)[0], floor.sample(points)[0])
        assert (again.reference is None) == (reference is None)


def test_read_only_and_whole_number_arguments_find_the_same_floor():
    floor = Floor.from_triangles(quad(1.0, rise_x=0.5))
    points = np.array([[1.0, 2.0], [3.0, 3.0]])
    expected = floor.sample(points)[0].tolist()
    points.flags.writeable = False
    assert floor.sample(points)[0].tolist() == expected
    assert floor.sample(np.array([[1, 2], [3, 3]]))[0].tolist() == expected
    assert [floor.at(1, 2)[0], floor.at(np.float32(3), 3)[0]] == expected


def test_arguments_of_the_wrong_shape_are_refused_with_the_right_one():
    with pytest.raises(ValueError, match=r"\(n, 3, 3\)"):
        Floor.from_triangles(np.zeros((4, 3)))
    with pytest.raises(ValueError, match="finite"):
        Floor.from_triangles(np.full((1, 3, 3), np.nan))
    floor = Floor.from_triangles(quad())
    with pytest.raises(ValueError, match=r"\(n, 2\)"):
        floor.sample(np.zeros((4, 3)))
    with pytest.raises(ValueError, match=r"\(4,\)"):
        floor.sample_near(np.zeros((4, 2)), np.zeros(3), 0.4)


@pytest.mark.parametrize(
    ("heights", "cell", "climb", "error"),
    [
        (np.zeros(4, np.float32), 1.0, 0.4, ValueError),
        (np.zeros((2, 2)), 1.0, 0.4, TypeError),
        (np.zeros((2, 2), np.float32), 0.0, 0.4, ValueError),
        (np.zeros((2, 2), np.float32), 1.0, -0.1, ValueError),
    ],
)
def test_a_reference_that_makes_no_sense_is_refused(heights, cell, climb, error):
    with pytest.raises(error, match=r"heights|cell|climb"):
        HeightGrid(heights, (0.0, 0.0), cell, climb)
