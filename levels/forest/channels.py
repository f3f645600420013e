"""The beds of streams, from site to site: where they run, how low, how wide.

Every site has a channel to the one below it. Near the divides it is a dry hollow; where water has come far
enough it is a stream. A channel belongs to the cell of its upper site.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.levels.forest.confluence import trace_channels
from orlop.levels.forest.course import STEPS
from orlop.levels.forest.drainage import RIM, Drainage

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Channels:
    """Channels of a window, by the cell of their upper site, i outer.

    Attributes
    ----------
    lines
        (n, STEPS + 1, 2) float64: (x, z), metres, downstream.
    beds
        (n, STEPS + 1) float64: height of the water's surface, or of the hollow where it is dry, metres; never rises.
    widths
        (n, STEPS + 1) float64: of the water, metres; 0 where dry.
    reach
        (n, 2) int64: cells that water has come, at both ends.
    cells
        (n, 2) int64: the upper site's cell.
    lakes
        (m, 4) float64: x, z, radius and level of lakes that fill pits, metres.
    """

    lines: Floats
    beds: Floats
    widths: Floats
    reach: Integers
    cells: Integers
    lakes: Floats

    @classmethod
    def joined(cls, several: "Sequence[Channels]") -> "Channels":
        """Return all of `several` as one, in the order of their cells, whatever order and windows they come in."""
        cells = np.concatenate([some.cells for some in several])
        lakes = np.concatenate([some.lakes for some in several])
        order = np.lexsort((cells[:, 1], cells[:, 0]))
        return cls(
            np.concatenate([some.lines for some in several])[order],
            np.concatenate([some.beds for some in several])[order],
            np.concatenate([some.widths for some in several])[order],
            np.concatenate([some.reach for some in several])[order],
            cells[order],
            lakes[np.lexsort((lakes[:, 1], lakes[:, 0]))],
        )

    def near(self, bounds: tuple[float, float, float, float], distance: float) -> "Channels":
        """Return those that may come within `distance` of bounds (x0, z0, x1, z1), metres."""
        low, high = np.array(bounds[:2]) - distance, np.array(bounds[2:]) + distance
        kept = ((self.lines.max(axis=1) >= low) & (self.lines.min(axis=1) <= high)).all(axis=1)
        # A lake's bays reach farther than its radius.
        size = 2.0 * self.lakes[:, 2:3]
        lakes = ((self.lakes[:, :2] + size >= low) & (self.lakes[:, :2] - size <= high)).all(axis=1)
        return Channels(
            self.lines[kept], self.beds[kept], self.widths[kept], self.reach[kept], self.cells[kept], self.lakes[lakes]
        )


def channels(seed: int, sites: Drainage) -> Channels:
    """Return the channels that begin at the sites of a window, without its rim."""
    ni, nj = sites.reach.shape
    most = (ni - 2 * RIM) * (nj - 2 * RIM)
    lines, beds, widths = np.empty((most, STEPS + 1, 2)), np.empty((most, STEPS + 1)), np.empty((most, STEPS + 1))
    ends, lakes = np.empty((most, 4), np.int64), np.empty((most, 4))
    first = np.array(sites.first, np.int64)
    count, filled = trace_channels(
        seed, first, sites.points, sites.heights, sites.below, sites.main, sites.reach, lines, beds, widths, ends, lakes
    )
    return Channels(
        lines[:count].copy(),
        beds[:count].copy(),
        widths[:count].copy(),
        ends[:count, :2].copy(),
        ends[:count, 2:].copy(),
        lakes[:filled].copy(),
    )
