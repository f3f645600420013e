"""The chunks of a world over the chart, and how one goes through its layers."""

import math

import esper
import numpy as np
import pygame
import pytest

from orlop.components import Player, Transform, WalkwayMotor
from orlop.engine.game import Game
from orlop.engine.render.canvas import PlainCanvas
from orlop.engine.render.chart_furniture import plan_room
from orlop.engine.render.ink import blank
from orlop.engine.render.screen import Screen
from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.dependency import Dependency
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.world import World
from orlop.levels.drawn import draw_walkway, rectangle
from orlop.systems.camera import CameraSystem
from orlop.systems.chart import ChartSystem
from orlop.systems.chunk_overlay import ChunkOverlaySystem, rows_around
from orlop.systems.interface import InterfaceSystem
from orlop.systems.layer_watch import LayerWatch
from orlop.systems.screenshot import ScreenshotSystem

SIZE = (900, 600)


class Plain(Layer[int]):
    def __init__(self, name, size, *needs):
        self.name, self.size, self.needs = name, size, needs

    def generate(self, bounds, inputs, seed):
        return 1


class Scene:
    """A player on a small deck amid a world of two layers."""

    def __init__(self, game):
        self.game = game
        ground = Plain("ground", 200.0)
        self.layers = ground, Plain("trees", 40.0, Dependency(ground, 20.0))
        self.world = World(self.layers, 1, threads=0)
        self.world.focus({self.layers[1]: 100.0}, 10.0, 10.0)
        self.world.work(0.0)  # one chunk is made, the rest is needed
        self.screen = Screen(PlainCanvas(blank(SIZE, (0, 0, 0))), "chart")
        self.chart = ChartSystem(self.screen, game.decks, game.clock, patience=math.inf)
        self.watch = LayerWatch(lambda: [self.world])
        game.decks.add_walkway(draw_walkway("wood", rectangle(0.0, 0.0, 20.0, 20.0)))
        esper.create_entity(WalkwayMotor("wood", (10.0, 10.0)), Transform((10.0, 0.0, 10.0)), Player())
        for system in (
            InterfaceSystem(self.screen, game.actions, game.clock),
            self.chart,
            ChunkOverlaySystem(self.screen, game.actions, self.chart, self.watch),
        ):
            game.add(system)

    def press(self, *actions):
        for action in actions:
            self.game.actions.set_frame((action,))
            self.game.draw(1 / 60)
            self.game.actions.set_frame()
        return self.picture()

    def picture(self):
        self.game.draw(1 / 60)
        return self.screen.canvas.read().astype(np.int64)


@pytest.fixture
def scene():
    with Game() as game:
        yield Scene(game)


def test_while_they_are_asked_for_the_chart_shows_all_chunks_that_are_wanted(scene):
    before = scene.picture()
    near = scene.chart.shown.scale
    shown = scene.press("chunks")
    assert (shown != before).mean() > 0.2
    assert scene.chart.shown.scale < near / 4
    room = plan_room(SIZE)
    for x, z in ((-120.0, -120.0), (120.0, 120.0)):  # the corners of what is wanted of the trees
        across, down = scene.chart.shown.pixel(x, z)
        assert room[0] <= across <= room[0] + room[2]
        assert room[1] <= down <= room[1] + room[3]
    assert (scene.press("chunks") == before).all()


def test_the_picture_follows_what_is_made(scene):
    begun = scene.press("chunks")
    scene.world.finish()
    scene.game.draw(1.0)
    done = scene.picture()
    changed = np.argwhere((begun != done).any(axis=2))
    left = plan_room(SIZE)[0]
    assert (changed[:, 1] < left).any()  # the bars
    assert len(changed) > 20_000  # the chunks


def test_the_keys_go_round_through_the_layers(scene):
    scene.press("chunks")
    names = []
    for action in ("next_layer", "next_layer", "previous_layer"):
        names.append(scene.watch.survey().layer.name)
        scene.press(action)
    assert names == ["trees", "ground", "trees"]
    assert scene.watch.survey().layer.name == "ground"


def test_the_panel_is_there_in_first_person_too_and_clear_of_the_costs(scene):
    scene.press("chunks")
    scene.screen.overlay = True
    shown = scene.picture()
    assert (shown[100, -40] < 100).all()  # at the right
    scene.screen.view = "first-person"
    shown = scene.picture()
    assert (shown[60, 60] < 100).all()


def test_a_screenshot_has_them_in_it(scene, tmp_path):
    camera = CameraSystem(scene.game.clock)
    scene.game.add(camera)
    scene.game.add(ScreenshotSystem(scene.screen, scene.game.clock, camera, tmp_path))
    shown = scene.press("chunks")
    scene.press("screenshot")
    (kept,) = tmp_path.glob("*.png")
    picture = pygame.surfarray.array3d(pygame.image.load(kept)).swapaxes(0, 1)
    assert (picture == shown).all()


def test_without_a_world_nothing_is_shown(scene):
    scene.watch._worlds = list
    before = scene.picture()
    scene.press("chunks")
    assert scene.watch.chosen() == -1
    assert scene.watch.extent() is None
    scene.watch.step(1)
    assert scene.screen.chunks
    scene.screen.chunks = False
    assert (scene.picture() == before).all()


def test_a_world_that_goes_is_no_longer_looked_at(scene):
    scene.watch.step(1)
    other = Plain("water", 50.0)
    scene.world = World([other], 1, threads=0)
    assert scene.watch.survey().layer is other


@pytest.mark.parametrize(("chosen", "expected"), [(0, (0, 4)), (9, (7, 11)), (17, (14, 18))])
def test_a_low_picture_shows_the_layers_around_the_chosen_one(chosen, expected):
    assert rows_around(chosen, 18, 296) == expected
    assert rows_around(chosen, 18, 1000) == (0, 18)


def test_the_extent_is_of_what_is_wanted(scene):
    scene.world.finish()
    assert scene.watch.extent() == Bounds(-120.0, -120.0, 120.0, 120.0)
