"""Whole builds: small scenes of known answer, and other people's files."""

import math
import os
from pathlib import Path

import numpy as np
import pytest
import shapely

from orlop.engine.error import OrlopError
from orlop.engine.scene.load import load_scene
from orlop.engine.scene.scene import Material, Node, Scene
from orlop.engine.walkway.build.builder import build_walkways
from orlop.engine.walkway.build.role import PortalRole
from orlop.engine.walkway.build.storey import joined
from orlop.engine.walkway.settings import WalkwaySettings
from orlop.levels.quayside.scene import build_scene

MESHES = Path(os.environ.get("ORLOP_MESHES", Path(__file__).parents[4].parent / "shared" / "meshes"))
needs_meshes = pytest.mark.skipif(not MESHES.is_dir(), reason=f"no test meshes in {MESHES}")
BOX_FACES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]


def box(low, high):
    """Outward-facing triangles of an upright box."""
    corners = np.array([(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])
    return np.array([corners[[f[0], f[k], f[k + 1]]] for f in BOX_FACES for k in (1, 2)], float)


NOTHING = np.zeros((0, 3, 3))


def node(name, triangles=NOTHING, at=(0.0, 0.0, 0.0), **extras):
    transform = np.eye(4)
    transform[:3, 3] = at
    return Node(name, None, transform, triangles, (Material(),), np.zeros(len(triangles), np.int32), extras)


def room(*more):
    """A floor of 8 × 6 m within four walls 0.2 m thick and 2.5 m high."""
    walls = [
        box((0, 0, 0), (8, 2.5, 0.2)),
        box((0, 0, 5.8), (8, 2.5, 6)),
        box((0, 0, 0), (0.2, 2.5, 6)),
        box((7.8, 0, 0), (8, 2.5, 6)),
    ]
    floor = box((0, -0.2, 0), (8, 0, 6))
    return Scene("room", (node("floor.main", floor), node("walls", np.concatenate(walls)), *more))


def test_the_box_of_these_tests_faces_outward():
    triangles = box((0, 0, 0), (1, 2, 3))
    assert np.einsum("ij,ij", triangles[:, 0], np.cross(triangles[:, 1], triangles[:, 2])) / 6 == pytest.approx(6)


def test_a_room_has_the_air_of_its_inside_less_the_radius():
    build = build_walkways(room(), WalkwaySettings(radius=0.4, cell=0.05))
    (report,) = build.reports
    assert (report.name, report.islands, report.outlines) == ("main", 1, 1)
    assert report.area_m2 == pytest.approx(7.6 * 5.6, rel=0.03)
    assert report.reachable_m2 == pytest.approx(6.8 * 4.8, rel=0.03)


def test_the_start_without_a_mark_is_in_the_middle_of_the_air():
    start = build_walkways(room()).start
    assert start.walkway == "main"
    assert 2.4 < start.x < 5.6
    assert start.z == pytest.approx(3.0, abs=0.2)


@pytest.mark.parametrize("method", ["exact", "raster"])
def test_the_start_without_a_mark_has_floor_below_though_a_gap_runs_through_the_middle(method):
    halves = np.concatenate([box((0, -0.1, 0), (2.96, 0, 6)), box((3.04, -0.1, 0), (6, 0, 6))])
    built = build_walkways(Scene("halves", (node("floor", halves),)), WalkwaySettings(method=method, cell=0.05))
    walkway = built.walkways[0]
    place = walkway.to_local(built.start.x, built.start.z)
    assert walkway.floor.at(*place) is not None
    assert walkway.air().contains(np.array([place]))[0]
    assert abs(built.start.x - 3) < 0.5


def test_a_column_is_an_island_of_solid_in_the_air():
    build = build_walkways(room(node("column", box((3, 0, 2), (4, 3, 3)))))
    kinds = [outline.area > 0 for outline in build.walkways[0].outlines]
    assert kinds == [True, False]
    assert build.walkways[0].outlines[1].area == pytest.approx(-1.0, rel=0.25)


@pytest.mark.parametrize(
    "clutter",
    [box((3, 0, 2), (4, 0.35, 3)), box((0, 1.95, 0), (8, 2.2, 6))],
    ids=["lower than the knee", "higher than the brow"],
)
def test_clutter_outside_the_band_is_ignored(clutter):
    assert build_walkways(room(node("clutter", clutter))).reports[0].outlines == 1


def test_a_locator_keeps_its_side_of_a_wall_only():
    wall = node("wall", box((4, 0, 0), (4.2, 3, 6)))
    both = build_walkways(room(wall)).reports[0]
    one = build_walkways(room(wall, node("air.main", at=(6, 1, 3)))).reports[0]
    assert both.islands == 2
    assert one.islands == 1
    assert one.reachable_m2 == pytest.approx(both.reachable_m2 / 2, rel=0.1)


@pytest.mark.parametrize("at", [(20, 0, 3), (3.5, 0, 2.5)], ids=["off the floor", "in a column"])
def test_a_misplaced_locator_is_refused_with_its_place(at):
    scene = room(node("column", box((3, 0, 2), (4, 3, 3))), node("air.main", at=at))
    with pytest.raises(OrlopError, match=rf'air locator of walkway "main" at x {at[0]:.2f}') as refusal:
        build_walkways(scene)
    assert "\n" not in str(refusal.value)


def test_a_start_in_a_wall_is_moved_to_the_nearest_room_and_a_warning_tells_so():
    build = build_walkways(room(node("start", at=(0.1, 0, 3))))
    assert build.walkways[0].air().contains(np.array([build.walkways[0].to_local(build.start.x, build.start.z)]))[0]
    assert build.start.x == pytest.approx(0.65, abs=0.12)
    assert any("start at x 0.10, z 3.00" in line and "moved" in line for line in build.warnings)


def test_a_start_far_from_any_room_is_refused_with_its_place():
    with pytest.raises(OrlopError, match=r"start at x -5\.00"):
        build_walkways(room(node("start", at=(-5, 0, 3))))


def test_no_seam_leads_to_a_layer_without_room():
    build = build_walkways(build_scene(tilt=(0.0, math.radians(-20))))
    names = {walkway.name for walkway in build.walkways}
    assert {seam.destination for walkway in build.walkways for seam in walkway.seams} <= names


def test_a_named_floor_s_own_ramp_is_in_the_way_of_whoever_would_walk_under_it():
    ramp = np.array([[(2, 0, 1), (2, 0, 2), (6, 2.4, 2)], [(2, 0, 1), (6, 2.4, 2), (6, 2.4, 1)]], float)
    build = build_walkways(room(node("floor.main.ramp", ramp)))
    assert any(w.air().contains(np.array([w.to_local(2.5, 1.5)]))[0] for w in build.walkways), "on the ramp"
    low = [w for w in build.walkways if w.air().contains(np.array([w.to_local(4.0, 1.5)]))[0]]
    heights = [w.floor.at(*w.to_local(4.0, 1.5))[0] + w.origin[1] for w in low]
    assert heights == pytest.approx([1.2]), "nobody stands on the flat floor under a ramp 1.2 m high"


def test_a_portal_leads_to_the_storey_that_its_own_floor_meets():
    """The flat floor goes on under the stairs that come down from above: a storey of its own."""
    stairs = np.array([[(1, 3, 1), (1, 3, 2.2), (7, 0, 2.2)], [(1, 3, 1), (7, 0, 2.2), (7, 0, 1)]], float)
    build = build_walkways(
        Scene(
            "stairs",
            (
                node("floor.hold", box((0, -0.2, 0), (12, 0, 8))),
                node("floor.hold.stairs", stairs),
                node("floor.deck", box((-6, 2.8, 0), (1, 3, 8))),
                node("floor.deck.stairs", stairs),
                node("portal.deck.hold", box((2.6, 2, 1), (3.2, 2.2, 2.2))),
            ),
        )
    )
    portal = PortalRole("portal.deck.hold", "deck", "hold", (2.6, 1.0), (3.2, 2.2))
    source, destination = joined(build.walkways, portal)
    here = source.floor.at(*source.to_local(2.9, 1.6))[0] + source.origin[1]
    there = destination.floor.at(*destination.to_local(2.9, 1.6))[0] + destination.origin[1]
    assert here == pytest.approx(there, abs=1e-6)
    assert there > 1.5


def test_two_decks_on_top_of_each_other_are_two_walkways():
    upper = node("floor.upper", box((0, 2.8, 0), (8, 3, 6)))
    build = build_walkways(room(upper))
    assert [walkway.name for walkway in build.walkways] == ["main", "upper"]
    assert build.walkway("main").floor.at(0, 0) is not None
    heights = [walkway.floor.at(0, 0)[0] + walkway.origin[1] for walkway in build.walkways]
    assert heights == pytest.approx([0, 3])


def test_a_trapdoor_makes_its_hole_walkable():
    floor = np.concatenate([box((0, -0.2, 0), (3, 0, 6)), box((5, -0.2, 0), (8, 0, 6))])
    bridge = box((3, -0.1, 0), (5, 0, 6))
    base = room()
    nodes = (node("floor.main", floor), base.nodes[1])
    assert build_walkways(Scene("gap", nodes)).reports[0].islands == 2
    covered = Scene("gap", (*nodes, node("trapdoor.main.cover", bridge)))
    assert build_walkways(covered).reports[0].islands == 1


def test_a_door_is_no_obstacle_and_gets_an_outline_in_its_own_frame():
    door = node("pusher.main.door", box((3, 0, 2), (4, 2.1, 2.1)), at=(3, 0, 2), swing=90)
    build = build_walkways(room(door))
    assert build.reports[0].outlines == 1
    (outline,) = build.pushers["pusher.main.door"].outlines
    assert outline.min(axis=0) == pytest.approx([0, 0])
    assert outline.max(axis=0) == pytest.approx([1, 0.1])
    x, z = outline.T
    assert np.dot(x, np.roll(z, -1)) > np.dot(z, np.roll(x, -1)), "counter-clockwise"


def test_a_turned_door_has_the_same_outline_as_one_that_is_not():
    angle = 0.7  # heading: the node's −Z turns from (0, −1) towards +x
    c, s = math.cos(angle), math.sin(angle)
    turn = np.array([[c, 0, -s], [0, 1, 0], [s, 0, c]])
    transform = np.eye(4)
    transform[:3, :3], transform[:3, 3] = turn, (4, 0, 3)
    shape = box((0, 0, -0.05), (1, 2, 0.05))
    turned = Node(
        "pusher.main.door", None, transform, shape @ turn.T + (4, 0, 3), (Material(),), np.zeros(12, np.int32)
    )
    pusher = build_walkways(room(turned)).pushers["pusher.main.door"]
    assert pusher.heading == pytest.approx(angle)
    (outline,) = pusher.outlines
    assert np.vstack([outline.min(axis=0), outline.max(axis=0)]) == pytest.approx(
        np.array([[0, -0.05], [1, 0.05]]), abs=1e-6
    )


def test_a_low_railing_is_refused_until_it_asks_for_its_own_knee():
    rail = box((3, 0, 2), (4, 0.4, 2.05))
    with pytest.raises(OrlopError, match=r'node "pusher\.main\.rail".*knee'):
        build_walkways(room(node("pusher.main.rail", rail)))
    build = build_walkways(room(node("pusher.main.rail", rail, knee=0.1, brow=1.0)))
    assert len(build.pushers["pusher.main.rail"].outlines) == 1


def test_a_sheet_without_thickness_still_pushes():
    sheet = np.array([[(3, 0, 2), (4, 0, 2), (4, 2, 2)], [(3, 0, 2), (4, 2, 2), (3, 2, 2)]], float)
    (outline,) = build_walkways(room(node("pusher.main.curtain", sheet))).pushers["pusher.main.curtain"].outlines
    assert np.ptp(outline[:, 1]) == pytest.approx(0.02, abs=0.002)


def test_the_same_scene_builds_the_same_bits():
    first, second = (build_walkways(room(node("column", box((3, 0, 2), (4, 3, 3))))) for _ in range(2))
    assert np.array_equal(first.walkways[0].air().points, second.walkways[0].air().points)


@pytest.mark.parametrize("offset", [(5000.0, 0.0, 5000.0), (1e7, 300.0, -1e7)])
def test_far_from_the_origin_the_air_is_the_same(offset):
    here = room(node("column", box((3, 0, 2), (4, 3, 3))))
    there = Scene("far", tuple(node(n.name, n.triangles + np.array(offset)) for n in here))
    near, far = build_walkways(here).walkways[0], build_walkways(there).walkways[0]
    shift = (far.origin - near.origin)[[0, 2]] - np.array(offset)[[0, 2]]
    assert far.air().points + shift == pytest.approx(near.air().points, abs=1e-3)


def test_a_scene_of_walls_only_is_refused():
    wall = np.array([[(3, 0, 2), (4, 0, 2), (4, 2, 2)]], float)
    with pytest.raises(OrlopError, match="no triangle faces up"):
        build_walkways(Scene("wall.glb", (node("sheet", wall),)))


@needs_meshes
class TestOtherPeoplesFiles:
    def build(self, name, **settings):
        return build_walkways(load_scene(MESHES / name), WalkwaySettings(**settings))

    def test_nav_test_is_walkable_on_every_storey(self):
        build = self.build("nav_test.obj", cell=0.1)
        assert len(build.walkways) >= 2
        assert sum(report.reachable_m2 for report in build.reports) == pytest.approx(4564, rel=0.05)

    @pytest.mark.parametrize("degrees", [5, 20, -15])
    def test_nav_test_is_walkable_at_a_tilt(self, degrees):
        scene = load_scene(MESHES / "nav_test.obj").tilted(math.radians(degrees), math.radians(degrees / 2))
        build = build_walkways(scene, WalkwaySettings(cell=0.1))
        assert max(report.reachable_m2 for report in build.reports) > 2000

    def test_undulating_has_the_outlines_and_heights_it_has_at_the_origin(self):
        scene = load_scene(MESHES / "undulating.obj")
        far = build_walkways(scene, WalkwaySettings(cell=0.2))
        low = np.round(scene.bounds()[0])
        moved = Scene("moved", tuple(node(n.name, n.triangles - low) for n in scene))
        near = build_walkways(moved, WalkwaySettings(cell=0.2))
        assert len(far.walkways) == len(near.walkways)
        for a, b in zip(far.walkways, near.walkways, strict=True):
            shift = (a.origin - low - b.origin)[[0, 2]]
            assert len(a.outlines) == len(b.outlines)
            here = [shapely.LinearRing(ring + shift) for ring in a.air().rings()]
            there = [shapely.LinearRing(ring) for ring in b.air().rings()]
            assert shapely.hausdorff_distance(shapely.union_all(here), shapely.union_all(there)) < 1e-3
            points = a.air().points[:: max(1, len(a.air().points) // 500)]
            heights = a.floor.sample(points)[0] + a.origin[1] - low[1]
            there = b.floor.sample(points + shift)[0] + b.origin[1]
            assert heights == pytest.approx(there, abs=1e-3, nan_ok=True)  # NaN over a crack that is walked over

    def test_the_three_storeys_of_a_building_are_three_walkways(self):
        build = self.build("no_indices_3storybuilding.glb")
        assert len(build.walkways) == 3
        heights = [w.floor.at(*w.air().points[0])[0] + w.origin[1] for w in build.walkways]
        assert heights == pytest.approx([3, 6, 9])

    def test_bridges_walks_and_what_says_unwalkable_is_no_floor(self):
        scene = load_scene(MESHES / "navcat_bridges.glb")
        build = build_walkways(scene, WalkwaySettings(radius=0.2))
        assert max(report.reachable_m2 for report in build.reports) > 20
        unwalkable = np.concatenate([n.triangles for n in scene if n.extras.get("walkable") is False])
        corners = {tuple(corner) for corner in unwalkable.reshape(-1, 3).round(6).tolist()}
        for walkway in build.walkways:
            for corner in (walkway.floor.triangles + walkway.origin).reshape(-1, 3).round(6).tolist():
                assert tuple(corner) not in corners

    def test_the_smallest_real_level_keeps_its_steep_faces_solid(self):
        build = self.build("godot_level_mesh.obj")
        assert sum(report.reachable_m2 for report in build.reports) > 10
        for walkway in build.walkways:
            _, normals = walkway.floor.sample(walkway.air().points)
            assert np.nanmin(normals[:, 1]) >= math.cos(math.radians(46)) - 1e-6

    @pytest.mark.parametrize(
        ("name", "words"),
        [
            ("many-cubes.gltf", "wide enough"),
            ("bevy_gltf_extras.glb", "wide enough"),
            ("SimpleSkin.gltf", "faces up"),
            ("empty_nodes.glb", "no mesh"),
        ],
    )
    def test_what_nobody_can_stand_on_is_refused_saying_so(self, name, words):
        with pytest.raises(OrlopError, match=words) as refusal:
            self.build(name)
        assert name in str(refusal.value)

    def test_a_small_top_is_walkable_for_a_small_motor(self):
        assert self.build("bevy_gltf_extras.glb", radius=0.1).reports[0].reachable_m2 > 0.1

    def test_tiny_cubes_stand_in_the_way_on_a_floor_of_ones_own(self):
        cubes = load_scene(MESHES / "many-cubes.gltf")
        low, high = cubes.bounds()
        middle = (low[1] + high[1]) / 2
        floor = node("floor", box((-9, middle - 1.2, -9), (9, middle - 1.0, 9)))
        build = build_walkways(Scene("over", (*cubes.nodes, floor)), WalkwaySettings(radius=0.2))
        assert build.reports[0].outlines > 8

    def test_a_skinned_sheet_is_a_wall_of_no_thickness_on_a_floor_of_ones_own(self):
        sheet = load_scene(MESHES / "SimpleSkin.gltf")
        floor = node("floor", box((-3, -0.2, -3), (4, 0, 3)))
        build = build_walkways(Scene("over", (*sheet.nodes, floor)))
        walkway = build.walkways[0]
        assert not walkway.air().contains(np.array([walkway.to_local(0.5, 0.0)]))[0]
        assert walkway.air().contains(np.array([walkway.to_local(0.5, 1.0)]))[0]
