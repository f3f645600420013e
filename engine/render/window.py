"""The window: OpenGL where it can be had, a plain surface where not."""

import os
import sys
from collections.abc import Iterable
from contextlib import suppress

import pygame

from orlop.engine.error import OrlopError
from orlop.engine.render.canvas import Canvas, CardCanvas, PlainCanvas
from orlop.engine.render.device import GL_VERSION, Device, attach, no_opengl
from orlop.engine.render.x_errors import x_errors_survived

_DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
"""SDL would try others, down to the bare console, and name only the last one's trouble."""

_UNSEEN = ("offscreen", "dummy")
"""SDL's drivers that show nothing; it falls back to one of them where no display answers."""

_WHEEL = (4, 5)
"""Buttons that pygame tells of when the wheel is turned."""


class Window:
    """A resizable window whose canvas is shown by `present`.

    Parameters
    ----------
    title
        In its bar.
    size
        Width and height, in the desktop's units.
    opengl
        Try OpenGL; without it only the chart can be shown.

    Attributes
    ----------
    device
        The OpenGL context, or None.
    why_plain
        One line that says why there is no OpenGL; empty if there is.
    canvas
        What frames are drawn on, in pixels of the screen.
    mouse_held
        Whether the mouse is hidden and its motion endless.
    closing
        Whether the player has asked to close the window.
    clicked
        Whether the mouse was pressed in the last frame while it was not held.
    lost_focus
        Whether another window came to the front in the last frame.

    Raises
    ------
    OrlopError
        There is no display.
    """

    def __init__(self, title: str, size: tuple[int, int] = (1280, 720), opengl: bool = True) -> None:
        os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")  # else Windows blurs the picture
        _open_display()
        pygame.display.set_caption(title)
        self.device: Device | None = None
        self.why_plain = "" if opengl else "OpenGL was not asked for"
        self.mouse_held = False
        self.closing = False
        self.clicked = False
        self.lost_focus = False
        self._size = size
        self._fullscreen = False
        self._density = 1.0
        if opengl:
            try:
                self.device = _open_with_opengl(size)
            except OrlopError as error:
                self.why_plain = str(error)
        self.canvas: Canvas
        self._card: CardCanvas | None = None
        if self.device is None:
            self.canvas = PlainCanvas(_open_plain(size, pygame.RESIZABLE))
        else:
            pixels = self.device.context.screen.size  # more than `size` where the screen is dense
            self._density = pixels[0] / max(1, pygame.display.get_window_size()[0])
            self._card = CardCanvas(self.device, pixels)
            self.canvas = self._card

    def take(self, events: Iterable[pygame.event.Event]) -> None:
        """Note what a frame's `events` mean for the window itself."""
        self.clicked = self.lost_focus = False
        for event in events:
            if event.type == pygame.QUIT:
                self.closing = True
            elif event.type == pygame.MOUSEBUTTONDOWN and event.button not in _WHEEL and not self.mouse_held:
                self.clicked = True
            elif event.type == pygame.WINDOWFOCUSLOST:
                self.lost_focus = True
                self.hold_mouse(False)
        self._fit()

    def present(self) -> None:
        """Show the canvas; waits for the screen's refresh where the driver does."""
        if self._card is not None:
            self._card.show()
        pygame.display.flip()

    def hold_mouse(self, held: bool) -> None:
        """Hide the mouse and let it turn the view, or give it back."""
        if held != self.mouse_held:
            self.mouse_held = held
            pygame.event.set_grab(held)
            pygame.mouse.set_visible(not held)
            pygame.mouse.get_rel()  # forget how far it went in between

    def toggle_fullscreen(self) -> None:
        """Fill the screen, or go back to a window."""
        self._fullscreen = not self._fullscreen
        if self.device is not None:
            with suppress(pygame.error):  # a driver without full screen
                pygame.display.toggle_fullscreen()  # keeps the context and all it holds
        elif self._fullscreen:
            self._size = pygame.display.get_window_size()
            _open_plain((0, 0), pygame.FULLSCREEN)
        else:
            _open_plain(self._size, pygame.RESIZABLE)
        self._fit()

    def close(self) -> None:
        """Close it and free the device."""
        self.hold_mouse(False)
        if self._card is not None:
            self._card.release()
        if self.device is not None:
            self.device.close()
        pygame.display.quit()

    def _fit(self) -> None:
        width, height = pygame.display.get_window_size()
        size = (max(1, round(width * self._density)), max(1, round(height * self._density)))
        if size != self.canvas.size or self._card is None:
            self.canvas.resize(size)


def _open_display() -> None:
    if sys.platform.startswith("linux") and not any(map(os.environ.get, _DISPLAYS)):
        raise _no_display(f"none of {', '.join(_DISPLAYS)} is set")
    try:
        pygame.display.init()
    except pygame.error as error:
        raise _no_display(error) from error
    if pygame.display.get_driver() in _UNSEEN and not os.environ.get("SDL_VIDEODRIVER"):
        pygame.display.quit()
        named = [f"{name}={os.environ[name]}" for name in _DISPLAYS if os.environ.get(name)]
        raise _no_display(f"nothing answers at {' or '.join(named) or 'any screen'}")


def _no_display(cause: object) -> OrlopError:
    return OrlopError("display", f"no window can be opened ({cause})", "Run it on a desktop, or with --headless.")


def _open_with_opengl(size: tuple[int, int]) -> Device:
    attributes = pygame.display.gl_set_attribute
    attributes(pygame.GL_CONTEXT_MAJOR_VERSION, GL_VERSION // 100)
    attributes(pygame.GL_CONTEXT_MINOR_VERSION, GL_VERSION % 100 // 10)
    attributes(pygame.GL_CONTEXT_PROFILE_MASK, pygame.GL_CONTEXT_PROFILE_CORE)
    attributes(pygame.GL_CONTEXT_FORWARD_COMPATIBLE_FLAG, 1)  # macOS gives 3.3 only so
    flags = pygame.OPENGL | pygame.DOUBLEBUF | pygame.RESIZABLE
    with x_errors_survived():
        try:
            try:
                pygame.display.set_mode(size, flags, vsync=1)
            except pygame.error:  # no vertical sync, or no OpenGL at all
                pygame.display.set_mode(size, flags)
        except pygame.error as error:
            raise no_opengl(error) from error
        return attach()


def _open_plain(size: tuple[int, int], flags: int) -> pygame.Surface:
    if pygame.display.get_driver() == "x11":  # else SDL shows it by OpenGL, whose driver may be the broken one
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    try:
        return pygame.display.set_mode(size, flags)
    except pygame.error as error:
        raise _no_display(error) from error
