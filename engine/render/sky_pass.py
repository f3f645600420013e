"""Draws the sky behind everything."""

import moderngl

from orlop.engine.render.frame import BLOCKS
from orlop.engine.render.shader import program


class SkyPass:
    """A gradient from zenith to hazy horizon, and the sun."""

    def __init__(self, context: moderngl.Context) -> None:
        self._context = context
        self._array = context.vertex_array(program(context, "sky", BLOCKS), [])

    def draw(self) -> None:
        """Fill what nothing nearer covers; drawn last, so that hidden sky costs nothing."""
        self._context.enable_only(moderngl.DEPTH_TEST)
        self._context.depth_func = "<="
        self._array.render(moderngl.TRIANGLES, vertices=3)
        self._context.depth_func = "<"
