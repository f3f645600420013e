"""The quayside as a level, with a round for the autopilot."""

import esper

from orlop.engine.game import Game
from orlop.engine.sound.cloud import CloudSound
from orlop.engine.walkway.settings import WalkwaySettings
from orlop.levels.quayside.scene import build_scene
from orlop.levels.quayside.sounds import bell, clouds, collections
from orlop.levels.scene_level import SceneLevel, Waypoints

ROUND: Waypoints = (
    (-4.0, -2.5),  # along the water
    (1.5, -2.5),
    (2.6, 1.2),  # the shed door
    (4.6, 0.9),
    (6.4, 0.0),
    (7.8, 0.1),  # the head of the ramp
    (7.8, 6.2),
    (4.8, 6.1),  # the cellar
    (2.4, 2.6),
    (1.2, -2.2),
    (-2.0, -3.0),  # the foot of the stairs: opens the hatch
    (-2.0, 0.0),
    (-2.0, 3.0),  # shuts it behind
    (-0.4, 0.4),
    (-3.6, 0.0),  # and walks across
    (-4.0, 4.6),
)
USES = (10, 12)


class Quayside(SceneLevel):
    """The quayside: walked as any scene, and heard."""

    def clouds(self) -> tuple[CloudSound, ...]:
        """Return the water and the lighter."""
        return clouds()

    def load(self, game: Game) -> None:
        """Load the scene, and place what makes sound."""
        super().load(game)
        for collection in collections(self.scene.turn):
            esper.create_entity(collection)
        esper.create_entity(*bell(self.scene.turn))


def quayside(
    settings: WalkwaySettings | None = None,
    *,
    rooms: int = 0,
    tilt: tuple[float, float] = (0.0, 0.0),
    autopilot: bool = False,
) -> Quayside:
    """Return the quayside; `rooms` and `tilt` as for `build_scene`."""
    return Quayside(build_scene(rooms, tilt), settings, "quayside", route=ROUND, uses=USES, autopilot=autopilot)
