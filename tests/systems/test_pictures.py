"""The systems that draw frames, together, on canvases with and without OpenGL."""

import json
import math
from collections.abc import Iterator
from pathlib import Path

import esper
import numpy as np
import pytest
from numpy.typing import NDArray

from orlop.components import Camera, Model, Player, Portal, Route, Transform, Trapdoor, WalkwayMotor, WalkwayPusher
from orlop.engine.bindings import Bindings
from orlop.engine.deck.decks import Decks
from orlop.engine.game import Game
from orlop.engine.render.canvas import CardCanvas, PlainCanvas
from orlop.engine.render.chart_furniture import plan_room
from orlop.engine.render.device import Device
from orlop.engine.render.ink import blank
from orlop.engine.render.mesh import chunked
from orlop.engine.render.renderer import Renderer
from orlop.engine.render.screen import Screen
from orlop.engine.walkway.floor import Floor
from orlop.engine.walkway.outline import Outline
from orlop.engine.walkway.settings import WalkwaySettings
from orlop.engine.walkway.walkway import Walkway
from orlop.systems.camera import CameraSystem
from orlop.systems.chart import ChartSystem, chart_deck
from orlop.systems.interface import InterfaceSystem
from orlop.systems.overlay import OverlaySystem, help_panel
from orlop.systems.render import RenderSystem
from orlop.systems.screenshot import ScreenshotSystem
from orlop.systems.trail import TrailSystem

SIZE = (320, 180)
ORIGIN = np.array([100.0, 2.0, 50.0])
FLOOR = np.array([[[0, 0, 0], [0, 0, 8], [10, 0, 8]], [[0, 0, 0], [10, 0, 8], [10, 0, 0]]], np.float64)
RING = np.array([[0, 0], [10, 0], [10, 8], [0, 8]], np.float64)


def deck(name: str) -> Walkway:
    return Walkway(name, ORIGIN, WalkwaySettings(), Floor.from_triangles(FLOOR), (Outline(RING),))


class Stage:
    """A game with a room, a player in it, and all that draws it."""

    def __init__(self, game: Game, folder: Path, device: Device | None = None, size: tuple[int, int] = SIZE) -> None:
        self.game = game
        self.decks = Decks()
        self.decks.add_walkway(deck("main"))
        self.decks.add_walkway(deck("hold"))
        self.screen = Screen(CardCanvas(device, size) if device else PlainCanvas(blank(size, (0, 0, 0))))
        self.camera, self.trail = CameraSystem(game.clock), TrailSystem()
        self.chart = ChartSystem(self.screen, self.decks, game.clock, self.trail, "Room", math.inf)
        self.prompt = ""
        game.add(InterfaceSystem(self.screen, game.actions, game.clock))
        game.add(self.camera)
        game.add(self.trail)
        game.add(self.chart)
        game.add(ScreenshotSystem(self.screen, game.clock, self.camera, folder, "Room", 7))
        if device:
            scene = chunked(FLOOR + ORIGIN, np.full((2, 3), 0.6))
            self.render = RenderSystem(self.screen, Renderer(device), self.camera, game.clock, scene)
            game.add(self.render)
        self.bindings = Bindings.default()
        game.add(OverlaySystem(self.screen, game.clock, game.schedule, lambda: self.bindings, lambda: self.prompt))
        self.motor = WalkwayMotor("main", (105.0, 54.0), floor_height=2.0)
        self.transform = Transform((105.0, 2.0, 54.0))
        esper.create_entity(self.transform, Camera(), Player(), self.motor)

    def press(self, action: str) -> None:
        self.game.actions.set_frame((action,))
        self.game.draw(1 / 60)
        self.game.actions.set_frame()

    def picture(self) -> NDArray[np.int64]:
        self.game.draw(1 / 60)
        return self.screen.canvas.read().astype(np.int64)


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[Stage]:
    with Game() as game:
        yield Stage(game, tmp_path)


@pytest.fixture
def card(tmp_path: Path, device: Device) -> Iterator[Stage]:
    with Game() as game:
        yield Stage(game, tmp_path, device)


def red(picture: NDArray[np.int64]) -> int:
    r, g, b = np.moveaxis(picture, 2, 0)
    return int(((r > 2 * g) & (r > 2 * b)).sum())


def cube(x: float = 0.0) -> Model:
    corners = np.array(
        [[[x - 0.5, 0, 0], [x + 0.5, 0, 0], [x + 0.5, 2, 0]], [[x - 0.5, 0, 0], [x + 0.5, 2, 0], [x - 0.5, 2, 0]]]
    )
    return Model(corners.astype(np.float32), np.tile(np.array([0.8, 0.03, 0.03], np.float32), (2, 1)))


def test_a_model_is_drawn_at_its_transform_while_it_is_visible(card: Stage) -> None:
    assert red(card.picture()) == 0
    model = cube()
    entity = esper.create_entity(Transform((105.0, 2.0, 50.5)), model)
    shown = red(card.picture())
    assert shown > 500
    model.visible = False
    assert red(card.picture()) == 0
    model.visible = True
    assert red(card.picture()) == shown
    esper.delete_entity(entity, immediate=True)
    assert red(card.picture()) == 0


def test_a_model_s_new_triangles_are_taken_up(card: Stage) -> None:
    model = cube()
    esper.create_entity(Transform((105.0, 2.0, 50.5)), model)
    near = red(card.picture())
    model.triangles = model.triangles * np.float32(0.5)
    assert 0 < red(card.picture()) < near / 2


def test_a_model_s_new_colours_are_taken_up_and_so_is_a_model_in_its_place(card: Stage) -> None:
    model = cube()
    entity = esper.create_entity(Transform((105.0, 2.0, 50.5)), model)
    shown, reds = red(card.picture()), model.colours
    model.colours = reds[:, ::-1].copy()
    assert red(card.picture()) == 0
    esper.add_component(entity, Model(model.triangles, reds))
    assert red(card.picture()) == shown


def test_a_model_moves_smoothly_between_ticks(card: Stage) -> None:
    esper.create_entity(Transform((106.0, 2.0, 50.5), previous_position=(104.0, 2.0, 50.5)), cube())
    middles = []
    for alpha in (0.0, 0.5, 1.0):
        card.game.clock.alpha = alpha
        picture = card.picture()
        r, g, _ = np.moveaxis(picture, 2, 0)
        middles.append(float(np.nonzero(r > 2 * g)[1].mean()))
    assert middles[1] == pytest.approx((middles[0] + middles[2]) / 2, abs=2)
    assert middles[2] - middles[0] > 40


def test_tab_switches_between_the_views(card: Stage) -> None:
    first = card.picture()
    card.press("view")
    assert card.screen.view == "chart"
    assert np.abs(card.picture() - first).mean() > 10
    card.press("view")
    assert np.array_equal(card.picture(), first)


def test_without_opengl_the_chart_stays_and_says_why(plain: Stage) -> None:
    assert plain.screen.view == "chart"
    plain.press("view")
    assert plain.screen.view == "chart"
    assert "OpenGL" in plain.screen.messages[-1].text


def test_both_canvases_show_the_same_chart(card: Stage, tmp_path: Path) -> None:
    card.screen.view = "chart"
    one = card.picture()
    with Game() as game:
        other = Stage(game, tmp_path).picture()
    assert np.abs(one - other).max() <= 1


def test_the_chart_shows_the_deck_in_the_world_with_what_stands_on_it(plain: Stage) -> None:
    ring = np.array([[0, 0], [1, 0], [1, 0.2], [0, 0.2]])
    esper.create_entity(Transform((103.0, 2.0, 52.0), math.pi / 2), WalkwayPusher("main", (ring,)))
    esper.create_entity(Transform((103.0, 2.0, 52.0)), WalkwayPusher("hold", (ring,)))
    esper.create_entity(Portal("main", "hold", (101.0, 51.0), (102.0, 52.0)))
    esper.create_entity(Portal("hold", "main", (101.0, 55.0), (102.0, 56.0)))
    esper.create_entity(Trapdoor("main", FLOOR[:1] + ORIGIN))
    esper.create_entity(
        Transform((104.0, 2.0, 53.0)), WalkwayMotor("main", (104.0, 53.0)), Route(((105.0, 53.0), (105.0, 55.0)))
    )
    content = plain.chart.content()
    assert content is not None
    assert content.deck.name == "main"
    assert [other.name for other in content.others] == ["hold"]
    assert content.deck.bounds()[0].tolist() == [100.0, 50.0]
    assert len(content.pushers) == 1
    assert content.pushers[0].rings[0][1] == pytest.approx([103.0, 53.0])  # its +x points along +z
    assert [portal.destination for portal in content.portals] == ["hold"]
    assert len(content.trapdoors[0].rim) == 3
    assert len(content.motors) == 2
    assert content.links.tolist() == [[[104.0, 53.0], [105.0, 53.0]], [[105.0, 53.0], [105.0, 55.0]]]


def test_the_chart_follows_the_player_to_another_deck(plain: Stage) -> None:
    plain.motor.walkway = "hold"
    content = plain.chart.content()
    assert content is not None
    assert content.deck.name == "hold"


def test_air_on_the_chart_keeps_the_motor_s_radius_from_the_outline() -> None:
    (ring,) = chart_deck(deck("main"), 0.5).air
    assert ring.min(axis=0) == pytest.approx([100.5, 50.5], abs=0.01)
    assert ring.max(axis=0) == pytest.approx([109.5, 57.5], abs=0.01)


def test_the_trail_keeps_its_stride_and_tells_decks_apart(plain: Stage) -> None:
    for step in range(20):
        plain.motor.position = (101.0 + 0.1 * step, 54.0)
        plain.motor.walkway = "main" if step < 10 else "hold"
        plain.game.tick()
    main, hold = plain.trail.on("main"), plain.trail.on("hold")
    assert len(main) + len(hold) in (6, 7)
    assert main[:, 0].max() < hold[:, 0].min()


def test_a_screenshot_keeps_picture_and_pose_and_says_where(card: Stage, tmp_path: Path) -> None:
    card.game.tick(3)
    plain = card.picture()
    card.press("screenshot")
    card.press("screenshot")
    pictures = sorted(tmp_path.glob("*.png"))
    assert [path.name for path in pictures] == ["Room-3-first-person-2.png", "Room-3-first-person.png"]
    note = json.loads(pictures[1].with_suffix(".json").read_text())
    assert note["seed"] == 7
    assert note["tick"] == 3
    assert note["walkway"] == "main"
    assert note["pose"]["eye"] == pytest.approx([105.0, 3.65, 54.0])
    assert str(pictures[1]) in card.screen.messages[0].text
    assert plain.shape == (180, 320, 3)


def test_a_screenshot_that_cannot_be_written_is_said_and_nothing_breaks(plain: Stage, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with Game() as game:
        stage = Stage(game, tmp_path / "file")
        stage.press("screenshot")
        assert "can't be written" in stage.screen.messages[0].text


def test_pause_is_shown_and_toggles(plain: Stage) -> None:
    before = plain.picture()
    plain.press("pause")
    assert plain.game.clock.paused
    assert (np.abs(plain.picture() - before).sum(axis=2) > 100).sum() > 500
    plain.press("pause")
    assert not plain.game.clock.paused


def test_escape_pauses_and_stays_paused(plain: Stage) -> None:
    plain.press("release")
    plain.press("release")
    assert plain.game.clock.paused


def test_the_prompt_is_drawn_low_in_the_middle(plain: Stage) -> None:
    before = plain.picture()
    plain.prompt = "open the door"
    rows, columns = np.nonzero(np.abs(plain.picture() - before).sum(axis=2) > 60)
    assert rows.mean() > 0.65 * SIZE[1]
    assert columns.mean() == pytest.approx(SIZE[0] / 2, abs=6)


def test_messages_fade_and_go(plain: Stage) -> None:
    plain.screen.say("hello", 1.0)
    plain.screen.say("hello", 2.0)
    assert len(plain.screen.messages) == 1
    plain.screen.pass_time(1.7)
    assert plain.screen.messages[0].opacity == pytest.approx(0.5)
    plain.screen.pass_time(0.4)
    assert plain.screen.messages == []


def test_help_and_costs_open_and_close(plain: Stage) -> None:
    before = plain.picture()
    for action in ("help", "overlay"):
        plain.press(action)
        assert (np.abs(plain.picture() - before).sum(axis=2) > 60).sum() > 2000
        plain.press(action)
        assert np.array_equal(plain.picture(), before)


def test_where_sound_comes_from_is_not_shown_without_sound_and_that_is_said(plain: Stage) -> None:
    with Game() as game:
        game.add(InterfaceSystem(plain.screen, game.actions, game.clock, heard=False))
        game.actions.set_frame(("sounds",))
        game.draw(1 / 60)
    assert not plain.screen.sounds
    assert "No sound" in plain.screen.messages[-1].text


def overlay_of(stage: Stage) -> OverlaySystem:
    (overlay,) = (system for system in stage.game.schedule.added() if isinstance(system, OverlaySystem))
    return overlay


@pytest.mark.parametrize("size", [(1280, 720), (800, 600)])
def test_that_it_is_paused_can_be_read_beside_the_help(tmp_path: Path, size: tuple[int, int]) -> None:
    with Game() as game:
        stage = Stage(game, tmp_path, size=size)
        game.clock.paused = stage.screen.help = True
        keys, paused = overlay_of(stage).labels()
        assert paused.corner[1] > 0
        assert paused.corner[1] + paused.surface.get_height() < keys.corner[1]


def test_where_the_help_leaves_no_room_that_it_is_paused_lies_over_it(plain: Stage) -> None:
    plain.game.clock.paused = plain.screen.help = True
    keys, paused = overlay_of(plain).labels()
    assert keys.surface.get_height() > SIZE[1]
    assert paused.corner[1] > 0


@pytest.mark.parametrize("size", [(1280, 720), (800, 600), (320, 180)])
def test_the_costs_are_as_many_as_there_is_room_for(tmp_path: Path, size: tuple[int, int]) -> None:
    with Game() as game:
        stage = Stage(game, tmp_path, size=size)
        for number in range(20):
            game.add(type(f"Author{number}", (esper.Processor,), {"process": lambda self: None})())
        game.tick()
        stage.screen.overlay = True
        *_, costs = overlay_of(stage).labels()
        bottom = costs.corner[1] + costs.surface.get_height()
        assert size[1] - 60 < bottom <= size[1] - 20


def test_help_names_the_keys_that_are_bound() -> None:
    short = help_panel(Bindings().overlaid('[buttons]\nuse = ["key.x"]', "mine.toml"))
    assert short.get_height() < help_panel(Bindings.default()).get_height() / 2


def test_keys_bound_anew_are_named_in_help_and_prompt_from_then_on(plain: Stage) -> None:
    for shown in ("help", "prompt"):
        plain.screen.help, plain.prompt = shown == "help", "open the door" if shown == "prompt" else ""
        plain.bindings = Bindings.default()
        before = plain.picture()
        plain.bindings = Bindings().overlaid('[buttons]\nuse = ["key.x"]', "mine.toml")
        assert not np.array_equal(plain.picture(), before)
        plain.bindings = Bindings.default()
        assert np.array_equal(plain.picture(), before)


def zoomed(stage: Stage, *actions: str) -> float:
    for action in actions:
        stage.press(action)
    assert stage.chart.shown is not None
    return stage.chart.shown.scale


def test_the_first_step_of_zooming_starts_from_the_scale_that_is_shown(plain: Stage) -> None:
    plain.picture()
    whole = zoomed(plain, "zoom_fit")
    once, twice = zoomed(plain, "zoom_in"), zoomed(plain, "zoom_in")
    assert whole < once < 1.5 * whole
    assert twice / once == pytest.approx(once / whole)
    assert zoomed(plain, "zoom_out") == once
    assert zoomed(plain, "zoom_in", "zoom_in", "zoom_fit") == whole


def test_zooming_ends_at_the_whole_deck_and_at_the_nearest_scale(plain: Stage) -> None:
    whole = zoomed(plain, "zoom_fit")
    assert zoomed(plain, *["zoom_out"] * 3) == whole
    assert zoomed(plain, *["zoom_in"] * 30) == pytest.approx(90, abs=2)
    assert zoomed(plain, "zoom_out") < 80


@pytest.mark.parametrize("width", [300.0, 5000.0])
def test_a_large_deck_is_followed_until_all_of_it_is_asked_for(plain: Stage, width: float) -> None:
    wide = Walkway(
        "wide", ORIGIN, WalkwaySettings(), Floor.from_triangles(FLOOR * width / 10), (Outline(RING * width / 10),)
    )
    plain.decks.add_walkway(wide)
    plain.motor.walkway = "wide"
    plain.picture()
    near = zoomed(plain)
    assert near == pytest.approx(12, abs=0.5)
    whole = zoomed(plain, "zoom_fit")
    assert whole < near / 2
    content = plain.chart.content()
    assert content is not None
    corners = plain.chart.view(content, SIZE).to_pixels(np.stack(content.deck.bounds()))
    assert (corners > 0).all()
    assert (corners < SIZE).all()
    assert whole < zoomed(plain, "zoom_in") < 1.5 * whole


def test_the_chart_is_not_zoomed_while_it_is_not_shown(card: Stage) -> None:
    card.press("zoom_in")
    assert card.screen.zoom is None


def test_costs_lie_beside_the_plan_in_the_chart_s_sidebar(tmp_path: Path) -> None:
    size = (1280, 720)
    with Game() as game:
        stage = Stage(game, tmp_path, size=size)
        before = stage.picture()
        stage.press("overlay")
        left, top, width, height = plan_room(size)
        changed = np.abs(stage.picture() - before).sum(axis=2) > 0
        assert changed[:, :left].sum() > 40_000
        assert not changed[top : top + height, left : left + width].any()
