"""`orlop world bake`: makes a piece of a world beforehand, for games that then begin at once."""

import os
import time
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from orlop.engine.error import OrlopError
from orlop.tools.answer import answer, warn
from orlop.tools.levels import make_layered_level
from orlop.tools.parser import add_json, positive, whole

if TYPE_CHECKING:
    from orlop.engine.worldgen.baking import Baked, Report
    from orlop.tools.parser import Verbs

LARGEST = 20_000.0
"""Metres; some hundred thousand chunks."""

STEP = 4
"""Percent between two tidings."""

INTERRUPTED = 130
"""The exit status of what Ctrl-C ended."""


def add_parser(verbs: "Verbs") -> None:
    """Add the verb."""
    parser = verbs.add_parser(
        "bake",
        help="make a piece of a world beforehand",
        description="Make all that a walk needs which stays within a square around the start, and keep it in a folder. "
        "`orlop play LEVEL --seed N --store DIR` then begins at once. Interrupted and run again it goes on where it was.",
    )
    parser.add_argument("level", nargs="?", default="forest", metavar="LEVEL", help="a layered level (default forest)")
    parser.add_argument("--seed", type=whole, default=0, metavar="N", help="which world (default 0)")
    parser.add_argument(
        "--size", type=positive, default=512.0, metavar="METRES", help="side of the square that is walked (default 512)"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder; more can be added to it")
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    """Bake and report."""
    if arguments.size > LARGEST:
        raise OrlopError("--size", f"{arguments.size:g} m is too large", f"Use up to {LARGEST:g}.")
    level = make_layered_level(arguments.level)
    from orlop.engine.worldgen.baking import bake, piece
    from orlop.engine.worldgen.world import World
    from orlop.levels.layered import open_store
    from orlop.tools.warmup import areas_of, warm_if_needed

    store = open_store(arguments.out)
    if store.read_only:
        store.close()
        raise OrlopError(str(store.path), "is read-only, so nothing can be kept in it", "Choose another folder.")
    try:
        warm_if_needed(*areas_of(level.name))
        began = time.perf_counter()
        with World(level.layers(), arguments.seed, threads=(os.cpu_count() or 2) - 1, store=store) as world:
            needed = piece(world.graph, level.radii(), *level.start(world), arguments.size)
            baked = bake(world, store, needed, in_percent())
    except KeyboardInterrupt:
        warn(f"interrupted; what was made is kept in {arguments.out}: run it again to go on")
        return INTERRUPTED
    finally:
        store.close()
    chunks, size = sum(baked.chunks.values()), store.path.stat().st_size
    seconds = time.perf_counter() - began
    result = {
        "digest": baked.digest,
        "chunks": chunks,
        "seconds": round(seconds, 3),
        "made": baked.made,
        "bytes": size,
        "level": level.name,
        "seed": arguments.seed,
        "size_m": arguments.size,
        "file": str(store.path),
        "layers": dict(baked.chunks),
    }
    answer(result, lines_of(baked, store.path, size, seconds), arguments.json)
    return 0


def in_percent() -> "Report":
    """Return what shows how far baking has come, in steps that do not fill a log."""
    from orlop.tools.progress import ProgressBar

    bar, shown = ProgressBar("baked, percent"), -STEP

    def show(done: int, total: int) -> None:
        nonlocal shown
        percent = 100 * done // max(total, 1)
        if percent >= shown + STEP:
            shown = percent
            bar.show(percent, 100, "")

    return show


def lines_of(baked: "Baked", file: Path, size: int, seconds: float) -> list[str]:
    """Lay the result out for people."""
    return [
        f"{file}: {baked.digest}",
        ", ".join(f"{count} {name}" for name, count in baked.chunks.items()),
        f"{sum(baked.chunks.values()):,} chunks, {baked.made:,} of them made now; {size / 1e6:.1f} MB; {seconds:.1f} s",
    ]
