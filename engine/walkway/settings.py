"""How a walkway is built: every number with its unit and range."""

import math
from dataclasses import dataclass

METHODS = ("auto", "exact", "raster", "gpu")
"""Routes from obstacles to outlines."""


@dataclass(frozen=True, slots=True)
class WalkwaySettings:
    """Measures of the walker and of the build.

    Attributes
    ----------
    radius
        Radius of the motor that the air is checked for, metres, 0.05 … 5. A walkway serves
        motors of other radii too; this one decides what counts as wide enough to keep.
    knee
        Obstacles that stay lower than this over the floor are ignored, metres, 0 … brow.
    brow
        Obstacles that begin higher than this over the floor are ignored, metres.
    step
        Greatest difference in height that still joins two pieces of floor, metres.
    gap
        Holes and cracks in the floor up to this wide are walked over, metres, 0 … 1.
    slope_limit
        Steepest walkable floor, radians from level, 0 … π/2.
    cell
        Width of a cell of the obstacle map, metres; None chooses 0.05, or coarser where the
        scene would need more than four million cells. The exact route only
        tells storeys apart by cells, and chooses a quarter of the radius.
    tolerance
        How far simplification may move an outline into the open, in cells, 0 … 8. Exact
        outlines are simplified to a millimetre.
    method
        Route from obstacles to outlines. "exact" cuts every obstacle by knee and brow over
        every triangle of the floor; "raster" asks the same cell by cell, so that a solid grows
        by a cell at most; "gpu" lets a graphics card draw the cells where floor does not lie
        over other floor; "auto" is exact where that does not take long, else raster.
    """

    radius: float = 0.4
    knee: float = 0.5
    brow: float = 1.8
    step: float = 0.4
    gap: float = 0.15
    slope_limit: float = math.radians(46.0)
    cell: float | None = None
    tolerance: float = 1.0
    method: str = "auto"

    def __post_init__(self) -> None:
        _within("radius", self.radius, 0.05, 5.0, "metres")
        _within("brow", self.brow, 0.1, 100.0, "metres")
        _within("knee", self.knee, 0.0, self.brow, "metres, below brow")
        _within("step", self.step, 0.0, self.brow, "metres, below brow")
        _within("gap", self.gap, 0.0, 1.0, "metres")
        _within("slope_limit", self.slope_limit, 0.0, math.pi / 2, "radians")
        _within("tolerance", self.tolerance, 0.0, 8.0, "cells")
        if self.method not in METHODS:
            raise ValueError(f"method must be one of {', '.join(METHODS)}, got {self.method!r}")
        if self.cell is not None:
            _within("cell", self.cell, 0.005, 10.0, "metres")


def _within(name: str, value: float, low: float, high: float, unit: str) -> None:
    if not low <= value <= high:
        raise ValueError(f"{name} must be {low:g} … {high:g} ({unit}), got {value!r}")
