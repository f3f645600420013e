"""Ways lie in the air, and none is shorter."""

import heapq
import math

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from orlop.engine.deck.navmesh import MARGIN, Navmesh
from orlop.levels.drawn import draw_walkway, rectangle


def mesh_of(border: np.ndarray, *holes: np.ndarray) -> Navmesh:
    return Navmesh.from_polygons(shapely.Polygon(border, holes))


def test_in_the_open_the_way_is_straight():
    length, points = mesh_of(rectangle(0, 0, 10, 10)).path((1, 1), (8, 5))
    assert length == pytest.approx(math.hypot(7, 4))
    assert points.tolist() == [[1, 1], [8, 5]]


def test_a_block_is_passed_around_its_nearer_corners():
    mesh = mesh_of(rectangle(0, 0, 10, 10), rectangle(4, 2, 6, 9)[::-1])
    length, points = mesh.path((1, 5), (9, 5))
    assert length == pytest.approx(2 * math.hypot(3, 3) + 2)
    assert points.tolist() == [[1, 5], [4, 2], [6, 2], [9, 5]]


def test_a_way_along_a_wall_that_ends_turns_at_its_end():
    mesh = mesh_of(rectangle(0, 0, 12, 12), rectangle(4, 0.5, 8, 11)[::-1])
    _, points = mesh.path((4, 6), (8, 6))  # both on the block's own sides
    assert points.tolist() in ([[4, 6], [4, 0.5], [8, 0.5], [8, 6]], [[4, 6], [4, 11], [8, 11], [8, 6]])


def test_there_is_no_way_to_an_island():
    mesh = Navmesh.from_polygons(shapely.MultiPolygon([shapely.box(0, 0, 1, 1), shapely.box(5, 0, 6, 1)]))
    length, points = mesh.path((0.5, 0.5), (5.5, 0.5))
    assert length == math.inf
    assert not len(points)


def test_a_place_off_the_mesh_counts_as_the_nearest_on_it():
    _, points = mesh_of(rectangle(0, 0, 10, 10)).path((-3, 5), (5, 14))
    assert points.tolist() == [[0, 5], [5, 10]]


def test_an_empty_mesh_has_no_ways():
    mesh = Navmesh.from_polygons(shapely.Polygon())
    assert mesh.path((0, 0), (1, 1))[0] == math.inf


def test_the_mesh_of_an_air_is_that_air_less_what_stands_in_it():
    air = draw_walkway("deck", rectangle(0, 0, 20, 20), [rectangle(6, 2, 7, 9)]).air(0.4)
    for obstacles, taken in (([], 0.0), ([rectangle(12, 12, 13, 14)], 2 + 6 * 0.4 + math.pi * 0.16)):
        mesh = Navmesh.from_air(air, obstacles)
        a, b, c = (mesh.corners[mesh.triangles[:, i]] for i in range(3))
        area = 0.5 * float(np.abs((b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]).sum())
        assert area == pytest.approx(air.area - taken, abs=110 * MARGIN)


def grove(trunks: int, side: float = 40.0) -> shapely.Polygon:
    """A clearing with so many round trunks in it, and a wall with a gap near its end."""
    random = np.random.default_rng(trunks)
    solids = [shapely.Point(at).buffer(0.6, quad_segs=3) for at in random.uniform(1, side - 1, (trunks, 2))]
    free = shapely.box(0, 0, side, side).difference(shapely.union_all(solids))
    free = free.difference(shapely.box(side / 2, 0, side / 2 + 0.5, side - 2))
    return max(getattr(free, "geoms", [free]), key=lambda part: part.area)


def test_a_way_that_takes_long_to_find_is_found_coarsely_and_is_hardly_longer(monkeypatch):
    world = grove(200)
    mesh, roomy = Navmesh.from_polygons(world), world.buffer(1e-6)
    for start, goal in np.random.default_rng(1).uniform(0, 40, (30, 2, 2)):
        length, _ = mesh.path(tuple(start), tuple(goal))
        monkeypatch.setattr("orlop.engine.deck.navmesh.MOST", 1)
        coarse, points = mesh.path(tuple(start), tuple(goal))
        monkeypatch.undo()
        assert coarse == pytest.approx(np.hypot(*np.diff(points, axis=0).T).sum(), abs=1e-9)
        assert roomy.covers(shapely.LineString(points))
        assert length - 1e-9 <= coarse <= 1.25 * length + 0.1


def test_a_mesh_cut_where_something_came_has_the_ways_of_one_cut_as_a_whole(monkeypatch):
    monkeypatch.setattr("orlop.engine.deck.navmesh.MOST", 1 << 40)
    world = grove(60)
    mesh = Navmesh.from_polygons(world)
    boxes = [rectangle(x, z, x + 2.0, z + 1.0) for x, z in ((5, 5), (6.5, 5.5), (30, 20), (19, 37), (-1, 10))]
    fewer = mesh.without(boxes, 0.3)
    solids = [shapely.Polygon(box).buffer(0.3 + MARGIN, quad_segs=8) for box in boxes]
    whole = Navmesh.from_polygons(world.difference(shapely.union_all(solids)))
    for start, goal in np.random.default_rng(2).uniform(0, 40, (60, 2, 2)):
        assert fewer.path(tuple(start), tuple(goal))[0] == pytest.approx(whole.path(tuple(start), tuple(goal))[0])
    assert (np.bincount(fewer.islands).tolist(), fewer.islands.max()) == ([len(fewer.triangles)], 0)
    assert mesh.without([rectangle(90, 90, 91, 91)], 0.3) is mesh


def test_what_parts_a_mesh_leaves_islands():
    parted = mesh_of(rectangle(0, 0, 10, 10)).without([rectangle(4.9, -1, 5.1, 11)], 0.4)
    assert parted.islands.max() == 1
    assert parted.path((1, 5), (9, 5))[0] == math.inf
    assert parted.path((1, 1), (3, 9))[0] == pytest.approx(math.hypot(2, 8))


def test_a_goal_beside_the_mesh_counts_as_the_nearest_place_that_can_be_reached():
    parted = mesh_of(rectangle(0, 0, 10, 10)).without([rectangle(4.9, -1, 5.1, 11)], 0.4)
    length, points = parted.path((1, 5), (12, 5))  # nearest to it is the other part
    assert points[-1] == pytest.approx([4.5 - MARGIN, 5])
    assert length == pytest.approx(3.5 - MARGIN)


def random_world(seed: int) -> shapely.Polygon:
    random = np.random.default_rng(seed)
    solids = []
    for _ in range(random.integers(1, 9)):
        centre = random.uniform(1, 9, 2)
        if random.integers(2):  # on-grid blocks: collinear corners galore
            x, z = np.round(centre)
            solids.append(shapely.box(x, z, x + random.integers(1, 4), z + random.integers(1, 4)))
        else:
            count = random.integers(3, 7)
            angles = np.sort(random.uniform(0, 2 * math.pi, count))
            star = np.column_stack([np.cos(angles), np.sin(angles)]) * random.uniform(0.3, 2, (count, 1))
            solids.append(shapely.Polygon(centre + star).buffer(0))
    free = shapely.box(0, 0, 10, 10).difference(shapely.union_all(solids))
    free = free.buffer(-1e-3, join_style="mitre")  # blocks that touch at a corner leave no way between them
    return max(getattr(free, "geoms", [free]), key=lambda part: part.area)


def by_visibility(world: shapely.Polygon, start: np.ndarray, goal: np.ndarray) -> float:
    """Length of the shortest way over a graph of all corners that see each other."""
    points = np.vstack([start, goal, *(np.array(ring.coords)[:-1] for ring in (world.exterior, *world.interiors))])
    roomy = world.buffer(1e-9, join_style="mitre")
    shapely.prepare(roomy)
    pairs = np.stack(np.meshgrid(np.arange(len(points)), np.arange(len(points)), indexing="ij"), -1).reshape(-1, 2)
    visible = shapely.covers(roomy, shapely.linestrings(points[pairs])).reshape(len(points), -1)
    lengths = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1))
    best, heap = {0: 0.0}, [(0.0, 0)]
    while heap:
        way, at = heapq.heappop(heap)
        if at == 1:
            return way
        for other in np.flatnonzero(visible[at]).tolist():
            if way + lengths[at, other] < best.get(other, math.inf):
                best[other] = way + lengths[at, other]
                heapq.heappush(heap, (best[other], other))
    return math.inf


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_no_way_leaves_the_world_and_none_is_shorter(seed):
    world = random_world(seed)
    mesh, random = Navmesh.from_polygons(world), np.random.default_rng(seed)
    inside = [p for p in random.uniform(0, 10, (40, 2)) if world.contains(shapely.Point(p))][:3]
    inside += [np.array(world.exterior.coords[0])]  # a corner, too
    roomy = world.buffer(1e-6)
    for start in inside:
        for goal in inside:
            length, points = mesh.path(tuple(start), tuple(goal))
            assert length == pytest.approx(np.hypot(*np.diff(points, axis=0).T).sum(), abs=1e-9)
            assert len(points) < 2 or roomy.covers(shapely.LineString(points))
            assert length == pytest.approx(by_visibility(world, start, goal), abs=1e-5)
