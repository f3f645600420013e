"""Faces of any number of corners cut into triangles that keep to the face's side.

A plain fan lets triangles of a concave face lie outside it, upside down: a hole in the wall
and a ghost of a floor in front of it. Recast's `nav_test` has ten such.
"""

import mapbox_earcut
import numpy as np
from numpy.typing import NDArray


def triangulate(
    points: NDArray[np.float64], corners: NDArray[np.int64], counts: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Cut faces into triangles.

    Parameters
    ----------
    points
        (v, 3) metres, finite.
    corners
        (sum of counts,) which point each corner is, face after face.
    counts
        (f,) corners of each face, at least 3.

    Returns
    -------
    triangles
        (n, 3) which point each corner is, in the faces' order and winding.
    face_of
        (n,) the face of each triangle.
    """
    starts = np.cumsum(counts) - counts
    triangles = [np.zeros((0, 3), np.int64)]
    face_of = [np.zeros(0, np.int64)]
    threes = np.flatnonzero(counts == 3)
    triangles.append(corners[starts[threes, None] + np.arange(3)])
    face_of.append(threes)
    fours = np.flatnonzero(counts == 4)
    triangles.append(_halved(points, corners[starts[fours, None] + np.arange(4)]))
    face_of.append(np.repeat(fours, 2))
    for face in np.flatnonzero(counts > 4):
        ring = corners[starts[face] : starts[face] + counts[face]]
        cut = ring[_clipped(points[ring])]
        triangles.append(cut)
        face_of.append(np.full(len(cut), face))
    faces = np.concatenate(face_of)
    order = np.argsort(faces, kind="stable")
    return np.concatenate(triangles)[order], faces[order]


def newell(ring: NDArray[np.float64]) -> NDArray[np.float64]:
    """Twice the vector area of rings of corners, (..., n, 3) → (..., 3); it points to where they run counter-clockwise.

    For a face that is not flat it is the normal that weighs every corner alike (Newell 1972).
    """
    centred = ring - ring.mean(axis=-2, keepdims=True)  # else far from the origin only noise is left
    area: NDArray[np.float64] = np.cross(centred, np.roll(centred, -1, axis=-2)).sum(axis=-2)
    return area


def _halved(points: NDArray[np.float64], quads: NDArray[np.int64]) -> NDArray[np.int64]:
    """Cut quads (n, 4) in two, (2n, 3), by the diagonal that lies within."""
    rings = points[quads]
    ahead = np.roll(rings, -1, axis=1) - rings
    turns = np.cross(np.roll(ahead, 1, axis=1), ahead)
    hollow = np.einsum("nij,nj->ni", turns, newell(rings)) < 0
    shift = (hollow[:, 1] | hollow[:, 3]).astype(np.int64)  # a hollow corner must be an end of the cut
    turned = np.take_along_axis(quads, (np.arange(4) + shift[:, None]) % 4, axis=1)
    return turned[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3)


def _clipped(ring: NDArray[np.float64]) -> NDArray[np.int64]:
    """Cut one face (n, 3) into triangles, (m, 3) numbers of its corners."""
    normal = newell(ring)
    if not normal.any():
        return np.zeros((0, 3), np.int64)
    seen = _seen_along(ring - ring.mean(axis=0), normal)
    if _is_convex(seen):
        middle = np.arange(1, len(ring) - 1)
        return np.stack([np.zeros_like(middle), middle, middle + 1], axis=1)
    ends = np.array([len(ring)], np.uint32)
    cut = mapbox_earcut.triangulate_float64(np.ascontiguousarray(seen), ends).astype(np.int64).reshape(-1, 3)
    doubled = _cross(seen[cut[:, 1]] - seen[cut[:, 0]], seen[cut[:, 2]] - seen[cut[:, 0]])
    cut[doubled < 0] = cut[doubled < 0, ::-1]  # earcut's own winding is not promised
    return cut


def _seen_along(ring: NDArray[np.float64], normal: NDArray[np.float64]) -> NDArray[np.float64]:
    """Project onto the axes' plane that sees the face best, so that it runs counter-clockwise, (n, 2)."""
    axis = int(np.argmax(np.abs(normal)))
    seen = ring[:, [(axis + 1) % 3, (axis + 2) % 3]]
    return seen if normal[axis] > 0 else seen[:, ::-1]


def _is_convex(seen: NDArray[np.float64]) -> bool:
    """Whether a ring that runs counter-clockwise once only ever turns left."""
    ahead = np.roll(seen, -1, axis=0) - seen
    turns = _cross(np.roll(ahead, 1, axis=0), ahead)
    headings = np.arctan2(ahead[:, 1], ahead[:, 0])
    turned = (np.roll(headings, -1) - headings + np.pi) % (2 * np.pi) - np.pi
    return bool((turns > 0).all() and abs(turned.sum()) < 3 * np.pi)  # a star turns left twice round


def _cross(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    cross: NDArray[np.float64] = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    return cross
