import itertools
import math
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from orlop.engine.scene.load import load_scene
from orlop.engine.scene.scene import Node, Scene
from orlop.engine.scene.write import write_glb
from orlop.engine.walkway.build.builder import build_walkways
from orlop.engine.walkway.build.result import Build
from orlop.engine.walkway.build.roles import PortalRole, Roles, read_roles
from orlop.engine.walkway.floor import Floor
from orlop.levels.quayside.plan import DOORWAY, QUAY, RAMP, SHED, STAIRS
from orlop.levels.quayside.scene import build_scene

ROOMS = 3
HATCH = ("trapdoor.quay.cover", "decor.cover.battens")


@pytest.fixture(scope="module")
def scene() -> Scene:
    return build_scene()


@pytest.fixture(scope="module")
def roles(scene: Scene) -> Roles:
    return read_roles(scene)


@pytest.fixture(scope="module")
def build(scene: Scene) -> Build:
    return build_walkways(scene)


def floor(nodes: tuple[Node, ...]) -> Floor:
    return Floor.from_triangles(np.concatenate([node.triangles for node in nodes]))


def is_air(build: Build, walkway: str, x: NDArray[np.float64], z: NDArray[np.float64]) -> NDArray[np.bool_]:
    found = build.walkway(walkway)
    return found.air().contains(np.stack([x, z], axis=1) - found.origin[[0, 2]])


def inner_points(portal: PortalRole, count: int) -> NDArray[np.float64]:
    return np.random.default_rng(3).uniform(portal.low, portal.high, (count, 2))


def test_each_floor_faces_up_and_is_less_steep_than_a_walker_can_climb(roles: Roles) -> None:
    assert set(roles.floors) == {"quay", "cellar"}
    for node in itertools.chain.from_iterable(roles.floors.values()):
        normals = np.cross(node.triangles[:, 1] - node.triangles[:, 0], node.triangles[:, 2] - node.triangles[:, 0])
        slopes = np.arccos(normals[:, 1] / np.linalg.norm(normals, axis=1))
        assert np.degrees(slopes).max() < 38.01, node.name


def test_the_ramp_is_gentle_and_the_stairs_are_not_too_steep() -> None:
    for flight, limit in ((RAMP, 30.0), (STAIRS, 38.0)):
        assert math.degrees(math.atan2(flight.top - flight.bottom, flight.length)) <= limit


def test_both_floors_have_the_same_height_under_every_portal(roles: Roles) -> None:
    floors = {walkway: floor(nodes) for walkway, nodes in roles.floors.items()}
    assert len(roles.portals) == 4
    for portal in roles.portals:
        points = inner_points(portal, 200)
        here, _ = floors[portal.source].sample(points)
        there, _ = floors[portal.destination].sample(points)
        assert np.isfinite(here).all()
        assert np.abs(here - there).max() < 1e-3, portal.node


def test_no_portal_overlaps_another(roles: Roles) -> None:
    for a, b in itertools.combinations(roles.portals, 2):
        apart = [max(a.low[k], b.low[k]) - min(a.high[k], b.high[k]) for k in (0, 1)]
        assert max(apart) > 0.05, (a.node, b.node)


def test_the_middle_of_each_portals_front_is_air_on_both_decks(roles: Roles, build: Build) -> None:
    for portal in roles.portals:
        flight = STAIRS if portal.hatch else RAMP
        down = portal.source == "quay"
        front = flight.down[0] + 0.02 if down else flight.up[1] - 0.02
        x, z = np.array([sum(flight.x) / 2]), np.array([flight.z(front)])
        assert is_air(build, portal.source, x, z).all(), portal.node
        assert is_air(build, portal.destination, x, z).all(), portal.node


def test_a_walker_fits_through_the_doorway(build: Build) -> None:
    x = np.linspace(SHED[0] - 1.0, SHED[0] + 1.2, 60)
    assert is_air(build, "quay", x, np.full(60, sum(DOORWAY) / 2)).all()


def test_one_can_walk_across_the_shut_hatch(build: Build) -> None:
    x = np.linspace(STAIRS.x[0] - 1.0, STAIRS.x[1] + 1.0, 80)
    for along in (0.1, STAIRS.length / 2, STAIRS.length - 0.1):
        assert is_air(build, "quay", x, np.full(80, STAIRS.z(along))).all()


def test_each_deck_is_one_piece_and_nobody_can_leave_the_quay(build: Build) -> None:
    assert [(report.name, report.islands) for report in build.reports] == [("quay", 1), ("cellar", 1)]
    quay = build.walkway("quay")
    points = quay.air().points + quay.origin[[0, 2]]
    assert (points >= np.array(QUAY[:2]) + 0.39).all()
    assert (points <= np.array(QUAY[2:]) - 0.39).all()


def test_an_eye_in_the_cellar_stays_under_the_shut_hatch(build: Build) -> None:
    cellar = build.walkway("cellar")
    air = cellar.air().points + cellar.origin[[0, 2]]
    x0, z0, x1, z1 = STAIRS.opening
    inside = (air[:, 0] > x0) & (air[:, 0] < x1) & (air[:, 1] > z0) & (air[:, 1] < z1)
    highest = max(STAIRS.y(abs(z - STAIRS.head)) for z in air[inside, 1])
    assert -1.9 < highest < -1.65 - 0.05


def test_there_are_two_metres_of_headroom_all_over_the_cellar(scene: Scene, build: Build) -> None:
    cellar = build.walkway("cellar")
    low, high = cellar.air().points.min(axis=0), cellar.air().points.max(axis=0)
    points = np.random.default_rng(5).uniform(low, high, (400, 2))
    points = points[cellar.air().contains(points)]
    heights = cellar.floor.sample(points)[0] + cellar.origin[1]
    triangles = np.concatenate([node.triangles for node in scene if node.name not in HATCH])
    clear = clearance(triangles, points + cellar.origin[[0, 2]], heights + 0.41)
    assert len(points) > 200
    assert clear.min() > 2.0 - 0.41


def clearance(
    triangles: NDArray[np.float64], points: NDArray[np.float64], heights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """How far up from each point until something is hit."""
    a, b, c = (triangles[:, k] for k in range(3))
    x, z, y = points[:, :1], points[:, 1:], heights[:, None]
    twice = (b[:, 0] - a[:, 0]) * (c[:, 2] - a[:, 2]) - (c[:, 0] - a[:, 0]) * (b[:, 2] - a[:, 2])
    with np.errstate(divide="ignore", invalid="ignore"):
        v = ((x - a[:, 0]) * (c[:, 2] - a[:, 2]) - (c[:, 0] - a[:, 0]) * (z - a[:, 2])) / twice
        w = ((b[:, 0] - a[:, 0]) * (z - a[:, 2]) - (x - a[:, 0]) * (b[:, 2] - a[:, 2])) / twice
        above = a[:, 1] + v * (b[:, 1] - a[:, 1]) + w * (c[:, 1] - a[:, 1]) - y
        hit = (twice != 0.0) & (v >= 0.0) & (w >= 0.0) & (v + w <= 1.0) & (above > 0.0)
    return np.where(hit, above, np.inf).min(axis=1)


def test_the_door_swings_into_the_shed(roles: Roles) -> None:
    (door,) = [pusher for pusher in roles.pushers if pusher.is_door]
    free = np.array([DOORWAY[0] - door.node.position[2]]) * [-math.sin(door.swing), math.cos(door.swing)]
    assert SHED[0] < door.node.position[0] + free[0] < SHED[2]
    assert door.node.name == "pusher.quay.door"


def test_the_hatch_has_a_cover_a_railing_and_two_portals(roles: Roles, build: Build) -> None:
    (hatch,) = roles.hatches.values()
    assert (len(hatch.trapdoors), len(hatch.railings), len(hatch.portals)) == (1, 1, 2)
    outline = np.concatenate(build.pushers[hatch.railings[0]].outlines)
    assert np.ptp(outline[:, 1]) == pytest.approx(STAIRS.length, abs=0.2)


@pytest.mark.parametrize("rooms", [1, ROOMS])
def test_each_room_can_be_entered_from_the_quay(rooms: int) -> None:
    scene = build_scene(rooms)
    build = build_walkways(scene)
    roles = read_roles(scene)
    assert len([pusher for pusher in roles.pushers if pusher.is_door]) == 1 + rooms
    assert build.reports[0].islands == 1
    plain = build_walkways(build_scene()).reports[0].reachable_m2
    assert build.reports[0].reachable_m2 > plain + 5.0 * rooms


def test_the_same_quay_is_built_every_time() -> None:
    one, two = build_scene(ROOMS), build_scene(ROOMS)
    assert [node.name for node in one] == [node.name for node in two]
    assert np.array_equal(one.triangles(), two.triangles())
    assert [node.material_of.tolist() for node in one] == [node.material_of.tolist() for node in two]


def test_a_tilted_quay_is_walked_as_the_level_one(build: Build) -> None:
    tilted = build_walkways(build_scene(tilt=(math.radians(4.0), math.radians(-3.0))))
    assert [report.islands for report in tilted.reports] == [1, 1]
    for level, leaning in zip(build.reports, tilted.reports, strict=True):
        assert leaning.reachable_m2 == pytest.approx(level.reachable_m2, rel=0.05)


def test_written_as_glb_and_read_again_every_role_is_the_same(tmp_path: Path, scene: Scene, roles: Roles) -> None:
    write_glb(scene, tmp_path / "quayside.glb")
    again = read_roles(load_scene(tmp_path / "quayside.glb"))
    assert _names(again) == _names(roles)
    for mine, theirs in zip(roles.portals, again.portals, strict=True):
        assert (*theirs.low, *theirs.high) == pytest.approx((*mine.low, *mine.high), abs=1e-5)
        assert (theirs.source, theirs.destination, theirs.hatch) == (mine.source, mine.destination, mine.hatch)
    for door, same in zip(roles.pushers, again.pushers, strict=True):
        assert (same.walkway, same.swing, same.seconds, same.prompt) == (
            door.walkway,
            door.swing,
            door.seconds,
            door.prompt,
        )
        assert same.node.position == pytest.approx(door.node.position, abs=1e-6)
    assert again.start == roles.start


def _names(roles: Roles) -> list[object]:
    floors = {walkway: [node.name for node in nodes] for walkway, nodes in roles.floors.items()}
    gathered = (roles.obstacles, roles.scenery, *(part.nodes for part in (*roles.trapdoors, *roles.pushers)))
    return [floors, dict(roles.hatches), *([node.name for node in nodes] for nodes in gathered)]
