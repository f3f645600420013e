"""A level together with the views that show it."""

from pathlib import Path
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from orlop.engine.bindings import Bindings
from orlop.engine.game import Game
from orlop.engine.level import Level
from orlop.engine.paths import screenshots_folder
from orlop.engine.render.device import Device
from orlop.engine.render.landscape import Landscape
from orlop.engine.render.look import Look
from orlop.engine.render.mesh import chunked
from orlop.engine.render.renderer import Renderer
from orlop.engine.render.screen import Screen
from orlop.engine.render.window import Window
from orlop.levels.heard import Heard
from orlop.systems.camera import CameraSystem
from orlop.systems.chart import ChartSystem
from orlop.systems.chunk_overlay import ChunkOverlaySystem
from orlop.systems.chunk_streaming import ChunkStreamingSystem
from orlop.systems.eye import EyeSystem
from orlop.systems.interface import InterfaceSystem
from orlop.systems.layer_watch import LayerWatch
from orlop.systems.overlay import OverlaySystem
from orlop.systems.render import RenderSystem
from orlop.systems.scenery import ScenerySystem
from orlop.systems.screenshot import ScreenshotSystem
from orlop.systems.sound_overlay import SoundOverlaySystem
from orlop.systems.trail import TrailSystem
from orlop.systems.volume import VolumeSystem

CHART_PATIENCE = 0.008


class Scenic(Level, Protocol):
    """A level that can be looked at."""

    def scenery(self) -> tuple[NDArray[np.float64], NDArray[np.float32]]:
        """Return what never moves: triangles (n, 3, 3) in world metres, and colours (n, 3), linear RGB."""
        ...

    def prompt(self) -> str:
        """Return what using would do now; empty if nothing is in reach."""
        ...


@runtime_checkable
class Vast(Protocol):
    """A level that shows more than its scenery: ground, plants and water that come and go."""

    def look(self) -> Look:
        """Return its light and air."""
        ...

    def landscape(self, device: Device) -> Landscape:
        """Return what draws them, before any is there."""
        ...


@runtime_checkable
class Streamed(Protocol):
    """A level whose ground comes in while it is played.

    Attributes
    ----------
    patient
        Whether ticks wait for the ground. Where nobody watches they do, for the run to be the same to the bit.
    """

    patient: bool


class Shown:
    """Loads a level and, with it, the systems that draw it; both go together.

    Parameters
    ----------
    level
        What is played.
    screen
        What it is drawn on.
    device
        OpenGL, for the first-person view; None leaves the chart.
    window
        Whose mouse is held and let go, if there is one.
    pictures
        Folder for screenshots; None for the user's own.
    patience
        Seconds a frame may spend on new parts of the chart; the rest waits for the next frame.
    heard
        The same level with its sound, if it is to be heard.
    """

    def __init__(
        self,
        level: Scenic,
        screen: Screen,
        device: Device | None = None,
        window: Window | None = None,
        pictures: Path | None = None,
        patience: float = CHART_PATIENCE,
        heard: Heard | None = None,
    ) -> None:
        self._level = level
        self._screen = screen
        self._device = device
        self._window = window
        self._patience = patience
        self._pictures = pictures or screenshots_folder()
        self._heard = heard

    @property
    def name(self) -> str:
        """The level's own."""
        return self._level.name

    def load(self, game: Game) -> None:
        """Load the level, then add its views to `game`."""
        if self._window is not None and isinstance(self._level, Streamed):
            self._level.patient = False
        (self._heard or self._level).load(game)
        screen, clock = self._screen, game.clock
        camera, trail, unsteered = CameraSystem(clock), TrailSystem(), Bindings.default()
        chart = ChartSystem(screen, game.decks, clock, trail, self.name, self._patience)
        views = [
            EyeSystem(),
            camera,
            trail,
            InterfaceSystem(screen, game.actions, clock, self._window, self._heard is not None),
            chart,
            ScreenshotSystem(screen, clock, camera, self._pictures, self.name, game.seed),
        ]
        render = self._render_system(game, camera)
        if render is not None:
            views.append(render)
        overlay = OverlaySystem(
            screen,
            clock,
            game.schedule,
            lambda: unsteered if game.controls is None else game.controls.bindings,
            self._level.prompt,
            lambda: 0 if render is None else render.triangles_drawn,
            tuple if self._heard is None else self._heard.rows,
        )
        if self._heard is not None:
            views.append(VolumeSystem(screen, game.actions, self._heard.mixer))
            views.append(SoundOverlaySystem(screen, camera, chart, *self._heard.systems))
        streaming = [system for system in game.schedule.added() if isinstance(system, ChunkStreamingSystem)]
        if streaming:
            watch = LayerWatch(lambda: [world for system in streaming for world in system.worlds])
            views.append(ChunkOverlaySystem(screen, game.actions, chart, watch))
        views.append(overlay)
        for view in views:
            game.add(view)

    def _render_system(self, game: Game, camera: CameraSystem) -> RenderSystem | None:
        if self._device is None:
            return None
        vast = self._level if isinstance(self._level, Vast) else None
        renderer = Renderer(self._device, None if vast is None else vast.look())
        scene = chunked(*self._level.scenery())
        render = RenderSystem(self._screen, renderer, camera, game.clock, scene)
        game.on_unload(renderer.release)
        game.on_unload(render.release)
        if vast is not None:
            renderer.landscape = vast.landscape(self._device)
            game.on_unload(renderer.landscape.release)
            game.add(ScenerySystem(renderer.landscape))
        return render
