"""The layers that are put before the player: what is seen, heard and walked on, finished on workers."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.components import SoundPointCollection, TerrainTile
from orlop.engine.deck import avoidance, navmesh, sleeve, taut
from orlop.engine.deck.navmesh import Navmesh
from orlop.engine.walkway.settings import WalkwaySettings
from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.dependency import Dependency
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.views import Inputs
from orlop.levels.forest.canopy import canopy_over
from orlop.levels.forest.cover import SoundLayer, Sounds, TerrainLayer, TreeLayer, UndergrowthLayer
from orlop.levels.forest.floor_patch import obstacles
from orlop.levels.forest.flowing import Flowing, flowing
from orlop.levels.forest.footing import Footing, Ways, footing
from orlop.levels.forest.ground import Ground
from orlop.levels.forest.layers import CHANNELS_PADDING, StreamLayer, streams_near
from orlop.levels.forest.sounds import SoundPoints
from orlop.levels.forest.standing import Standing, standing
from orlop.levels.forest.sward import sward
from orlop.levels.forest.trees import Trees
from orlop.levels.forest.turf import ground_colours
from orlop.levels.forest.undergrowth import Undergrowth

Position = tuple[float, float, float]
Entity = tuple[object, ...]
"""The components of one."""

AROUND = 48.0
"""How far a footing reaches beyond its chunk, metres."""
GRAIN = 2.0**-12
"""Heights are seen to this part of a metre: so they are exact from whatever origin, and tiles fit to the bit."""
LARGEST = 4.0
"""No trunk or boulder is wider, metres."""


@dataclass(frozen=True, slots=True, eq=False)
class Dressing:
    """A chunk as it is seen and heard.

    Attributes
    ----------
    origin
        World (x, y, z) that all arrays count from, metres.
    spacing, heights, colours, canopy
        A `TerrainTile`'s; no samples where only trees are shown.
    standing, flowing, sounds
        What is on it; None at levels of detail that don't show it.
    """

    origin: Position
    level: int
    spacing: float
    heights: NDArray[np.float32]
    colours: NDArray[np.float32]
    canopy: NDArray[np.float32]
    standing: Standing | None
    flowing: Flowing | None
    sounds: Sounds | None

    def entities(self) -> list[Entity]:
        """Return the components of its entities; all but one sound are of the first one."""
        components: list[object] = []
        if len(self.heights):
            components.append(
                TerrainTile(self.origin, self.spacing, self.heights, self.colours, self.canopy, self.level)
            )
        if self.standing is not None and len(self.standing.kinds):
            components.append(self.standing.instances(self.origin, self.level))
        if self.flowing is not None:
            components += self.flowing.components(self.origin, self.level)
        found: list[Entity] = [tuple(components)] if components else []
        if self.sounds is not None:
            for name, points in (("river", self.sounds.water), ("wind", self.sounds.crowns)):
                if len(points.points):
                    found.append((collection(name, points),))
        return found


def collection(name: str, points: SoundPoints) -> SoundPointCollection:
    """Return samples as a component."""
    return SoundPointCollection(name, points.points, points.radii, points.parameters)


LIFT = 0.14
"""By what share of the distance between samples streams are drawn too high in the distance, where beds fall through."""


class DressingLayer(Layer[Dressing]):
    """Chunks of terrain with all that is on it.

    Parameters
    ----------
    level
        Of detail, 0 the finest.
    terrain
        Its tiles are the chunks.
    trees
        In chunks of that size or a part of it; None for bare ground.
    undergrowth, sounds
        Near by only.
    narrowest
        Streams below this width are not drawn, metres; infinite for none.
    """

    stored = False

    def __init__(
        self,
        level: int,
        streams: StreamLayer,
        terrain: TerrainLayer,
        trees: TreeLayer | None = None,
        undergrowth: UndergrowthLayer | None = None,
        sounds: SoundLayer | None = None,
        narrowest: float = 0.0,
    ) -> None:
        self.name = f"dressing, level {level}"
        self.size = terrain.size
        self.level = level
        self.streams = streams
        self.terrain = terrain
        self.trees = trees
        self.undergrowth = undergrowth
        self.sounds = sounds
        self.narrowest = narrowest
        self.needs = (Dependency(terrain, padding=0.0), Dependency(streams, padding=CHANNELS_PADDING))
        for layer in (trees, undergrowth, sounds):
            if layer is not None:
                self.needs += (Dependency(layer, padding=0.0),)

    def generate(self, bounds: Bounds, inputs: Inputs, seed: int) -> Dressing:
        """Put the chunk together."""
        (tile,) = inputs.of(self.terrain).overlapping()
        origin = origin_of(bounds, tile.ground)
        stand = None
        if self.trees is not None:
            trees = Trees.joined(inputs.of(self.trees).overlapping())
            things = None
            if self.undergrowth is not None:
                things = Undergrowth.joined(inputs.of(self.undergrowth).overlapping())
            stand = standing(trees, things, tile.ground, origin)
        water = None
        if np.isfinite(self.narrowest):
            lift = LIFT * tile.ground.spacing if self.level else 0.0
            water = flowing(streams_near(inputs, self.streams, bounds), bounds, origin, self.narrowest, lift)
        sounds = None
        if self.sounds is not None:
            (sounds,) = inputs.of(self.sounds).overlapping()
        heights = (np.rint(tile.ground.heights / GRAIN) * GRAIN - origin[1]).astype(np.float32)
        colours = ground_colours(tile.ground, tile.paths)
        canopy = canopy_over(seed, tile.ground, tile.paths)
        return Dressing(origin, self.level, tile.ground.spacing, heights, colours, canopy, stand, water, sounds)


class FarTreesLayer(Layer[Dressing]):
    """Trees of the distance, on coarse tiles that reach farther than they do."""

    stored = False

    def __init__(self, level: int, terrain: TerrainLayer, trees: TreeLayer) -> None:
        self.name = f"far trees, level {level}"
        self.size = trees.size
        self.level = level
        self.terrain = terrain
        self.trees = trees
        self.needs = (Dependency(terrain, padding=0.0), Dependency(trees, padding=0.0))

    def generate(self, bounds: Bounds, inputs: Inputs, seed: int) -> Dressing:
        """Set the trees on their tile."""
        (tile,) = inputs.of(self.terrain).overlapping()
        (trees,) = inputs.of(self.trees).overlapping()
        origin = origin_of(bounds, tile.ground)
        nothing, black = np.zeros((0, 0), np.float32), np.zeros((0, 0, 3), np.float32)
        stand = standing(trees, None, tile.ground, origin)
        return Dressing(origin, self.level, tile.ground.spacing, nothing, black, nothing, stand, None, None)


class SwardLayer(Layer[Dressing]):
    """Grass, in small chunks: it is seen only close by."""

    name = "sward"
    size = 32.0
    stored = False

    def __init__(self, terrain: TerrainLayer) -> None:
        self.terrain = terrain
        self.needs = (Dependency(terrain, padding=0.0),)

    def generate(self, bounds: Bounds, inputs: Inputs, seed: int) -> Dressing:
        """Let it grow."""
        (tile,) = inputs.of(self.terrain).overlapping()
        origin = origin_of(bounds, tile.ground)
        nothing, black = np.zeros((0, 0), np.float32), np.zeros((0, 0, 3), np.float32)
        canopy = canopy_over(seed, tile.ground, tile.paths)
        grass = sward(seed, tile.ground, tile.paths, canopy, bounds, origin)
        return Dressing(origin, 0, tile.ground.spacing, nothing, black, nothing, grass, None, None)


class FootingLayer(Layer[Footing]):
    """Walkways, each of a chunk and `AROUND` metres more: who leaves the chunk is on the next one by far."""

    name = "footing"
    size = 64.0
    stored = False

    def __init__(
        self,
        terrain: TerrainLayer,
        trees: TreeLayer,
        undergrowth: UndergrowthLayer,
        settings: WalkwaySettings,
    ) -> None:
        self.terrain = terrain
        self.trees = trees
        self.undergrowth = undergrowth
        self.settings = settings
        reach = AROUND + LARGEST
        self.needs = (
            Dependency(terrain, padding=AROUND),
            Dependency(trees, padding=reach),
            Dependency(undergrowth, padding=reach),
        )

    def generate(self, bounds: Bounds, inputs: Inputs, seed: int) -> Footing:
        """Find where one can walk."""
        around = bounds.expanded(AROUND)
        ground = Ground.joined([tile.ground for tile in inputs.of(self.terrain).overlapping(around)])
        reach = around.expanded(LARGEST)
        trees = Trees.joined(inputs.of(self.trees).overlapping(reach))
        things = Undergrowth.joined(inputs.of(self.undergrowth).overlapping(reach))
        standing = obstacles(trees, things)
        return footing(ground, around, standing[reach.holds(standing)], self.settings)


class WaysLayer(Layer[Ways]):
    """Where an agent of the walker's measures finds ways: over each footing, needed where agents walk."""

    name = "ways"
    stored = False

    def __init__(self, walked: FootingLayer) -> None:
        self.walked = walked
        self.size = walked.size
        self.needs = (Dependency(walked, padding=0.0),)

    def generate(self, bounds: Bounds, inputs: Inputs, seed: int) -> Ways:
        """Cut the footing's air into triangles."""
        for kernels in (navmesh, sleeve, taut, avoidance):
            kernels.warm()  # fetched here once, not by the tick that first looks for a way
        (below,) = inputs.of(self.walked).overlapping()
        return Ways(below.settings.radius, Navmesh.from_air(below.air))


def origin_of(bounds: Bounds, ground: Ground) -> Position:
    """Return a chunk's low corner, at a whole height in the middle of its samples."""
    return bounds.low_x, float(np.rint(0.5 * (ground.heights.min() + ground.heights.max()))), bounds.low_z
