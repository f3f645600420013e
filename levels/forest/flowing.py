"""The water's surface on a piece of ground, as it is drawn."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.components import Pool, Ribbon
from orlop.levels.forest.channels import Channels
from orlop.levels.forest.waterside import LAKE_REACH, UNDER

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]

SLOWEST, FASTEST = 0.35, 3.0
"""How fast streams run, metres a second."""


@dataclass(frozen=True, slots=True, eq=False)
class Flowing:
    """Streams and lakes of a chunk; arrays as in `Ribbon` and `Pool`."""

    starts: NDArray[np.int32]
    points: Singles
    widths: Singles
    flow: Singles
    centres: Singles
    radii: Singles

    def components(self, origin: tuple[float, float, float], level: int) -> list[object]:
        """Return a ribbon and a pool, if there is any water of the kind."""
        found: list[object] = []
        if len(self.starts):
            found.append(Ribbon(origin, self.starts, self.points, self.widths, self.flow, level))
        if len(self.radii):
            found.append(Pool(origin, self.centres, self.radii, level))
        return found


def flowing(
    channels: Channels,
    bounds: tuple[float, float, float, float],
    origin: tuple[float, float, float],
    narrowest: float = 0.0,
    lift: float = 0.0,
) -> Flowing:
    """Return the water within bounds (x0, z0) ≤ (x, z) < (x1, z1), counted from `origin`, metres.

    A piece of a stream belongs to where it begins, a lake to where its middle is: each has one owner, and
    lines of neighbouring chunks meet in the same point. Pieces narrower than `narrowest` metres are left out. Streams
    are drawn `lift` metres higher than they are: over ground of few samples, between which their beds don't show.
    """
    lines, beds, widths = channels.lines, channels.beds, channels.widths
    begins = lines[:, :-1]
    owned = ((begins >= bounds[:2]) & (begins < bounds[2:])).all(axis=2)
    wide = np.maximum(widths[:, :-1], widths[:, 1:])
    owned &= (wide > narrowest) & (beds[:, :-1] >= UNDER)
    channel, first, last = _runs(owned)
    counts = last - first + 2
    starts = np.concatenate([[0], np.cumsum(counts)])
    steps = np.arange(starts[-1]) - np.repeat(starts[:-1], counts) + np.repeat(first, counts)
    of = np.repeat(channel, counts)
    points = np.stack([lines[of, steps, 0], beds[of, steps] + lift, lines[of, steps, 1]], axis=1)
    lakes = channels.lakes
    lakes = lakes[((lakes[:, :2] >= bounds[:2]) & (lakes[:, :2] < bounds[2:])).all(axis=1)]
    centres = lakes[:, [0, 3, 1]] - np.array(origin)
    return Flowing(
        starts[:-1].astype(np.int32),
        (points - np.array(origin)).astype(np.float32),
        widths[of, steps].astype(np.float32),
        speeds(lines, beds)[of, np.minimum(steps, lines.shape[1] - 2)].astype(np.float32),
        centres.astype(np.float32),
        (LAKE_REACH * lakes[:, 2]).astype(np.float32),
    )


def speeds(lines: Floats, beds: Floats) -> Floats:
    """Return how fast each piece of the channels runs, (n, pieces), metres a second: with the root of its slope."""
    lengths = np.maximum(np.hypot(*np.diff(lines, axis=1).transpose(2, 0, 1)), 1e-6)
    falls = np.maximum(-np.diff(beds, axis=1), 0.0)
    found: Floats = np.clip(SLOWEST + 4.0 * np.sqrt(falls / lengths), SLOWEST, FASTEST)
    return found


def _runs(owned: NDArray[np.bool_]) -> tuple[NDArray[np.int64], ...]:
    """Return row, first and last column of the unbroken runs of true values in `owned` (n, m)."""
    steps = np.diff(np.pad(owned, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    row, first = np.nonzero(steps == 1)
    return row, first, np.nonzero(steps == -1)[1] - 1
