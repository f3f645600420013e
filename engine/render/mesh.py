"""Triangles as the graphics card wants them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.engine.render.edges import sharp_edges, unit_normals

CHUNK = 64.0
"""Width of a chunk, metres: small enough for float32 to hold hundredths of a millimetre."""

SMOOTH = 1.0e4
"""Distance told for an edge that is not sharp, metres."""

VERTEX = np.dtype(
    [
        ("position", "f4", 3),
        ("normal", "f4", 3),
        ("colour", "f4", 3),
        ("edges", "f4", 3),  # metres to each of the triangle's edges, SMOOTH for those without a line
        ("kinds", "f4", 3),  # 1 for an edge that juts out, -1 for one in a nook
    ]
)
LAYOUT = "3f 3f 3f 3f 3f"
ATTRIBUTES = ("in_position", "in_normal", "in_colour", "in_edges", "in_kinds")


@dataclass(frozen=True, slots=True)
class Mesh:
    """A soup of flat, coloured triangles around an origin of its own.

    Attributes
    ----------
    origin
        World position that the vertices are relative to, metres.
    vertices
        (3 n,) of `VERTEX`.
    low, high
        Corners of the bounding box relative to `origin`, metres.
    """

    origin: tuple[float, float, float]
    vertices: NDArray[np.void]
    low: NDArray[np.float64]
    high: NDArray[np.float64]

    @property
    def triangle_count(self) -> int:
        """How many triangles it has."""
        return len(self.vertices) // 3


def mesh_of(
    triangles: NDArray[np.floating],
    colours: NDArray[np.floating],
    origin: tuple[float, float, float] = (0.0, 0.0, 0.0),
) -> Mesh:
    """Make one mesh of `triangles` (n, 3, 3), metres, with `colours` (n, 3), linear RGB.

    `origin` is subtracted in float64 before anything is rounded to float32.
    """
    local = _checked(triangles, colours) - np.asarray(origin, np.float64)
    return _mesh(local, np.asarray(colours, np.float32), sharp_edges(local), origin)


def chunked(triangles: NDArray[np.floating], colours: NDArray[np.floating]) -> tuple[Mesh, ...]:
    """Split a scene into meshes of about `CHUNK` metres, each around its own origin.

    Parameters
    ----------
    triangles
        (n, 3, 3), world metres.
    colours
        (n, 3), linear RGB in 0 … 1, one a triangle.
    """
    world = _checked(triangles, colours)
    if not len(world):
        return ()
    base = np.floor(world.reshape(-1, 3).min(axis=0) / CHUNK) * CHUNK
    kinds = sharp_edges(world - base)
    cells = np.floor((world.mean(axis=1) - base) / CHUNK).astype(np.int64)
    chunks, belongs = np.unique(cells, axis=0, return_inverse=True)
    belongs = belongs.reshape(-1)
    meshes = []
    for index, chunk in enumerate(chunks):
        x, y, z = (base + chunk * CHUNK).tolist()
        mine = belongs == index
        local = world[mine] - np.array([x, y, z])
        meshes.append(_mesh(local, np.asarray(colours, np.float32)[mine], kinds[mine], (x, y, z)))
    return tuple(meshes)


def _checked(triangles: NDArray[np.floating], colours: NDArray[np.floating]) -> NDArray[np.float64]:
    soup = np.asarray(triangles, np.float64)
    if soup.ndim != 3 or soup.shape[1:] != (3, 3):
        raise ValueError(f"triangles must be (n, 3, 3) metres, got {soup.shape}")
    if np.shape(colours) != (len(soup), 3):
        raise ValueError(f"colours must be ({len(soup)}, 3) linear RGB, got {np.shape(colours)}")
    return soup


def _mesh(
    local: NDArray[np.float64],
    colours: NDArray[np.float32],
    kinds: NDArray[np.int8],
    origin: tuple[float, float, float],
) -> Mesh:
    vertices = np.zeros((len(local), 3), VERTEX)
    vertices["position"] = local
    vertices["normal"] = unit_normals(local)[:, None]
    vertices["colour"] = colours[:, None]
    vertices["edges"] = _edge_distances(local, kinds)
    vertices["kinds"] = kinds[:, None]
    points = local.reshape(-1, 3) if len(local) else np.zeros((1, 3))
    return Mesh(origin, vertices.reshape(-1), points.min(axis=0), points.max(axis=0))


def _edge_distances(local: NDArray[np.float64], kinds: NDArray[np.int8]) -> NDArray[np.float64]:
    """Distance of each corner from each edge, (n, 3 corners, 3 edges), metres.

    It is linear over the triangle, so what the card interpolates is exact everywhere.
    """
    area2 = np.linalg.norm(np.cross(local[:, 1] - local[:, 0], local[:, 2] - local[:, 0]), axis=1)
    distances = np.zeros((len(local), 3, 3))
    for edge in range(3):
        length = np.linalg.norm(local[:, (edge + 2) % 3] - local[:, (edge + 1) % 3], axis=1)
        distances[:, edge, edge] = area2 / np.where(length > 0, length, 1.0)
    return np.where(kinds[:, None, :] == 0, SMOOTH, distances)
