"""Broad-leaved trees and bushes: limbs grown towards a crown, with tufts of leaves at their ends."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.levels.forest.foliage import Chance, Colour, Part, tube, tuft
from orlop.levels.forest.skeleton import Skeleton, colonised

Floats = NDArray[np.float64]

LEAVES = 160
"""Points that the limbs grow towards."""


@dataclass(frozen=True, slots=True)
class Broadleaf:
    """How a broad-leaved tree grows.

    Attributes
    ----------
    height, radius
        Of a grown tree, metres.
    bare
        Share of the height below the crown.
    tufts
        Lumps of leaves that the finest shape has.
    full
        How far a lump reaches: 1 closes the crown, less lets the sky through.
    slender
        Thickness of the stem, as a share of the height.
    leaves, bark
        Colours.
    """

    height: float
    radius: float
    bare: float
    tufts: int
    full: float
    slender: float
    leaves: Colour
    bark: Colour


def broadleaf(kind: Broadleaf, detail: int, chance: Chance) -> list[Part]:
    """Return a tree at a level of detail, 0 the finest; the same chance gives the same crown at each."""
    points = crown_points(kind, chance)
    bole, step = kind.bare * kind.height, kind.height / 13.0
    skeleton = colonised(points, bole, step, kind.slender * kind.height)
    middles = clumped(points, kind.tufts, chance)
    crown = np.array([0.0, kind.height * (0.35 * kind.bare + 0.45), 0.0])
    parts = wood(skeleton, kind, detail, chance) if detail < 3 else []
    if detail == 1:
        middles = middles[: max(kind.tufts * 3 // 5, 3)]
    if detail == 2:
        low = points[:, 1] < np.median(points[:, 1])
        middles = np.stack([points[low].mean(axis=0), points[~low].mean(axis=0)])
    if detail == 3:
        middles = points.mean(axis=0, keepdims=True)
    around = (kind.radius**2 * kind.height * (1.0 - kind.bare) / 2.0 / len(middles)) ** (1.0 / 3.0)
    for middle in middles:
        wide = around * kind.full * chance.uniform(0.9, 1.15) * (1.0, 1.12, 1.05, 0.95)[detail]
        size = np.array([wide, wide * chance.uniform(0.72, 0.88), wide])
        if detail == 3:
            size = np.array([0.95 * kind.radius, 0.5 * (1.0 - kind.bare) * kind.height, 0.95 * kind.radius])
        deep = 0.72 + 0.36 * (middle[1] / kind.height - kind.bare) / (1.0 - kind.bare)
        colour = (kind.leaves[0] * deep, kind.leaves[1] * deep, kind.leaves[2] * deep)
        parts.append(tuft(middle, size, crown, colour, chance, fine=detail == 0))
    return parts


def crown_points(kind: Broadleaf, chance: Chance) -> Floats:
    """Return points of the crown (n, 3): an egg, a little lopsided, denser towards its skin."""
    directions = chance.normal(size=(LEAVES, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    points = directions * chance.uniform(0.25, 1.0, (LEAVES, 1)) ** 0.5
    half = 0.5 * kind.height * (1.0 - kind.bare)
    wider = 1.0 - 0.28 * points[:, 1]
    aside = chance.uniform(-0.12, 0.12, 2) * kind.radius
    return np.asarray(
        np.stack(
            [
                points[:, 0] * wider * kind.radius * 0.86 + aside[0],
                kind.height - half + points[:, 1] * half * 0.9,
                points[:, 2] * wider * kind.radius * 0.86 + aside[1],
            ],
            axis=1,
        )
    )


def clumped(points: Floats, count: int, chance: Chance) -> Floats:
    """Return the middles (count, 3) of clumps of points, by a few rounds of moving each to its own points' mean."""
    middles = points[chance.choice(len(points), count, replace=False)].copy()
    for _ in range(6):
        nearest = np.linalg.norm(points[:, None] - middles[None], axis=2).argmin(axis=1)
        for index in range(count):
            mine = points[nearest == index]
            if len(mine):
                middles[index] = mine.mean(axis=0)
    return middles


def wood(skeleton: Skeleton, kind: Broadleaf, detail: int, chance: Chance) -> list[Part]:
    """Return the stem, and its thicker limbs where they can be told apart."""
    limbs = sorted(skeleton.limbs(), key=lambda limb: -float(skeleton.radii[limb[1]]))
    kept = limbs[: (7, 2, 1)[detail]]
    parts = []
    for number, limb in enumerate(kept):
        most = (4, 2, 1)[detail] + (number == 0)
        chosen = limb[np.unique(np.linspace(0, len(limb) - 1, most + 1).astype(np.int64))]
        if number == 0 and detail == 2:
            chosen = limb[[0, min(len(limb) - 1, 4)]]
        radii = skeleton.radii[chosen]
        # A branch is not as thick as its stem where it leaves it; a stem spreads at its foot.
        spread = np.where(np.arange(len(chosen)) == 0, 1.35, 1.0)
        radii = np.minimum(radii, radii[1]) if number else radii * spread
        sides = (5 if number == 0 else 3, 3, 3)[detail]
        parts.append(tube(skeleton.joints[chosen], radii, sides, kind.bark, chance))
    return parts


def bush(
    height: float, radius: float, leaves: Colour, bark: Colour, stems: int, detail: int, chance: Chance
) -> list[Part]:
    """Return a bush of several stems, each with leaves from half its height."""
    parts = []
    lumps = (stems, max(stems * 2 // 3, 3), 1, 1)[detail]
    crown = np.array([0.0, 0.3 * height, 0.0])
    turn = chance.uniform(0.0, 2.0 * np.pi)
    for stem in range(lumps):
        turn += 2.0 * np.pi / lumps + chance.uniform(-0.3, 0.3)
        out = radius * 0.55 * chance.uniform(0.7, 1.0) * (lumps > 1) * (stem > 0)
        level = height * chance.uniform(0.5, 0.66) * (1.15 if stem == 0 else 1.0)
        middle = np.array([out * np.cos(turn), level, out * np.sin(turn)])
        wide = radius * (0.55 if lumps > 1 else 0.9) * (1.1 if detail else 1.0)
        size = np.array([wide, 0.38 * height * (1.0 if lumps > 1 else 1.2), wide])
        parts.append(tuft(middle, size, crown, leaves, chance, fine=detail == 0 and height > 1.0))
        if detail == 0:
            foot = np.array([0.15 * middle[0], 0.0, 0.15 * middle[2]])
            parts.append(tube(np.stack([foot, middle]), np.array([0.02, 0.01]) * height, 3, bark, chance))
    return parts
