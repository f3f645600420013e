"""Draws the ground: tiles of several levels of detail, each left out where a finer one lies."""

from collections.abc import Iterable

import moderngl
import numpy as np
from numpy.typing import NDArray

from orlop.engine.render.frame import BLOCKS
from orlop.engine.render.shader import program, set_uniform
from orlop.engine.render.tile import GROUND_LAYOUT, Tile, block_indices, tile_indices
from orlop.engine.render.view import visible

GRAIN = 64.0
"""Period of the surface's grain, metres; `shaders/grain.glsl`."""

STRIDES = ((1, 60.0), (2, 240.0), (4, np.inf))
"""Of the samples of a block, every one is used up to so many spacings away, every second up to so many, and so on."""

Point = tuple[float, float, float]
Area = tuple[float, float, float, float]
"""x0, z0, x1, z1 in world metres."""


class CardTile:
    """A `Tile` in the card's memory.

    Attributes
    ----------
    level
        Of detail, 0 the finest.
    area
        What it covers.
    shown
        (b · b,) which of its blocks no finer tile covers.
    """

    def __init__(self, context: moderngl.Context, tile: Tile, level: int) -> None:
        tile.check()
        self.tile, self.level = tile, level
        self.low, self.high = tile.block_bounds()
        self.shown = np.ones(len(self.low), np.bool_)
        self.origin = np.array(tile.origin, np.float64)
        x, _, z = tile.origin
        self.area: Area = (x, z, x + tile.size, z + tile.size)
        self.buffer = context.buffer(tile.packed().tobytes())
        self.arrays: dict[int, moderngl.VertexArray] = {}

    def block_areas(self) -> NDArray[np.float64]:
        """Return what each block covers, (b · b, 4)."""
        corner = self.origin[[0, 2]]
        return np.concatenate([self.low[:, [0, 2]] + corner, self.high[:, [0, 2]] + corner], axis=1)

    def release(self) -> None:
        """Free its memory on the card."""
        for array in self.arrays.values():
            array.release()
        self.buffer.release()


class TerrainPass:
    """Draws tiles, and knows which parts of them show; `wood` is the colour of crowns from afar, linear RGB."""

    def __init__(self, context: moderngl.Context, wood: tuple[float, float, float]) -> None:
        self._context = context
        self._program = program(context, "terrain", BLOCKS)
        set_uniform(self._program, "wood", wood)
        set_uniform(self._program, "shadow_map", 0)
        self._indices: dict[tuple[int, int], moderngl.Buffer] = {}

    def upload(self, tile: Tile, level: int) -> CardTile:
        """Put `tile` into the card's memory; the caller releases it."""
        return CardTile(self._context, tile, level)

    def draw(self, tiles: Iterable[CardTile], clip: NDArray[np.float64], eye: Point) -> int:
        """Draw what `clip` (4, 4) shows from `eye` into the bound framebuffer; return the number of triangles."""
        self._context.enable_only(moderngl.DEPTH_TEST)
        drawn = 0
        for tile in tiles:
            offset = tile.origin - np.asarray(eye, np.float64)
            seen = tile.shown & visible(clip, tile.low + offset, tile.high + offset)
            if not seen.any():
                continue
            set_uniform(self._program, "origin", tuple(offset.tolist()))
            set_uniform(self._program, "spacing", tile.tile.spacing)
            set_uniform(self._program, "base_height", float(tile.origin[1] % GRAIN))
            low, high = tile.low + offset, tile.high + offset
            away = np.linalg.norm(np.maximum(np.maximum(low, -high), 0.0), axis=1) / tile.tile.spacing
            begin = 0.0
            for stride, end in STRIDES:
                for first, count in block_runs(seen & (away >= begin) & (away < end), block_indices(stride)):
                    self._array(tile, stride).render(moderngl.TRIANGLES, vertices=count, first=first)
                    drawn += count // 3
                begin = end
        return drawn

    def release(self) -> None:
        """Free its memory on the card; its tiles belong to the caller."""
        for buffer in self._indices.values():
            buffer.release()
        self._program.release()

    def _array(self, tile: CardTile, stride: int) -> moderngl.VertexArray:
        if stride not in tile.arrays:
            key = (tile.tile.count, stride)
            if key not in self._indices:
                self._indices[key] = self._context.buffer(tile_indices(*key).tobytes())
            names = ("in_cell", "in_height", "in_normal", "in_colour")
            tile.arrays[stride] = self._context.vertex_array(
                self._program, [(tile.buffer, GROUND_LAYOUT, *names)], self._indices[key]
            )
        return tile.arrays[stride]


def block_runs(seen: NDArray[np.bool_], each: int) -> list[tuple[int, int]]:
    """Return which indices to draw, as (first, count): blocks of `each` that follow one another go together."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], seen, [False]]).astype(np.int8)))
    return [(int(start) * each, int(end - start) * each) for start, end in edges.reshape(-1, 2)]


def uncovered(areas: NDArray[np.float64], finer: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Tell which of `areas` (n, 4) are not wholly under `finer` (k, 4) ones, which don't overlap each other.

    Areas are x0, z0, x1, z1.
    """
    low, high = np.maximum(areas[:, None, :2], finer[:, :2]), np.minimum(areas[:, None, 2:], finer[:, 2:])
    under = np.maximum(high - low, 0.0).prod(axis=2).sum(axis=1)
    return np.asarray(under < (areas[:, 2:] - areas[:, :2]).prod(axis=1) * (1.0 - 1e-9))
