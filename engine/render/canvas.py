"""What a frame is drawn on, with OpenGL or without."""

from typing import Protocol

import numpy as np
import pygame
from numpy.typing import NDArray

from orlop.engine.render.device import Device
from orlop.engine.render.ink import blank
from orlop.engine.render.label import Label
from orlop.engine.render.surface_pass import SurfacePass
from orlop.engine.render.target import Target


class Canvas(Protocol):
    """A picture of `size` pixels that the views fill and labels are laid over."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        ...

    @property
    def target(self) -> Target | None:
        """Where OpenGL draws; None on a canvas without it."""
        ...

    def sheet(self) -> pygame.Surface:
        """Return a surface of `size` for a view to fill; `lay` then shows it."""
        ...

    def lay(self) -> None:
        """Make the sheet the picture."""
        ...

    def label(self, label: Label) -> None:
        """Lay `label` over the picture."""
        ...

    def read(self) -> NDArray[np.uint8]:
        """Return the picture, (height, width, 3) sRGB."""
        ...

    def resize(self, size: tuple[int, int]) -> None:
        """Begin anew with another size in pixels."""
        ...


class CardCanvas:
    """A canvas in the graphics card's memory."""

    def __init__(self, device: Device, size: tuple[int, int]) -> None:
        self._device = device
        self._surfaces = SurfacePass(device.context)
        self._target = Target(device, size)
        self._sheet: pygame.Surface | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._target.size

    @property
    def target(self) -> Target:
        """Where OpenGL draws."""
        return self._target

    def sheet(self) -> pygame.Surface:
        """Return a surface of `size` for a view to fill."""
        if self._sheet is None:
            self._sheet = blank(self.size, (0, 0, 0))
        return self._sheet

    def lay(self) -> None:
        """Make the sheet the picture."""
        self._target.picture.use()
        self._surfaces.draw(self.sheet(), (0, 0), self.size, changed=True)

    def label(self, label: Label) -> None:
        """Lay `label` over the picture."""
        self._target.picture.use()
        self._surfaces.draw(label.surface, label.corner, self.size, label.opacity)

    def read(self) -> NDArray[np.uint8]:
        """Return the picture, (height, width, 3) sRGB."""
        return self._target.read()

    def resize(self, size: tuple[int, int]) -> None:
        """Begin anew with another size in pixels."""
        if size != self.size:
            self._target.release()
            self._target = Target(self._device, size)
            self._sheet = None

    def release(self) -> None:
        """Free its memory on the card."""
        self._surfaces.release()
        self._target.release()

    def show(self) -> None:
        """Put the picture on the window, which has the canvas's size."""
        self._device.context.screen.use()
        self._device.context.viewport = (0, 0, *self.size)
        self._surfaces.fill(self._target.colour)


class PlainCanvas:
    """A canvas in main memory; it has no first-person view.

    Parameters
    ----------
    surface
        What to draw on: a window's surface, or one of your own.
    """

    def __init__(self, surface: pygame.Surface) -> None:
        self._surface = surface

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._surface.get_size()

    @property
    def target(self) -> None:
        """There is no OpenGL here."""
        return None

    def sheet(self) -> pygame.Surface:
        """Return the surface itself."""
        return self._surface

    def lay(self) -> None:
        """Do nothing: the sheet is the picture."""

    def label(self, label: Label) -> None:
        """Lay `label` over the picture."""
        surface = label.surface
        if label.opacity < 1.0:
            surface = surface.copy()  # a surface's own alpha must not stay changed
            surface.set_alpha(round(255 * label.opacity))
        self._surface.blit(surface, label.corner)

    def read(self) -> NDArray[np.uint8]:
        """Return the picture, (height, width, 3) sRGB."""
        width, height = self.size
        data = pygame.image.tobytes(self._surface, "RGB")
        return np.frombuffer(data, np.uint8).reshape(height, width, 3).copy()

    def resize(self, size: tuple[int, int]) -> None:
        """Begin anew with another size in pixels; a window's surface grows by itself."""
        self._surface = pygame.display.get_surface() or blank(size, (0, 0, 0))
