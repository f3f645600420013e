"""What carries motors from one deck to another, as those who look for ways see it."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from orlop.engine.deck.arrival import REACH
from orlop.engine.deck.deck import Deck
from orlop.engine.deck.navmesh import Navmesh

if TYPE_CHECKING:
    import shapely

Floats = NDArray[np.float64]

BERTH = 0.15
"""Ways that don't use a gate keep this far from it, metres: who cuts a bend short doesn't enter it either."""

MITRE = 1.5
"""Sharper corners of a berth are cut off; right angles are not."""


@dataclass(frozen=True, slots=True, eq=False)
class Gate:
    """Rectangles (n, 4) of world x0, z0, x1, z1, metres, that lead from one walkway to another."""

    source: str
    destination: str
    rectangles: Floats

    def row_at(self, x: float, z: float) -> int:
        """Return the first rectangle that holds (x, z), its border too; -1 if none does."""
        r = self.rectangles
        rows = np.flatnonzero((r[:, 0] <= x) & (x <= r[:, 2]) & (r[:, 1] <= z) & (z <= r[:, 3]))
        return int(rows[0]) if len(rows) else -1

    def meets(self, rectangle: Floats) -> bool:
        """Tell whether a rectangle (4,) overlaps or touches this gate."""
        r = self.rectangles
        x0, z0, x1, z1 = rectangle
        return bool(np.any((r[:, 0] <= x1) & (x0 <= r[:, 2]) & (r[:, 1] <= z1) & (z0 <= r[:, 3])))

    def distance(self, x: float, z: float) -> float:
        """Return how far (x, z) is from this gate, metres; 0 within it."""
        x0, z0, x1, z1 = self.rectangles.T
        aside_x, aside_z = np.maximum(np.maximum(x0 - x, x - x1), 0.0), np.maximum(np.maximum(z0 - z, z - z1), 0.0)
        return float(np.hypot(aside_x, aside_z).min(initial=math.inf))

    def berth(self, source: Deck, destination: Deck, radius: float) -> "list[shapely.Polygon]":
        """Return what ways over `source` keep out of, unless they use the gate, in its local metres.

        That is where it carries a motor of `radius`: where both decks have air. One walks through the rest of it.
        """
        import shapely

        here = np.array([source.origin_x, source.origin_z])
        shift = np.array([destination.origin_x, destination.origin_z]) - here
        carries = shapely.union_all(shapely.box(*(self.rectangles - np.tile(here, 2)).T))
        for mesh, offset, reach in (
            (source.navmesh(radius), 0.0 * shift, 0.0),
            (destination.navmesh(radius), shift, REACH),
        ):
            carries = carries.intersection(_air_near(mesh, offset, carries.bounds).buffer(reach))
        grown = carries.buffer(BERTH, join_style="mitre", mitre_limit=MITRE)
        return [part for part in shapely.get_parts(grown) if not part.is_empty]


def _air_near(mesh: Navmesh, offset: Floats, bounds: tuple[float, float, float, float]) -> "shapely.Geometry":
    """Return the mesh, moved by `offset`, as one region, as far as its triangles come near `bounds`."""
    import shapely

    west, south, east, north = bounds
    x, z = offset.tolist()
    near = mesh.near(west - REACH - x, south - REACH - z, east + REACH - x, north + REACH - z)
    return shapely.union_all(shapely.polygons(mesh.corners[mesh.triangles[near]] + offset))
