"""What one of many things looks like: a model that is stretched and turned for each."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats32 = NDArray[np.float32]

CORNER = np.dtype([("position", "f4", 3), ("normal", "u1", 4), ("colour", "u1", 4)])
CORNER_LAYOUT = "3f4 4f1 4f1"


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """Triangles of a model with foot at (0, 0, 0), radius 1 and height 1.

    Attributes
    ----------
    triangles
        (n, 3, 3) float32, counter-clockwise seen from outside.
    normals
        (n, 3, 3) float32, one a corner, of the model as it is; crowns look round if theirs point
        away from the middle.
    colours
        (n, 3) float32, linear RGB in 0 … 1.
    leafy
        (n,) float32, 0 … 1: how much light shines through.
    """

    triangles: Floats32
    normals: Floats32
    colours: Floats32
    leafy: Floats32

    @property
    def triangle_count(self) -> int:
        """How many triangles it has."""
        return len(self.triangles)

    @classmethod
    def joined(cls, parts: "Sequence[Shape]") -> "Shape":
        """Return all of `parts`, at least one, as one."""
        return cls(
            np.concatenate([part.triangles for part in parts]),
            np.concatenate([part.normals for part in parts]),
            np.concatenate([part.colours for part in parts]),
            np.concatenate([part.leafy for part in parts]),
        )

    def packed(self) -> NDArray[np.void]:
        """Return its corners (3 n,) of `CORNER`, as the card wants them."""
        corners = np.zeros((len(self.triangles), 3), CORNER)
        corners["position"] = self.triangles
        lengths = np.linalg.norm(self.normals, axis=2, keepdims=True)
        corners["normal"][..., :3] = np.rint(127.5 + 127.5 * self.normals / np.where(lengths > 0.0, lengths, 1.0))
        # The eye tells dark colours apart better than light ones: 8 bits hold their roots.
        corners["colour"][..., :3] = np.rint(255.0 * np.sqrt(np.clip(self.colours, 0.0, 1.0)))[:, None]
        corners["colour"][..., 3] = np.rint(255.0 * self.leafy)[:, None]
        return corners.reshape(-1)


Figure = tuple[tuple[Shape, ...], ...]
"""The variants of a model, each with `picking.LEVELS` shapes from fine to coarse."""
