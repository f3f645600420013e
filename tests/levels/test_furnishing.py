"""What a scene's doors and hatches can be used from."""

import math
from collections.abc import Iterator
from pathlib import Path

import esper
import numpy as np
import pytest

from orlop.components import Interactable, Transform, WalkwayMotor
from orlop.engine.game import Game
from orlop.engine.scene.scene import Node, Scene
from orlop.engine.walkway.build.builder import build_walkways
from orlop.engine.walkway.build.roles import read_roles
from orlop.levels.furnishing import furnish
from orlop.levels.quayside.level import quayside
from orlop.levels.quayside.plan import DOORWAY, SHED, STAIRS
from orlop.levels.scene_level import SceneLevel
from orlop.levels.solids import box

DOOR = (SHED[0], sum(DOORWAY) / 2)
HATCH = (sum(STAIRS.x) / 2, 0.0)


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORLOP_CACHE", str(tmp_path))


@pytest.fixture
def game() -> Iterator[Game]:
    with Game(seed=1) as game:
        yield game


def offered_around(game: Game, level: SceneLevel, walkway: str, at: tuple[float, float]) -> set[int]:
    """All that is offered to a player who stands about `at` on `walkway` and looks there."""
    assert level.player is not None
    assert level.interaction is not None
    motor = esper.component_for_entity(level.player, WalkwayMotor)
    transform = esper.component_for_entity(level.player, Transform)
    found = set()
    for turn in np.linspace(0, 2 * math.pi, 8, endpoint=False):
        motor.walkway, motor.position = walkway, (at[0] - 0.9 * math.sin(turn), at[1] + 0.9 * math.cos(turn))
        x, z = motor.position
        transform.heading = transform.previous_heading = math.atan2(at[0] - x, z - at[1])
        game.tick()
        found.add(level.interaction.offered)
    return found - {None}


@pytest.mark.parametrize(
    ("place", "node", "walkways"),
    [(DOOR, "pusher.quay.door", {"quay"}), (HATCH, "hatch", {"quay", "cellar"})],
    ids=["door", "hatch"],
)
def test_a_door_is_used_from_its_own_deck_and_a_hatch_from_both_that_it_joins(
    game: Game, place: tuple[float, float], node: str, walkways: set[str]
) -> None:
    level = quayside()
    game.load(level)
    offered = {deck for deck in ("quay", "cellar") if level.entities[node] in offered_around(game, level, deck, place)}
    assert offered == walkways


def node(name: str, triangles: np.ndarray, **extras: object) -> Node:
    return Node(name, triangles=triangles, material_of=np.zeros(len(triangles), np.int32), extras=extras)


def walkways_of(game: Game, *nodes: Node) -> dict[str, set[str]]:
    scene = Scene("house", nodes)
    entities = furnish(build_walkways(scene), read_roles(scene))
    things = dict(esper.get_component(Interactable))
    return {name: set(things[entity].walkways) for name, entity in entities.items() if entity in things}


def slab(x0: float, x1: float, top: float) -> np.ndarray:
    return box((x0, top - 0.1, -3.0), (x1, top, 3.0))


def test_a_door_where_two_decks_meet_is_used_from_both_and_from_none_above_or_below(game: Game) -> None:
    decks = {"west": (-6.0, 0.0, 0.0), "east": (0.0, 6.0, 0.0), "attic": (-6.0, 6.0, 2.6), "cellar": (-6.0, 6.0, -2.6)}
    floors = [node(f"floor.{name}", slab(*deck)) for name, deck in decks.items()]
    door = node("pusher.west.door", box((-0.1, 0.02, -0.5), (-0.04, 2.0, 0.5)), swing=90)
    assert walkways_of(game, *floors, door) == {"pusher.west.door": {"west", "east"}}


def test_a_hatch_is_not_used_from_the_deck_below_the_one_it_leads_to(game: Game) -> None:
    decks = {"top": 0.0, "middle": -2.6, "bottom": -5.2}
    floors = [node(f"floor.{name}", slab(-6.0, 6.0, top)) for name, top in decks.items()]
    cover = node("trapdoor.top.cover", box((0.0, -0.05, -1.0), (2.0, 0.01, 1.0)), hatch="aft")
    way = node("portal.top.middle", box((0.2, -2.0, -0.8), (1.8, 0.0, 0.8)), hatch="aft")
    assert walkways_of(game, *floors, cover, way) == {"aft": {"top", "middle"}}
