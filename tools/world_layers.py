"""`orlop world layers`: what a world is made of, who reads whom, and how far around."""

import hashlib
import time
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from orlop.engine.error import OrlopError
from orlop.engine.paths import check_file_writable
from orlop.tools.answer import answer, table
from orlop.tools.levels import make_layered_level
from orlop.tools.parser import add_json, near, whole

if TYPE_CHECKING:
    from orlop.engine.worldgen.graph import LayerGraph
    from orlop.engine.worldgen.layer import Layer
    from orlop.engine.worldgen.reach import LayerReach
    from orlop.tools.parser import Verbs


def add_parser(verbs: "Verbs") -> None:
    """Add the verb."""
    parser = verbs.add_parser(
        "layers",
        help="say what a world is made of, and draw it",
        description="Print a level's layers, those that are read before those that read them: the size of their "
        "chunks, what each needs with what padding, how far around a chunk that reaches through all layers, and how "
        "many chunks that takes at most.",
    )
    parser.add_argument("level", nargs="?", default="forest", metavar="LEVEL", help="a layered level (default forest)")
    parser.add_argument("--seed", type=whole, default=0, metavar="N", help="which world (default 0)")
    parser.add_argument("--of", metavar="LAYER", help="draw what a chunk of this one is made of (default: the deepest)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="draw them, a PNG")
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    """Describe, and draw if asked to."""
    level = make_layered_level(arguments.level)
    if arguments.out is not None:
        check_file_writable(arguments.out)
    from orlop.engine.worldgen.bounds import Bounds
    from orlop.engine.worldgen.graph import LayerGraph
    from orlop.engine.worldgen.reach import reach_of
    from orlop.engine.worldgen.rect import Rect

    began = time.perf_counter()
    graph = LayerGraph(level.layers())
    chosen = None if arguments.of is None else layer_named(graph, arguments.of)
    reaches = [reach_of(graph, layer) for layer in graph.layers]
    asked = {
        graph.order(layer): Rect.covering(Bounds.around(0.0, 0.0, far), layer.size)
        for layer, far in level.radii().items()
    }
    around = [rect.area for rect in graph.needed(asked)]
    if arguments.out is not None:
        from orlop.engine.render.capture import write_png
        from orlop.engine.render.layer_diagram import draw_layers

        write_png(draw_layers(graph, chosen, title=f"The layers of {level.name}"), arguments.out)
    result = {
        "digest": digest_of(graph, arguments.seed),
        "chunks": sum(around),
        "seconds": round(time.perf_counter() - began, 3),
        "level": level.name,
        "seed": arguments.seed,
        "layers": described(graph, reaches, around),
    }
    if arguments.out is not None:
        result["picture"] = str(arguments.out)
    answer(result, lines_of(graph, reaches, around, arguments.out), arguments.json)
    return 0


def layer_named(graph: "LayerGraph", name: str) -> "Layer[Any]":
    """Return the layer of that name; OrlopError if there is none."""
    names = [layer.name for layer in graph.layers]
    if name not in names:
        raise OrlopError(name, "is none of the layers", near(name, names))
    return graph.layers[names.index(name)]


def digest_of(graph: "LayerGraph", seed: int) -> str:
    """Return one hash of what chunks are kept under: where it is the same, a baked world can be used."""
    from orlop.engine.worldgen.identity import layer_identity

    digest = hashlib.blake2b(digest_size=16)
    for layer in graph.layers:
        digest.update(layer.name.encode())
        if layer.stored:
            digest.update(layer_identity(layer, seed))
    return digest.hexdigest()


def described(graph: "LayerGraph", reaches: "list[LayerReach]", around: list[int]) -> list[dict[str, object]]:
    """Describe each layer for other programs, providers first."""
    return [
        {
            "name": layer.name,
            "size_m": layer.size,
            "depth": sketch.depth,
            "stored": layer.stored,
            "needs": [
                {"layer": name, "padding_m": padding, "chunks": chunks} for name, padding, chunks in sketch.needs
            ],
            "users": list(sketch.users),
            "reach_m": reach.metres,
            "chunks_for_one": reach.chunks,
            "chunks_around": count,
        }
        for layer, sketch, reach, count in zip(graph.layers, graph.sketch(), reaches, around, strict=True)
    ]


def lines_of(graph: "LayerGraph", reaches: "list[LayerReach]", around: list[int], picture: Path | None) -> list[str]:
    """Lay the layers out for people."""
    rows = []
    for layer, reach, count in zip(graph.layers, reaches, around, strict=True):
        needs = "; ".join(f"{need.layer.name} +{need.padding:g}" for need in layer.needs) or "-"
        rows.append((layer.name, rounded(layer.size), rounded(reach.metres), reach.chunks, count, needs))
    head = ("layer", "chunk m", "reach m", "for one", "around", "needs, with padding in metres")
    lines = [*table(head, rows), f"{sum(around):,} chunks around a walker at the origin"]
    return lines if picture is None else [*lines, f"wrote {picture}"]


def rounded(metres: float) -> float:
    """Return a whole number as one: tables then leave its decimals out."""
    return int(metres) if metres == int(metres) else metres
