"""The places of one deck that a walk monster tells apart."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from orlop.engine.deck.deck import Deck

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(slots=True, eq=False)
class Lattice:
    """Square places over a deck's air; each remembers where a motor first stood in it.

    Attributes
    ----------
    deck
        The deck.
    radius
        Of the motor, metres.
    pitch
        Width of a place, metres.
    first
        Number of the first place; those of all decks are numbered through.
    low
        Corner (x, z) of place 0, metres, local.
    nx, nz
        Places along x and z; place (i, j) has the number first + i · nz + j.
    stood
        (nx · nz, 2) float64, local (x, z); NaN where nobody has stood.
    """

    deck: Deck
    radius: float
    pitch: float
    first: int
    low: Floats
    nx: int
    nz: int
    stood: Floats = field(repr=False)

    @classmethod
    def over(cls, deck: Deck, radius: float, pitch: float, first: int) -> "Lattice":
        """Lay places over the air of motors of `radius` on `deck`."""
        points = deck.walkway.air(radius).points
        low = points.min(axis=0) - pitch if len(points) else np.zeros(2)
        high = points.max(axis=0) + pitch if len(points) else np.zeros(2)
        nx, nz = (np.ceil((high - low) / pitch).astype(int) + 1).tolist()
        return cls(deck, radius, pitch, first, low, nx, nz, np.full((nx * nz, 2), np.nan))

    @property
    def count(self) -> int:
        """How many places there are."""
        return self.nx * self.nz

    def place_of(self, points: Floats) -> Ints:
        """Return the numbers of the places that hold local `points` (n, 2)."""
        i, j = np.floor((points - self.low) / self.pitch).astype(np.int64).T
        places: Ints = self.first + np.clip(i, 0, self.nx - 1) * self.nz + np.clip(j, 0, self.nz - 1)
        return places

    def centres(self) -> Floats:
        """Middles of all places, (n, 2), local metres."""
        i, j = np.divmod(np.arange(self.count), self.nz)
        return self.low + (np.stack([i, j], axis=1) + 0.5) * self.pitch

    def open_places(self) -> NDArray[np.bool_]:
        """Tell whose middle is air and belongs to this deck, not to one beyond a seam, (n,) bool."""
        import shapely

        x, z = self.centres().T
        inside = np.zeros(self.count, bool)
        for ring in self.deck.walkway.air(self.radius).rings():
            inside ^= shapely.contains_xy(shapely.Polygon(ring), x, z)
        for seam in self.deck.walkway.seams:
            for x0, z0, x1, z1 in seam.rectangles:
                inside &= ~((x >= x0) & (x <= x1) & (z >= z0) & (z <= z1))
        return inside
