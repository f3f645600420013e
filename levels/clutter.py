"""Decks that no author would draw: slivers, spikes and sheets thrown over each other."""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.walkway.walkway import Walkway
from orlop.levels.drawn import draw_walkway, rectangle

Floats = NDArray[np.float64]

SHEET = 2e-3
"""Thickness of the thinnest walls, metres."""


def cluttered_walkway(seed: int, width: float = 20.0) -> Walkway:
    """Return a square deck of `width` metres, with acute, reflex and all but flat solids cut out of it.

    Of the pieces that are left, the largest.
    """
    import shapely

    random = np.random.default_rng(seed)
    solids = [shapely.Polygon(_solid(random, width)).buffer(0) for _ in range(random.integers(3, 12))]
    free = shapely.Polygon(rectangle(0, 0, width, width)).difference(shapely.union_all(solids))
    largest = max(getattr(free, "geoms", [free]), key=lambda part: part.area)
    rings = [np.array(ring.coords)[:-1] for ring in largest.interiors]
    return draw_walkway("deck", np.array(largest.exterior.coords)[:-1], rings)


def _solid(random: np.random.Generator, width: float) -> Floats:
    centre, kind = random.uniform(0.05 * width, 0.95 * width, 2), random.integers(3)
    if kind == 0:  # a triangle, often acute
        return centre + random.normal(0, 2, (3, 2))
    if kind == 1:  # a sheet
        angle, length = random.uniform(0, math.pi), random.uniform(1, 6)
        along = np.array([math.cos(angle), math.sin(angle)])
        across = np.array([-along[1], along[0]]) * (0.5 * SHEET)
        ends = [-along * length - across, along * length - across, along * length + across, -along * length + across]
        return centre + np.array(ends)
    count = random.integers(4, 10)  # a star
    angles = np.sort(random.uniform(0, 2 * math.pi, count))
    rays = np.column_stack([np.cos(angles), np.sin(angles)])
    return centre + rays * random.uniform(0.3, 3, (count, 1))
