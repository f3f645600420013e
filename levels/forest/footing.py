"""Where one can walk around a chunk: a walkway, finished on a worker, that takes no time to put under the feet."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.engine.deck.boundary import Boundary
from orlop.engine.deck.navmesh import Navmesh
from orlop.engine.walkway.air import Air
from orlop.engine.walkway.lattice_floor import LatticeFloor
from orlop.engine.walkway.open_ground import OpenGround
from orlop.engine.walkway.outline import Outlines
from orlop.engine.walkway.settings import WalkwaySettings
from orlop.engine.walkway.walkway import Walkway
from orlop.levels.forest.floor_patch import WADE, depths
from orlop.levels.forest.ground import Ground

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Footing:
    """A walkway as arrays that no thread changes any more.

    Attributes
    ----------
    origin
        World (x, z) that all else counts from, metres.
    low, spacing, heights
        The floor's lattice, as for `LatticeFloor`.
    settings
        Measures of the walker.
    outlines, air, boundary
        Of a motor of the settings' radius.
    """

    origin: tuple[float, float]
    low: tuple[float, float]
    spacing: float
    heights: Floats
    settings: WalkwaySettings
    outlines: Outlines
    air: Air
    boundary: Boundary

    def walkway(self, name: str) -> tuple[Walkway, Mapping[float, Boundary]]:
        """Return the walkway and its boundaries, as `Decks` takes them."""
        radius, edge = self.settings.radius, self.boundary
        # Kernels are compiled for arrays that may be written to, so they get copies: a third of a millisecond.
        floor = LatticeFloor(self.low, self.spacing, self.heights.copy())
        air = Air(radius, self.air.points.copy(), self.air.starts.copy())
        boundary = Boundary(
            edge.segments.copy(), edge.grid.copy(), edge.starts.copy(), edge.items.copy(), edge.middles.copy()
        )
        origin = np.array([self.origin[0], 0.0, self.origin[1]])
        walkway = Walkway(name, origin, self.settings, floor, self.outlines, _airs={radius: air})
        return walkway, {radius: boundary}


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """The mesh on which agents of one radius, metres, find ways over a footing."""

    radius: float
    mesh: Navmesh

    def navmeshes(self) -> Mapping[float, Navmesh]:
        """Return it as `Decks` takes it."""
        return {self.radius: self.mesh.copy()}


def footing(
    ground: Ground, bounds: tuple[float, float, float, float], obstacles: Floats, settings: WalkwaySettings
) -> Footing:
    """Return the footing within bounds (x0, z0, x1, z1), metres, whose edges lie on samples of `ground`.

    obstacles (n, 3): world x, z and radius of what stands in the way, metres.
    """
    x0, z0, x1, z1 = bounds
    window = ground.cropped((x0, z0, x1 + ground.spacing, z1 + ground.spacing))
    first = (window.first[0] * ground.spacing, window.first[1] * ground.spacing)
    origin = (0.5 * (x0 + x1), 0.5 * (z0 + z1))
    low = (first[0] - origin[0], first[1] - origin[1])
    there = OpenGround(
        (x0 - origin[0], z0 - origin[1]),
        (x1 - origin[0], z1 - origin[1]),
        obstacles - np.array([*origin, 0.0]),
        closed_squares(window, settings.slope_limit),
        low,
        ground.spacing,
    )
    air = there.air(settings.radius)
    return Footing(
        origin,
        low,
        ground.spacing,
        window.heights,
        settings,
        there.outlines(),
        air,
        Boundary.from_air(air),
    )


def closed_squares(ground: Ground, slope_limit: float) -> NDArray[np.bool_]:
    """Return which squares of samples, (ni - 1, nj - 1), are too steep for a walker or under too much water."""
    heights = ground.heights
    deep = depths(ground) > WADE
    closed = deep[:-1, :-1] | deep[1:, :-1] | deep[:-1, 1:] | deep[1:, 1:]
    along_x, along_z = np.diff(heights, axis=0) / ground.spacing, np.diff(heights, axis=1) / ground.spacing
    limit = np.tan(slope_limit)
    # The two triangles of a square share its diagonal, and each has one side along x and one along z.
    closed |= np.hypot(along_x[:, :-1], along_z[1:, :]) > limit
    closed |= np.hypot(along_x[:, 1:], along_z[:-1, :]) > limit
    return closed
