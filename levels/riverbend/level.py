"""The valley as a level, with its sounds."""

import esper

from orlop.engine.game import Game
from orlop.engine.sound.cloud import CloudSound
from orlop.engine.walkway.settings import WalkwaySettings
from orlop.levels.riverbend.scene import build_scene
from orlop.levels.riverbend.sounds import birds, clouds, collections
from orlop.levels.riverbend.way import ROUND
from orlop.levels.scene_level import SceneLevel


class Riverbend(SceneLevel):
    """The valley: walked as any scene, and heard."""

    def clouds(self) -> tuple[CloudSound, ...]:
        """Return the river, the wind in the trees, and the foliage that one brushes past."""
        return clouds()

    def load(self, game: Game) -> None:
        """Load the scene, and place what makes sound."""
        super().load(game)
        for collection in collections(self.scene.turn):
            esper.create_entity(collection)
        for bird in birds(self.scene.turn):
            esper.create_entity(*bird)


def riverbend(
    settings: WalkwaySettings | None = None, *, tilt: tuple[float, float] = (0.0, 0.0), autopilot: bool = False
) -> Riverbend:
    """Return the valley; `tilt` is pitch and roll in radians."""
    return Riverbend(build_scene(tilt), settings, "riverbend", route=ROUND, autopilot=autopilot)
