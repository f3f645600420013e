"""What a build passes through on its way, kept for whoever wants to look at it."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from orlop.engine.walkway.build.grid import Grid
from orlop.engine.walkway.build.layers import Layer
from orlop.engine.walkway.build.pieces import Pieces
from orlop.engine.walkway.build.spans import Spans
from orlop.engine.walkway.settings import WalkwaySettings
from orlop.engine.walkway.walkway import Walkway


@dataclass(frozen=True, slots=True, eq=False)
class LayerMaps:
    """One layer of a floor by cells, walls and all.

    Attributes
    ----------
    grid
        The layer's own cells, local to the walkway.
    height
        (nx, nz) float32, metres, NaN where the layer has no floor.
    solid
        (nx, nz) bool, floor over which an obstacle lies between knee and brow.
    """

    grid: Grid
    height: NDArray[np.float32]
    solid: NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class FloorSight:
    """One floor on its way to walkways.

    Attributes
    ----------
    name, origin
        Of the floor, and its local zero in world metres, (3,).
    grid, spans, solid
        Its cells, the floor in them, and over which of it something stands, (spans,) bool.
    layers
        What it was parted into, solid floor and all.
    names
        Of the walkways that the layers became, or would have with room for a motor.
    pieces
        What was cut out of each layer by the exact route; None for the others.
    walkways
        Those with room.
    """

    name: str
    origin: NDArray[np.float64]
    settings: WalkwaySettings
    grid: Grid
    spans: Spans
    solid: NDArray[np.bool_]
    layers: tuple[Layer, ...]
    names: tuple[str, ...]
    pieces: tuple[Pieces | None, ...]
    walkways: tuple[Walkway, ...]

    def pieces_of(self, name: str) -> Pieces | None:
        """Return the pieces cut out of the walkway called `name`."""
        return self.pieces[self.names.index(name)]

    def maps(self, name: str) -> LayerMaps:
        """Return floor and solid of the walkway called `name`, cell by cell."""
        layer = self.layers[self.names.index(name)]
        nx, nz = layer.height.shape
        i, j = self.spans.cell // self.grid.nz - layer.i, self.spans.cell % self.grid.nz - layer.j
        within = (i >= 0) & (i < nx) & (j >= 0) & (j < nz)
        i, j, height = i[within], j[within], self.spans.height[within].astype(np.float32)
        own = layer.height[i, j] == height
        solid = np.zeros((nx, nz), np.bool_)
        solid[i[own], j[own]] = self.solid[within][own]
        return LayerMaps(layer.grid(self.grid), layer.height, solid)

    def plan(self) -> LayerMaps:
        """Return the floor as one map from above: its highest span in each cell, solid if any of them is."""
        height = np.full(self.grid.cells, np.nan, np.float32)
        solid = np.zeros(self.grid.cells, np.bool_)
        height[self.spans.cell] = self.spans.height  # bottom up: the highest is the last
        solid[self.spans.cell[self.solid]] = True
        shape = (self.grid.nx, self.grid.nz)
        return LayerMaps(self.grid, height.reshape(shape), solid.reshape(shape))


@dataclass(slots=True, eq=False)
class Witness:
    """Give one to `build_walkways` and look at it afterwards, even if the build was refused.

    Attributes
    ----------
    floors
        In the order they were flattened.
    """

    floors: list[FloorSight] = field(default_factory=list)

    def floor_of(self, walkway: str) -> FloorSight:
        """Return the floor that the walkway of this name came from."""
        for floor in self.floors:
            if walkway in floor.names:
                return floor
        raise KeyError(f"no floor became {walkway!r}; there are {', '.join(n for f in self.floors for n in f.names)}")
