"""Dust and mist as clouds of points, from the maps that walkways are made of.

After Lucas Pope's fog maps for "Return of the Obra Dinn": the obstacle map at some height is
blurred and dithered to one bit, and each bit that is set becomes a mote at a random height.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.engine.walkway.build.bands import meet_bands
from orlop.engine.walkway.build.grid import Grid

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class FogLayer:
    """One layer of motes.

    Attributes
    ----------
    low, high
        World heights between which its motes hang, metres; obstacles in between shape it.
    cell
        Width of a cell of its map, metres, > 0: at most one mote each.
    blur
        Standard deviation of the blur, metres, ≥ 0.
    density
        Share of free cells that hold a mote where the map is full, 0 … 1.
    clinging
        True gathers motes around what stands there, False keeps them in the open.
    """

    low: float
    high: float
    cell: float = 0.25
    blur: float = 0.6
    density: float = 0.5
    clinging: bool = True

    def __post_init__(self) -> None:
        if not self.low <= self.high:
            raise ValueError(f"low must not be above high (metres), got {self.low!r} and {self.high!r}")
        if not (self.cell > 0 and self.blur >= 0 and 0 <= self.density <= 1):
            raise ValueError("cell must be > 0 metres, blur ≥ 0 metres, density 0 … 1")


def fog_points(
    obstacles: Floats, low: tuple[float, float], high: tuple[float, float], layers: Sequence[FogLayer], seed: int
) -> NDArray[np.float32]:
    """Scatter the motes of all `layers` over the rectangle `low` … `high` (x, z), in free space only.

    Parameters
    ----------
    obstacles
        (n, 3, 3) triangles, world metres.
    seed
        The same seed gives the same motes, whatever else was drawn before.

    Returns
    -------
    (m, 3) float32, world metres, layer after layer.
    """
    if not (low[0] < high[0] and low[1] < high[1]):
        raise ValueError(f"low must be below high in x and z, got {low} and {high}")
    found = [np.zeros((0, 3), np.float32)]
    for number, layer in enumerate(layers):
        random = np.random.Generator(np.random.PCG64([seed, number]))
        taken, grid = obstacle_map(obstacles, low, high, layer)
        clouded = blurred(taken.astype(np.float64), layer.blur / layer.cell)
        clouded /= max(float(clouded.max()), 1e-12)  # a thin wall blurs to little: its densest counts as full
        share = (clouded if layer.clinging else 1.0 - clouded) * layer.density
        found.append(_motes(dithered(np.where(taken, 0.0, share), random) & ~taken, grid, layer, random))
    return np.concatenate(found)


def dust_points(
    triangles: Floats, densities: Floats, per_m2: float, seed: int, lift: tuple[float, float] = (0.0, 0.0)
) -> NDArray[np.float32]:
    """Scatter motes over a painted mesh, as many as its vertices' densities say.

    Parameters
    ----------
    triangles
        (n, 3, 3) world metres.
    densities
        (n, 3), of each corner, 0 … 1; interpolated across the triangle.
    per_m2
        Motes a square metre where the density is 1.
    lift
        Each mote is raised by a random amount between these, metres.

    Returns
    -------
    (m, 3) float32, world metres.
    """
    if triangles.shape[1:] != (3, 3) or densities.shape != (len(triangles), 3):
        raise ValueError(f"triangles must be (n, 3, 3) and densities (n, 3), got {triangles.shape}, {densities.shape}")
    if not (np.isfinite(densities).all() and densities.min(initial=0.0) >= 0 and densities.max(initial=0.0) <= 1):
        raise ValueError("densities must be 0 … 1")
    random = np.random.Generator(np.random.PCG64([seed, len(triangles)]))
    edges = triangles[:, 1:] - triangles[:, :1]
    areas = 0.5 * np.linalg.norm(np.cross(edges[:, 0], edges[:, 1]), axis=1)
    tried = random.poisson(areas * per_m2)
    which = np.repeat(np.arange(len(triangles)), tried)
    # Uniform in a triangle: fold the unit square along its diagonal.
    u, v = random.random((2, len(which)))
    folded = u + v > 1.0
    u, v = np.where(folded, 1.0 - u, u), np.where(folded, 1.0 - v, v)
    weights = np.stack([1.0 - u - v, u, v], axis=1)
    kept = random.random(len(which)) < (weights * densities[which]).sum(axis=1)
    points: Floats = (weights[kept, :, None] * triangles[which[kept]]).sum(axis=1)
    points[:, 1] += random.uniform(*lift, len(points))
    return points.astype(np.float32)


def obstacle_map(
    obstacles: Floats, low: tuple[float, float], high: tuple[float, float], layer: FogLayer
) -> tuple[NDArray[np.bool_], Grid]:
    """Tell for each cell of the rectangle whether an obstacle reaches into the layer's heights, (nx, nz) bool."""
    nx, nz = math.ceil((high[0] - low[0]) / layer.cell), math.ceil((high[1] - low[1]) / layer.cell)
    grid = Grid(low[0], low[1], layer.cell, nx, nz)
    bottom, top = np.full(grid.cells, layer.low), np.full(grid.cells, layer.high)
    met, _ = meet_bands(obstacles, grid.frame(), nx, nz, np.arange(grid.cells + 1, dtype=np.int32), bottom, top)
    return met.reshape(nx, nz), grid


def blurred(values: Floats, deviation: float) -> Floats:
    """Blur a map by a Gaussian of `deviation` cells; beyond its rim the map goes on as it ends."""
    if deviation < 0.01:
        return values
    reach = math.ceil(3 * deviation)
    bell = np.exp(-0.5 * (np.arange(-reach, reach + 1) / deviation) ** 2)
    bell /= bell.sum()
    for axis in (0, 1):
        padded = np.pad(values, [(reach, reach) if a == axis else (0, 0) for a in (0, 1)], mode="edge")
        windows = np.lib.stride_tricks.sliding_window_view(padded, len(bell), axis=axis)
        values = windows @ bell
    return values


def dithered(shares: Floats, random: np.random.Generator) -> NDArray[np.bool_]:
    """Turn shares 0 … 1 into bits by an 8 × 8 Bayer pattern, shifted at random: even, without clumps."""
    pattern = np.zeros((1, 1))
    for _ in range(3):
        pattern = np.block([[4 * pattern, 4 * pattern + 2], [4 * pattern + 3, 4 * pattern + 1]])
    pattern = np.roll((pattern + 0.5) / 64, random.integers(0, 8, 2).tolist(), axis=(0, 1))
    nx, nz = shares.shape
    bits: NDArray[np.bool_] = shares > np.tile(pattern, (nx // 8 + 1, nz // 8 + 1))[:nx, :nz]
    return bits


def _motes(bits: NDArray[np.bool_], grid: Grid, layer: FogLayer, random: np.random.Generator) -> NDArray[np.float32]:
    cells = np.argwhere(bits)
    within = random.random((len(cells), 3))
    x = grid.x + (cells[:, 0] + within[:, 0]) * grid.cell
    z = grid.z + (cells[:, 1] + within[:, 2]) * grid.cell
    y = layer.low + within[:, 1] * (layer.high - layer.low)
    return np.stack([x, y, z], axis=1).astype(np.float32)
