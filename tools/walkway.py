"""`orlop walkway` and its verb `build`: makes walkways from a scene file and reports on them."""

from argparse import Namespace
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from orlop.tools import explore
from orlop.tools.answer import answer, table, warn
from orlop.tools.inspection import verb as inspection
from orlop.tools.levels import level_or_scene
from orlop.tools.parser import add_build_options, add_json, add_method

if TYPE_CHECKING:
    from orlop.engine.scene.scene import Scene
    from orlop.engine.walkway.build.result import Build, WalkwayReport
    from orlop.tools.parser import Verbs


def add_parser(verbs: "Verbs") -> None:
    """Add `orlop walkway` with its verbs."""
    inner = verbs.add_parser("walkway", help="make walkways from a scene, and try them").verbs("verbs")
    build = inner.add_parser(
        "build",
        help="build a scene's walkways and report on them",
        description="Build the walkways of a glTF, GLB or OBJ file. Areas are in square metres: `open` is "
        "what no wall or edge takes, `reachable` is where a walker's centre can be; `islands` are its pieces with no way between them.",
    )
    build.add_argument("scene", metavar="SCENE", help="a .gltf, .glb or .obj file, or a level's name")
    add_method(build)
    add_build_options(build)
    build.add_argument("--out", type=Path, metavar="FILE", help="keep the result in FILE")
    add_json(build)
    build.set_defaults(run=run_build)
    inspection.add_parser(inner)
    explore.add_parser(inner)


def run_build(arguments: Namespace) -> int:
    """Build, save and report."""
    scene = read_scene(arguments)
    build = build_scene(scene, arguments.radius, arguments.method)
    if arguments.out is not None:
        from orlop.engine.walkway.file import save_build

        save_build(arguments.out, build)
    for line in dict.fromkeys((*build.warnings, *(w for report in build.reports for w in report.warnings))):
        if line not in scene.warnings:  # told when it was read
            warn(line)
    walkways = [describe(report) for report in build.reports]
    answer({"walkways": walkways, "stages_ms": build.stages_ms}, lines_of(build), arguments.json)
    return 0


def read_scene(arguments: Namespace) -> "Scene":
    """Load or make the scene that the arguments name, leaning as they say, and tell its warnings."""
    from orlop.engine.scene.load import load_scene
    from orlop.levels.catalogue import scene_of

    source = level_or_scene(arguments.scene)
    if isinstance(source, str):
        return scene_of(source, arguments.tilt)
    scene = load_scene(source)
    for line in scene.warnings:
        warn(line)
    return scene if arguments.tilt == (0.0, 0.0) else scene.tilted(*arguments.tilt)


def build_scene(scene: "Scene", radius: float, method: str = "auto") -> "Build":
    """Build for a walker of `radius` metres by a `method`, after showing how far the kernels are, if they must be compiled."""
    from orlop.engine.walkway.build.builder import build_walkways
    from orlop.engine.walkway.settings import WalkwaySettings
    from orlop.tools.warmup import warm_if_needed

    warm_if_needed("walkway")
    return build_walkways(scene, WalkwaySettings(radius=radius, method=method))


def describe(report: "WalkwayReport") -> dict[str, object]:
    """Return a walkway's report by the names that `--json` uses."""
    fields = asdict(report)
    fields["cell_m"] = fields.pop("cell")
    return fields


def lines_of(build: "Build") -> Iterator[str]:
    """Lay the report out for people."""
    head = ("walkway", "method", "open m²", "reachable m²", "islands", "outlines")
    yield from table(
        head, [(r.name, r.method, r.area_m2, r.reachable_m2, r.islands, r.outlines) for r in build.reports]
    )
    yield "built in " + ", ".join(f"{stage} {spent:.0f} ms" for stage, spent in build.stages_ms.items())
