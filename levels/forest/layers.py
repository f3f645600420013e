"""The forest as layers of chunks: who needs whom, how far around.

```
streams ──┬─> coarse ground ─┬─> places ──> paths ─┬─> terrain, fine to coarse
          │                  │                     │
          └──────────────────┴─────────────────────┴─> trees, undergrowth, sounds
```

Every function of a layer is pure and stands in a file of its own; here they only get their inputs.
"""

from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.dependency import Dependency
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.views import Inputs
from orlop.levels.forest import channels, drainage, places, valleys
from orlop.levels.forest.channels import Channels
from orlop.levels.forest.ground import Ground, ground
from orlop.levels.forest.paths import SEEN, Paths, is_joined, path_between
from orlop.levels.forest.places import Place, place_in

STRAY = 1.625 * drainage.CELL
"""How far a channel may get out of its upper site's cell, metres: into the next one, and round a bend."""
CHANNELS_PADDING = valleys.REACH + STRAY
"""Where channels may begin that shape the ground here, metres."""
WAYSIDE = 16
"""Samples of coarse ground around two cells that a path between their places may use."""
PATHS_PADDING = places.CELL + WAYSIDE * places.SPACING + SEEN
"""Where cells may lie whose paths come near, metres."""


class StreamLayer(Layer[Channels]):
    """Channels by the cell of their upper site. They look 20 km around, but need no chunk: sites are quickly found."""

    name = "streams"
    cells = 16
    size = cells * drainage.CELL

    def generate(self, bounds: Bounds, inputs: Inputs, seed: int) -> Channels:
        """Trace the channels of the chunk's sites."""
        i, j = (index * self.cells for index in inputs.index)
        sites = drainage.drainage(seed, (i, j, i + self.cells, j + self.cells))
        return channels.channels(seed, sites)


class CoarseGroundLayer(Layer[Ground]):
    """The ground every 20 m: for what must be decided alike at every level of detail."""

    name = "coarse ground"
    size = places.CELL

    def __init__(self, streams: StreamLayer) -> None:
        self.streams = streams
        self.needs = (Dependency(streams, padding=CHANNELS_PADDING),)

    def generate(self, bounds: Bounds, inputs: Inputs, seed: int) -> Ground:
        """Sample the ground."""
        near = streams_near(inputs, self.streams, bounds)
        count = round(self.size / places.SPACING)
        i, j = inputs.index
        return ground(seed, near, (i * count, j * count), (count, count), places.SPACING, places.OCTAVES)


class PlaceLayer(Layer[Place | None]):
    """A place worth walking to, or none."""

    name = "places"
    size = places.CELL

    def __init__(self, coarse: CoarseGroundLayer) -> None:
        self.coarse = coarse
        self.needs = (Dependency(coarse, padding=0.0),)

    def generate(self, bounds: Bounds, inputs: Inputs, seed: int) -> Place | None:
        """Choose the cell's best."""
        return place_in(seed, inputs.index, Ground.joined(inputs.of(self.coarse).overlapping()))


class PathLayer(Layer[Paths]):
    """Paths from a cell's place to the places of the next cells along x and along z."""

    name = "paths"
    size = places.CELL

    def __init__(self, streams: StreamLayer, coarse: CoarseGroundLayer, place: PlaceLayer) -> None:
        self.streams = streams
        self.coarse = coarse
        self.place = place
        wayside = WAYSIDE * places.SPACING
        self.needs = (
            Dependency(place, padding=self.size),
            Dependency(coarse, padding=self.size + wayside),
            Dependency(streams, padding=self.size + wayside + CHANNELS_PADDING),
        )

    def generate(self, bounds: Bounds, inputs: Inputs, seed: int) -> Paths:
        """Lay both paths."""
        start = inputs.of(self.place).at(*bounds.centre)
        found = []
        for direction, (along_x, along_z) in enumerate(((1, 0), (0, 1))):
            x, z = bounds.centre[0] + along_x * self.size, bounds.centre[1] + along_z * self.size
            end = inputs.of(self.place).at(x, z)
            if start is None or end is None or not is_joined(seed, inputs.index, direction):
                continue
            both = Bounds(
                bounds.low_x, bounds.low_z, bounds.high_x + along_x * self.size, bounds.high_z + along_z * self.size
            )
            around = both.expanded(WAYSIDE * places.SPACING)
            window = Ground.joined(inputs.of(self.coarse).overlapping(around)).cropped(around)
            found.append(path_between(seed, streams_near(inputs, self.streams, around), window, start, end))
        return Paths.joined(found)


def streams_near(inputs: Inputs, layer: StreamLayer, bounds: Bounds) -> Channels:
    """Return the channels that shape the ground within `bounds`."""
    found = inputs.of(layer).overlapping(bounds.expanded(CHANNELS_PADDING))
    return Channels.joined(found).near(bounds, valleys.REACH)


def paths_near(inputs: Inputs, layer: PathLayer, bounds: Bounds) -> Paths:
    """Return the pieces of paths that are felt within `bounds`."""
    return Paths.joined(inputs.of(layer).overlapping(bounds.expanded(PATHS_PADDING))).near(bounds, SEEN)
