"""A level made of nothing but a scene."""

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Self

import esper
import numpy as np
from numpy.typing import NDArray

from orlop.components import Camera, Interactable, Player, Route, SoundListener, Transform, WalkwayMotor
from orlop.engine.error import OrlopError
from orlop.engine.game import Game
from orlop.engine.scene.load import load_scene
from orlop.engine.scene.scene import Node, Scene
from orlop.engine.scene.sight import Sight
from orlop.engine.scene.tilt import checked_tilt
from orlop.engine.sound.cloud import CloudSound
from orlop.engine.sound.repertoire import Repertoire
from orlop.engine.walkway.build.cache import cached_build
from orlop.engine.walkway.build.result import Build
from orlop.engine.walkway.build.roles import Roles, read_roles
from orlop.engine.walkway.settings import WalkwaySettings
from orlop.levels.furnishing import coloured, furnish
from orlop.levels.ground import Ground, find_strange_surfaces
from orlop.levels.walking import add_walking_systems
from orlop.systems.interaction import InteractionSystem

Waypoints = tuple[tuple[float, float], ...]


class SceneLevel:
    """Walks a scene: its walkways, its doors and hatches, and a player at its start.

    Parameters
    ----------
    scene
        As loaded from a file or built by functions; its nodes named as docs/naming.md says.
    settings
        Measures of the walker and of the build.
    name
        What the player and a recording call it; the scene's source if not given.
    route
        World (x, z) of the way that the autopilot walks round and round; without one it wanders.
    uses
        Indices of the waypoints at which the autopilot uses what is in reach.
    autopilot
        Whether a `Route` steers the player instead of the actions.

    Attributes
    ----------
    player
        The player's entity, once loaded.
    entities
        Doors, portals, trapdoors and hatches by the name of their node, once loaded.
    interaction
        Tells what using would do now, once loaded.
    """

    def __init__(
        self,
        scene: Scene,
        settings: WalkwaySettings | None = None,
        name: str | None = None,
        *,
        route: Waypoints = (),
        uses: tuple[int, ...] = (),
        autopilot: bool = False,
    ) -> None:
        if not isinstance(scene, Scene):
            raise TypeError(_no_scene(scene))
        self.scene = scene
        self.settings = settings or WalkwaySettings()
        self.autopilot = autopilot
        self._name = name or scene.source
        self._route = route
        self._uses = uses
        self.player: int | None = None
        self.entities: dict[str, int] = {}
        self.interaction: InteractionSystem | None = None

    @classmethod
    def from_file(
        cls,
        path: str | Path,
        settings: WalkwaySettings | None = None,
        *,
        tilt: tuple[float, float] = (0.0, 0.0),
        autopilot: bool = False,
    ) -> Self:
        """Load a glTF, GLB or OBJ file; `tilt` is pitch and roll in radians, within ±π/2."""
        pitch, roll = checked_tilt(tilt)
        return cls(load_scene(path).tilted(pitch, roll), settings, autopilot=autopilot)

    @property
    def name(self) -> str:
        """What the player and a recording call it."""
        return self._name

    @cached_property
    def roles(self) -> Roles:
        """What the scene's nodes are for."""
        return read_roles(self.scene)

    @cached_property
    def build(self) -> Build:
        """The walkways, from the cache where it has them."""
        return cached_build(self.scene, self.settings)

    def warnings(self) -> Iterator[str]:
        """Yield what the scene's author should know, then build it and yield what came up there, a line each.

        In this order, for the build may fail for what the scene's warnings tell.
        """
        yield from self.scene.warnings
        yield from find_strange_surfaces(self.scene)
        yield from (line for line in self.build.warnings if line not in self.scene.warnings)

    def scenery(self) -> tuple[NDArray[np.float64], NDArray[np.float32]]:
        """Return what never moves: triangles (n, 3, 3) in world metres, and colours (n, 3), linear RGB."""
        return coloured(self.roles.scenery)

    @cached_property
    def repertoire(self) -> Repertoire:
        """Which sounds its names mean: those made by code."""
        return Repertoire()

    @cached_property
    def _ground(self) -> Ground:
        return Ground(self.roles)

    def surface(self, motor: WalkwayMotor) -> str:
        """Return what a motor stands on, by the names of its floor's materials; see `Ground`."""
        return self._ground.surface(motor)

    def clouds(self) -> tuple[CloudSound, ...]:
        """Return its clouds of sound: a plain scene has none."""
        return ()

    def load(self, game: Game) -> None:
        """Lay the walkways out and create the entities and systems.

        Raises
        ------
        OrlopError
            If the scene can't be walked; the message names the node and the cure.
        """
        for walkway in self.build.walkways:
            game.decks.add_walkway(walkway)
        self.entities = furnish(self.build, self.roles)
        self.player = self._spawn_player()
        self.interaction = add_walking_systems(game, Sight.over(self.scenery()[0]))

    def prompt(self) -> str:
        """Return what using would do now, as the player reads it; empty if nothing is in reach."""
        offered = self.interaction.offered if self.interaction is not None else None
        return "" if offered is None else esper.component_for_entity(offered, Interactable).prompt

    def _spawn_player(self) -> int:
        start = self.build.start
        walkway = self.build.walkway(start.walkway)
        ground = walkway.floor.at(*walkway.to_local(start.x, start.z))
        if ground is None:
            raise OrlopError(self.scene.source, "its start lies over no floor", "Move the start over open floor.")
        height, normal = ground[0] + float(walkway.origin[1]), ground[1]
        motor = WalkwayMotor(
            start.walkway,
            position=(start.x, start.z),
            radius=self.settings.radius,
            floor_height=height,
            floor_normal=normal,
        )
        components: list[object] = [
            Transform((start.x, height, start.z), start.heading),
            motor,
            Player(),
            Camera(eye=motor.height),
            SoundListener(motor.height),
        ]
        if self.autopilot:
            components.append(Route(self._route, self._uses, wander=not self._route))
        return int(esper.create_entity(*components))


def _no_scene(given: object) -> str:
    """Return what to write instead of `SceneLevel(given)`."""
    if isinstance(given, str | Path):
        return f"SceneLevel takes a Scene; SceneLevel.from_file({str(given)!r}) loads a file"
    if isinstance(given, list | tuple) and all(isinstance(item, Node) for item in given):
        return f'SceneLevel takes a Scene, got {len(given)} nodes; make them one: Scene("my level", (node, …))'
    return f"SceneLevel takes a Scene, got {type(given).__name__}; SceneLevel.from_file loads a file"
