"""Which components belong to the rows of a crowd."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from orlop.engine.deck.crowd import Crowd

T = TypeVar("T")


@dataclass(slots=True)
class Rank(Generic[T]):
    """What belongs to the rows of one crowd.

    Attributes
    ----------
    version
        The crowd's, for which this holds.
    rows
        Rows that something belongs to, rising.
    members
        What belongs to each of `rows`.
    whole
        Whether these are all rows of the crowd.
    """

    version: int
    rows: list[int]
    members: list[T]
    whole: bool


class Roster(Generic[T]):
    """Something of each motor, by its owner; looked up row by row only after a crowd has changed."""

    def __init__(self) -> None:
        self._by_owner: Mapping[int, T] = {}
        self._ranks: dict[Crowd, Rank[T]] = {}

    def enlist(self, by_owner: Mapping[int, T]) -> None:
        """Take what belongs to each owner from now on."""
        self._by_owner = by_owner
        self._ranks.clear()

    def of(self, crowd: Crowd) -> Rank[T]:
        """Return what belongs to the rows of `crowd` now."""
        rank = self._ranks.get(crowd)
        if rank is None or rank.version != crowd.version:
            known = self._by_owner
            rows = [row for row, motor in enumerate(crowd.motors) if motor.owner in known]
            members = [known[crowd.motors[row].owner] for row in rows]
            rank = self._ranks[crowd] = Rank(crowd.version, rows, members, len(rows) == len(crowd.motors))
        return rank
