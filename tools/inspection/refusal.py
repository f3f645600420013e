"""A picture of why a build was refused."""

import numpy as np

from orlop.engine.error import OrlopError
from orlop.engine.render.capture import Picture
from orlop.engine.render.ink import INK, PLAYER
from orlop.engine.walkway.build.misplaced import MisplacedError
from orlop.engine.walkway.build.witness import FloorSight, Witness
from orlop.engine.walkway.expansion import air_polygons
from orlop.tools.inspection.pictures import AIR, CUT, OPEN, coloured
from orlop.tools.inspection.sheet import Sheet

AROUND = 6.0
"""Metres shown on each side of a misplaced mark."""


def draw_refusal(error: OrlopError, witness: Witness) -> Picture | None:
    """Draw the floors where a mark is misplaced, or all of them; None if the build was refused before it saw any.

    Floor is pale, what is solid on it brown, air blue, and the mark a red cross with the circle
    that has no room there.
    """
    if not witness.floors:
        return None
    if not isinstance(error, MisplacedError):
        return _drawn(witness.floors, *_bounds(witness.floors)).picture()
    place = np.array([error.x, error.z])
    floors = [floor for floor in witness.floors if error.walkway in (None, floor.name, *floor.names)]
    low, high = _bounds(floors or witness.floors)
    nearest = np.clip(place, low, high)
    # A mark far off the floor is shown together with the floor's nearest edge.
    sheet = _drawn(floors, np.minimum(place, nearest) - AROUND, np.maximum(place, nearest) + AROUND)
    sheet.circle(place, witness.floors[0].settings.radius, PLAYER)
    sheet.cross(place, PLAYER)
    return sheet.picture()


def _drawn(floors: list[FloorSight], low: np.ndarray, high: np.ndarray) -> Sheet:
    sheet = Sheet(low, high)
    for floor in floors:
        plan, at = floor.plan(), floor.origin[[0, 2]]
        colours = coloured(plan, OPEN)
        colours[plan.solid] = (*CUT, 255)
        sheet.cells(plan.grid, colours, at)
        for walkway in floor.walkways:
            sheet.areas(air_polygons(walkway.air()), AIR, at)
            sheet.rings([outline.points for outline in walkway.outlines], INK, at, 1)
    return sheet


def _bounds(floors: list[FloorSight]) -> tuple[np.ndarray, np.ndarray]:
    lows = [np.array([floor.grid.x, floor.grid.z]) + floor.origin[[0, 2]] for floor in floors]
    sizes = [np.array([floor.grid.nx, floor.grid.nz]) * floor.grid.cell for floor in floors]
    return np.min(lows, axis=0), np.max([low + size for low, size in zip(lows, sizes, strict=True)], axis=0)
