"""Places worth walking to: lakesides, banks, tops and glades, one in each cell of a lattice at most."""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel
from orlop.engine.worldgen.hashing import unit3
from orlop.levels.forest.ground import Ground
from orlop.levels.forest.waterside import SHORE

Floats = NDArray[np.float64]

CELL = 640.0
"""Width of a place's cell, metres."""
SPACING = 20.0
"""Of the ground that places and paths are chosen on, metres."""
OCTAVES = 2
"""Of gullies on that ground: finer ones are narrower than its spacing."""
PLACE_SEED = 41


class Kind(IntEnum):
    """What a place is."""

    GLADE = 0
    BANK = 1
    TOP = 2


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A place.

    Attributes
    ----------
    sample
        Index in the global lattice of `SPACING`: there paths begin and end.
    kind
        What it is, a `Kind`.
    score
        How good it is; below 0 nobody would go there.
    """

    sample: tuple[int, int]
    kind: int
    score: float


def place_in(seed: int, cell: tuple[int, int], ground: Ground) -> Place | None:
    """Return the place of a cell, None if there is none.

    ground: its samples with one more on each side, at `SPACING`.
    """
    best = np.zeros(4)
    best[3] = -1.0
    choose_place(seed + PLACE_SEED, cell[0], cell[1], ground.heights, ground.shore, best)
    if best[3] < 0.0:
        return None
    sample = ground.first[0] + int(best[0]), ground.first[1] + int(best[1])
    return Place(sample, int(best[2]), float(best[3]))


@kernel
def choose_place(seed: int, ci: int, cj: int, heights: Floats, shore: Floats, best: Floats) -> None:
    """Set `best` to sample (i, j), kind and score of the best of a cell's samples."""
    wish = int(unit3(seed, ci, cj, 0) * 3.0)
    ni, nj = heights.shape
    for i in range(3, ni - 3):  # not on the very edge, or two places might meet there
        for j in range(3, nj - 3):
            height = heights[i, j]
            if height < 5.0 or shore[i, j] < 6.0:
                continue
            slope_x = (heights[i + 1, j] - heights[i - 1, j]) / (2.0 * SPACING)
            slope_z = (heights[i, j + 1] - heights[i, j - 1]) / (2.0 * SPACING)
            gentle = 1.0 - np.sqrt(slope_x * slope_x + slope_z * slope_z) / 0.35
            if gentle <= 0.0:
                continue
            score = gentle + 0.15 * unit3(seed, ci * 64 + i, cj * 64 + j, 1)
            kind = 0
            if shore[i, j] < 25.0:
                kind = 1
            else:
                around = heights[i - 3, j] + heights[i + 3, j] + heights[i, j - 3] + heights[i, j + 3]
                if height - 0.25 * around > 6.0:
                    kind = 2
            if kind == wish:
                score += 1.0
            if score > best[3]:
                best[0], best[1], best[2], best[3] = i, j, kind, score


def warm() -> None:
    """Compile the kernels of this module, or fetch them from the cache."""
    flat = np.full((7, 7), SHORE)
    choose_place(1, 0, 0, flat, flat, np.full(4, -1.0))
