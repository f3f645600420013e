"""All rectangles of a deck that lead to another one."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from orlop.engine.deck import crossing
from orlop.engine.deck.crowd import Crowd

NONE_HELD = np.zeros(0, np.int64)


@dataclass(slots=True, eq=False)
class Passages:
    """Rectangles in groups: a group leads to one destination, and is left or entered as a whole.

    An authored portal is a group of its own; a seam, whose rectangles tile a strip, is one group.

    Attributes
    ----------
    destinations
        Name of the walkway that each group leads to.
    rectangles
        (n, 6) float64: x0, z0, x1, z1 (metres, local), group, whether it is open.
    """

    destinations: list[str] = field(default_factory=list)
    rectangles: NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, crossing.RECTANGLE_COLUMNS)))

    def add(self, destination: str, corners: NDArray[np.float64]) -> int:
        """Add a group of (n, 4) rectangles, local metres; return its number."""
        group = len(self.destinations)
        self.destinations.append(destination)
        corners = np.asarray(corners, np.float64).reshape(-1, 4)
        marks = np.tile([float(group), 1.0], (len(corners), 1))
        self.rectangles = np.vstack([self.rectangles, np.hstack([corners, marks])])
        return group

    def open(self, group: int, is_open: bool) -> None:
        """Open or shut a group."""
        self.rectangles[self.rectangles[:, crossing.GROUP] == group, crossing.OPEN] = float(is_open)

    def entered(
        self, x: float, z: float, way: NDArray[np.float64], legs: int, held: NDArray[np.int64] = NONE_HELD
    ) -> tuple[int, float, float]:
        """Return the rectangle that a way from local (x, z) over `way[:legs]` enters first, and where; (-1, …) if none.

        Groups in `held` are passed over.
        """
        row, at_x, at_z = crossing.first_entry(x, z, way, legs, self.rectangles, held)
        return int(row), at_x, at_z

    def entering(self, crowd: Crowd) -> list[int]:
        """Return the rows of a crowd whose way of this tick enters any open rectangle."""
        if not len(self.rectangles):
            return []
        count = crossing.entering(crowd.rows, crowd.ends, crowd.ways, self.rectangles, crowd.found)
        return crowd.found[:count].tolist() if count else []

    def group_of(self, row: int) -> int:
        """Return the group that rectangle `row` belongs to."""
        return int(self.rectangles[row, crossing.GROUP])

    def overlapping(self, low_x: float, low_z: float, high_x: float, high_z: float) -> list[int]:
        """Return the groups, open or shut, that have a part in this closed rectangle, local metres."""
        r = self.rectangles
        within = (r[:, 0] <= high_x) & (low_x <= r[:, 2]) & (r[:, 1] <= high_z) & (low_z <= r[:, 3])
        return sorted({int(group) for group in r[within, crossing.GROUP]})

    def holds(self, x: float, z: float, group: int) -> bool:
        """Tell whether the local (x, z) lies in `group`."""
        return bool(crossing.in_group(x, z, self.rectangles, group))
