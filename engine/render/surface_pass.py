"""Draws pygame surfaces onto an OpenGL picture: text, panels, the chart."""

import weakref

import moderngl
import pygame

from orlop.engine.render.shader import program


class SurfacePass:
    """Shows surfaces pixel by pixel; a surface that was shown before is not uploaded again.

    Surfaces may outlive the context, as the kept ones of labels do: a texture is then nobody's
    to free, for its number may be another's in the next context.
    """

    def __init__(self, context: moderngl.Context) -> None:
        self._context = context
        self._program = program(context, "surface")
        self._array = context.vertex_array(self._program, [])
        self._textures: dict[weakref.ref[pygame.Surface], moderngl.Texture] = {}
        self._gone: list[weakref.ref[pygame.Surface]] = []

    def draw(
        self,
        surface: pygame.Surface,
        corner: tuple[int, int],
        picture: tuple[int, int],
        opacity: float = 1.0,
        changed: bool = False,
    ) -> None:
        """Draw `surface` with its upper left at `corner`, in pixels of a `picture` that size.

        Set `changed` when the surface has other pixels than when it was last shown.
        """
        width, height = picture
        left, top = corner
        right, bottom = left + surface.get_width(), top + surface.get_height()
        self._program["place"] = (
            2 * left / width - 1, 1 - 2 * top / height, 2 * right / width - 1, 1 - 2 * bottom / height,
        )  # fmt: skip
        self._program["opacity"] = opacity
        self._texture(surface, changed).use(0)
        self._context.enable_only(moderngl.BLEND)
        self._context.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
        self._array.render(moderngl.TRIANGLE_STRIP, vertices=4)

    def fill(self, texture: moderngl.Texture) -> None:
        """Cover the bound framebuffer with a texture whose first row is the lowest, as OpenGL draws."""
        self._program["place"] = -1.0, -1.0, 1.0, 1.0
        self._program["opacity"] = 1.0
        texture.use(0)
        self._context.enable_only(moderngl.NOTHING)
        self._array.render(moderngl.TRIANGLE_STRIP, vertices=4)

    def release(self) -> None:
        """Free its memory on the card."""
        for texture in self._textures.values():
            texture.release()
        self._textures.clear()
        self._gone.clear()
        self._array.release()
        self._program.release()

    def _texture(self, surface: pygame.Surface, changed: bool) -> moderngl.Texture:
        while self._gone:  # here, where this context is surely the current one
            self._textures.pop(self._gone.pop()).release()
        key = weakref.ref(surface, self._gone.append)
        texture = self._textures.get(key)
        if texture is None:
            texture = self._context.texture(surface.get_size(), 4)
            texture.filter = moderngl.NEAREST, moderngl.NEAREST
            self._textures[key] = texture
            changed = True
        if changed:
            texture.write(pygame.image.tobytes(surface, "RGBA"))
        return texture
