"""One floor, its obstacles in, its walkways out."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from orlop.engine.walkway.build.area import area_outside
from orlop.engine.walkway.build.bands import bands_above, find_solid, solid_under, touching_cells
from orlop.engine.walkway.build.buckets import HAIR
from orlop.engine.walkway.build.content import code_digest, digest
from orlop.engine.walkway.build.exact import ExactMap
from orlop.engine.walkway.build.floor_parts import FloorParts
from orlop.engine.walkway.build.grid import Grid
from orlop.engine.walkway.build.layers import Layer, find_layers, whole_layer
from orlop.engine.walkway.build.lots import lots
from orlop.engine.walkway.build.memory import Memory, recalled
from orlop.engine.walkway.build.outlines import find_outlines, outlines_of
from orlop.engine.walkway.build.pieces import Pieces
from orlop.engine.walkway.build.result import WalkwayReport
from orlop.engine.walkway.build.sealed import without_sealed
from orlop.engine.walkway.build.seams import find_seams
from orlop.engine.walkway.build.spans import Spans, find_spans
from orlop.engine.walkway.build.stopwatch import Stopwatch
from orlop.engine.walkway.build.witness import FloorSight, Witness
from orlop.engine.walkway.floor import Floor
from orlop.engine.walkway.height_grid import HeightGrid
from orlop.engine.walkway.outline import signed_areas
from orlop.engine.walkway.settings import WalkwaySettings
from orlop.engine.walkway.walkway import Walkway

MOST_PIECES = 15_000
"""Pieces that the exact route unites by default: a second's work at most."""

STOREY_CELLS = 2
"""Cells in a radius by which the exact route tells storeys apart: they decide nothing else."""


@dataclass(frozen=True, slots=True)
class FloorPlan:
    """What goes into the walkways of one floor, local to `origin`, metres.

    Attributes
    ----------
    name
        Of the first walkway; further layers are called `name.2`, `name.3`, …
    floor
        (n, 3, 3) float64, triangles that can be stood on: facing up, within the slope limit.
    covers
        (n, 3, 3), trapdoors over holes of this floor.
    obstacles, places
        (n, 3, 3), whatever can be in the way, and (n, 2), the (x, z) by which each triangle is put
        with others that are near.
    locators
        (n, 2), marks of the air; none keeps all of it.
    """

    name: str
    origin: NDArray[np.float64]
    floor: NDArray[np.float64]
    covers: NDArray[np.float64]
    obstacles: NDArray[np.float64]
    places: NDArray[np.float64]
    locators: NDArray[np.float64]


def flatten(
    plan: FloorPlan,
    settings: WalkwaySettings,
    stopwatch: Stopwatch,
    witness: Witness | None = None,
    memory: Memory | None = None,
) -> list[tuple[Walkway, WalkwayReport]]:
    """Build the walkways of one floor; empty if a motor of the settings' radius fits nowhere."""
    if settings.method in ("auto", "exact"):
        found = _exactly(plan, settings, stopwatch, witness, memory)
        if found is not None:
            return found
    flattened = _Flattener(plan, settings, stopwatch, "gpu" if settings.method == "gpu" else "raster", witness, memory)
    return flattened.walkways([None] * len(flattened.layers))


def _exactly(
    plan: FloorPlan, settings: WalkwaySettings, stopwatch: Stopwatch, witness: Witness | None, memory: Memory | None
) -> list[tuple[Walkway, WalkwayReport]] | None:
    """Build by the exact route; None, with nothing of it left to take up memory, if that would take too long."""
    flattened = _Flattener(plan, settings, stopwatch, "exact", witness, memory)
    maps = flattened.exact_maps(MOST_PIECES if settings.method == "auto" else sys.maxsize)
    return None if maps is None else flattened.walkways(maps)


class _Flattener:
    """Turns layers of one floor into walkways."""

    def __init__(
        self, plan: FloorPlan, settings: WalkwaySettings, stopwatch: Stopwatch, route: str,
        witness: Witness | None, memory: Memory | None,
    ) -> None:  # fmt: skip
        self._plan = plan
        self._settings = settings
        self._stopwatch = stopwatch
        self._witness = witness
        self._memory = memory
        self._ground = np.concatenate([plan.floor, plan.covers])
        exact = route == "exact"
        cell = (settings.cell or settings.radius / STOREY_CELLS) if exact else settings.cell
        self._grid = grid = Grid.over(self._ground, cell)
        self._ground_name = "" if memory is None else self._name_ground()
        with stopwatch.stage("floor"):
            name = f"spans-{self._ground_name}"
            spans = recalled(memory, name, lambda: find_spans(grid, plan.floor, plan.covers, settings))
        self._overlapping = bool(np.any(spans.cell[1:] == spans.cell[:-1]))
        # A depth picture has one height a pixel, and no room for the storey below.
        self._route = "raster" if route == "gpu" and self._overlapping else route
        with stopwatch.stage("solid"):
            self._lots = lots(plan.obstacles, plan.places)
            plain = exact and not self._overlapping  # what stands on it then parts no storeys
            solid = self._solid(spans) if not plain or witness is not None else None
        with stopwatch.stage("layers"):
            if solid is None or plain:
                self.layers = [whole_layer(grid, spans)]
            else:
                self.layers = find_layers(grid, spans, solid, settings, with_solid=exact)
        self._seen = None if witness is None or solid is None else (spans, solid)
        self._names = [plan.name if n == 0 else f"{plan.name}.{n + 1}" for n in range(len(self.layers))]

    def _name_ground(self) -> str:
        """Name the floor as the cells see it."""
        grid, settings = self._grid, self._settings
        sizes = (grid.nx, grid.nz, len(self._plan.covers), settings.gap, settings.knee, settings.step)
        return digest(code_digest(), grid.frame(), *sizes, self._ground)

    def _solid(self, spans: Spans) -> NDArray[np.bool_]:
        plan, knee, brow = self._plan, self._settings.knee, self._settings.brow
        if self._route == "gpu":
            from orlop.engine.walkway.build.gpu import draw_solid  # OpenGL: only who asks for it needs it

            return draw_solid(self._grid, spans, self._ground, plan.obstacles, knee, brow)
        if self._memory is None:
            return find_solid(self._grid, spans, plan.obstacles, knee, brow)
        solid, over = np.zeros(len(spans), np.bool_), digest("solid", self._ground_name, brow)
        low, high = bands_above(spans, knee, brow)
        for lot in self._lots:
            make = partial(solid_under, self._grid, spans, low, high, lot)
            solid[self._memory.recall(digest(over, lot), make)] = True
        return solid

    def exact_maps(self, most: int) -> list[ExactMap] | None:
        """Cut the obstacles over each layer; None for more than `most` pieces in all."""
        maps: list[ExactMap] = []
        with self._stopwatch.stage("pieces"):
            for layer in self.layers:
                parts, grid = FloorParts.of(self._ground), layer.grid(self._grid)
                if self._overlapping:
                    parts = FloorParts.held(self._ground, grid, layer.height, self._settings.knee)
                found = ExactMap(
                    parts, self._ground, self._lots, grid, layer.height, self._settings, most, self._memory
                )
                if found.pieces is None:
                    return None
                maps.append(found)
                most -= len(found.pieces)
        return maps

    def walkways(self, maps: Sequence[ExactMap | None]) -> list[tuple[Walkway, WalkwayReport]]:
        """Make a walkway of each layer that has room for a motor; None for a map takes the layer's cells."""
        made = [self._walkway(number, exact) for number, exact in enumerate(maps)]
        kept = [pair for pair in made if pair is not None]
        names = {walkway.name for walkway, _ in kept}
        for walkway, _ in kept:  # a layer without room for a motor is none, and no seam leads there
            walkway.seams = tuple(seam for seam in walkway.seams if seam.destination in names)
        if self._witness is not None and self._seen is not None:
            self._show(self._witness, *self._seen, [None if exact is None else exact.pieces for exact in maps], kept)
        return kept

    def _show(
        self,
        witness: Witness,
        spans: Spans,
        solid: NDArray[np.bool_],
        pieces: Sequence[Pieces | None],
        kept: Sequence[tuple[Walkway, WalkwayReport]],
    ) -> None:
        layers = self.layers
        if self._route != "exact":  # by cells, a layer leaves out what is solid
            layers = find_layers(self._grid, spans, solid, self._settings, with_solid=True)
        sight = FloorSight(
            name=self._plan.name,
            origin=self._plan.origin,
            settings=self._settings,
            grid=self._grid,
            spans=spans,
            solid=solid,
            layers=tuple(layers),
            names=tuple(self._names),
            pieces=tuple(pieces),
            walkways=tuple(walkway for walkway, _ in kept),
        )
        witness.floors.append(sight)

    def _walkway(self, number: int, exact: ExactMap | None) -> tuple[Walkway, WalkwayReport] | None:
        plan, settings, grid, layer = self._plan, self._settings, self._grid, self.layers[number]
        with self._stopwatch.stage("outlines"):
            if exact is None:
                tolerance = settings.tolerance * grid.cell * 1.000001
                outlines = find_outlines(grid, layer.owner >= 0, tolerance, settings.radius, (layer.i, layer.j))
            else:
                outlines = outlines_of(exact.open_polygons(), 2 * HAIR, settings.radius)
        with self._stopwatch.stage("lookup"):
            floor = self._floor(layer)
            outlines = without_sealed(outlines, floor, plan.obstacles, 0.5 * (settings.knee + settings.brow))
        with self._stopwatch.stage("seams"):
            seams = find_seams(grid, layer, number, self._names)
        warnings = self._warnings() if exact is None else ()
        name = self._names[number]
        walkway = Walkway(name, plan.origin, settings, floor, tuple(outlines), plan.locators, seams, warnings)
        with self._stopwatch.stage("air"):
            air = walkway.air()
        if not len(air.points):
            return None
        report = WalkwayReport(
            name=walkway.name,
            method=self._route,
            cell=grid.cell,
            area_m2=area_outside([outline.points for outline in outlines], seams),
            reachable_m2=area_outside(air.rings(), seams),
            islands=int(np.count_nonzero(signed_areas(air.points, air.starts) > 0)),
            outlines=len(outlines),
            warnings=warnings,
        )
        return walkway, report

    def _floor(self, layer: Layer) -> Floor:
        ground = self._plan.floor
        if not self._overlapping:
            name = f"floor-{self._ground_name}"
            return recalled(self._memory, name, lambda: Floor.from_triangles(ground))
        i, j, inner = layer.i, layer.j, np.s_[1:-1, 1:-1]
        shown = layer.owner[inner] >= 0
        i0, i1 = _ends(np.any(shown, axis=1))
        j0, j1 = _ends(np.any(shown, axis=0))
        heights = np.ascontiguousarray(layer.height[inner][i0:i1, j0:j1])
        low = (self._grid.x + (i + 1 + i0) * self._grid.cell, self._grid.z + (j + 1 + j0) * self._grid.cell)
        reference = HeightGrid(heights, low, self._grid.cell, self._settings.step)
        near = touching_cells(layer.grid(self._grid), layer.height, ground, self._settings.step)
        return Floor.from_triangles(ground[near], reference)

    def _warnings(self) -> tuple[str, ...]:
        found = []
        if self._settings.method == "gpu" and self._route != "gpu":
            found.append("its floor lies over itself, which a picture from above can't show: made by the raster route")
        if self._settings.cell is None and self._grid.cell > 0.101:
            found.append(
                f"the floor is so wide that cells are {self._grid.cell:.2f} m: narrow gaps may close; split it to be finer"
            )
        return tuple(found)


def _ends(some: NDArray[np.bool_]) -> tuple[int, int]:
    """Return the first True and the one after the last."""
    found = np.flatnonzero(some)
    return int(found[0]), int(found[-1]) + 1
