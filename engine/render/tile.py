"""A square of ground as the graphics card wants it."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

BLOCK = 16
"""Squares a side of the blocks that are drawn or left out as a whole."""

GROUND_CORNER = np.dtype([("cell", "u2", 2), ("height", "f4"), ("normal", "u1", 4), ("colour", "u1", 4)])
GROUND_LAYOUT = "2u2 1f4 4f1 4f1"


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """Samples of the ground: n squares a side, n a multiple of `BLOCK`, with one more sample all around.

    Attributes
    ----------
    origin
        World (x, y, z) of the corner with the lowest x and z, metres.
    spacing
        Metres between samples.
    heights
        (n + 3, n + 3) float32, metres over the origin's y.
    colours
        (n + 3, n + 3, 3) float32, linear RGB in 0 … 1.
    canopy
        (n + 3, n + 3) float32, 0 … 1: share of the sky that crowns hide.
    """

    origin: tuple[float, float, float]
    spacing: float
    heights: NDArray[np.float32]
    colours: NDArray[np.float32]
    canopy: NDArray[np.float32]

    @property
    def count(self) -> int:
        """Squares a side."""
        return len(self.heights) - 3

    @property
    def size(self) -> float:
        """Width, metres."""
        return self.count * self.spacing

    @property
    def depth(self) -> float:
        """How far its skirts hang down, metres: as far as a neighbour of a coarser level may lie lower."""
        return 1.5 * self.spacing

    def check(self) -> None:
        """Raise ValueError unless shapes fit."""
        side = len(self.heights)
        if self.heights.shape != (side, side) or side < BLOCK + 3 or (side - 3) % BLOCK:
            raise ValueError(
                f"heights must be (n + 3, n + 3) metres, n a multiple of {BLOCK}, got {self.heights.shape}"
            )
        if self.colours.shape != (side, side, 3):
            raise ValueError(f"colours must be {(side, side, 3)} linear RGB, got {self.colours.shape}")
        if self.canopy.shape != (side, side):
            raise ValueError(f"canopy must be {(side, side)} shares, got {self.canopy.shape}")

    def block_bounds(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the bounding boxes of its blocks, skirts included, (b · b, 3) each, metres from the origin."""
        b, size = self.count // BLOCK, BLOCK * self.spacing
        heights = self.heights[1:-1, 1:-1]
        low, high = np.empty((b, b, 3)), np.empty((b, b, 3))
        for i in range(b):
            for j in range(b):
                part = heights[i * BLOCK : (i + 1) * BLOCK + 1, j * BLOCK : (j + 1) * BLOCK + 1]
                low[i, j] = i * size, float(part.min()) - self.depth, j * size
                high[i, j] = (i + 1) * size, float(part.max()), (j + 1) * size
        return low.reshape(-1, 3), high.reshape(-1, 3)

    def packed(self) -> NDArray[np.void]:
        """Return its corners of `GROUND_CORNER`: the samples, then the same again sunk, for the skirts."""
        side = self.count + 1
        corners = np.zeros((2, side, side), GROUND_CORNER)
        corners["cell"][..., 0] = np.arange(side)[:, None]
        corners["cell"][..., 1] = np.arange(side)
        heights = self.heights.astype(np.float64)
        corners["height"] = heights[1:-1, 1:-1]
        corners["height"][1] -= self.depth
        rise_x = (heights[2:, 1:-1] - heights[:-2, 1:-1]) / (2.0 * self.spacing)
        rise_z = (heights[1:-1, 2:] - heights[1:-1, :-2]) / (2.0 * self.spacing)
        normals = np.stack([-rise_x, np.ones_like(rise_x), -rise_z], axis=-1)
        normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
        corners["normal"][..., :3] = np.rint(127.5 + 127.5 * normals)
        # The eye tells dark colours apart better than light ones: 8 bits hold their roots.
        roots = np.sqrt(np.clip(self.colours[1:-1, 1:-1], 0.0, 1.0))
        corners["colour"][..., :3] = np.rint(255.0 * roots)
        corners["colour"][..., 3] = np.rint(255.0 * np.clip(self.canopy[1:-1, 1:-1], 0.0, 1.0))
        return corners.reshape(-1)


@lru_cache(maxsize=8)
def tile_indices(count: int, stride: int = 1) -> NDArray[np.uint32]:
    """Return the corners of a tile's triangles, block by block, (b · b, `block_indices(stride)`).

    Every `stride`-th sample is used, a part of `BLOCK`. Each block's squares come first, then the skirts of its four
    sides, which hide what gapes between blocks of different strides. The squares' triangles meet in the diagonal
    from (i, j) to (i + stride, j + stride).
    """
    side, b, steps = count + 1, count // BLOCK, np.arange(0, BLOCK, stride)
    first = (np.arange(b)[:, None] * BLOCK * side + np.arange(b) * BLOCK).reshape(-1, 1)
    i, j = (axis.reshape(-1) for axis in np.meshgrid(steps, steps, indexing="ij"))
    corner, ahead = i * side + j, stride * side
    beyond = corner + ahead + stride
    squares = np.stack([corner, corner + stride, beyond, corner, beyond, corner + ahead], axis=-1)
    sunk, far = side * side, BLOCK * side
    skirts = []
    for start, step in ((0, 1), (far, 1), (0, side), (BLOCK, side)):
        a = start + steps * step
        end = a + stride * step
        skirts.append(np.stack([a, end, a + sunk, end, end + sunk, a + sunk], axis=-1).reshape(-1))
    indices: NDArray[np.uint32] = (first + np.concatenate([squares.reshape(-1), *skirts])).astype(np.uint32)
    indices.setflags(write=False)
    return indices


def block_indices(stride: int) -> int:
    """Return how many indices a block has: of its squares, and of its skirts."""
    return 6 * (BLOCK // stride) ** 2 + 4 * 6 * (BLOCK // stride)
