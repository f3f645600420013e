"""The forest as a level: endless, streamed in around the walker."""

import math
import os
from collections.abc import Iterator
from typing import Any

import esper
import numpy as np
from numpy.typing import NDArray

from orlop.components import Camera, ChunkLoader, Instances, Player, Route, SoundListener, Transform, WalkwayMotor
from orlop.engine.deck.deck import Deck
from orlop.engine.error import OrlopError
from orlop.engine.game import Game
from orlop.engine.render.device import Device
from orlop.engine.render.landscape import Landscape
from orlop.engine.render.look import Look
from orlop.engine.sound.cloud import CloudSound
from orlop.engine.sound.repertoire import Repertoire
from orlop.engine.walkway.settings import WalkwaySettings
from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.store import Store
from orlop.engine.worldgen.world import World
from orlop.levels.forest import places
from orlop.levels.forest.dressed import REACHES, DressedForest, dressed_forest
from orlop.levels.forest.hearing import forest_clouds
from orlop.levels.forest.look import forest_look
from orlop.levels.walking import add_walking_systems
from orlop.systems.chunk_streaming import ChunkStreamingSystem
from orlop.systems.streamed_world import StreamedWorld

NAME = "forest"
"""Of the level, its world and its walkway."""
KEPT = 96 << 20
"""Bytes of what was left behind, for those who turn back: some kilometres of path."""
CLEAR, WAYS = (6.0, 4.0, 2.0), 16
"""Metres that a start is clear of trunks and boulders, in so many directions: of branches too, if it can be."""
SIGHT = 60.0
"""How far is looked for the way that the walker faces at first, metres."""
OPENINGS = 1600
"""Places tried for a start, within 32 m."""
SEARCHED = 4
"""Cells of places around the origin in which a start is sought."""


BUSHES = ("hazel", "juniper")
"""What hides the view from within, and stops nobody."""

ARM = 1.5
"""Metres from leaves at which one sees past them."""


class Forest:
    """Walks an endless mountain forest. The game's seed says which.

    Parameters
    ----------
    settings
        Measures of the walker.
    autopilot
        Whether somebody wanders instead of the player.
    reaches
        How far each ring of `DressedForest` reaches, metres.

    Attributes
    ----------
    patient
        Whether ticks wait for the world; set it to False where somebody watches, before the level is loaded.
    store
        Where chunks are kept from one game to the next, set before the level is loaded; None keeps none.
    player, world, streaming
        Once loaded.
    """

    name = NAME

    def __init__(
        self,
        settings: WalkwaySettings | None = None,
        *,
        autopilot: bool = False,
        reaches: tuple[float, ...] = REACHES,
    ) -> None:
        self._reaches = reaches
        self.settings = settings or WalkwaySettings()
        self.autopilot = autopilot
        self.patient = True
        self.store: Store | None = None
        self.repertoire = Repertoire()
        self.player: int | None = None
        self.world: World | None = None
        self.streaming: ChunkStreamingSystem | None = None
        self._layers: DressedForest | None = None

    @property
    def made_of(self) -> DressedForest:
        """Its layers, by what they are."""
        if self._layers is None:
            self._layers = dressed_forest(self.settings)
        return self._layers

    def layers(self) -> tuple[Layer[Any], ...]:
        """Return all layers of its world."""
        return self.made_of.all()

    def radii(self) -> dict[Layer[Any], float]:
        """Return how far each layer is asked for around the walker, metres."""
        made_of = self.made_of
        return dict(zip(made_of.rings, self._reaches, strict=True)) | {made_of.footing: made_of.footing.size}

    def start(self, world: World) -> tuple[float, float]:
        """Return the (x, z) around which a game begins, metres."""
        return start_in(world, self.made_of)

    def warnings(self) -> Iterator[str]:
        """Yield nothing: no author's hand made this scene."""
        yield from ()

    def scenery(self) -> tuple[NDArray[np.float64], NDArray[np.float32]]:
        """Return no triangles: all that is seen is streamed in."""
        return np.zeros((0, 3, 3)), np.zeros((0, 3), np.float32)

    def look(self) -> Look:
        """Return its light and air."""
        return forest_look()

    def landscape(self, device: Device) -> Landscape:
        """Return what draws its ground, plants and water."""
        from orlop.levels.forest.flora import flora

        return Landscape(device, flora(), sea=0.0)

    def prompt(self) -> str:
        """Return what using would do now: there is nothing to use."""
        return ""

    def clouds(self) -> tuple[CloudSound, ...]:
        """Return the water and the leaves."""
        return forest_clouds()

    def surface(self, motor: WalkwayMotor) -> str:
        """Return what a motor stands on: "gravel" on paths, "stone" along the water, else "grass"."""
        if self.world is None or self._layers is None:
            return "grass"
        x, z = motor.position
        tile = self.world.at(self._layers.made.terrain[0], x, z)
        return "grass" if tile is None else tile.surface(x, z)

    def load(self, game: Game) -> None:
        """Begin the world, and wait for the ground at the start."""
        layers = self.made_of
        # The main thread draws, the sound's callback mixes: what is left makes chunks.
        threads = max(1, min(4, (os.cpu_count() or 2) - 1))
        world = self.world = World(layers.all(), game.seed, threads=threads, store=self.store, cache_bytes=KEPT)
        game.on_unload(world.close)
        streamed = StreamedWorld(world, layers.rings, layers.footing, layers.ways)
        streaming = self.streaming = ChunkStreamingSystem({NAME: streamed}, game.decks, self.patient)
        game.add(streaming)
        add_walking_systems(game)
        self.player = self._spawn_player(world, layers)
        streaming.begin()
        self._stand(game, self.player)

    def _spawn_player(self, world: World, layers: DressedForest) -> int:
        x, z = start_in(world, layers)
        components: list[object] = [
            Transform((x, 0.0, z)),
            WalkwayMotor(NAME, position=(x, z), radius=self.settings.radius),
            Player(),
            Camera(near=0.1, far=2.0 * max(self._reaches)),
            SoundListener(WalkwayMotor(NAME).height),
            ChunkLoader(NAME, self._reaches, NAME),
        ]
        if self.autopilot:
            components.append(Route(wander=True))
        return int(esper.create_entity(*components))

    def _stand(self, game: Game, player: int) -> None:
        """Set the player on the ground that has just come, where it is open."""
        motor = esper.component_for_entity(player, WalkwayMotor)
        transform = esper.component_for_entity(player, Transform)
        deck = game.decks.deck(NAME)
        near = (motor.position[0] - deck.origin_x, motor.position[1] - deck.origin_z)
        x, z = opening(deck, motor.radius, *near, thickets() - (deck.origin_x, deck.origin_z, 0.0))
        transform.heading = transform.previous_heading = widest_view(deck, motor.radius, x, z)
        ground = deck.ground(x, z)
        if ground is None:
            raise OrlopError("the forest", "its start lies over no ground", "Take another seed.")
        motor.floor_height, motor.floor_normal = ground
        motor.position = motor.previous = (x + deck.origin_x, z + deck.origin_z)
        transform.position = transform.previous_position = (motor.position[0], motor.floor_height, motor.position[1])


def thickets() -> NDArray[np.float64]:
    """Return what stands around that can be walked into but hides the view: x, z and radius, metres, (n, 3)."""
    found = [np.zeros((0, 3))]
    for _, things in esper.get_component(Instances):
        bushes = [kind for kind, name in enumerate(things.names) if name in BUSHES]
        chosen = np.isin(things.kinds, bushes) if things.level == 0 else np.zeros(len(things.kinds), bool)
        places = things.positions[chosen][:, [0, 2]] + np.array(things.origin)[[0, 2]]
        found.append(np.hstack([places, things.sizes[chosen, :1]]))
    return np.concatenate(found)


def opening(deck: Deck, radius: float, x: float, z: float, hidden: NDArray[np.float64]) -> tuple[float, float]:
    """Return a place near the local (x, z) that is clear for metres all round, see `CLEAR`, else the nearest free one.

    It is not in, nor right beside, what is `hidden` by leaves: x, z and radius, (n, 3).
    """
    boundary = deck.boundary(radius)
    for clear in CLEAR:
        for k in range(OPENINGS):  # a spiral that leaves no gap (Vogel's)
            reach, turn = 0.8 * math.sqrt(k), 2.399963229728653 * k
            here = x + reach * math.cos(turn), z + reach * math.sin(turn)
            beside = np.hypot(hidden[:, 0] - here[0], hidden[:, 1] - here[1]) < hidden[:, 2] + ARM
            if (
                boundary.inside(*here)
                and not beside.any()
                and all(boundary.clear_way(*here, math.tau * way / WAYS, clear) == clear for way in range(WAYS))
            ):
                return here
    return deck.place(radius, x, z)


def widest_view(deck: Deck, radius: float, x: float, z: float) -> float:
    """Return the heading in which the way is clear farthest, and to either side of it."""
    boundary, count = deck.boundary(radius), 4 * WAYS
    clear = np.array([boundary.clear_way(x, z, math.tau * way / count, SIGHT) for way in range(count)])
    around = clear + 0.5 * (np.roll(clear, 1) + np.roll(clear, -1)) + 0.25 * (np.roll(clear, 2) + np.roll(clear, -2))
    return math.tau * int(np.argmax(around)) / count


def start_in(world: World, layers: DressedForest) -> tuple[float, float]:
    """Return the (x, z) of the place nearest to the origin, metres: dry, open, gentle, and a path may lead on.

    Raises
    ------
    OrlopError
        If there is none for miles: the seed put the sea here.
    """
    layer = layers.made.places
    for around in range(1, SEARCHED + 1):
        found = world.generate(layer, Bounds.around(0.0, 0.0, around * places.CELL))
        starts = [tuple(index * places.SPACING for index in place.sample) for place in found.values() if place]
        if starts:
            x, z = min(starts, key=lambda start: (start[0] ** 2 + start[1] ** 2, start))
            return float(x), float(z)
    raise OrlopError(f"seed {world.seed}", "there is no dry place near the origin", "Take another seed.")
