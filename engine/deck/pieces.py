"""Cuts the outline of a pusher into convex pieces."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from orlop.engine.walkway.outline import signed_area

Floats = NDArray[np.float64]

LEAST_AREA = 1e-8
"""A piece with less is a line and stops nobody, square metres."""


def convex_pieces(outlines: Sequence[Floats]) -> list[Floats]:
    """Return counter-clockwise convex rings that together cover `outlines`.

    A convex outline stays as it is, a concave one is cut into triangles by ear clipping. Rings
    given clockwise are turned round.

    Parameters
    ----------
    outlines
        Closed rings, each (n, 2) metres, the last point not repeating the first.

    Raises
    ------
    ValueError
        If a ring has another shape, fewer than three corners or a coordinate that is not finite.
    """
    pieces: list[Floats] = []
    for outline in outlines:
        ring = np.ascontiguousarray(outline, np.float64)
        if ring.ndim != 2 or ring.shape[1] != 2 or len(ring) < 3:
            raise ValueError(f"an outline must be (n, 2) metres with n >= 3, got {ring.shape}")
        if not np.isfinite(ring).all():
            raise ValueError("an outline must be finite metres")
        if signed_area(ring) < 0.0:
            ring = np.ascontiguousarray(ring[::-1])
        pieces += [ring] if _is_convex(ring) else _triangles(ring)
    return [piece for piece in pieces if signed_area(piece) > LEAST_AREA]


def _is_convex(ring: Floats) -> bool:
    edges = np.roll(ring, -1, axis=0) - ring
    edges = edges[(edges != 0.0).any(axis=1)]
    after = np.roll(edges, -1, axis=0)
    turns = edges[:, 0] * after[:, 1] - edges[:, 1] * after[:, 0]
    # A star also turns left everywhere, but goes round more than once.
    around = np.arctan2(turns, (edges * after).sum(axis=1)).sum()
    scale = float(np.square(edges).sum(axis=1).max(initial=0.0))
    return bool((turns >= -1e-12 * scale).all() and around < 3.0 * np.pi)


def _triangles(ring: Floats) -> list[Floats]:
    import mapbox_earcut  # few pushers are concave

    corners = mapbox_earcut.triangulate_float64(ring, np.array([len(ring)], np.uint32)).reshape(-1, 3)
    triangles = [np.ascontiguousarray(ring[corner]) for corner in corners]
    return [triangle if signed_area(triangle) > 0.0 else np.ascontiguousarray(triangle[::-1]) for triangle in triangles]
