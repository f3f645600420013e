"""Where a picture is drawn before it is shown: off screen, multisampled."""

import moderngl
import numpy as np
from numpy.typing import NDArray

from orlop.engine.render.device import Device


class Target:
    """A picture of `size` pixels with colour and depth.

    Passes draw to `drawing`; `resolve` merges its samples into `picture`, where labels go and
    which is read or copied to the window. (Reading a window's own framebuffer raises an
    error in OpenGL on some drivers.)
    """

    def __init__(self, device: Device, size: tuple[int, int]) -> None:
        context = device.context
        self.size = size
        self._owned: list[moderngl.Renderbuffer | moderngl.Texture | moderngl.Framebuffer] = []
        colour = context.texture(size, 4)
        colour.filter = moderngl.NEAREST, moderngl.NEAREST
        self.colour = colour
        samples = device.samples if device.samples > 1 else 0
        depth = context.depth_renderbuffer(size, samples=samples)
        self._owned += [colour, depth]
        if samples:
            many = context.renderbuffer(size, 4, samples=samples)
            self._owned.append(many)
            self.picture = context.framebuffer([colour])
            self.drawing = context.framebuffer([many], depth)
        else:
            self.picture = self.drawing = context.framebuffer([colour], depth)
        self._context = context

    def resolve(self) -> None:
        """Merge the samples of what was drawn into `picture`."""
        if self.drawing is not self.picture:
            self._context.copy_framebuffer(self.picture, self.drawing)

    def read(self) -> NDArray[np.uint8]:
        """Return the picture, (height, width, 3) sRGB, first row on top."""
        width, height = self.size
        data = self.picture.read(components=3, alignment=1)
        return np.frombuffer(data, np.uint8).reshape(height, width, 3)[::-1].copy()

    def release(self) -> None:
        """Free its memory on the card."""
        if self.drawing is not self.picture:
            self.drawing.release()
        self.picture.release()
        for owned in self._owned:
            owned.release()
