"""A measure: how long something takes, beside its peer in the same run."""

from collections.abc import Callable, Mapping
from statistics import median
from typing import NotRequired, TypedDict


class Measure(TypedDict):
    """What a measuring function returns.

    `value` is the median and `best` the least of its runs, in `unit`. `ratio` is the peer's
    median over ours, of one run, so it holds on any machine: above 1 we are quicker.
    `notes` are what else was counted, by name; `wrong` says what must not have happened, and did.
    """

    value: float
    unit: str
    best: float
    against: str
    ratio: float
    notes: NotRequired[Mapping[str, object]]
    wrong: NotRequired[str]


class PeerMissingError(Exception):
    """A measure cannot be taken, since what it is compared with is not installed."""


def compare(ours: Callable[[], float], theirs: Callable[[], float], unit: str, against: str, runs: int = 7) -> Measure:
    """Call both in turn `runs` times, so that a slow spell of the machine hits both alike.

    Each call returns what it measured, in `unit`. One call of each beforehand is not counted.
    """
    ours(), theirs()
    pairs = [(ours(), theirs()) for _ in range(runs)]
    own, peer = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    return Measure(value=median(own), unit=unit, best=min(own), against=against, ratio=median(peer) / median(own))
