"""`orlop world` and its verb `map`: draws a map of the forest and says what it holds."""

import hashlib
import math
import time
from argparse import Namespace
from typing import TYPE_CHECKING

from orlop.engine.error import OrlopError
from orlop.engine.paths import check_file_writable
from orlop.tools import world_bake, world_layers
from orlop.tools.answer import answer
from orlop.tools.parser import add_json, ending, positive, whole

if TYPE_CHECKING:
    from orlop.engine.worldgen.bounds import Bounds
    from orlop.engine.worldgen.world import World
    from orlop.levels.forest.world import ForestLayers
    from orlop.tools.parser import Verbs

PIXELS = 1200
"""A map is at most so wide, and more than half of it."""
LARGEST = 65536.0
"""Metres; a map of that size takes some minutes."""
SMALLEST = 64.0


def add_parser(verbs: "Verbs") -> None:
    """Add `orlop world` with its verbs."""
    inner = verbs.add_parser("world", help="look at worlds made in layers").verbs("verbs")
    chart = inner.add_parser(
        "map",
        help="draw the forest from above",
        description="Draw shaded relief with streams, woods, paths and places, and print a digest of all that was "
        "generated: the same seed and size give the same digest anywhere.",
    )
    chart.add_argument("--seed", type=whole, default=0, metavar="N", help="which world (default 0)")
    chart.add_argument("--size", type=positive, default=4096.0, metavar="METRES", help="side of the map (default 4096)")
    chart.add_argument("--out", type=ending(".png"), required=True, metavar="FILE.png", help="the picture")
    add_json(chart)
    chart.set_defaults(run=run_map)
    world_bake.add_parser(inner)
    world_layers.add_parser(inner)


def run_map(arguments: Namespace) -> int:
    """Generate, draw and report."""
    size, spacing = arguments.size, spacing_of(arguments.size)
    bounds_size = 0.5 * spacing * round(size / spacing)
    check_file_writable(arguments.out)
    from orlop.engine.render.capture import write_png
    from orlop.engine.worldgen.bounds import Bounds
    from orlop.engine.worldgen.world import World
    from orlop.levels.forest.relief_map import MapContent, draw_map
    from orlop.levels.forest.world import map_layers
    from orlop.tools.warmup import warm_if_needed

    warm_if_needed("forest")
    layers, bounds = map_layers(spacing), Bounds.around(0.0, 0.0, bounds_size)
    began = time.perf_counter()
    with World(layers.all(), arguments.seed, threads=2) as world:
        content = MapContent.gathered(world, layers, bounds)
        digest = digest_of(world, layers, bounds)
        chunks = {name: progress.generated for name, progress in world.progress().items()}
    write_png(draw_map(content), arguments.out)
    seconds = time.perf_counter() - began
    result = {
        "digest": digest,
        "chunks": sum(chunks.values()),
        "seconds": round(seconds, 3),
        "seed": arguments.seed,
        "size_m": 2.0 * bounds_size,
        "metres_per_pixel": spacing,
        "layers": chunks,
        "places": len(content.places),
    }
    made = ", ".join(f"{count} {name}" for name, count in chunks.items())
    answer(result, (f"{arguments.out}: {digest}", f"{made}; {seconds:.1f} s"), arguments.json)
    return 0


def spacing_of(size: float) -> float:
    """Return the metres between a map's pixels: a power of two, so that tiles of it are exact."""
    if not SMALLEST <= size <= LARGEST:
        raise OrlopError("--size", f"{size:g} m is too {'small' if size < SMALLEST else 'large'}", "Use 64 to 65536.")
    return 2.0 ** max(math.ceil(math.log2(size / PIXELS)), 0)


def digest_of(world: "World", layers: "ForestLayers", bounds: "Bounds") -> str:
    """Return one hash of all layers' chunks that overlap `bounds`."""
    digest = hashlib.blake2b(digest_size=16)
    for layer in layers.all():
        digest.update(world.digest(layer, bounds).encode())
    return digest.hexdigest()
