"""A walkway: one deck of a scene, flattened."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from orlop.engine.walkway.air import Air
from orlop.engine.walkway.expansion import expand
from orlop.engine.walkway.outline import Outline
from orlop.engine.walkway.settings import WalkwaySettings
from orlop.engine.walkway.surface import Surface


@dataclass(frozen=True, slots=True)
class Seam:
    """Where a walkway goes on as another one, although no author drew a portal.

    Storeys that one mesh joins by ramps are cut into walkways. Both sides carry the floor
    around the cut, so a motor that enters a rectangle is put to the same (x, z) on
    `destination` at the same height.

    Attributes
    ----------
    destination
        Name of the other walkway.
    rectangles
        (n, 4) float64: x0, z0, x1, z1, metres, local to the walkway; x0 < x1, z0 < z1.
    """

    destination: str
    rectangles: NDArray[np.float64]


@dataclass(slots=True)
class Walkway:
    """A deck: its floor, its outlines and its air.

    Everything is local to `origin`, so that a deck far from the world's origin keeps its
    precision. Walkways of one build share their origin.

    Attributes
    ----------
    name
        Unique within a build.
    origin
        (3,) float64, world position of the local zero, metres.
    settings
        What it was built with.
    floor
        Heights and normals by (x, z).
    outlines
        The open space and what is solid in it, before any expansion.
    locators
        (n, 2) float64, points that mark which open region is air; none means all of it.
    seams
        Where it goes on as another walkway.
    warnings
        What its author should know, a line each.
    """

    name: str
    origin: NDArray[np.float64]
    settings: WalkwaySettings
    floor: Surface
    outlines: Sequence[Outline]
    locators: NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 2)))
    seams: tuple[Seam, ...] = ()
    warnings: tuple[str, ...] = ()
    _airs: dict[float, Air] = field(default_factory=dict)

    def air(self, radius: float | None = None) -> Air:
        """Return where a motor's centre may be, for a `radius` in metres (default: the settings').

        Computed once for each radius. Without any room the air is empty.
        """
        radius = self.settings.radius if radius is None else float(radius)
        if radius not in self._airs:
            self._airs[radius] = expand(self.outlines, radius, self.locators)
        return self._airs[radius]

    def known_airs(self) -> Sequence[Air]:
        """Airs computed so far, as a file keeps them."""
        return tuple(self._airs.values())

    def to_local(self, x: float, z: float) -> tuple[float, float]:
        """Turn a world (x, z) into the walkway's own."""
        return x - float(self.origin[0]), z - float(self.origin[2])
