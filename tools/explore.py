"""`orlop walkway explore`: lets a walk monster loose on a level."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from orlop.tools.answer import answer, warn
from orlop.tools.levels import level_or_scene, make_scene_level
from orlop.tools.parser import add_build_options, add_json, folder, pitch

if TYPE_CHECKING:
    from orlop.levels.exploration import Exploration
    from orlop.tools.parser import Verbs


def add_parser(verbs: "Verbs") -> None:
    """Add `orlop walkway explore`."""
    parser = verbs.add_parser(
        "explore",
        help="walk everywhere by itself and tell what is wrong",
        description="Try to leave every place in every direction, by the real movement code, with doors and "
        "hatches open and shut. The exit status is 1 if a walker can get stuck, gets where there is no way back "
        "from, or enters a portal that leads nowhere.",
    )
    parser.add_argument("scene", metavar="LEVEL|SCENE", help="a level's name or a scene file")
    parser.add_argument(
        "--pitch",
        type=pitch,
        default=0.25,
        metavar="M",
        help="width of the places told apart, metres, 0.05 to 2 (default 0.25)",
    )
    parser.add_argument("--out", type=folder, metavar="DIR", help="write a picture of each walkway there")
    add_build_options(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    """Explore, write pictures, report."""
    from orlop.engine.paths import check_writable
    from orlop.levels.walk_monster import WalkMonster
    from orlop.tools.warmup import warm_if_needed

    if arguments.out is not None:
        check_writable(arguments.out)
    warm_if_needed("walkway", "deck", "storeys", "floor")
    level = make_scene_level(level_or_scene(arguments.scene), arguments.radius, arguments.tilt)
    found = WalkMonster(level, arguments.pitch).explore()
    if arguments.out is not None:
        write_pictures(found, arguments.out)
    result = {
        "reached_m2": round(found.reached_m2, 2),
        "unreached_m2": round(found.unreached_m2, 2),
        "stuck": int(found.stuck.sum()),
        "one_way": len(found.one_way),
        "dead_ends": int(found.dead.sum()),
        "troubles": [
            {"kind": each.kind, "walkway": each.walkway, "x": round(each.x, 2), "z": round(each.z, 2)}
            for each in found.troubles()
        ],
    }
    answer(result, lines_of(found), arguments.json)
    return 1 if found.troubles() else 0


def write_pictures(found: "Exploration", folder: Path) -> None:
    """Write a PNG for each walkway."""
    from orlop.engine.render.capture import write_png

    for lattice in found.lattices:
        path = folder / f"explored-{lattice.deck.name}.png"
        write_png(found.picture(lattice), path)
        warn(f"wrote {path}: blue was reached, ochre never, red has no way back, black is stuck")


def lines_of(found: "Exploration") -> Iterator[str]:
    """Lay the findings out for people."""
    yield f"reached {found.reached_m2:,.1f} m², never reached {found.unreached_m2:,.1f} m²"
    troubles = found.troubles()
    for each in troubles:
        yield f"{each.kind}: walkway {each.walkway}, x {each.x:.2f}, z {each.z:.2f}"
    if not troubles:
        yield "nobody gets stuck, and there is a way back from everywhere"
