"""Where one has left the portals that hold it."""

import math

import numpy as np
from numpy.typing import NDArray

from orlop.engine.deck.deck import Deck
from orlop.engine.deck.gate import BERTH
from orlop.engine.deck.navmesh import Navmesh

Floats = NDArray[np.float64]

CLEAR = BERTH + 0.02
"""So far outside of a rectangle one has left it, metres, even if it turns round a little before."""


def places_outside(
    rectangles: Floats, deck: Deck, mesh: Navmesh, x: float, z: float
) -> list[tuple[int, tuple[float, float]]]:
    """Return world places of a mesh just outside of all `rectangles` (n, 4), each with its island.

    Of every stretch of their surroundings that the mesh holds it is the one nearest to world (x, z); nearest first.
    """
    import shapely

    origin = np.array([deck.origin_x, deck.origin_z])
    around = shapely.union_all(shapely.box(*(rectangles - np.tile(origin, 2)).T))
    around = around.buffer(CLEAR, join_style="mitre").boundary
    region = shapely.union_all(shapely.polygons(mesh.corners[mesh.triangles[mesh.near(*around.bounds)]]))
    here = shapely.Point(x - origin[0], z - origin[1])
    found = []
    for part in shapely.get_parts(shapely.intersection(around, region)):
        if part.is_empty:
            continue
        triangle, near_x, near_z = mesh.locate(*shapely.shortest_line(here, part).coords[1])
        place = near_x + float(origin[0]), near_z + float(origin[1])
        found.append((math.dist(place, (x, z)), place, int(mesh.islands[triangle])))
    return [(island, place) for _, place, island in sorted(found)]
