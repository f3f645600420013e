"""The exact route: a layer's floor, less what stands on it between knee and brow."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from orlop.engine.walkway.build.drops import find_drops, has_drops
from orlop.engine.walkway.build.floor_parts import FloorParts
from orlop.engine.walkway.build.gaps import close_gaps
from orlop.engine.walkway.build.grid import Grid
from orlop.engine.walkway.build.pieces import PieceFinder, Pieces
from orlop.engine.walkway.build.unite import unite, unite_pieces
from orlop.engine.walkway.settings import WalkwaySettings

if TYPE_CHECKING:
    from shapely import Polygon


class ExactMap:
    """What is open on one layer: floor parts, the pieces that stand on them, and their difference.

    Finding the pieces is quick and tells what uniting them would cost; `pieces` is None if there
    are more than `most`.
    """

    def __init__(
        self, parts: FloorParts, ground: NDArray[np.float64], obstacles: NDArray[np.float64], grid: Grid,
        height: NDArray[np.float32], settings: WalkwaySettings, most: int,
    ) -> None:  # fmt: skip
        self._parts = parts
        self._obstacles = obstacles
        self._grid = grid
        self._height = height
        self._settings = settings
        self._most = most
        finder = PieceFinder(parts)
        found = [finder.find(obstacles, settings.knee, settings.brow, most)]
        if has_drops(height, settings.step):
            found.append(find_drops(finder, ground[np.unique(parts.source)], grid, height, settings, most))
        self.pieces = None if None in found else Pieces.joined([pieces for pieces in found if pieces is not None])

    def open_polygons(self) -> "list[Polygon]":
        """Unite the floor, close its gaps, take the solids away."""
        import shapely

        if self.pieces is None:
            raise ValueError("the pieces are more than was allowed for")
        floor = unite(self._parts.points, self._parts.starts, meets=True)
        region, gaps, squares = close_gaps(floor, self._grid, self._height, self._settings)
        left = shapely.difference(region, unite_pieces(self.pieces))
        if len(squares):
            left = shapely.difference(left, shapely.intersection(self._solid_on(squares), gaps))
        return [part for part in shapely.get_parts(left).tolist() if part.geom_type == "Polygon"]

    def _solid_on(self, squares: FloorParts) -> "Polygon":
        found = PieceFinder(squares).find(self._obstacles, self._settings.knee, self._settings.brow, 1 << 40)
        assert found is not None
        return unite_pieces(found)
