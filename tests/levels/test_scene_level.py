import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import esper
import numpy as np
import pytest

from orlop.components import Door, Hatch, Interactable, Model, Player, Portal, Route, Transform, Trapdoor, WalkwayMotor
from orlop.engine.error import OrlopError
from orlop.engine.game import Game
from orlop.engine.scene.load import load_scene
from orlop.engine.scene.scene import Node, Scene
from orlop.engine.walkway.build.roles import read_roles
from orlop.levels.catalogue import LEVELS, export_level
from orlop.levels.furnishing import coloured, model_of
from orlop.levels.quayside.level import quayside
from orlop.levels.quayside.plan import STAIRS
from orlop.levels.riverbend.level import riverbend
from orlop.levels.scene_level import SceneLevel
from orlop.levels.solids import box, moved, pane
from orlop.systems.interaction import Used
from orlop.systems.portal import PortalPassed

SECOND = 60


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORLOP_CACHE", str(tmp_path))


@pytest.fixture
def game() -> Iterator[Game]:
    with Game(seed=1) as game:
        yield game


def node(name: str, triangles: np.ndarray, transform: np.ndarray | None = None, **extras: object) -> Node:
    return Node(
        name,
        transform=np.eye(4) if transform is None else transform,
        triangles=triangles,
        material_of=np.zeros(len(triangles), np.int32),
        extras=extras,
    )


def walker(level: SceneLevel) -> tuple[WalkwayMotor, Transform]:
    assert level.player is not None
    return esper.component_for_entity(level.player, WalkwayMotor), esper.component_for_entity(level.player, Transform)


def test_the_player_stands_at_the_start_on_the_floor(game: Game) -> None:
    level = quayside()
    game.load(level)
    motor, transform = walker(level)
    assert (motor.walkway, transform.position) == ("quay", (-4.0, 0.0, 4.6))
    assert not esper.has_component(level.player, Route)


def test_the_autopilots_round_goes_down_the_ramp_and_up_through_the_hatch(game: Game) -> None:
    level = quayside(autopilot=True)
    game.load(level)
    passed: list[tuple[str, str]] = []
    used: list[int] = []
    game.events.subscribe(PortalPassed, lambda event: passed.append((event.source, event.destination)))
    game.events.subscribe(Used, lambda event: used.append(event.entity))
    motor, transform = walker(level)
    heights, steps = [], []
    for _ in range(21 * SECOND):
        before = transform.position
        game.tick()
        heights.append(transform.position[1])
        steps.append(abs(transform.position[1] - before[1]))
    assert passed == [("quay", "cellar"), ("cellar", "quay")]
    assert used == [level.entities["pusher.quay.door"], level.entities["hatch"], level.entities["hatch"]]
    assert (min(heights), max(heights)) == pytest.approx((-2.5, 0.0))
    assert max(steps) < 0.06, "a walker at 3 m/s climbs less than that in a tick"
    assert motor.walkway == "quay"


def test_a_hatch_moves_its_cover_railing_and_portals_together(game: Game) -> None:
    level = quayside()
    game.load(level)
    hatch = esper.component_for_entity(level.entities["hatch"], Hatch)
    trapdoor = esper.component_for_entity(level.entities["trapdoor.quay.cover"], Trapdoor)
    cover = esper.component_for_entity(level.entities["trapdoor.quay.cover"], Transform)
    portals = [esper.component_for_entity(entity, Portal) for entity in hatch.portals]
    game.tick()
    assert trapdoor.enabled
    assert not any(portal.enabled for portal in portals)
    hatch.wanted = True
    game.tick(2 * SECOND)
    assert not trapdoor.enabled
    assert all(portal.enabled for portal in portals)
    assert cover.position[2] == pytest.approx(-STAIRS.length)
    hatch.wanted = False
    game.tick(2 * SECOND)
    assert trapdoor.enabled
    assert cover.position == pytest.approx((-2.0, 0.0, 0.0))


def test_the_shut_hatch_can_be_walked_across_and_the_open_one_can_not(game: Game) -> None:
    level = quayside()
    game.load(level)
    motor, _ = walker(level)
    esper.remove_component(level.player, Player)  # whose actions would rule the wish
    for wanted in (False, True):
        motor.position = (-4.0, 0.0)
        esper.component_for_entity(level.entities["hatch"], Hatch).wanted = wanted
        game.tick(2)
        for _ in range(2 * SECOND):
            motor.wish = (3.0, 0.0)
            game.tick()
        crossed = motor.position[0] > STAIRS.x[1]
        assert crossed is not wanted
        assert motor.floor_height == pytest.approx(0.0, abs=1e-6)


def test_a_used_door_swings_by_its_angle(game: Game) -> None:
    level = quayside()
    game.load(level)
    entity = level.entities["pusher.quay.door"]
    door, transform = esper.component_for_entity(entity, Door), esper.component_for_entity(entity, Transform)
    game.events.send(Used(entity, level.player or 0))
    game.tick(2 * SECOND)
    assert transform.heading == pytest.approx(math.radians(100.0))
    assert door.openness == 1.0
    assert "door" in esper.component_for_entity(entity, Interactable).prompt


def test_a_model_stands_where_its_nodes_stood() -> None:
    heading, position = 0.7, (3.0, 1.0, -2.0)
    shape = box((0.0, 0.0, -0.1), (1.0, 2.0, 0.1))
    placed = node("door", moved(shape, position, heading))
    model: Model = model_of([placed], position, heading)
    assert np.abs(model.triangles - shape).max() < 1e-6


def test_scenery_and_models_together_are_all_that_is_drawn() -> None:
    level = quayside()
    with Game() as game:
        game.load(level)
        drawn = len(level.scenery()[0]) + sum(len(model.triangles) for _, model in esper.get_component(Model))
    assert drawn == len(level.scene.triangles())
    assert coloured([])[0].shape == (0, 3, 3)


def test_a_level_loaded_again_is_the_same_and_its_doors_turn_once(game: Game) -> None:
    level = quayside()
    hashes = []
    for _ in range(2):
        game.load(level)
        door = esper.component_for_entity(level.entities["pusher.quay.door"], Door)
        game.events.send(Used(level.entities["pusher.quay.door"], level.player or 0))
        game.tick(10)
        assert door.wanted == 1.0
        hashes.append(game.state_hash())
    assert hashes[0] == hashes[1]


def test_a_portal_to_a_walkway_that_a_scene_without_floors_lacks_is_refused(game: Game) -> None:
    ground = node("ground", pane((0.0, 0.0, 10.0, 10.0), [], 0.0))
    portal = node("portal.deck.attic", pane((1.0, 1.0, 2.0, 2.0), [], 0.0))
    with pytest.raises(OrlopError, match=r'field, node "portal\.deck\.attic": there is no walkway "attic".*deck'):
        game.load(SceneLevel(Scene("field", (ground, portal))))


def test_a_scene_without_names_is_walked_by_a_wanderer(game: Game) -> None:
    ground = node("ground", pane((0.0, 0.0, 10.0, 10.0), [], 0.0))
    level = SceneLevel(Scene("field", (ground, node("rock", box((4.0, 0.0, 4.0), (6.0, 2.0, 6.0))))), autopilot=True)
    game.load(level)
    motor, _ = walker(level)
    places = set()
    for _ in range(20 * SECOND):
        game.tick()
        places.add((round(motor.position[0]), round(motor.position[1])))
    assert len(places) > 15


@pytest.mark.parametrize("name", [name for name, entry in LEVELS.items() if entry.build_scene is not None])
def test_each_level_of_the_catalogue_comes_in_through_the_front_door(name: str, tmp_path: Path, game: Game) -> None:
    export_level(name, tmp_path / "level.glb")
    assert read_roles(load_scene(tmp_path / "level.glb")).floors
    level = SceneLevel.from_file(tmp_path / "level.glb", tilt=(math.radians(3.0), 0.0), autopilot=True)
    game.load(level)
    game.tick(SECOND)
    motor, transform = walker(level)
    assert math.isfinite(sum(transform.position))
    start = level.build.start
    assert math.dist(motor.position, (start.x, start.z)) > 1.0


def test_a_level_without_end_is_not_exported(tmp_path: Path) -> None:
    with pytest.raises(OrlopError, match="forest: has no end"):
        export_level("forest", tmp_path / "forest.glb")


@pytest.mark.parametrize("tilt", [(20.0, 0.0), 0.1, (0.1,), "ab", None])
def test_a_tilt_that_is_no_pair_of_radians_is_refused_everywhere(tilt: Any, tmp_path: Path) -> None:
    for make in (
        lambda: SceneLevel.from_file(tmp_path / "house.glb", tilt=tilt),
        lambda: quayside(tilt=tilt),
        lambda: riverbend(tilt=tilt),
    ):
        with pytest.raises(ValueError, match=r"tilt is .* radians") as refused:
            make()
        assert repr(tilt) in str(refused.value)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("house.glb", r"SceneLevel\.from_file\('house\.glb'\) loads a file"),
        (Path("house.glb"), r"SceneLevel\.from_file\('house\.glb'\) loads a file"),
        ([Node("deck"), Node("hull")], r'got 2 nodes; make them one: Scene\("my level"'),
        (None, "takes a Scene, got NoneType"),
    ],
)
def test_what_is_no_scene_is_refused_with_what_was_meant(given: Any, said: str) -> None:
    with pytest.raises(TypeError, match=said):
        SceneLevel(given)
