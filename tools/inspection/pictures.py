"""The pictures of one walkway, a stage of its build each."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from orlop.engine.render.capture import Picture, render_chart
from orlop.engine.render.chart_content import ChartContent, MotorMark, PortalMark, PusherMark, TrapdoorMark, rim_of
from orlop.engine.render.chart_furniture import plan_room
from orlop.engine.render.chart_view import fitting, looking_at
from orlop.engine.render.ink import INK, PALE_INK, PAPER, PLAYER, SOLID, Colour
from orlop.engine.walkway.build.pieces import Pieces
from orlop.engine.walkway.build.result import Build
from orlop.engine.walkway.build.role import Roles
from orlop.engine.walkway.build.storey import joined
from orlop.engine.walkway.build.witness import LayerMaps, Witness
from orlop.engine.walkway.expansion import air_polygons, open_polygons
from orlop.engine.walkway.outline import signed_area
from orlop.engine.walkway.walkway import Walkway
from orlop.systems.chart import chart_deck
from orlop.tools.inspection.reach import Island
from orlop.tools.inspection.sheet import Sheet

LOW, HIGH = np.array([46, 92, 110]), np.array([246, 232, 190])
"""Colours of the lowest and the highest floor."""

OPEN, CUT, LINE = (250, 245, 230), (150, 62, 44), (196, 48, 32)
AIR = (112, 148, 170)
ISLANDS = ((112, 148, 170), (178, 134, 82), (128, 158, 104), (160, 116, 152), (196, 150, 60), (92, 140, 140))
NOBODY = (206, 200, 190)

CHART = (1120, 720)
MARGIN = 0.4
"""Metres of plane shown around the floor."""

PLACE = re.compile(r"\bx (-?\d+\.\d+), z (-?\d+\.\d+)")
"""How warnings name a place."""


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """A picture, the word for its file, and what it shows."""

    name: str
    caption: str
    picture: Picture


@dataclass(frozen=True, slots=True)
class Inspected:
    """A build with everything that its pictures need."""

    build: Build
    witness: Witness
    roles: Roles
    islands: Sequence[Island]

    def stages(self, walkway: Walkway, warnings: Sequence[str]) -> Iterator[Stage]:
        """Draw one walkway's stages, in the order of the build, and where `warnings` name a place on it."""
        floor = self.witness.floor_of(walkway.name)
        maps, pieces = floor.maps(walkway.name), floor.pieces_of(walkway.name)
        at = walkway.origin[[0, 2]]
        yield _floor(maps, walkway.origin)
        yield _obstacles(maps, pieces, at)
        yield _outlines(maps, walkway, at)
        yield _air(maps, walkway, at)
        yield _islands(maps, walkway, [each for each in self.islands if each.walkway == walkway.name], at)
        yield self._chart(walkway)
        yield from self._marked(maps, walkway, warnings)

    def _chart(self, walkway: Walkway) -> Stage:
        roles, start = self.roles, self.build.start
        content = ChartContent(
            chart_deck(walkway, walkway.settings.radius),
            portals=tuple(_portals(roles, self.build.walkways, walkway)),
            trapdoors=tuple(_trapdoors(roles, walkway)),
            pushers=tuple(_pushers(self.build, walkway)),
            motors=(MotorMark((start.x, start.z), walkway.settings.radius, start.heading, player=True),)
            if start.walkway == walkway.name
            else (),
            title=self.build.source,
        )
        low, high = content.deck.bounds()
        room = plan_room(CHART)
        middle = ((low + high) / 2).tolist()
        view = looking_at((middle[0], middle[1]), fitting(low, high, room), low, high, CHART, room)
        count = f"{len(content.portals)} portals, {len(content.deck.seams)} seams' rectangles, "
        count += f"{len(content.pushers)} doors and railings, {len(content.trapdoors)} trapdoors"
        return Stage("chart", f"The chart, as the game draws it: {count}.", render_chart(content, view))

    def _marked(self, maps: LayerMaps, walkway: Walkway, warnings: Sequence[str]) -> Iterator[Stage]:
        at = walkway.origin[[0, 2]]
        low, high = _bounds(maps, at)
        found = [
            (str(number), place)
            for number, warning in enumerate(warnings, 1)
            for place in places_in(warning)
            if np.all(place >= low) and np.all(place <= high) and _concerns(warning, walkway.name, self.build)
        ]
        if found:
            sheet = _over_solid(maps, walkway, at)
            for number, place in found:
                sheet.number(place, number, PLAYER)
            yield Stage("warnings", "Where the warnings are, by their numbers.", sheet.picture())


def places_in(warning: str) -> list[NDArray[np.float64]]:
    """Return the places (x, z) that a warning names, world metres."""
    return [np.array([float(x), float(z)]) for x, z in PLACE.findall(warning)]


def _concerns(warning: str, walkway: str, build: Build) -> bool:
    named = [each.name for each in build.walkways if f'"{each.name}"' in warning or warning.startswith(f"{each.name}:")]
    return not named or walkway in named


def _bounds(maps: LayerMaps, at: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the part of the plane in which the layer has floor, with a margin, world metres."""
    grid = maps.grid
    i, j = np.nonzero(np.isfinite(maps.height))
    low = np.array([grid.x + i.min(initial=grid.nx) * grid.cell, grid.z + j.min(initial=grid.nz) * grid.cell])
    high = np.array([grid.x + (i.max(initial=0) + 1) * grid.cell, grid.z + (j.max(initial=0) + 1) * grid.cell])
    return low + at - MARGIN, high + at + MARGIN


def shaded(maps: LayerMaps) -> NDArray[np.uint8]:
    """Colour the floor by height, lit from the upper left, (nx, nz, 4)."""
    height = maps.height.astype(np.float64)
    known = np.isfinite(height)
    low, high = (float(np.nanmin(height)), float(np.nanmax(height))) if known.any() else (0.0, 0.0)
    share = (height - low) / (high - low) if high - low > 0.02 else np.full(height.shape, 0.8)
    slopes = [np.nan_to_num(_slope(height, axis) / maps.grid.cell) for axis in (0, 1)]
    light = (1.0 + 0.7 * slopes[0] + 0.7 * slopes[1]) / np.sqrt(1.0 + slopes[0] ** 2 + slopes[1] ** 2)
    colours = (LOW + (HIGH - LOW) * np.nan_to_num(share)[..., None]) * np.clip(light, 0.55, 1.25)[..., None]
    painted = np.where(known[..., None], np.clip(colours, 0, 255), PAPER)
    return np.dstack([painted, 255.0 * known]).astype(np.uint8)


def _slope(height: NDArray[np.float64], axis: int) -> NDArray[np.float64]:
    """Return the rise to the next cell, NaN where one of the two has no floor."""
    rise = np.full(height.shape, np.nan)
    ahead = [slice(None), slice(None)]
    ahead[axis] = slice(0, -1)
    rise[tuple(ahead)] = np.diff(height, axis=axis)
    return rise


def coloured(maps: LayerMaps, colour: Colour) -> NDArray[np.uint8]:
    """Give floor one colour, and paper seen through where there is none, (nx, nz, 4)."""
    colours = np.full((*maps.height.shape, 4), (*PAPER, 0), np.uint8)
    colours[np.isfinite(maps.height)] = (*colour, 255)
    return colours


def _floor(maps: LayerMaps, origin: NDArray[np.float64]) -> Stage:
    at = origin[[0, 2]]
    sheet = Sheet(*_bounds(maps, at))
    sheet.cells(maps.grid, shaded(maps), at)
    heights = maps.height[np.isfinite(maps.height)] + origin[1]
    words = f"Floor, from {heights.min():.2f} m (dark) to {heights.max():.2f} m (light)."
    return Stage("floor", words, sheet.picture())


def _obstacles(maps: LayerMaps, pieces: Pieces | None, at: NDArray[np.float64]) -> Stage:
    sheet = Sheet(*_bounds(maps, at))
    sheet.cells(maps.grid, _tinted(maps, cells=pieces is None), at)
    if pieces is None:
        share = float(maps.solid.sum() * maps.grid.cell**2)
        words = f"Obstacle map: cells of {maps.grid.cell:.3g} m over which something is between knee and brow, {share:.1f} m²."
        return Stage("obstacles", words, sheet.picture())
    import shapely

    rings = [pieces.points[a:b] for a, b in pairwise(pieces.starts)]
    sheet.areas([shapely.Polygon(ring) for ring in rings], CUT, at)
    if len(pieces.lines):
        sheet.segments(pieces.lines, LINE, at, 1)
    words = (
        f"Obstacle map: {len(rings)} areas (brown) and {len(pieces.lines)} upright faces (red) between knee and brow."
    )
    return Stage("obstacles", words, sheet.picture())


def _tinted(maps: LayerMaps, cells: bool = True) -> NDArray[np.uint8]:
    """Colour floor pale, and solid cells as cut out unless something finer is drawn for them."""
    colours = coloured(maps, OPEN)
    if cells:
        colours[maps.solid] = (*CUT, 255)
    return colours


def _over_solid(maps: LayerMaps, walkway: Walkway, at: NDArray[np.float64]) -> Sheet:
    """Begin a sheet with the floor as solid and what is open on it as paper."""
    sheet = Sheet(*_bounds(maps, at))
    sheet.cells(maps.grid, coloured(maps, SOLID), at)
    sheet.areas(open_polygons(walkway.outlines), OPEN, at)
    return sheet


def _outlines(maps: LayerMaps, walkway: Walkway, at: NDArray[np.float64]) -> Stage:
    sheet = _over_solid(maps, walkway, at)
    borders = [outline.points for outline in walkway.outlines if outline.area > 0]
    solids = [outline.points for outline in walkway.outlines if outline.area <= 0]
    sheet.rings(borders, INK, at, 2)
    sheet.rings(solids, CUT, at, 2)
    if sheet.scale > 12:
        sheet.corners(np.concatenate([np.zeros((0, 2)), *borders, *solids]), INK, at)
    corners = sum(len(outline.points) for outline in walkway.outlines)
    words = (
        f"Outlines: {len(borders)} around open space (black), {len(solids)} around solids (brown), {corners} corners."
    )
    return Stage("outlines", words, sheet.picture())


def _air(maps: LayerMaps, walkway: Walkway, at: NDArray[np.float64]) -> Stage:
    air = walkway.air()
    sheet = _over_solid(maps, walkway, at)
    sheet.areas(air_polygons(air), AIR, at)
    sheet.rings([outline.points for outline in walkway.outlines], PALE_INK, at, 1)
    sheet.rings(air.rings(), INK, at, 1)
    for mark in walkway.locators:
        sheet.cross(mark + at, PLAYER)
    words = f"Air: where the centre of a walker of radius {air.radius:g} m can be"
    words += ", crosses mark it." if len(walkway.locators) else ". No locator marks it, so all of it counts."
    return Stage("air", words, sheet.picture())


def _islands(maps: LayerMaps, walkway: Walkway, islands: Sequence[Island], at: NDArray[np.float64]) -> Stage:
    sheet = _over_solid(maps, walkway, at)
    for island in islands:
        colour = ISLANDS[(island.number - 1) % len(ISLANDS)] if island.reached else NOBODY
        sheet.areas([island.polygon], colour, at)
        sheet.rings([np.array(island.polygon.exterior.coords)[:-1]], INK if island.reached else PALE_INK, at, 1)
    for island in islands:
        place = island.polygon.representative_point()
        sheet.number(np.array([place.x, place.y]) + at, str(island.number))
    lost = [island for island in islands if not island.reached]
    words = f"Islands: {len(islands)}, by size."
    if lost:
        words += (
            f" Nothing leads from the start to the {len(lost)} grey ones, {sum(i.polygon.area for i in lost):.1f} m²."
        )
    return Stage("islands", words, sheet.picture())


def _portals(roles: Roles, walkways: Sequence[Walkway], walkway: Walkway) -> Iterator[PortalMark]:
    for portal in roles.portals:
        pair = joined(walkways, portal)
        if pair is not None and pair[0] is walkway:
            yield PortalMark(portal.low, portal.high, pair[1].name)


def _trapdoors(roles: Roles, walkway: Walkway) -> Iterator[TrapdoorMark]:
    for trapdoor in roles.trapdoors:
        if trapdoor.walkway == walkway.name:
            flat = np.concatenate([node.triangles for node in trapdoor.nodes])[:, :, [0, 2]]
            flat = flat[[abs(signed_area(triangle)) > 1e-9 for triangle in flat]]
            yield TrapdoorMark(flat, rim_of(flat))


def _pushers(build: Build, walkway: Walkway) -> Iterator[PusherMark]:
    for shape in build.pushers.values():
        if shape.walkway == walkway.name:
            c, s = np.cos(shape.heading), np.sin(shape.heading)
            place = np.array(shape.position)[[0, 2]]
            yield PusherMark(tuple(ring @ np.array([[c, s], [-s, c]]) + place for ring in shape.outlines))
