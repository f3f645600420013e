"""What a build makes of a scene."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from orlop.engine.walkway.walkway import Walkway


@dataclass(frozen=True, slots=True)
class PusherShape:
    """The shape of a door or railing, in its own frame.

    Attributes
    ----------
    walkway
        The one it stands on.
    outlines
        Counter-clockwise rings, each (n, 2) float64 metres: (x, z) about `position`, turned back
        by `heading`.
    heading
        Of the node as modelled, radians.
    position
        (x, y, z) of the node's origin, world metres.
    """

    walkway: str
    outlines: tuple[NDArray[np.float64], ...]
    heading: float
    position: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Start:
    """Where a player begins: a walkway, world (x, z) in metres, a heading in radians."""

    walkway: str
    x: float
    z: float
    heading: float


@dataclass(frozen=True, slots=True)
class WalkwayReport:
    """What became of one walkway.

    Attributes
    ----------
    method
        Route that made the obstacle map: "exact", "raster" or "gpu".
    cell
        Width of a cell, metres.
    area_m2
        Open floor, before any expansion.
    reachable_m2
        Where the centre of a motor may be.
    islands
        Pieces of that region with no way between them on this walkway.
    outlines
        Their number.
    """

    name: str
    method: str
    cell: float
    area_m2: float
    reachable_m2: float
    islands: int
    outlines: int
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Build:
    """Everything that a scene's walking needs.

    Attributes
    ----------
    source
        The scene's source.
    walkways
        The one with the start first among those of a scene that names no floors.
    reports
        One for each walkway.
    pushers
        Shapes of doors and railings by the name of their node.
    stages_ms
        Milliseconds of each stage, summed over the floors.
    """

    source: str
    walkways: tuple[Walkway, ...]
    reports: tuple[WalkwayReport, ...]
    pushers: dict[str, PusherShape]
    start: Start
    warnings: tuple[str, ...] = ()
    stages_ms: dict[str, float] = field(default_factory=dict)

    def walkway(self, name: str) -> Walkway:
        """Return the walkway called `name`; KeyError lists the names there are."""
        for walkway in self.walkways:
            if walkway.name == name:
                return walkway
        raise KeyError(f"{self.source} has no walkway {name!r}; it has {', '.join(w.name for w in self.walkways)}")
