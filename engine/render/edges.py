"""Which edges of a mesh are sharp, so that untextured things show their shape."""

import math

import numpy as np
from numpy.typing import NDArray

SHARP = math.cos(math.radians(30.0))
"""Faces that meet at more than 30° make an edge worth a line."""

WELD = 1e-4
"""Corners within a tenth of a millimetre count as one."""


def unit_normals(triangles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Unit normals of `triangles` (n, 3, 3), (n, 3)."""
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    return np.asarray(normals / np.where(lengths > 0, lengths, 1.0))


def sharp_edges(triangles: NDArray[np.float64]) -> NDArray[np.int8]:
    """Find the sharp edges of `triangles` (n, 3, 3), metres.

    Returns
    -------
    (n, 3) int8
        For the edge opposite each corner: 1 where it juts out (a table's rim), −1 where it
        lies in a nook (floor meets wall), 0 where it is smooth or has no neighbour: open edges
        are mostly the seams of meshes that were put together without sharing corners.
    """
    kinds = np.zeros((len(triangles), 3), np.int8)
    if not len(triangles):
        return kinds
    order, partner = _neighbours(triangles)
    face, other = order // 3, partner // 3
    normals = unit_normals(triangles)
    kinked = (normals[face] * normals[other]).sum(axis=1) < SHARP
    corner = order % 3
    on_edge = triangles[face, (corner + 1) % 3]
    opposite = triangles[other, partner % 3]
    height = (normals[face] * (opposite - on_edge)).sum(axis=1)
    flat = kinds.reshape(-1)
    kind = np.where(height < 0, 1, -1).astype(np.int8)
    flat[order[kinked]] = kind[kinked]
    return kinds


def _neighbours(triangles: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Pair the edges (index 3 · face + opposite corner) that lie on one another."""
    cells = np.round(triangles.reshape(-1, 3) / WELD).astype(np.int64)
    _, corner = np.unique(cells, axis=0, return_inverse=True)
    corner = corner.reshape(-1, 3)
    begin, end = corner[:, [1, 2, 0]].reshape(-1), corner[:, [2, 0, 1]].reshape(-1)
    key = np.minimum(begin, end) * np.int64(corner.max() + 1) + np.maximum(begin, end)
    order = np.argsort(key, kind="stable")
    same = key[order][1:] == key[order][:-1]
    first, second = order[:-1][same], order[1:][same]
    return np.concatenate([first, second]), np.concatenate([second, first])
