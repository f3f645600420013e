"""Lays decks apart in the one 2D world, since a plane has no above and below."""

from bisect import insort

from orlop.engine.walkway.walkway import Walkway

GAP = 16.0
"""Empty metres between two decks, more than anything reaches out of its own."""


def extent(walkway: Walkway) -> tuple[float, float]:
    """Return the lowest and the highest z of a walkway's outlines, metres."""
    levels = [
        float(z) for outline in walkway.outlines for z in (outline.points[:, 1].min(), outline.points[:, 1].max())
    ]
    return (min(levels), max(levels)) if levels else (0.0, 0.0)


class Layout:
    """Gives each deck a stretch of the 2D world's y axis of its own."""

    def __init__(self) -> None:
        self._taken: list[tuple[float, float]] = []

    def place(self, low: float, high: float) -> float:
        """Take a stretch for a deck that reaches from z = `low` to `high`, metres; return what to add to its z.

        The lowest gap that is wide enough is used, so loading and unloading levels does not
        let the coordinates grow.
        """
        if not low <= high:
            raise ValueError(f"low must be at most high (metres), got {low!r} and {high!r}")
        begin = 0.0
        for first, last in self._taken:
            if begin + (high - low) + GAP <= first:
                break
            begin = last + GAP
        insort(self._taken, (begin, begin + (high - low)))
        return begin - low

    def free(self, low: float, offset: float) -> None:
        """Give back the stretch of the deck that begins at `low` and was placed at `offset`; ValueError if none."""
        begin = low + offset
        for stretch in self._taken:
            if abs(stretch[0] - begin) < 0.5 * GAP:
                self._taken.remove(stretch)
                return
        raise ValueError(f"no deck lies at {begin!r} m")
