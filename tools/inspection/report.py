"""Builds a scene and writes the report on it into a folder."""

from pathlib import Path

from orlop.engine.error import OrlopError
from orlop.engine.paths import write_atomically
from orlop.engine.render.capture import write_png
from orlop.engine.scene.scene import Scene
from orlop.engine.walkway.build.builder import build_walkways
from orlop.engine.walkway.build.memory import Memory
from orlop.engine.walkway.build.result import Build
from orlop.engine.walkway.build.roles import read_roles
from orlop.engine.walkway.build.witness import Witness
from orlop.engine.walkway.settings import WalkwaySettings
from orlop.tools.inspection.page import Figure, page
from orlop.tools.inspection.pictures import Inspected
from orlop.tools.inspection.reach import find_islands
from orlop.tools.inspection.refusal import draw_refusal

PAGE = "index.html"
REFUSED = "refused.png"


def write_report(scene: Scene, settings: WalkwaySettings, folder: Path, memory: Memory | None = None) -> Build:
    """Write `index.html` and its pictures to `folder`; the page comes last, so that it never lacks one.

    With a `memory` of earlier builds only what changed is built anew.

    Raises
    ------
    OrlopError
        If the scene is refused: `refused.png` shows where, if that can be shown. Or if the
        folder can't be written to.
    """
    witness = Witness()
    try:
        build = build_walkways(scene, settings, witness, memory)
    except OrlopError as error:
        picture = draw_refusal(error, witness)
        if picture is not None:
            write_png(picture, folder / REFUSED)
        raise
    (folder / REFUSED).unlink(missing_ok=True)  # of an earlier try
    roles = read_roles(scene)
    inspected = Inspected(build, witness, roles, find_islands(build, roles))
    warnings = tuple(dict.fromkeys(build.warnings))
    figures = []
    for number, (walkway, report) in enumerate(zip(build.walkways, build.reports, strict=True), 1):
        shown = []
        for stage in inspected.stages(walkway, warnings):
            name = f"walkway-{number}-{stage.name}.png"
            write_png(stage.picture, folder / name)
            shown.append(Figure(name, stage.caption, wide=stage.name == "chart"))
        figures.append((report, shown))
    write_atomically(folder / PAGE, page(build, settings, warnings, figures).encode())
    return build
