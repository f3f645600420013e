"""Answers the keys that are about the game, not in it."""

from orlop.engine.actions import Actions
from orlop.engine.clock import Clock
from orlop.engine.render.chart_view import STRIDE
from orlop.engine.render.screen import Screen
from orlop.engine.render.window import Window
from orlop.engine.schedule import Stage, System
from orlop.systems.camera import CameraSystem


class InterfaceSystem(System):
    """Switches views and panels, pauses, fills the screen, holds the mouse and lets it go.

    Parameters
    ----------
    screen, actions, clock
        Shared.
    window
        Whose mouse it is, if there is one.
    heard
        Whether there is sound whose places could be shown.
    """

    stage = Stage.FRAME
    before = (CameraSystem,)

    def __init__(
        self, screen: Screen, actions: Actions, clock: Clock, window: Window | None = None, heard: bool = True
    ) -> None:
        self._screen = screen
        self._actions = actions
        self._clock = clock
        self._window = window
        self._heard = heard

    def process(self, dt: float) -> None:
        """Do what was pressed in this frame."""
        screen, pressed = self._screen, self._actions.pressed
        if pressed("help"):
            screen.help = not screen.help
        if pressed("overlay"):
            screen.overlay = not screen.overlay
        if pressed("sounds"):
            if not self._heard:
                screen.say("No sound: the game was started without")
            screen.sounds = self._heard and not screen.sounds
        if pressed("chunks"):
            screen.chunks = not screen.chunks
        if pressed("screenshot"):
            screen.shot = True
        if pressed("view"):
            self._switch_view()
        self._zoom()
        if pressed("pause"):
            self._pause(not self._clock.paused)
        if pressed("release"):
            self._pause(True)
        if self._window is not None:
            self._serve(self._window)

    def _zoom(self) -> None:
        """Zoom the chart, from the scale that is shown; how far that goes, the chart knows."""
        pressed, screen = self._actions.pressed, self._screen
        if screen.view != "chart":
            return
        step = pressed("zoom_in") - pressed("zoom_out")
        if step:
            screen.zoom = screen.shown_zoom + step * STRIDE
        if pressed("zoom_fit"):
            screen.zoom, screen.whole = None, True

    def _serve(self, window: Window) -> None:
        if self._actions.pressed("fullscreen"):
            window.toggle_fullscreen()
        if window.clicked:
            self._pause(False)
        elif window.lost_focus:
            self._pause(True)

    def _pause(self, paused: bool) -> None:
        self._clock.paused = paused
        if self._window is not None:
            self._window.hold_mouse(not paused)

    def _switch_view(self) -> None:
        if self._screen.view == "first-person":
            self._screen.view = "chart"
        elif self._screen.has_first_person:
            self._screen.view = "first-person"
        else:
            self._screen.say("The first-person view needs OpenGL 3.3")
