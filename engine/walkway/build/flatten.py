"""One floor, its obstacles in, its walkways out."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.engine.walkway.build.bands import find_solid, touching
from orlop.engine.walkway.build.grid import Grid
from orlop.engine.walkway.build.layers import Layer, find_layers
from orlop.engine.walkway.build.outlines import find_outlines
from orlop.engine.walkway.build.result import WalkwayReport
from orlop.engine.walkway.build.seams import find_seams
from orlop.engine.walkway.build.spans import find_spans
from orlop.engine.walkway.build.stopwatch import Stopwatch
from orlop.engine.walkway.floor import Floor
from orlop.engine.walkway.height_grid import HeightGrid
from orlop.engine.walkway.outline import signed_area
from orlop.engine.walkway.settings import WalkwaySettings
from orlop.engine.walkway.walkway import Seam, Walkway


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
    obstacles
        (n, 3, 3), whatever can be in the way.
    locators
        (n, 2), marks of the air; none keeps all of it.
    """

    name: str
    origin: NDArray[np.float64]
    floor: NDArray[np.float64]
    covers: NDArray[np.float64]
    obstacles: NDArray[np.float64]
    locators: NDArray[np.float64]


def flatten(plan: FloorPlan, settings: WalkwaySettings, stopwatch: Stopwatch) -> list[tuple[Walkway, WalkwayReport]]:
    """Build the walkways of one floor; empty if a motor of the settings' radius fits nowhere."""
    ground = np.concatenate([plan.floor, plan.covers])
    grid = Grid.over(ground, settings.cell)
    with stopwatch.stage("floor"):
        spans = find_spans(grid, plan.floor, plan.covers, settings)
    with stopwatch.stage("solid"):
        solid = find_solid(grid, spans, plan.obstacles, settings.knee, settings.brow)
    with stopwatch.stage("layers"):
        layers = find_layers(grid, spans, solid, settings)
    flattened = _Flattener(plan, settings, grid, stopwatch)
    names = {number: plan.name if number == 0 else f"{plan.name}.{number + 1}" for number in range(len(layers))}
    overlapping = bool(np.any(np.diff(spans.cell) == 0))
    made = [flattened.walkway(layer, number, names, overlapping) for number, layer in enumerate(layers)]
    return [pair for pair in made if pair is not None]


class _Flattener:
    """Turns layers of one floor into walkways."""

    def __init__(self, plan: FloorPlan, settings: WalkwaySettings, grid: Grid, stopwatch: Stopwatch) -> None:
        self._plan = plan
        self._settings = settings
        self._grid = grid
        self._stopwatch = stopwatch

    def walkway(
        self, layer: Layer, number: int, names: dict[int, str], overlapping: bool
    ) -> tuple[Walkway, WalkwayReport] | None:
        """Make one walkway, None if no motor fits on it."""
        plan, settings, grid = self._plan, self._settings, self._grid
        tolerance = settings.tolerance * grid.cell * 1.000001
        with self._stopwatch.stage("outlines"):
            outlines = find_outlines(grid, layer.owner >= 0, tolerance, settings.radius)
        with self._stopwatch.stage("lookup"):
            floor = self._floor(layer, overlapping)
        with self._stopwatch.stage("seams"):
            seams = find_seams(grid, layer, number, names)
        warnings = self._warnings()
        walkway = Walkway(names[number], plan.origin, settings, floor, tuple(outlines), plan.locators, seams, warnings)
        with self._stopwatch.stage("air"):
            air = walkway.air()
        if not len(air.points):
            return None
        report = WalkwayReport(
            name=walkway.name,
            method="raster",
            cell=grid.cell,
            area_m2=_area_outside([outline.points for outline in outlines], seams),
            reachable_m2=_area_outside(air.rings(), seams),
            islands=sum(1 for ring in air.rings() if signed_area(ring) > 0),
            outlines=len(outlines),
            warnings=warnings,
        )
        return walkway, report

    def _floor(self, layer: Layer, overlapping: bool) -> Floor:
        ground = self._plan.floor
        if not overlapping:
            return Floor.from_triangles(ground)
        shown = np.argwhere(layer.owner >= 0)
        (i0, j0), (i1, j1) = shown.min(axis=0), shown.max(axis=0) + 1
        heights = np.ascontiguousarray(layer.height[i0:i1, j0:j1])
        low = (self._grid.x + i0 * self._grid.cell, self._grid.z + j0 * self._grid.cell)
        reference = HeightGrid(heights, low, self._grid.cell, self._settings.step)
        return Floor.from_triangles(ground[self._near(layer)], reference)

    def _near(self, layer: Layer) -> NDArray[np.bool_]:
        """Tell which floor triangles belong to a layer, with a margin of a step."""
        from orlop.engine.walkway.build.spans import Spans

        shown = layer.owner.reshape(-1) >= 0
        start = np.concatenate([[0], np.cumsum(shown)]).astype(np.int64)
        cells = np.flatnonzero(shown)
        height = layer.height.reshape(-1)[cells].astype(np.float64)
        spans = Spans(start, cells, height, np.full(len(cells), self._grid.cell))
        return touching(self._grid, spans, self._plan.floor, self._settings.step)

    def _warnings(self) -> tuple[str, ...]:
        found = []
        if self._settings.cell is None and self._grid.cell > 0.101:
            found.append(
                f"the floor is so wide that cells are {self._grid.cell:.2f} m: narrow gaps may close; split it to be finer"
            )
        return tuple(found)


def _area_outside(rings: list[NDArray[np.float64]], seams: tuple[Seam, ...]) -> float:
    """Area within rings, less what lies beyond a cut and counts for the other layer."""
    import shapely

    total = sum(signed_area(ring) for ring in rings)
    if not seams:
        return total
    boxes = [shapely.box(*box) for seam in seams for box in seam.rectangles.tolist()]
    beyond = shapely.union_all(boxes)
    region = shapely.union_all([shapely.Polygon(ring) for ring in rings if signed_area(ring) > 0])
    holes = [shapely.Polygon(ring) for ring in rings if signed_area(ring) < 0]
    region = shapely.difference(region, shapely.union_all(holes)) if holes else region
    return float(shapely.difference(region, beyond).area)
