"""`orlop bench`: measures, each beside a peer or a plain loop in the same run."""

from argparse import Namespace
from typing import TYPE_CHECKING

from orlop.engine.error import OrlopError
from orlop.tools.answer import answer, table, warn
from orlop.tools.bench import registry
from orlop.tools.bench.measure import PeerMissingError
from orlop.tools.parser import add_json, near

if TYPE_CHECKING:
    from orlop.tools.parser import Verbs


def add_parser(verbs: "Verbs") -> None:
    """Add `orlop bench`."""
    parser = verbs.add_parser(
        "bench",
        help="measure speed, beside a peer in the same run",
        description="Take measures and print value, best and ratio: the peer's time over ours, higher is better. "
        f"Measures: {', '.join(registry.MEASURES)}. A group such as `startup` takes all of its own.",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="measures or groups (default: all)")
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    """Take the measures asked for; one whose peer is missing is named and left out."""
    for word in registry.unknown(arguments.names):
        groups = sorted({name.split(".")[0] for name in registry.MEASURES})
        cure = f"{near(word, sorted([*registry.MEASURES, *groups]), groups)} `orlop bench --help` names all."
        raise OrlopError(word, "no measure has this name", cure)
    taken = {}
    for name in registry.select(arguments.names):
        warn(f"measuring {name}")
        try:
            taken[name] = registry.take(name)
        except PeerMissingError as missing:
            warn(f"{name} is left out: {missing}")
    rows = [
        (name, f"{m['value']:.4g} {m['unit']}", f"{m['best']:.4g} {m['unit']}", f"{m['ratio']:.2f}", m["against"])
        for name, m in taken.items()
    ]
    answer(taken, table(("measure", "median", "best", "ratio", "against"), rows), arguments.json)
    wrong = {name: measure["wrong"] for name, measure in taken.items() if "wrong" in measure}
    for name, found in wrong.items():
        warn(f"{name}: {found}")
    return 1 if wrong else 0
