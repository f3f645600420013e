"""The levels that come with Orlop, by name."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from orlop.engine.error import OrlopError

if TYPE_CHECKING:  # a list of names must not cost the import of what they name
    from orlop.engine.scene.scene import Scene
    from orlop.engine.walkway.settings import WalkwaySettings
    from orlop.levels.playable import Playable
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
        Returns its geometry, tilted by pitch and roll in radians; None if it has no end.
    load
        Returns the level, from settings (None for the usual ones), tilt, and whether an
        autopilot walks.
    kernels
        Which kernels it takes, by their areas (`orlop warmup --help`): compiled before its first start,
        and no others, since each costs that start a second or so.
    """

    description: str
    build_scene: Callable[[Tilt], "Scene"] | None
    load: Callable[["WalkwaySettings | None", Tilt, bool], "Playable"]
    kernels: tuple[str, ...]


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


def _forest(settings: "WalkwaySettings | None", tilt: Tilt, autopilot: bool) -> "Playable":
    from orlop.levels.forest.level import Forest

    if any(tilt):
        raise OrlopError("forest", "a world without end can't be tilted", "Leave --tilt out.")
    return Forest(settings, autopilot=autopilot)


LEVELS: dict[str, Entry] = {
    "quayside": Entry(
        "a quay and the cellar under it: a ramp, a swinging door, a hatch with stairs",
        _quayside_scene,
        _quayside,
        ("walkway", "deck", "floor"),
    ),
    "riverbend": Entry(
        "a valley to listen to: a river from its spring to a fall, a bridge, a grove",
        _riverbend_scene,
        _riverbend,
        ("walkway", "deck", "storeys", "floor"),
    ),
    "forest": Entry(
        "a mountain forest without end, another one for each seed: streams, lakes, paths, thousands of trees",
        None,
        _forest,
        ("forest", "deck", "floor"),
    ),
}


def scene_of(name: str, tilt: Tilt = (0.0, 0.0)) -> "Scene":
    """Return a level's geometry, tilted by pitch and roll in radians.

    Raises
    ------
    KeyError
        If there is no such level.
    OrlopError
        If the level has no end.
    """
    build_scene = LEVELS[name].build_scene
    if build_scene is None:
        raise OrlopError(name, "has no end, and this needs all of a level", "Choose another, or `orlop world map`.")
    return build_scene(tilt)


def export_level(name: str, path: str | Path) -> None:
    """Write a level's geometry as GLB, named as docs/naming.md says, to open in a modeller.

    Raises
    ------
    KeyError
        If there is no such level.
    OrlopError
        If the level has no end, or the file can't be written.
    """
    from orlop.engine.scene.write import write_glb

    write_glb(scene_of(name), path)
