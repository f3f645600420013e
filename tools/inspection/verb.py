"""`orlop walkway inspect`: a page of pictures that shows how a scene became walkways."""

import time
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from orlop.engine.error import OrlopError
from orlop.tools.answer import answer, warn
from orlop.tools.building import describe, read_scene
from orlop.tools.levels import level_or_scene
from orlop.tools.parser import add_build_options, add_json, add_method, folder

if TYPE_CHECKING:
    from orlop.engine.walkway.build.memory import Memory
    from orlop.engine.walkway.build.result import Build
    from orlop.tools.parser import Verbs

POLL = 0.5
"""Seconds between two looks at a watched file."""


def add_parser(verbs: "Verbs") -> None:
    """Add `orlop walkway inspect`."""
    parser = verbs.add_parser(
        "inspect",
        help="write a page of pictures that shows how a build came about",
        description="Write DIR/index.html with a picture of every stage: floor, obstacles, outlines, air, islands, "
        "chart, places of warnings. If the scene is refused, DIR/refused.png shows where.",
    )
    parser.add_argument("scene", metavar="SCENE", help="a .gltf, .glb or .obj file, or a level's name")
    parser.add_argument("--out", type=folder, required=True, metavar="DIR", help="the folder to write to")
    parser.add_argument("--watch", action="store_true", help="build again whenever the file changes, until Ctrl-C")
    add_method(parser)
    add_build_options(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    """Write the report, once or whenever the file changes."""
    from orlop.engine.paths import check_writable
    from orlop.tools.warmup import warm_if_needed

    check_writable(arguments.out)
    warm_if_needed("walkway", "storeys", "floor")
    if arguments.watch:
        return _watch(arguments)
    _report(arguments)
    return 0


def _report(arguments: Namespace, memory: "Memory | None" = None) -> None:
    from orlop.engine.walkway.settings import WalkwaySettings
    from orlop.tools.inspection.report import PAGE, REFUSED, write_report

    scene = read_scene(arguments.scene, arguments.tilt)
    for line in scene.warnings:  # before it is built: that may fail for what they tell
        warn(line)
    refused = arguments.out / REFUSED
    settings = WalkwaySettings(radius=arguments.radius, method=arguments.method)
    try:
        build = write_report(scene, settings, arguments.out, memory)
    except OrlopError:
        if refused.exists():
            warn(f"wrote {refused}: floor is pale, solids brown, air blue; a red cross marks the place")
        raise
    page = arguments.out / PAGE
    result = {
        "page": str(page),
        "walkways": [describe(report) for report in build.reports],
        "warnings": list(build.warnings),
        "stages_ms": build.stages_ms,
    }
    for line in build.warnings:
        if line not in scene.warnings:
            warn(line)
    answer(result, [_line(page, build)], arguments.json)


def _line(page: Path, build: "Build") -> str:
    return f"{page}: {_count(len(build.walkways), 'walkway')}, {_count(len(build.warnings), 'warning')}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _watch(arguments: Namespace) -> int:
    path = level_or_scene(arguments.scene)
    if isinstance(path, str):
        raise OrlopError("--watch", f"{path} is a level of Orlop's own, no file that changes", "Watch a scene file.")
    from orlop.engine.walkway.build.memory import Memory

    seen, memory = None, Memory()
    try:
        while True:
            now = _stamp(path)
            if now != seen:
                seen = now
                try:
                    _report(arguments, memory)
                except OrlopError as error:  # an author in the midst of something: the next save may mend it
                    warn(str(error))
                warn(f"watching {path}, Ctrl-C ends")
            time.sleep(POLL)
    except KeyboardInterrupt:
        return 0


def _stamp(path: Path) -> tuple[tuple[str, int, int], ...]:
    """Tell the state of a scene file and of its buffers and materials, which lie beside it under the same name."""
    files = sorted(file for file in path.parent.glob("*") if file.stem == path.stem)
    states = [(file.name, file.stat()) for file in files if file.is_file()]
    return tuple((name, state.st_mtime_ns, state.st_size) for name, state in states)
