"""Where one can cross a gate: places that both decks' meshes hold."""

import math

import numpy as np

from orlop.engine.deck.arrival import REACH
from orlop.engine.deck.deck import Deck
from orlop.engine.deck.gate import Gate
from orlop.engine.deck.navmesh import Navmesh, nearest_triangle

Crossings = dict[tuple[int, int], list[tuple[float, float]]]
"""World (x, z) by the islands on both sides, metres."""

INSET = 0.02
"""So far within a rectangle ways cross it, metres: who comes so far has entered it."""

LEAST = 1e-3
"""So far at least, where the mesh ends, metres. Nobody gets farther, so a rectangle that begins later is never entered."""

SAMPLES = 50
"""Places where a way may cross a gate, spread over its rectangles; at least one in each."""


def thresholds(gate: Gate, source: tuple[Deck, Navmesh], destination: tuple[Deck, Navmesh]) -> Crossings:
    """Return places in the gate's rectangles, on the source's mesh, that the destination's mesh comes within reach of."""
    if not len(gate.rectangles):
        return {}
    here, there = _Surroundings(gate, *source), _Surroundings(gate, *destination)
    aside = max(1, round(math.sqrt(SAMPLES / len(gate.rectangles))))
    share = np.linspace(0.0, 1.0, aside) if aside > 1 else np.array([0.5])
    found: Crossings = {}
    for x0, z0, x1, z1 in gate.rectangles.tolist():
        inset_x, inset_z = min(INSET, (x1 - x0) / 2), min(INSET, (z1 - z0) / 2)
        least_x, least_z = min(LEAST, (x1 - x0) / 4), min(LEAST, (z1 - z0) / 4)
        for sample_x in (x0 + inset_x + (x1 - x0 - 2 * inset_x) * share).tolist():
            for sample_z in (z0 + inset_z + (z1 - z0 - 2 * inset_z) * share).tolist():
                own, x, z = here.nearest(sample_x, sample_z)
                if not (x0 + least_x <= x <= x1 - least_x and z0 + least_z <= z <= z1 - least_z):
                    continue
                other, beyond_x, beyond_z = there.nearest(x, z)
                if math.dist((x, z), (beyond_x, beyond_z)) < REACH:
                    places = found.setdefault((own, other), [])
                    places += [(x, z)] * ((x, z) not in places)
    return found


class _Surroundings:
    """What a deck's mesh has near a gate: of thousands of triangles a few."""

    def __init__(self, gate: Gate, deck: Deck, mesh: Navmesh) -> None:
        self._origin_x, self._origin_z = deck.origin_x, deck.origin_z
        low, high = gate.rectangles[:, :2].min(axis=0), gate.rectangles[:, 2:].max(axis=0)
        here = np.array([deck.origin_x, deck.origin_z])
        near = mesh.near(*(low - here - REACH).tolist(), *(high - here + REACH).tolist())
        self._corners, self._triangles, self._islands = mesh.corners, mesh.triangles[near], mesh.islands[near]

    def nearest(self, x: float, z: float) -> tuple[int, float, float]:
        """Return the island nearest to a world (x, z), and its place nearest to that; infinite if there is none."""
        local_x, local_z = x - self._origin_x, z - self._origin_z
        found, near_x, near_z = nearest_triangle(local_x, local_z, self._corners, self._triangles, self._islands, -1)
        if found < 0:
            return -1, math.inf, math.inf
        if (near_x, near_z) != (local_x, local_z):
            x, z = near_x + self._origin_x, near_z + self._origin_z
        return int(self._islands[found]), float(x), float(z)
