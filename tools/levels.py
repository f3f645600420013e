"""`orlop level`: the levels that come with Orlop."""

import os
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from orlop.engine.error import OrlopError
from orlop.engine.paths import check_file_writable
from orlop.tools.answer import answer, table, warn
from orlop.tools.parser import add_json, near

if TYPE_CHECKING:
    from orlop.levels.layered import Layered
    from orlop.levels.playable import Playable
    from orlop.levels.scene_level import SceneLevel
    from orlop.tools.parser import Verbs

SUFFIXES = (".gltf", ".glb", ".obj")


def add_parser(verbs: "Verbs") -> None:
    """Add `orlop level` with its verbs."""
    inner = verbs.add_parser("level", help="list and export the levels that come with Orlop").verbs("verbs")
    listing = inner.add_parser("list", help="list the levels")
    add_json(listing)
    listing.set_defaults(run=run_list)
    export = inner.add_parser("export", help="write a level's geometry as a GLB file, to open in Blender")
    export.add_argument("level", metavar="LEVEL", help="a name from `orlop level list`")
    export.add_argument("--out", type=Path, required=True, metavar="FILE.glb", help="the file to write")
    export.set_defaults(run=run_export)


def run_list(arguments: Namespace) -> int:
    """List the levels."""
    from orlop.levels.catalogue import LEVELS

    described = {name: entry.description for name, entry in LEVELS.items()}
    result = {"levels": [{"name": name, "description": text} for name, text in described.items()]}
    answer(result, table(("level", "description"), described.items()), arguments.json)
    return 0


def run_export(arguments: Namespace) -> int:
    """Write one level to a GLB file."""
    from orlop.levels.catalogue import export_level

    level = level_or_scene(arguments.level)
    if isinstance(level, Path):
        raise OrlopError(arguments.level, "is a file already", "Name a level from `orlop level list`.")
    if arguments.out.suffix.lower() != ".glb":
        raise OrlopError(str(arguments.out), "levels are written as .glb files", "Give it a name that ends in .glb.")
    check_file_writable(arguments.out)
    export_level(level, arguments.out)
    warn(f"wrote {arguments.out}")
    return 0


def level_or_scene(argument: str) -> str | Path:
    """Tell whether `argument` names a level (returned as it is) or a scene file (returned as a path).

    A level wins over a file of the same name; `./quayside` still means the file. OrlopError if there
    is no such file: before kernels are compiled for it.
    """
    from orlop.levels.catalogue import LEVELS

    if argument in LEVELS:
        return argument
    path = Path(argument)
    if os.path.exists(path) or path.suffix.lower() in SUFFIXES or os.sep in argument:
        from orlop.engine.scene.load import check_scene_file

        check_scene_file(path)
        return path
    cure = f"{near(argument, list(LEVELS))} `orlop level list` tells more."
    raise OrlopError(argument, "is neither a level nor a scene file", cure)


def make_level(
    named: str | Path, radius: float, tilt: tuple[float, float] = (0.0, 0.0), autopilot: bool = False
) -> "Playable":
    """Make the level or scene file that `level_or_scene` found, build it, and tell its warnings."""
    from orlop.engine.walkway.settings import WalkwaySettings
    from orlop.levels.catalogue import LEVELS
    from orlop.levels.scene_level import SceneLevel

    settings = WalkwaySettings(radius=radius)
    level: Playable
    if isinstance(named, Path):
        level = SceneLevel.from_file(named, settings, tilt=tilt, autopilot=autopilot)
    else:
        level = LEVELS[named].load(settings, tilt, autopilot)
    for line in level.warnings():
        warn(line)
    return level


def make_scene_level(named: str | Path, radius: float, tilt: tuple[float, float] = (0.0, 0.0)) -> "SceneLevel":
    """As `make_level`, for what must see all of a level; OrlopError if it has no end."""
    from orlop.levels.scene_level import SceneLevel

    level = make_level(named, radius, tilt)
    if not isinstance(level, SceneLevel):
        raise OrlopError(level.name, "has no end, and this looks at all of a level", "Choose another level.")
    return level


def make_layered_level(named: str | Path) -> "Layered":
    """Make a level whose world is generated in layers; OrlopError if it is none."""
    from orlop.levels.catalogue import LEVELS
    from orlop.levels.layered import Layered

    entry = LEVELS.get(str(level_or_scene(str(named))))
    level = None if entry is None else entry.load(None, (0.0, 0.0), False)
    if not isinstance(level, Layered):
        raise OrlopError(str(named), "is not generated in layers", "Name a level that is, such as forest.")
    return level
