"""The boundary of an air, laid out in a grid so that a motor asks only what is near."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.engine.deck.pushing import NO_PUSHING, NOBODY
from orlop.engine.deck.slide import BENDS, SLIDES, slide
from orlop.engine.deck.sweep import PAD, Arrays, closest_on, crosses, first_hit, inside, nearest_inside, tight
from orlop.engine.kernel import kernel
from orlop.engine.walkway.air import Air

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

OFFSET = 2e-4
"""Distance from the boundary at which a stray point is put back, metres: twice the mover's skin."""

CELLS_PER_SEGMENT = 3
MOST_CELLS = 1 << 20
SMALLEST_CELL = 0.1


@dataclass(frozen=True, slots=True)
class Boundary:
    """The segments around an air and the grid that finds them.

    Attributes
    ----------
    segments
        (n, 4) float64: x0, z0, x1, z1, metres, local to the walkway, the air on their left.
    grid
        (5,) float64: low x, low z, width of a cell, columns, rows.
    starts, items
        int64: cell c holds the segments `items[starts[c]:starts[c + 1]]`.
    middles
        (cells, 3) float64: x, z of a reference point in each cell, clear of its segments, and
        1.0 where that point is inside.
    """

    segments: Floats
    grid: Floats
    starts: Ints
    items: Ints
    middles: Floats

    @classmethod
    def from_air(cls, air: Air) -> "Boundary":
        """Lay out the boundary of `air`; an empty air makes a boundary that nothing is inside of."""
        segments = np.ascontiguousarray(air.segments(), np.float64)
        segments = np.ascontiguousarray(segments[(segments[:, :2] != segments[:, 2:]).any(axis=1)])
        grid = _grid_around(segments)
        count = int(grid[3]) * int(grid[4])
        starts = np.zeros(count + 1, np.int64)
        lay_out(segments, grid, starts, np.zeros(0, np.int64))
        starts = np.concatenate(([0], np.cumsum(starts[:-1])))
        items = np.zeros(int(starts[-1]), np.int64)
        lay_out(segments, grid, starts.copy(), items)
        middles = np.zeros((count, 3))
        mark_middles(segments, grid, starts, items, middles)
        return cls(segments, grid, starts, items, middles)

    @property
    def arrays(self) -> Arrays:
        """What the kernels take, in their order."""
        return self.segments, self.grid, self.starts, self.items, self.middles

    def inside(self, x: float, z: float) -> bool:
        """Tell whether a centre may be at the local (x, z), metres."""
        return bool(inside(x, z, self.arrays) and tight(x, z, self.arrays) < 0)

    def nearest_inside(self, x: float, z: float) -> tuple[float, float] | None:
        """Return the place nearest to the local (x, z) where a centre may be; None if there is no room at all."""
        if not (math.isfinite(x) and math.isfinite(z)):
            raise ValueError(f"x and z must be finite metres, got ({x!r}, {z!r})")
        near_x, near_z = nearest_inside(float(x), float(z), OFFSET, self.arrays)
        return None if math.isnan(near_x) else (near_x, near_z)

    def slide(self, x: float, z: float, dx: float, dz: float) -> tuple[float, float]:
        """Return where a motor gets to from the local (x, z), inside, by (dx, dz) metres, sliding along what it hits."""
        if not self.inside(x, z):
            return x, z
        way, planes = np.zeros((BENDS, 2)), np.zeros((SLIDES, 2))
        end = slide(x, z, dx, dz, dx, dz, 0.0, self.arrays, NO_PUSHING, NOBODY, way, 0, planes)
        return end[0], end[1]

    def clear_way(self, x: float, z: float, heading: float, length: float) -> float:
        """Return how many metres, up to `length`, a motor at the local (x, z), inside, can walk straight on."""
        return first_hit(x, z, math.sin(heading), -math.cos(heading), length, self.arrays)[0]


def _grid_around(segments: Floats) -> Floats:
    if not len(segments):
        return np.array([0.0, 0.0, 1.0, 1.0, 1.0])
    points = segments.reshape(-1, 2)
    low, extent = points.min(axis=0), np.ptp(points, axis=0)
    # A few cells a segment, yet none thinner than a step: walking the grid costs as well.
    cell = max(math.sqrt(max(extent.prod(), 1e-12) / (CELLS_PER_SEGMENT * len(segments))), SMALLEST_CELL)
    cell = max(cell, float(extent.max()) / 4096, math.sqrt(float(extent.prod()) / MOST_CELLS))
    # One empty cell all around: the left border is known to be outside.
    columns, rows = np.ceil(extent / cell).astype(np.int64) + 2
    return np.array([low[0] - cell, low[1] - cell, cell, columns, rows], np.float64)


@kernel
def lay_out(segments: Floats, grid: Floats, starts: Ints, items: Ints) -> None:
    """Count the segments of each cell into `starts`, or, given room, write them to `items`.

    For each row of cells that a segment touches, padded by `PAD`, the stretch of it within that
    row gives the columns.
    """
    cell, columns, rows = grid[2], int(grid[3]), int(grid[4])
    for s in range(segments.shape[0]):
        ax, az, bx, bz = segments[s, 0], segments[s, 1], segments[s, 2], segments[s, 3]
        low_row = max(math.floor((min(az, bz) - PAD - grid[1]) / cell), 0)
        high_row = min(math.floor((max(az, bz) + PAD - grid[1]) / cell), rows - 1)
        for row in range(low_row, high_row + 1):
            low_x, high_x = min(ax, bx), max(ax, bx)
            if az != bz:
                share_0 = (grid[1] + row * cell - PAD - az) / (bz - az)
                share_1 = (grid[1] + (row + 1) * cell + PAD - az) / (bz - az)
                first = min(max(min(share_0, share_1), 0.0), 1.0)
                last = min(max(max(share_0, share_1), 0.0), 1.0)
                x0, x1 = ax + (bx - ax) * first, ax + (bx - ax) * last
                low_x, high_x = min(x0, x1), max(x0, x1)
            low_column = max(math.floor((low_x - PAD - grid[0]) / cell), 0)
            high_column = min(math.floor((high_x + PAD - grid[0]) / cell), columns - 1)
            for column in range(low_column, high_column + 1):
                here = row * columns + column
                if items.shape[0] > 0:
                    items[starts[here]] = s
                starts[here] += 1


@kernel
def mark_middles(segments: Floats, grid: Floats, starts: Ints, items: Ints, middles: Floats) -> None:
    """Choose a reference point in each cell, and find which are inside by counting crossings along each row."""
    columns, rows = int(grid[3]), int(grid[4])
    for row in range(rows):
        within = False
        for column in range(columns):
            here = row * columns + column
            _choose_middle(column, row, segments, grid, starts, items, middles)
            if column > 0:
                left = here - 1
                for side in range(2):
                    cell = left if side == 0 else here
                    for at in range(starts[cell], starts[cell + 1]):
                        s = items[at]
                        seen = False
                        if side == 1:
                            for other in range(starts[left], starts[left + 1]):
                                seen = seen or items[other] == s
                        if not seen and crosses(
                            middles[left, 0],
                            middles[left, 1],
                            middles[here, 0],
                            middles[here, 1],
                            segments[s, 0],
                            segments[s, 1],
                            segments[s, 2],
                            segments[s, 3],
                        ):
                            within = not within
            middles[here, 2] = 1.0 if within else 0.0


@kernel
def _choose_middle(
    column: int, row: int, segments: Floats, grid: Floats, starts: Ints, items: Ints, middles: Floats
) -> None:
    """Take, of some points spread over the cell, the one farthest from the cell's segments."""
    here = row * int(grid[3]) + column
    best = -1.0
    for k in range(9):
        # Odd fractions: on-grid walls are the rule, and a point on a wall has no side.
        x = grid[0] + grid[2] * (column + 0.177 + 0.311 * (k % 3) + 0.0137 * (k // 3))
        z = grid[1] + grid[2] * (row + 0.193 + 0.307 * (k // 3) + 0.0111 * (k % 3))
        nearest = np.inf
        for at in range(starts[here], starts[here + 1]):
            s = items[at]
            cx, cz = closest_on(x, z, segments[s, 0], segments[s, 1], segments[s, 2], segments[s, 3])
            nearest = min(nearest, (cx - x) * (cx - x) + (cz - z) * (cz - z))
        if nearest > best:
            best = nearest
            middles[here, 0] = x
            middles[here, 1] = z
        if nearest == np.inf:
            return


def warm() -> None:
    """Compile the kernels that lay a boundary out and those that are asked one by one."""
    square = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    boundary = Boundary.from_air(Air.from_rings(0.4, [square]))
    boundary.nearest_inside(2.0, 2.0)
    boundary.slide(0.5, 0.5, 0.1, 0.0)
    boundary.clear_way(0.5, 0.5, 0.0, 1.0)
