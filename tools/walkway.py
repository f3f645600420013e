"""`orlop walkway` and its verb `build`: makes walkways from scene files and reports on them."""

import os
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from orlop.engine.error import OrlopError
from orlop.engine.paths import check_file_writable, check_writable
from orlop.tools import explore
from orlop.tools.answer import answer, table, warn
from orlop.tools.building import Order, Outcome, carry_out, carry_out_all, in_folder, refusal_picture
from orlop.tools.inspection import verb as inspection
from orlop.tools.parser import add_build_options, add_json, add_method, whole

if TYPE_CHECKING:
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
    build.add_argument("scenes", nargs="+", metavar="SCENE", help="a .gltf, .glb or .obj file, or a level's name")
    add_method(build)
    add_build_options(build)
    build.add_argument(
        "--out", type=Path, metavar="FILE", help="keep the result in FILE; of several scenes, in a folder of that name"
    )
    build.add_argument(
        "--jobs", type=whole, default=os.cpu_count() or 1, metavar="N", help="scenes built at once (default: all cores)"
    )
    add_json(build)
    build.set_defaults(run=run_build)
    inspection.add_parser(inner)
    explore.add_parser(inner)


def run_build(arguments: Namespace) -> int:
    """Build, save and report."""
    from orlop.tools.levels import level_or_scene
    from orlop.tools.warmup import warm_if_needed

    orders = [Order(scene, arguments.method, arguments.radius, arguments.tilt) for scene in arguments.scenes]
    if len(orders) > 1:
        if arguments.out is not None:
            orders = in_folder(orders, arguments.out)
            check_writable(arguments.out)
        warm_if_needed("walkway", "storeys", "floor")
        return _run_all(orders, arguments)
    level_or_scene(orders[0].scene)  # refused before kernels are compiled for it
    if arguments.out is not None:
        check_file_writable(arguments.out)
    warm_if_needed("walkway", "storeys", "floor")
    outcome = _run_one(Order(orders[0].scene, arguments.method, arguments.radius, arguments.tilt, arguments.out))
    answer({"walkways": outcome.walkways, "stages_ms": outcome.stages_ms}, lines_of(outcome), arguments.json)
    return 0


def _run_one(order: Order) -> Outcome:
    """Carry out an order and tell its warnings; if it is refused, where the picture of that is."""
    picture = None if order.out is None else refusal_picture(order.out)
    try:
        outcome = carry_out(order)
    except OrlopError:
        _tell_picture(picture)
        raise
    for line in outcome.warnings:
        warn(line)
    return outcome


def _run_all(orders: Sequence[Order], arguments: Namespace) -> int:
    """Carry out all orders and report in their order; 2 if any was refused."""
    outcomes = []
    for order, outcome in zip(orders, carry_out_all(orders, arguments.jobs), strict=True):
        outcomes.append(outcome)
        for line in outcome.warnings:
            warn(f"{outcome.scene}: {line}")
        if outcome.refusal is not None:
            warn(outcome.refusal)
            _tell_picture(None if order.out is None else refusal_picture(order.out))
    result = {"scenes": [_described(outcome) for outcome in outcomes]}
    answer(result, (line for outcome in outcomes for line in _told(outcome)), arguments.json)
    return 2 if any(outcome.refusal is not None for outcome in outcomes) else 0


def _tell_picture(path: Path | None) -> None:
    if path is not None and path.exists():
        warn(f"wrote {path}: floor is pale, solids brown, air blue; a red cross marks the place")


def _described(outcome: Outcome) -> dict[str, object]:
    if outcome.refusal is not None:
        return {"scene": outcome.scene, "refused": outcome.refusal}
    return {"scene": outcome.scene, "walkways": outcome.walkways, "stages_ms": outcome.stages_ms}


def _told(outcome: Outcome) -> Iterator[str]:
    if outcome.refusal is None:
        yield f"{outcome.scene}:"
        yield from lines_of(outcome)
    else:
        yield f"{outcome.scene}: refused"


def lines_of(outcome: Outcome) -> Iterator[str]:
    """Lay the report out for people."""
    head = ("walkway", "method", "open m²", "reachable m²", "islands", "outlines")
    yield from table(head, outcome.rows)
    yield "built in " + ", ".join(f"{stage} {spent:.0f} ms" for stage, spent in (outcome.stages_ms or {}).items())
