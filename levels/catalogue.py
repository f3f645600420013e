"""The levels that come with Orlop, by name."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # a list of names must not cost the import of what they name
    from orlop.engine.scene.scene import Scene
    from orlop.engine.walkway.settings import WalkwaySettings
    from orlop.levels.scene_level import SceneLevel

Tilt = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Entry:
    """One level.

    Attributes
    ----------
    description
        One line.
    build_scene
        Returns its geometry, tilted by pitch and roll in radians.
    load
        Returns the level, from settings (None for the usual ones), tilt, and whether an
        autopilot walks.
    """

    description: str
    build_scene: Callable[[Tilt], "Scene"]
    load: Callable[["WalkwaySettings | None", Tilt, bool], "SceneLevel"]


def _quayside_scene(tilt: Tilt) -> "Scene":
    from orlop.levels.quayside.scene import build_scene

    return build_scene(tilt=tilt)


def _quayside(settings: "WalkwaySettings | None", tilt: Tilt, autopilot: bool) -> "SceneLevel":
    from orlop.levels.quayside.level import quayside

    return quayside(settings, tilt=tilt, autopilot=autopilot)


def _riverbend_scene(tilt: Tilt) -> "Scene":
    from orlop.levels.riverbend.scene import build_scene

    return build_scene(tilt)


def _riverbend(settings: "WalkwaySettings | None", tilt: Tilt, autopilot: bool) -> "SceneLevel":
    from orlop.levels.riverbend.level import riverbend

    return riverbend(settings, tilt=tilt, autopilot=autopilot)


LEVELS: dict[str, Entry] = {
    "quayside": Entry(
        "a quay and the cellar under it: a ramp, a swinging door, a hatch with stairs",
        _quayside_scene,
        _quayside,
    ),
    "riverbend": Entry(
        "a valley to listen to: a river from its spring to a fall, a bridge, a grove",
        _riverbend_scene,
        _riverbend,
    ),
}


def export_level(name: str, path: str | Path) -> None:
    """Write a level's geometry as GLB, named as docs/naming.md says, to open in a modeller.

    Raises
    ------
    KeyError
        If there is no such level.
    OrlopError
        If the file can't be written.
    """
    from orlop.engine.scene.write import write_glb

    write_glb(LEVELS[name].build_scene((0.0, 0.0)), path)
