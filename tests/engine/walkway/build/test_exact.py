"""The exact route: areas that anyone can work out, and never more solid than the raster."""

import os
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from orlop.engine.scene.load import load_scene
from orlop.engine.scene.scene import Material, Node, Scene
from orlop.engine.walkway.build import flatten
from orlop.engine.walkway.build.builder import build_walkways
from orlop.engine.walkway.build.exact import ExactMap
from orlop.engine.walkway.expansion import open_polygons
from orlop.engine.walkway.region import polygons_of
from orlop.engine.walkway.settings import WalkwaySettings

MESHES = Path(os.environ.get("ORLOP_MESHES", Path(__file__).parents[4].parent / "shared" / "meshes"))
needs_meshes = pytest.mark.skipif(not MESHES.is_dir(), reason=f"no test meshes in {MESHES}")
FACES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]


def node(name, triangles, **extras):
    return Node(name, None, np.eye(4), triangles, (Material(),), np.zeros(len(triangles), np.int32), extras)


def box(low, high):
    """Outward-facing triangles of an upright box."""
    corners = np.array([(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])
    return np.array([corners[[f[0], f[k], f[k + 1]]] for f in FACES for k in (1, 2)], float)


def sheet(*corners):
    """A flat quadrilateral."""
    a, b, c, d = map(np.array, corners)
    return np.array([(a, b, c), (a, c, d)], float)


def level(x0, z0, x1, z1, y=0.0):
    """Level floor, facing up."""
    return sheet((x0, y, z0), (x0, y, z1), (x1, y, z1), (x1, y, z0))


def wall(x0, z0, x1, z1, low=0.0, high=2.5):
    """An upright wall of no thickness."""
    return sheet((x0, low, z0), (x1, low, z1), (x1, high, z1), (x0, high, z0))


def build(floor, *obstacles, method="exact", **measures):
    nodes = [node("floor.main", floor)]
    if obstacles:
        nodes.append(node("clutter", np.concatenate(obstacles)))
    return build_walkways(Scene("test", tuple(nodes)), WalkwaySettings(method=method, **measures))


def opened(built, number=0):
    return shapely.union_all(open_polygons(built.walkways[number].outlines))


def test_a_bare_floor_is_open_to_its_edges():
    assert opened(build(level(0.013, 0, 8, 6))).area == pytest.approx(7.987 * 6, abs=1e-6)


def test_a_crate_takes_its_own_area_and_no_more():
    left = opened(build(level(0, 0, 8, 6), box((3.03, 0, 2.07), (4.01, 1, 3.02))))
    assert left.area == pytest.approx(48 - 0.98 * 0.95, abs=0.01)


def test_a_leaning_board_takes_what_is_between_knee_and_brow():
    board = sheet((1, 0, 1), (1, 0, 2), (5, 4, 2), (5, 4, 1))  # as high as it is far from x = 1
    left = opened(build(level(0, 0, 8, 6), board, knee=0.5, brow=1.8))
    assert left.area == pytest.approx(48 - 1.3, abs=0.01)


def test_on_a_slope_knee_and_brow_follow_the_floor():
    slope = sheet((0, 0, 0), (0, 0, 6), (8, 4, 6), (8, 4, 0))
    bar = box((2, 1.6, 1), (6, 1.7, 2))  # 1.6 … 1.7 high, over floor that rises from 1 to 3
    left = opened(build(slope, bar, knee=0.5, brow=1.8))
    # In the way from the brow, none here, to the knee over the floor: y = x / 2 + 0.5 ≤ 1.7.
    assert left.area == pytest.approx(48 - 0.4, abs=0.01)


def test_a_wall_of_no_thickness_parts_a_room():
    report = build(level(0, 0, 8, 6), wall(4.02, -1, 4.02, 7)).reports[0]
    assert report.islands == 2
    assert report.area_m2 == pytest.approx(48, abs=0.02)
    assert report.reachable_m2 == pytest.approx((8 - 1.6) * 5.2, abs=0.03)


def test_a_room_whose_floor_ends_at_its_walls_is_parted_from_the_next():
    floor = np.concatenate([level(0, 0, 4, 6), level(4.1, 0, 8, 6)])
    assert build(floor, box((4.002, 0, 0), (4.098, 2.5, 6))).reports[0].islands == 2
    assert build(floor).reports[0].islands == 1, "a gap of 10 cm is walked over"


def test_a_gap_wider_than_allowed_is_not_walked_over():
    floor = np.concatenate([level(0, 0, 4, 6), level(4.1, 0, 8, 6)])
    assert build(floor, gap=0.05).reports[0].islands == 2


def test_a_drop_without_a_face_is_a_wall():
    floor = np.concatenate([level(0, 0, 4, 6), level(4, 0, 8, 6, y=0.45)])
    ramp = sheet((4, 0, 6), (4, 0, 8), (8, 0.45, 8), (8, 0.45, 6))
    joined = np.concatenate([floor, level(0, 6, 4, 8), ramp, level(8, 0, 10, 8, y=0.45)])
    built = build(joined)
    polygon = opened(built)
    assert polygon.area == pytest.approx(80, abs=0.05)
    assert polygon.boundary.distance(shapely.Point(built.walkways[0].to_local(4, 3))) < 0.002
    assert polygon.boundary.distance(shapely.Point(built.walkways[0].to_local(4, 7))) > 0.9


def test_stairs_are_climbed_though_the_ground_goes_on_below_them():
    ground = level(0, 0, 8, 6)
    steps = [box((2 + 0.3 * k, 0, 2), (2.3 + 0.3 * k, 0.2 * (k + 1), 4)) for k in range(8)]
    landing = box((4.4, 0, 2), (7, 1.6, 4))
    tops = np.concatenate([ground, *(step[step[..., 1].min(axis=1) > 0.1] for step in steps), landing])
    everything = Scene("stairs", (node("stairs", np.concatenate([tops, *steps])),))
    built = build_walkways(everything, WalkwaySettings(method="exact", radius=0.3))
    home = max(range(len(built.walkways)), key=lambda n: built.reports[n].reachable_m2)
    walkway = built.walkways[home]
    polygon = opened(built, home)
    middle = shapely.LineString([walkway.to_local(1.0, 3.0), walkway.to_local(6.0, 3.0)])
    assert polygon.contains(middle)
    flank = shapely.Point(walkway.to_local(3.8, 2.0))
    assert polygon.boundary.distance(flank) < 0.01


def test_too_many_pieces_fall_back_to_the_raster_and_the_report_says_so(monkeypatch):
    crates = [box((k + 0.2, 0, 1), (k + 0.7, 1, 2)) for k in range(7)]
    assert build(level(0, 0, 8, 6), *crates, method="auto").reports[0].method == "exact"
    monkeypatch.setattr(flatten, "MOST_PIECES", 20)
    assert build(level(0, 0, 8, 6), *crates, method="auto").reports[0].method == "raster"
    assert build(level(0, 0, 8, 6), *crates, method="exact").reports[0].method == "exact"


def test_an_unknown_method_is_refused():
    with pytest.raises(ValueError, match="auto, exact, raster"):
        WalkwaySettings(method="magic")


corner = st.tuples(st.floats(-1, 9), st.floats(-1, 4), st.floats(-1, 7))
lean = st.tuples(st.floats(-0.5, 0.5), st.floats(-0.5, 0.5))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(corner, corner, corner), min_size=1, max_size=6), lean)
def test_nothing_that_exact_calls_solid_is_missed_by_the_raster(triangles, slope):
    rise = np.array([slope[0], slope[1]])
    floor, obstacles = level(0, 0, 8, 6), np.array(triangles, float)
    for part in (floor, obstacles):
        part[..., 1] += part[..., [0, 2]] @ rise
    exact, raster = (
        opened(build(floor, obstacles, method=method, cell=0.1, tolerance=0.0, radius=0.1))
        for method in ("exact", "raster")
    )
    assert shapely.difference(raster, shapely.buffer(exact, 0.003)).area < 1e-3


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(corner, corner, corner), min_size=1, max_size=4))
def test_no_point_of_an_obstacle_within_the_band_is_open(triangles):
    obstacles = np.array(triangles, float)
    built = build(level(0, 0, 8, 6), obstacles, radius=0.1)
    weights = np.random.default_rng(0).dirichlet((1, 1, 1), 300)
    points = (weights @ obstacles).reshape(-1, 3)
    solid = points[(points[:, 1] >= 0.5) & (points[:, 1] <= 1.8)][:, ::2] - built.walkways[0].origin[[0, 2]]
    inner = shapely.buffer(opened(built), -0.002)
    assert not shapely.contains_xy(inner, *solid.T).any()


class Recorded(ExactMap):
    """Keeps what was united, layer by layer."""

    made: ClassVar[list[ExactMap]] = []

    def open_polygons(self):
        self.made.append(self)
        return super().open_polygons()


@needs_meshes
@pytest.mark.parametrize("name", ["nav_test.obj", "undulating.obj", "godot_level_mesh.obj", "navcat_bridges.glb"])
def test_no_solid_of_other_people_s_levels_is_missed_by_the_raster(name, monkeypatch):
    scene = load_scene(MESHES / name)
    raster = build_walkways(scene, WalkwaySettings(method="raster", cell=0.1))
    monkeypatch.setattr(flatten, "ExactMap", Recorded)
    monkeypatch.setattr(Recorded, "made", [])
    exact = build_walkways(scene, WalkwaySettings(method="exact", cell=0.1))
    assert [walkway.name for walkway in exact.walkways] == [walkway.name for walkway in raster.walkways]
    for number, made in enumerate(Recorded.made[: len(raster.walkways)]):
        solid = shapely.union_all(polygons_of(made.pieces.united()))
        free = opened(raster, number)
        # A cell has one height: where floors meet in it, it may miss what is in the way of the other.
        assert shapely.intersection(shapely.buffer(solid, -0.01), free).area < 0.001 * free.area
