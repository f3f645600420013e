"""What a walk monster found."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from orlop.levels.lattice import Lattice

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something wrong, with its walkway and world (x, z) in metres."""

    kind: str
    walkway: str
    x: float
    z: float


@dataclass(frozen=True, slots=True, eq=False)
class Exploration:
    """All places of all decks, and what became of them.

    Attributes
    ----------
    lattices
        The decks' places.
    reached, open
        (places,) bool: somebody stood there; one could, by the deck's own air.
    dead
        (places,) bool: reached, but there is no way back to the start.
    stuck
        (places,) bool: whoever stands there cannot move at all.
    one_way
        (n, 2) int64: from a place with a way back to one without.
    refused
        Passages whose far side had no room.
    """

    lattices: tuple[Lattice, ...]
    reached: Mask
    open: Mask
    dead: Mask
    stuck: Mask
    one_way: Ints
    refused: tuple[Trouble, ...] = field(default=())

    @property
    def reached_m2(self) -> float:
        """Area of the air that was walked, square metres, by the middles of places."""
        return self._area(self.open & self.reached)

    @property
    def unreached_m2(self) -> float:
        """Area of the air that nobody got to."""
        return self._area(self.open & ~self.reached)

    def _area(self, places: Mask) -> float:
        return sum(
            float(places[lattice.first : lattice.first + lattice.count].sum()) * lattice.pitch**2
            for lattice in self.lattices
        )

    def troubles(self) -> list[Trouble]:
        """Return everything that is wrong, one for each connected spot, the refused passages last."""
        found = [
            trouble
            for kind, places in (("stuck", self.stuck), ("dead end", self.dead))
            for trouble in self._spots(kind, places)
        ]
        return found + list(self.refused)

    def _spots(self, kind: str, places: Mask) -> list[Trouble]:
        found = []
        for lattice in self.lattices:
            mask = places[lattice.first : lattice.first + lattice.count].copy()
            while mask.any():
                seed = int(np.flatnonzero(mask)[0])
                spot = _connected(mask, seed, lattice.nz)
                mask[spot] = False
                x, z = lattice.stood[seed]
                deck = lattice.deck
                found.append(Trouble(kind, deck.name, float(x) + deck.origin_x, float(z) + deck.origin_z))
        return found

    def picture(self, lattice: Lattice) -> NDArray[np.uint8]:
        """Paint a deck's places, (height, width, 3) sRGB: blue reached, ochre never, red no way back, black stuck."""
        here = slice(lattice.first, lattice.first + lattice.count)
        colours = np.full((lattice.count, 3), (240, 232, 212), np.uint8)
        colours[self.open[here]] = (214, 168, 88)
        colours[self.reached[here]] = (118, 160, 178)
        colours[self.dead[here]] = (196, 60, 44)
        colours[self.stuck[here]] = (20, 20, 20)
        plan = colours.reshape(lattice.nx, lattice.nz, 3).transpose(1, 0, 2)
        scale = max(1, 1200 // max(lattice.nx, lattice.nz))
        return np.ascontiguousarray(np.repeat(np.repeat(plan, scale, axis=0), scale, axis=1))


def _connected(mask: Mask, seed: int, nz: int) -> list[int]:
    """Places of `mask` joined to `seed` side by side or corner to corner."""
    spot, waiting = {seed}, [seed]
    while waiting:
        place = waiting.pop()
        for step in (1, -1, nz, -nz, nz + 1, nz - 1, -nz + 1, -nz - 1):
            other = place + step
            if 0 <= other < len(mask) and mask[other] and other not in spot:
                spot.add(other)
                waiting.append(other)
    return sorted(spot)
