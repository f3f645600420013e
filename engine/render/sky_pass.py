"""Draws the sky behind everything."""

import moderngl

from orlop.engine.render.frame import BLOCKS
from orlop.engine.render.shader import program


class SkyPass:
    """A gradient from zenith to hazy horizon, and the sun."""

    def __init__(self, context: moderngl.Context) -> None:
        self._context = context
        self._program = program(context, "sky", BLOCKS)
        self._array = context.vertex_array(self._program, [])

    def draw(self) -> None:
        """Fill what nothing nearer covers; drawn last, so that hidden sky costs nothing."""
        self._context.enable_only(moderngl.DEPTH_TEST)
        self._context.depth_func = "<="
        self._array.render(moderngl.TRIANGLES, vertices=3)
        self._context.depth_func = "<"

    def release(self) -> None:
        """Free its memory on the card."""
        self._array.release()
        self._program.release()
