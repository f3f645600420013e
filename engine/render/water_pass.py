"""Draws water: streams, lakes and the sea, moving a little."""

from collections.abc import Sequence

import moderngl
import numpy as np
from numpy.typing import NDArray

from orlop.engine.render.frame import BLOCKS
from orlop.engine.render.shader import program, set_uniform
from orlop.engine.render.view import visible
from orlop.engine.render.water import WATER_LAYOUT, Water, lakes

Point = tuple[float, float, float]

SEA = 30000.0
"""Radius of the disk that is drawn as the sea, metres: beyond it lies haze."""


class CardWater:
    """A `Water` in the card's memory.

    Attributes
    ----------
    level
        Of detail, 0 the finest.
    area
        What it may cover: x0, z0, x1, z1, world metres.
    count
        Triangles that show.
    """

    def __init__(self, context: moderngl.Context, made: moderngl.Program, water: Water, level: int) -> None:
        self.water, self.level = water, level
        self.origin = np.array(water.origin, np.float64)
        (x0, _, z0), (x1, _, z1) = (water.low + self.origin).tolist(), (water.high + self.origin).tolist()
        self.area = (x0, z0, x1, z1)
        self.count = len(water.indices)
        self._owned: list[moderngl.Buffer | moderngl.VertexArray] = []
        self.array: moderngl.VertexArray | None = None
        if self.count:
            corners = context.buffer(water.corners.tobytes())
            self._indices = context.buffer(water.indices.tobytes(), dynamic=True)
            names = ("in_position", "in_across", "in_along", "in_flow")
            self.array = context.vertex_array(made, [(corners, WATER_LAYOUT, *names)], self._indices)
            self._owned = [self.array, corners, self._indices]

    def leave_out(self, areas: NDArray[np.float64]) -> None:
        """Show only what is not owned by one of `areas` (k, 4): x0, z0, x1, z1, world metres."""
        if self.array is None:
            return
        x, z = (self.water.owners + self.origin[[0, 2]]).T[:, :, None]
        inside = (x >= areas[:, 0]) & (z >= areas[:, 1]) & (x < areas[:, 2]) & (z < areas[:, 3])
        kept = self.water.indices[~inside.any(axis=1)]
        self.count = len(kept)
        if self.count:
            self._indices.write(kept.tobytes())

    def release(self) -> None:
        """Free its memory on the card."""
        for owned in self._owned:
            owned.release()
        self._owned.clear()


class WaterPass:
    """Draws surfaces of water over what is drawn already."""

    def __init__(self, context: moderngl.Context) -> None:
        self._context = context
        self._program = program(context, "water", BLOCKS)
        set_uniform(self._program, "shadow_map", 0)
        disk = lakes((0.0, 0.0, 0.0), np.zeros((1, 3), np.float32), np.full(1, SEA, np.float32))
        self._sea = self.upload(disk, 0)

    def upload(self, water: Water, level: int) -> CardWater:
        """Put `water` into the card's memory; the caller releases it."""
        return CardWater(self._context, self._program, water, level)

    def draw(self, waters: Sequence[CardWater], clip: NDArray[np.float64], eye: Point, sea: float | None = None) -> int:
        """Draw what `clip` (4, 4) shows from `eye` into the bound framebuffer; return the number of triangles.

        `sea` is the world height of the sea, metres, if there is one.
        """
        self._context.enable_only(moderngl.DEPTH_TEST | moderngl.BLEND)
        self._context.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
        drawn = 0
        for water in waters:
            offset = water.origin - np.asarray(eye, np.float64)
            low, high = (water.water.low + offset)[None], (water.water.high + offset)[None]
            if water.count and visible(clip, low, high)[0]:
                drawn += self._draw(water, offset, (0.0, 0.0))
        if sea is not None and eye[1] > sea:
            drawn += self._draw(self._sea, np.array([0.0, sea - eye[1], 0.0]), (eye[0] % 4096.0, eye[2] % 4096.0))
        return drawn

    def release(self) -> None:
        """Free its memory on the card; its waters belong to the caller."""
        self._sea.release()
        self._program.release()

    def _draw(self, water: CardWater, offset: NDArray[np.float64], along: tuple[float, float]) -> int:
        assert water.array is not None
        set_uniform(self._program, "origin", tuple(offset.tolist()))
        set_uniform(self._program, "shift", along)
        water.array.render(moderngl.TRIANGLES, vertices=3 * water.count)
        return water.count
