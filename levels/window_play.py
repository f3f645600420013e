"""Plays a level in a window."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from orlop.engine.bindings import Bindings
from orlop.engine.controls import Controls
from orlop.engine.devices import Devices
from orlop.engine.game import Game
from orlop.engine.inputs import Inputs
from orlop.engine.paths import settings_folder
from orlop.engine.render.screen import Screen, ViewName
from orlop.engine.render.window import Window
from orlop.engine.sound.hearing import HEADPHONES, Hearing
from orlop.levels.heard import Heard
from orlop.levels.shown import Scenic, Shown

if TYPE_CHECKING:  # a muted game doesn't load what mixes
    from orlop.engine.sound.sinks import DeviceSink

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
    _sink: "DeviceSink | None" = None

    @classmethod
    def open(
        cls,
        level: Scenic,
        view: ViewName = "first-person",
        seed: int = 0,
        opengl: bool = True,
        sound: bool = True,
        hearing: Hearing = HEADPHONES,
    ) -> "WindowPlay":
        """Open a window and load `level` into it.

        Bindings of the user's own, in `bindings.toml` of the settings folder, go over the
        usual ones. Without a sound device it plays in silence, and says so.

        Raises
        ------
        OrlopError
            If there is no display, or the level or the bindings can't be used.
        """
        inputs, bindings = Inputs(), user_bindings()
        window = Window(f"Orlop – {level.name}", opengl=opengl)
        screen = Screen(window.canvas, view)
        game = Game(seed, controls=Controls(inputs, bindings))
        heard, sink = _open_sound(level, hearing) if sound else (None, None)
        play = cls(game, screen, window, Devices(inputs), sink)
        try:
            game.load(Shown(level, screen, window.device, window, heard=heard))
        except BaseException:
            play.close()
            raise
        if window.device is None:
            screen.say(window.why_plain, 8.0)
        screen.say(f"{bindings.label('help').split(' / ')[0]}: help", 6.0)
        return play

    @property
    def why_silent(self) -> str:
        """One line that says why nothing is heard; empty if there is a device, or no sound was wanted."""
        return "" if self._sink is None or self._sink.device else self._sink.line

    @property
    def why_plain(self) -> str:
        """One line that says why there is no OpenGL; empty if there is."""
        return self._window.why_plain

    def run(self, seconds: float | None = None, each_frame: Callable[[], object] | None = None) -> None:
        """Play until the window is closed, the game stops running, or `seconds` of play are over."""
        game, window, devices = self.game, self._window, self._devices
        pace = pygame.time.Clock()
        window.hold_mouse(True)
        told = self._tell_of_sound("")
        last = None if seconds is None else round(seconds / game.clock.dt)
        while game.running and not window.closing and (last is None or game.clock.tick < last):
            elapsed = pace.tick(MOST_FRAMES) / 1000
            events = pygame.event.get()
            window.take(events)
            devices.captured = window.mouse_held
            devices.take(events)
            if self._sink is not None:
                self._sink.take(events)
                told = self._tell_of_sound(told)
            game.frame(elapsed, until=last)
            window.present()
            if each_frame is not None:
                each_frame()

    def _tell_of_sound(self, told: str) -> str:
        """Tell the player when the device comes or goes; `told` is what was said last."""
        line = self.why_silent
        if line and line != told:
            self.screen.say(line, 8.0)
        return line

    def close(self) -> None:
        """Unload the level, let its sound fade, and close the window."""
        self.game.close()
        if self._sink is not None:
            self._sink.close()
        self._devices.close()
        self._window.close()


def _open_sound(level: Scenic, hearing: Hearing) -> tuple[Heard, "DeviceSink"]:
    from orlop.engine.sound.mixer import Mixer
    from orlop.engine.sound.sinks import DeviceSink

    mixer = Mixer(hearing)
    sink = DeviceSink(mixer)
    return Heard(level, mixer, sink), sink


def user_bindings() -> Bindings:
    """Return the usual bindings, with the user's own over them if there are any."""
    own = settings_folder() / "bindings.toml"
    return Bindings.load(own) if own.is_file() else Bindings.default()
