"""Layered generation's benchmark: points, points relaxed, heights raised around them, and an endless walk.

The numbers are those of a benchmark that was also run on LayerProcGen, in C#: whoever makes the
same chunks from the same rectangles gets the same digest, to the bit.
"""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.dependency import Dependency
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.views import Inputs

SIZE = 512.0
STEPS = 201
STEP = (16.0, 5.0)
CHUNKS = {"points": 929, "relaxed": 753, "heights": 2468}
DIGEST = 0x5ACA4B5B

POINTS = 16
SIDE = 32
MASK = np.uint64(0xFFFFFFFF)

Array = NDArray[np.float64]


class PointLayer(Layer[Array]):
    """Sixteen points at random, (16, 2) metres."""

    name, size, stored = "points", 64.0, True

    def generate(self, bounds: Bounds, inputs: Inputs, seed: int) -> Array:
        """Draw the points."""
        return draw_points(*inputs.index)


class RelaxedLayer(Layer[Array]):
    """The same points after eight steps of pushing each other apart, (16, 2) metres."""

    name, size = "relaxed", 64.0

    def __init__(self, points: PointLayer) -> None:
        self.points = points
        self.needs = (Dependency(points, effect_distance=8.0, iterations=8),)

    def generate(self, bounds: Bounds, inputs: Inputs, seed: int) -> Array:
        """Relax own points among those of the eight chunks around."""
        return relax(np.concatenate(inputs.of(self.points).overlapping()))


class HeightLayer(Layer[NDArray[np.float32]]):
    """Heights, (32, 32) metres, first index along z."""

    name, size = "heights", 32.0

    def __init__(self, relaxed: RelaxedLayer) -> None:
        self.relaxed = relaxed
        self.needs = (Dependency(relaxed, padding=32.0),)

    def generate(self, bounds: Bounds, inputs: Inputs, seed: int) -> NDArray[np.float32]:
        """Sum noise and raise a bump around each point."""
        return raise_heights(*inputs.index, np.concatenate(inputs.of(self.relaxed).overlapping()))


def make_layers() -> tuple[PointLayer, RelaxedLayer, HeightLayer]:
    """Return the three layers, providers first."""
    points = PointLayer()
    relaxed = RelaxedLayer(points)
    return points, relaxed, HeightLayer(relaxed)


@kernel
def draw_points(i: int, j: int) -> Array:
    """Return the raw points of chunk (i, j): (16, 2)."""
    points = np.empty((POINTS, 2))
    for p in range(POINTS):
        points[p, 0] = 64.0 * i + 64.0 * hash3(1234, i, j, 2 * p) / 4294967296.0
        points[p, 1] = 64.0 * j + 64.0 * hash3(1234, i, j, 2 * p + 1) / 4294967296.0
    return points


@kernel
def relax(gathered: Array) -> Array:
    """Return the middle chunk's points (16, 2) after eight Jacobi steps over nine chunks' (144, 2)."""
    old, new = gathered, np.empty_like(gathered)
    for _ in range(8):
        for a in range(len(old)):
            move_x, move_z = 0.0, 0.0
            for b in range(len(old)):
                dx, dz = old[a, 0] - old[b, 0], old[a, 1] - old[b, 1]
                square = dx * dx + dz * dz
                if 1e-12 < square < 49.0:
                    d = math.sqrt(square)
                    push = (7.0 - d) / d * 0.25
                    move_x += dx * push
                    move_z += dz * push
            new[a, 0], new[a, 1] = old[a, 0] + move_x, old[a, 1] + move_z
        old, new = new, old
    return old[4 * POINTS : 5 * POINTS].copy()


@kernel
def raise_heights(i: int, j: int, points: Array) -> NDArray[np.float32]:
    """Return the heights of chunk (i, j): (32, 32)."""
    heights = np.empty((SIDE, SIDE), np.float32)
    for z in range(SIDE):
        for x in range(SIDE):
            heights[z, x] = 32.0 * _fractal(SIDE * i + x, SIDE * j + z)
    low_x, low_z = float(SIDE * i), float(SIDE * j)
    for p in range(len(points)):
        px, pz = points[p, 0], points[p, 1]
        if not (low_x - 12.0 <= px < low_x + 44.0 and low_z - 12.0 <= pz < low_z + 44.0):
            continue
        for z in range(SIDE):
            for x in range(SIDE):
                dx, dz = low_x + x - px, low_z + z - pz
                t = 1.0 - (dx * dx + dz * dz) / 144.0
                if t > 0.0:
                    heights[z, x] = np.float32(np.float64(heights[z, x]) + 4.0 * t * t * t)
    return heights


@kernel
def _fractal(x: int, z: int) -> float:
    """Six octaves of value noise at a whole position."""
    total, frequency, amplitude = 0.0, 1.0 / 64.0, 1.0
    for octave in range(6):
        total += amplitude * _value(x * frequency, z * frequency, octave)
        frequency *= 2.0
        amplitude *= 0.5
    return total


@kernel
def _value(x: float, z: float, octave: int) -> float:
    i, j = math.floor(x), math.floor(z)
    u, v = _fade(x - i), _fade(z - j)
    a, b = _corner(i, j, octave), _corner(i + 1, j, octave)
    c, d = _corner(i, j + 1, octave), _corner(i + 1, j + 1, octave)
    low, high = a + (b - a) * u, c + (d - c) * u
    return low + (high - low) * v


@kernel
def _corner(i: int, j: int, octave: int) -> float:
    return hash3(99, i, j, octave) / 4294967296.0 * 2.0 - 1.0


@kernel
def _fade(t: float) -> float:
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0)


@kernel
def hash3(seed: int, a: int, b: int, c: int) -> float:
    """XxHash32 of three whole numbers, 0 … 2³² − 1."""
    h = (np.uint64(seed) + np.uint64(374761405)) & MASK
    for value in (a, b, c):
        h = (h + (np.uint64(value) & MASK) * np.uint64(3266489917)) & MASK
        h = ((h << np.uint64(17)) | (h >> np.uint64(15))) & MASK
        h = (h * np.uint64(668265263)) & MASK
    h ^= h >> np.uint64(15)
    h = (h * np.uint64(2246822519)) & MASK
    h ^= h >> np.uint64(13)
    h = (h * np.uint64(3266489917)) & MASK
    return float(h ^ (h >> np.uint64(16)))


@kernel
def chunk_digest(i: int, j: int, heights: NDArray[np.float32]) -> float:
    """Return one chunk's share of the digest, 0 … 2³² − 1; shares are summed mod 2³²."""
    total = 0
    flat = heights.ravel()
    for k in range(len(flat)):
        total += math.floor(256.0 * flat[k]) * (2 * k + 1)
    return hash3(1234, i, j, total)
