"""The valley's ground: heights, and the mesh with what it is made of."""

import numpy as np
from numpy.typing import NDArray

from orlop.engine.scene.scene import Material, Node
from orlop.levels.quayside.parts import Piece, assemble
from orlop.levels.riverbend import palette
from orlop.levels.riverbend.course import END, FALL, FORD, POOL, SPRING, half_width, nearest
from orlop.levels.riverbend.parting import parted
from orlop.levels.riverbend.way import distance_to_path

Floats = NDArray[np.float64]

LOW, HIGH = (-26.0, -42.0), (26.0, 42.0)
"""Corners (x, z) of what can be walked on, metres."""

CELL = 0.75
"""Width of a cell of the mesh, metres."""

PATH_HALF = 0.85
"""Half the path's width, metres."""


def height(x: Floats, z: Floats) -> Floats:
    """Return the ground's height at x, z (n,), metres."""
    distance, place = nearest(x, z)
    ground = _valley(x, z, distance)
    width = half_width(place)
    shore = smooth((distance - width) / 0.9)
    inside = (place > SPRING) & (place < END)
    depth = np.where(inside, 0.12 + 0.28 * np.minimum(width, 2.0), 0.0)
    return ground - depth * (1.0 - shore) + 0.06 * np.sin(1.3 * x) * np.sin(1.1 * z) * shore


def water_height(x: Floats, z: Floats) -> Floats:
    """Return the height of the water's surface over the river's middle line, metres."""
    return _valley(x, z, np.zeros(len(x))) - 0.14


def ground_nodes() -> list[Node]:
    """Return the floor, and what is only seen: the river's bed and the hills around."""
    bed, walked = parted(_mesh(LOW, HIGH, CELL), _depth)
    return [
        assemble("floor.valley", _by_material(walked)),
        assemble("decor.bed", [(palette.BED, bed)]),
        assemble("decor.hills", [(palette.HILL, _hills())]),
    ]


def smooth(share: Floats) -> Floats:
    """Return 0 … 1, level at both ends."""
    t = np.clip(share, 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)


def _valley(x: Floats, z: Floats, distance: Floats) -> Floats:
    """The ground without its river bed: a cliff at the fall, that far from the water is a slope one can walk."""
    upper = 7.9 - 0.045 * (z - LOW[1]) - 1.2 * smooth((z - 2.0) / (FALL - 2.0))
    lower = 0.6 - 0.012 * (z - FALL)
    cliff = smooth((z - FALL) / 0.6)
    gentle = smooth((z - 2.0) / 24.0)
    away = smooth((distance - 6.0) / 7.0)
    fallen = cliff * (1.0 - away) + gentle * away
    flanks = 0.02 * np.maximum(np.abs(x) - 14.0, 0.0) ** 1.6
    return np.asarray(upper * (1.0 - fallen) + lower * fallen + flanks, np.float64)


def _mesh(low: tuple[float, float], high: tuple[float, float], cell: float) -> Floats:
    """The ground as triangles (n, 3, 3) over a rectangle, in cells of about `cell` metres."""
    xs = np.linspace(low[0], high[0], round((high[0] - low[0]) / cell) + 1)
    zs = np.linspace(low[1], high[1], round((high[1] - low[1]) / cell) + 1)
    x, z = np.meshgrid(xs, zs, indexing="ij")
    corners = np.stack([x, height(x.ravel(), z.ravel()).reshape(x.shape), z], axis=-1)
    a, b, c, d = corners[:-1, :-1], corners[:-1, 1:], corners[1:, 1:], corners[1:, :-1]
    triangles: Floats = np.stack([a, b, c, a, c, d], axis=2).reshape(-1, 3, 3)
    return triangles


def _depth(x: Floats, z: Floats) -> Floats:
    """How far a point lies within the water that keeps one from walking, metres; below 0 outside."""
    distance, place = nearest(x, z)
    return np.minimum(half_width(place) - distance, z - FORD)


def _by_material(triangles: Floats) -> list[Piece]:
    """Gravel on the path, rock where it is steep or wet with spray, else turf, in changing shades."""
    path, beside = parted(triangles, lambda x, z: PATH_HALF - distance_to_path(np.stack([x, z], axis=1)))
    stony = _is_rock(beside)
    return [
        *_shaded(palette.PATH, path),
        *_shaded(palette.ROCK, beside[stony]),
        *_shaded(palette.TURF, beside[~stony]),
    ]


def _is_rock(triangles: Floats) -> NDArray[np.bool_]:
    middles = triangles.mean(axis=1)
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    steep = normals[:, 1] < 0.82 * np.linalg.norm(normals, axis=1)
    distance, place = nearest(middles[:, 0], middles[:, 2])
    off_water = distance - half_width(place)
    by_fall = (np.abs(place - FALL) < 7.0) & (off_water < 2.2)
    by_pool = (np.abs(place - POOL[0]) < 5.0) & (off_water < 1.2)
    return np.asarray(steep | by_fall | by_pool)


def _shaded(materials: tuple[Material, ...], triangles: Floats) -> list[Piece]:
    """Spread shades over triangles by chance; a fixed stream, the same in every process."""
    shade = np.random.default_rng(len(triangles)).integers(len(materials), size=len(triangles))
    return [(material, triangles[shade == i]) for i, material in enumerate(materials)]


def _hills() -> Floats:
    """The land beyond, coarse and rising, with a hole where the walked ground lies."""
    triangles = _mesh((-126.0, -142.0), (126.0, 142.0), 4.0)
    middles = triangles.mean(axis=1)
    beyond = np.maximum(np.abs(middles[:, 0]) - HIGH[0], np.abs(middles[:, 2]) - HIGH[1])
    kept = triangles[beyond > -2.0]
    corners: Floats = kept.reshape(-1, 3)
    out = np.maximum(np.abs(corners[:, 0]) - HIGH[0], np.abs(corners[:, 2]) - HIGH[1])
    corners[:, 1] = np.minimum(corners[:, 1], 9.0) + 26.0 * smooth(out / 110.0) - np.where(out <= 0.0, 0.6, 0.0)
    return corners.reshape(-1, 3, 3)
