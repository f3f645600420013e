"""Plays a level in a window."""

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from orlop.engine.bindings import Bindings
from orlop.engine.controls import Controls
from orlop.engine.devices import Devices
from orlop.engine.game import Game
from orlop.engine.inputs import Inputs
from orlop.engine.paths import settings_folder
from orlop.engine.render.screen import Screen, ViewName
from orlop.engine.render.window import Window
from orlop.levels.shown import Scenic, Shown

MOST_FRAMES = 240
"""A second, where the screen's refresh does not pace them."""


@dataclass(slots=True)
class WindowPlay:
    """A window, the game in it, and its main loop.

    Make it with `open`. `run` plays until the player closes the window.

    Attributes
    ----------
    game
        The running game: add systems of your own to it before `run`.
    screen
        Says things to the player; tells which view is shown.
    """

    game: Game
    screen: Screen
    _window: Window
    _devices: Devices

    @classmethod
    def open(cls, level: Scenic, view: ViewName = "first-person", seed: int = 0, opengl: bool = True) -> "WindowPlay":
        """Open a window and load `level` into it.

        Bindings of the user's own, in `bindings.toml` of the settings folder, go over the
        usual ones.

        Raises
        ------
        OrlopError
            If there is no display, or the level or the bindings can't be used.
        """
        inputs, bindings = Inputs(), user_bindings()
        window = Window(f"Orlop – {level.name}", opengl=opengl)
        screen = Screen(window.canvas, view)
        game = Game(seed, controls=Controls(inputs, bindings))
        try:
            game.load(Shown(level, screen, window.device, window, bindings))
        except BaseException:
            game.close()
            window.close()
            raise
        if window.device is None:
            screen.say(window.why_plain, 8.0)
        screen.say(f"{bindings.label('help').split(' / ')[0]}: help", 6.0)
        return cls(game, screen, window, Devices(inputs))

    @property
    def why_plain(self) -> str:
        """One line that says why there is no OpenGL; empty if there is."""
        return self._window.why_plain

    def run(self, seconds: float | None = None, each_frame: Callable[[], object] | None = None) -> None:
        """Play until the window is closed, the game stops running, or `seconds` of play are over."""
        game, window, devices = self.game, self._window, self._devices
        pace = pygame.time.Clock()
        window.hold_mouse(True)
        last = None if seconds is None else round(seconds / game.clock.dt)
        while game.running and not window.closing and (last is None or game.clock.tick < last):
            elapsed = pace.tick(MOST_FRAMES) / 1000
            events = pygame.event.get()
            window.take(events)
            devices.captured = window.mouse_held
            devices.take(events)
            game.frame(elapsed)
            window.present()
            if each_frame is not None:
                each_frame()

    def close(self) -> None:
        """Unload the level and close the window."""
        self.game.close()
        self._devices.close()
        self._window.close()


def user_bindings() -> Bindings:
    """Return the usual bindings, with the user's own over them if there are any."""
    own = settings_folder() / "bindings.toml"
    return Bindings.load(own) if own.is_file() else Bindings.default()
