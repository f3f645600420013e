"""The exact route: a layer's floor, less what stands on it between knee and brow."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from orlop.engine.walkway.build.apart import take_apart, unite_apart
from orlop.engine.walkway.build.buckets import Buckets
from orlop.engine.walkway.build.content import code_digest, digest
from orlop.engine.walkway.build.drops import find_drops, has_drops
from orlop.engine.walkway.build.floor_parts import FloorParts
from orlop.engine.walkway.build.gaps import close_gaps
from orlop.engine.walkway.build.grid import Grid
from orlop.engine.walkway.build.memory import Form, Memory, recalled
from orlop.engine.walkway.build.pieces import Pieces, find_pieces
from orlop.engine.walkway.region import polygons_of, region_of, unite
from orlop.engine.walkway.settings import WalkwaySettings

if TYPE_CHECKING:
    from manifold3d import CrossSection
    from shapely import Polygon


FEW = 4096
"""Pieces that are united at once in less time than it takes to tell which stand apart."""


class ExactMap:
    """What is open on one layer: floor parts, the pieces that stand on them, and their difference.

    Finding the pieces is quick and tells what uniting them would cost; `pieces` is None if there
    are more than `most`. Each lot of `obstacles` is cut and united by itself, so that with a
    `memory` of earlier builds only the lots that changed are.
    """

    def __init__(
        self, parts: FloorParts, ground: NDArray[np.float64], obstacles: Sequence[NDArray[np.float64]], grid: Grid,
        height: NDArray[np.float32], settings: WalkwaySettings, most: int, memory: Memory | None = None,
    ) -> None:  # fmt: skip
        self._parts = parts
        self._obstacles = obstacles
        self._grid = grid
        self._height = height
        self._settings = settings
        self._memory = memory
        self._sorted: Buckets | None = None
        self._names = [""] * len(obstacles)
        if memory is not None:
            over = digest(code_digest(), parts.points, parts.starts, parts.planes, settings.knee, settings.brow)
            self._names = [digest(over, lot) for lot in obstacles]
        self._lots = self._found(ground, most)
        self.pieces = None if self._lots is None else Pieces.joined([pieces for _, pieces in self._lots])

    def open_polygons(self) -> "list[Polygon]":
        """Unite the floor, close its gaps, take the solids away."""
        if self._lots is None:
            raise ValueError("the pieces are more than was allowed for")
        region, gaps, squares = recalled(self._memory, self._region_name(), self._region)
        if self.pieces is not None and len(self.pieces) <= FEW:
            left = region - self.pieces.united()
        elif not len(squares):
            return take_apart(region, self._solids())
        else:
            left = region_of(take_apart(region, self._solids()))
        return polygons_of(left - (self._solid_on(squares) ^ gaps) if len(squares) else left)

    def _found(self, ground: NDArray[np.float64], most: int) -> list[tuple[str, Pieces]] | None:
        """Cut the obstacles lot by lot, and the drops; None for more than `most` pieces in all."""
        found: list[tuple[str, Pieces]] = []
        try:
            for name, lot in zip(self._names, self._obstacles, strict=True):
                pieces = recalled(self._memory, f"pieces-{name}", partial(self._cut, lot, most), PIECES)
                found.append((name, pieces))
                most -= len(pieces)
                if most < 0:
                    return None
            if has_drops(self._height, self._settings.step):
                edged = ground[np.unique(self._parts.source)]
                drops = find_drops(self._buckets(), edged, self._grid, self._height, self._settings, most)
                if drops is None:
                    return None
                found.append(("", drops))
        except _TooManyError:
            return None
        return found

    def _cut(self, lot: NDArray[np.float64], most: int) -> Pieces:
        found = find_pieces(self._buckets(), lot, self._settings.knee, self._settings.brow, most)
        if found is None:
            raise _TooManyError
        return found

    def _buckets(self) -> Buckets:
        if self._sorted is None:
            self._sorted = Buckets(self._parts)
        return self._sorted

    def _region_name(self) -> str:
        if self._memory is None:
            return ""
        parts, settings = self._parts, self._settings
        return digest(code_digest(), "region", parts.points, parts.starts, parts.planes, settings.gap, settings.step)

    def _region(self) -> "tuple[CrossSection, CrossSection, FloorParts]":
        floor = unite(self._parts.points, self._parts.starts)
        return close_gaps(floor, self._buckets(), self._settings)

    def _solids(self) -> "NDArray[np.object_]":
        """Unite the pieces of each lot, then what came of them."""
        united: list[Polygon] = []
        for name, pieces in self._lots or ():
            memory = self._memory if name else None
            of_lot: list[Polygon] = recalled(memory, f"united-{name}", partial(_united, pieces), POLYGONS)
            united += of_lot
        return unite_apart(np.array(united, object))

    def _solid_on(self, squares: FloorParts) -> "CrossSection":
        buckets = Buckets(squares)
        found = [
            find_pieces(buckets, lot, self._settings.knee, self._settings.brow, 1 << 40) for lot in self._obstacles
        ]
        return Pieces.joined([pieces for pieces in found if pieces is not None]).united()


def _united(pieces: Pieces) -> "list[Polygon]":
    return polygons_of(pieces.united())


class _TooManyError(Exception):
    """There are more pieces than the caller has time for; a later one may have."""


def _pieces_out(pieces: Pieces) -> bytes:
    counts = np.array([len(pieces.points), len(pieces.starts), len(pieces.lines)], np.int64)
    return b"".join(array.tobytes() for array in (counts, pieces.points, pieces.starts, pieces.lines))


def _pieces_in(content: bytes) -> Pieces:
    points, starts, lines = np.frombuffer(content, np.int64, 3).tolist()
    at = 24
    corners = np.frombuffer(content, np.float64, 2 * points, at).reshape(-1, 2)
    at += corners.nbytes
    firsts = np.frombuffer(content, np.int64, starts, at)
    ends = np.frombuffer(content, np.float64, 4 * lines, at + firsts.nbytes)
    return Pieces(corners, firsts, ends.reshape(-1, 2, 2))


def _polygons_out(polygons: "list[Polygon]") -> bytes:
    import shapely

    return shapely.to_wkb(shapely.MultiPolygon(polygons))  # type: ignore[no-any-return]


def _polygons_in(content: bytes) -> "list[Polygon]":
    import shapely

    return shapely.get_parts(shapely.from_wkb(content)).tolist()  # type: ignore[no-any-return]


PIECES = Form(_pieces_out, _pieces_in)
POLYGONS: "Form[list[Polygon]]" = Form(_polygons_out, _polygons_in)
