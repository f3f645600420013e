"""What plants and stones are made of: tubes of wood, tufts of leaves, whorls of twigs, fronds, lumps of rock.

Each is built in metres, as a `Part`; `figure.shape_of` brings parts to a model's measures.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Chance = np.random.Generator
Colour = tuple[float, float, float]

GOLDEN = (1.0 + 5.0**0.5) / 2.0


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Triangles in metres.

    Attributes
    ----------
    triangles, normals
        (n, 3, 3).
    colours
        (n, 3) linear RGB.
    leafy
        How much light shines through, 0 … 1.
    """

    triangles: Floats
    normals: Floats
    colours: Floats
    leafy: float


def face_normals(triangles: Floats) -> Floats:
    """Return unit normals (n, 3)."""
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    return np.asarray(normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12))


def varied(colour: Colour, count: int, chance: Chance, much: float = 0.12) -> Floats:
    """Return `count` colours, each a little lighter or darker."""
    return np.asarray(np.array(colour) * chance.uniform(1.0 - much, 1.0 + much, (count, 1)))


def tube(joints: Floats, radii: Floats, sides: int, colours: Floats | Colour, chance: Chance) -> Part:
    """Return a tube along `joints` (n, 3) with `radii` (n,); `colours` one for all, or (n - 1, 3) for each piece."""
    ways = np.gradient(joints, axis=0)
    ways /= np.maximum(np.linalg.norm(ways, axis=1, keepdims=True), 1e-9)
    beside = np.cross(ways, np.array([0.31, 0.13, 0.94]))
    beside /= np.linalg.norm(beside, axis=1, keepdims=True)
    across = np.cross(ways, beside)
    turns = np.linspace(0.0, 2.0 * np.pi, sides, endpoint=False)[:, None, None]
    outward = np.cos(turns) * beside + np.sin(turns) * across
    rings = joints + outward * radii[:, None]
    a, b = rings[:, :-1], rings[:, 1:]
    c, d = np.roll(rings, -1, axis=0)[:, 1:], np.roll(rings, -1, axis=0)[:, :-1]
    triangles = np.stack([np.stack([a, c, b], axis=2), np.stack([a, d, c], axis=2)], axis=2).reshape(-1, 3, 3)
    middles = np.repeat(0.5 * (joints[:-1] + joints[1:])[None], sides, axis=0)
    out = np.repeat((a + c) / 2 - middles, 2, axis=1).reshape(-1, 3)
    wrong = (face_normals(triangles) * out).sum(axis=1) < 0.0
    triangles[wrong] = triangles[wrong][:, ::-1]
    normals = np.repeat(face_normals(triangles)[:, None], 3, axis=1)
    pieces = np.broadcast_to(np.asarray(colours, np.float64), (len(joints) - 1, 3))
    painted = np.repeat(np.repeat(pieces[None], sides, axis=0), 2, axis=1).reshape(-1, 3)
    return Part(triangles, normals, painted * chance.uniform(0.88, 1.12, (len(painted), 1)), 0.0)


def octahedron() -> Floats:
    """Return its eight triangles, (8, 3, 3), radius 1."""
    x, y, z = np.eye(3)
    around = [x, z, -x, -z]
    top = [(y, around[(k + 1) % 4], around[k]) for k in range(4)]
    return np.array(top + [(-y, around[k], around[(k + 1) % 4]) for k in range(4)])


def icosahedron(divided: int = 0) -> Floats:
    """Return its 20 · 4^divided triangles, (n, 3, 3), radius 1."""
    g = GOLDEN
    # Three golden rectangles, one across each axis.
    flat = np.array([(-1, g, 0), (1, g, 0), (-1, -g, 0), (1, -g, 0)])
    points = np.concatenate([flat, flat[:, [2, 0, 1]], flat[:, [1, 2, 0]]])
    apart = np.linalg.norm(points[:, None] - points, axis=2)
    near = np.abs(apart - 2.0) < 1e-9
    corners = [
        (i, j, k) for i in range(12) for j in range(i) for k in range(j) if near[i, j] and near[j, k] and near[i, k]
    ]
    triangles = points[np.array(corners)] / np.linalg.norm(points[0])
    inward = np.linalg.det(triangles) < 0.0
    triangles[inward] = triangles[inward][:, ::-1]
    for _ in range(divided):
        a, b, c = triangles.transpose(1, 0, 2)
        ab, bc, ca = (a + b) / 2, (b + c) / 2, (c + a) / 2
        triangles = np.concatenate([np.stack(t, axis=1) for t in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))])
        triangles /= np.linalg.norm(triangles, axis=2, keepdims=True)
    return np.asarray(triangles)


def dented(triangles: Floats, chance: Chance, much: float) -> Floats:
    """Push corners in and out; those that lie together stay together."""
    corners, which = np.unique(np.round(triangles.reshape(-1, 3), 6), axis=0, return_inverse=True)
    moved = corners * chance.uniform(1.0 - much, 1.0 + much, (len(corners), 1))
    return np.asarray(moved[which.reshape(-1)].reshape(triangles.shape))


def tuft(
    middle: Floats, size: Floats, crown: Floats, colour: Colour, chance: Chance, fine: bool = True, leafy: float = 1.0
) -> Part:
    """Return a lump of leaves at `middle` (3,) with half axes `size` (3,); its normals lean away from `crown` (3,)."""
    lump = icosahedron() if fine else octahedron()
    triangles = dented(lump, chance, 0.22 if fine else 0.12) * size + middle
    faces = face_normals(triangles)
    outward = triangles - crown
    outward /= np.maximum(np.linalg.norm(outward, axis=2, keepdims=True), 1e-9)
    normals = 0.62 * faces[:, None] + 0.5 * outward
    lit = 0.78 + 0.30 * np.clip(faces[:, 1:2] * 0.5 + 0.5, 0.0, 1.0)
    return Part(triangles, normals, varied(colour, len(triangles), chance, 0.10) * lit, leafy)


def whorl(
    height: float, radius: float, rise: float, tips: int, colour: Colour, chance: Chance, ragged: float = 0.35
) -> Part:
    """Return one storey of a conifer: a drooping star whose tips lie at `height`, `rise` below its middle."""
    turns = np.linspace(0.0, 2.0 * np.pi, 2 * tips, endpoint=False) + chance.uniform(0.0, 2.0 * np.pi)
    turns = turns + chance.uniform(-0.5, 0.5, 2 * tips) * np.pi / (2 * tips)
    out = radius * chance.uniform(0.86, 1.1, 2 * tips)
    low = height - 0.10 * radius * chance.uniform(0.0, 1.6, 2 * tips)
    out[1::2] *= 1.0 - ragged
    low[1::2] += 0.25 * rise
    rim = np.stack([np.cos(turns) * out, low, np.sin(turns) * out], axis=1)
    top = np.array([0.0, height + rise, 0.0])
    triangles = np.stack([np.broadcast_to(top, rim.shape), np.roll(rim, -1, axis=0), rim], axis=1)
    faces = face_normals(triangles)
    outward = triangles * np.array([1.0, 0.0, 1.0])
    outward[:, 0] = faces
    outward /= np.maximum(np.linalg.norm(outward, axis=2, keepdims=True), 1e-9)
    normals = 0.7 * faces[:, None] + 0.35 * outward
    return Part(triangles, normals, varied(colour, len(triangles), chance, 0.13), 0.7)


def frond(heading: float, length: float, rise: float, width: float, colour: Colour, chance: Chance) -> Part:
    """Return an arched leaf from the foot outward: four triangles."""
    out = np.array([np.sin(heading), 0.0, -np.cos(heading)])
    across = np.array([out[2], 0.0, -out[0]]) * 0.5 * width
    up = np.array([0.0, 1.0, 0.0])
    middle = out * 0.5 * length + up * rise
    tip = out * length + up * rise * chance.uniform(0.45, 0.75)
    foot = np.zeros(3)
    left, right = middle - across - up * 0.2 * width, middle + across - up * 0.2 * width
    triangles = np.array([(foot, middle, left), (foot, right, middle), (left, middle, tip), (middle, right, tip)])
    faces = face_normals(triangles)
    triangles[faces[:, 1] < 0.0] = triangles[faces[:, 1] < 0.0][:, ::-1]
    normals = np.repeat(0.6 * face_normals(triangles)[:, None] + [0.0, 0.5, 0.0], 3, axis=1)
    return Part(triangles, normals, varied(colour, 4, chance), 1.0)


def blade(heading: float, height: float, width: float, colour: Colour, chance: Chance) -> Part:
    """Return a bent blade of grass: one triangle, lit like the ground it grows on."""
    out = np.array([np.sin(heading), 0.0, -np.cos(heading)])
    across = np.array([out[2], 0.0, -out[0]]) * 0.5 * width
    tip = out * chance.uniform(0.15, 0.6) * height + np.array([0.0, height, 0.0])
    triangles = np.array([(across, tip, -across)])
    normals = np.broadcast_to(np.array([0.0, 1.0, 0.0]) + 0.25 * out, (1, 3, 3))
    return Part(triangles, normals, varied(colour, 1, chance, 0.2), 0.3)


def rock(size: Floats, sunk: float, colour: Colour, moss: Colour, chance: Chance, divided: int = 1) -> Part:
    """Return a lump of stone with half axes `size` (3,), `sunk` metres into the ground; moss lies on what faces up."""
    lump = dented(icosahedron(divided) if divided >= 0 else octahedron(), chance, 0.20)
    cut = np.minimum(lump, chance.uniform(0.62, 0.9, 3))  # flat sides, as where it broke
    triangles = np.maximum(cut, -chance.uniform(0.62, 0.9, 3)) * size
    triangles[..., 1] += size[1] - sunk
    faces = face_normals(triangles)
    whole = (
        np.linalg.norm(np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]), axis=1) > 1e-9
    )
    triangles, faces = triangles[whole], faces[whole]
    painted = varied(colour, len(triangles), chance, 0.10)
    mossy = np.clip((faces[:, 1:2] - 0.55) * 3.0, 0.0, 1.0) * chance.uniform(0.2, 1.0, (len(triangles), 1))
    painted += (np.array(moss) - painted) * mossy
    return Part(triangles, np.repeat(faces[:, None], 3, axis=1), painted, 0.0)


def moved(part: Part, by: Floats | Sequence[float], turned: float = 0.0) -> Part:
    """Return the part turned about Y by `turned` radians, then moved."""
    c, s = np.cos(turned), np.sin(turned)
    turn = np.array([[c, 0.0, -s], [0.0, 1.0, 0.0], [s, 0.0, c]])
    return Part(part.triangles @ turn.T + np.array(by), part.normals @ turn.T, part.colours, part.leafy)
