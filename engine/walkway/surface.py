"""What a walkway asks of its floor."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Found = tuple[float, tuple[float, float, float]]


class Surface(Protocol):
    """A floor of any make: of triangles (`Floor`) or of a lattice (`LatticeFloor`); see there."""

    @property
    def triangles(self) -> Floats:
        """(n, 3, 3), metres, local to the walkway, normals upwards."""
        ...

    def at(self, x: float, z: float) -> Found | None:
        """Return height and unit normal at local (x, z), None where there is no floor."""
        ...

    def near(self, x: float, z: float, height: float, step: float) -> Found | None:
        """Return those of the floor nearest to `height`, at most `step` metres away."""
        ...

    def sample(self, points: Floats) -> tuple[Floats, Floats]:
        """Return heights (n,) and unit normals (n, 3) at local `points` (n, 2); NaN where there is no floor."""
        ...

    def sample_near(self, points: Floats, heights_now: Floats, step: float) -> tuple[Floats, Floats]:
        """As `sample`, of the floors nearest to `heights_now` (n,), within `step` metres."""
        ...

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Return what a file must keep, by name."""
        ...
