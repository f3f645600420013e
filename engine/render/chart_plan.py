"""The part of a chart that never changes, kept in tiles."""

import math
from collections import OrderedDict
from collections.abc import Iterator
from time import perf_counter

import pygame

from orlop.engine.render.chart_content import ChartDeck, Points
from orlop.engine.render.chart_tile import DOTS, TILE, ChartTile, floor_shades
from orlop.engine.render.chart_view import ChartView
from orlop.engine.render.ink import PAPER, dots_along

KEPT = 192
"""Tiles kept, 48 MB: four times what a large window shows."""


class ChartPlan:
    """Tiles of decks, each drawn when it is first seen."""

    def __init__(self) -> None:
        self._tiles: OrderedDict[tuple[object, ...], pygame.Surface] = OrderedDict()
        self._dots: dict[tuple[ChartDeck, float], list[Points]] = {}
        self._shades: dict[ChartDeck, Points] = {}

    def draw(
        self,
        surface: pygame.Surface,
        deck: ChartDeck,
        others: tuple[ChartDeck, ...],
        view: ChartView,
        patience: float = math.inf,
    ) -> None:
        """Fill `surface` with the plan of `deck`.

        When drawing new tiles has taken `patience` seconds, the rest stays paper until the next
        time. Tiles just outside the view are drawn too, one at a time, so that a chart that
        follows a walker never waits.
        """
        left, top = view.corner()
        until = perf_counter() + patience
        for column, row in _around_middle(view, 0):
            place = (column * TILE - left, row * TILE - top)
            tile = self._known(deck, others, view.scale, column, row)
            if tile is None and perf_counter() >= until:
                surface.fill(PAPER, (*place, TILE, TILE))
                continue
            surface.blit(tile or self._drawn(deck, others, view.scale, column, row), place)
        if patience < math.inf and perf_counter() < until:
            self._look_ahead(deck, others, view)

    def _look_ahead(self, deck: ChartDeck, others: tuple[ChartDeck, ...], view: ChartView) -> None:
        for column, row in _around_middle(view, 1):
            if self._known(deck, others, view.scale, column, row) is None:
                self._drawn(deck, others, view.scale, column, row)
                return

    def _known(
        self, deck: ChartDeck, others: tuple[ChartDeck, ...], scale: float, column: int, row: int
    ) -> pygame.Surface | None:
        key = (deck, others, scale, column, row)
        tile = self._tiles.get(key)
        if tile is not None:
            self._tiles.move_to_end(key)
        return tile

    def _drawn(
        self, deck: ChartDeck, others: tuple[ChartDeck, ...], scale: float, column: int, row: int
    ) -> pygame.Surface:
        piece = ChartTile(scale, column, row)
        piece.floor(deck, self._shaded(deck))
        piece.seams(deck)
        piece.air(deck)
        piece.solids(deck)
        for other in others:
            piece.pale(other)
        piece.outlines(deck)
        piece.dots(self._dotted(deck, scale))
        tile = self._tiles[deck, others, scale, column, row] = piece.finished()
        if len(self._tiles) > KEPT:
            self._tiles.popitem(last=False)
        return tile

    def _dotted(self, deck: ChartDeck, scale: float) -> list[Points]:
        key = (deck, scale)
        if key not in self._dots:
            self._dots[key] = [dots_along(ring, DOTS / scale) for ring in deck.air if len(ring) > 2]
        return self._dots[key]

    def _shaded(self, deck: ChartDeck) -> Points:
        if deck not in self._shades:
            self._shades[deck] = floor_shades(deck.floor)
        return self._shades[deck]


def _around_middle(view: ChartView, beyond: int) -> Iterator[tuple[int, int]]:
    """Columns and rows of the tiles in view, and `beyond` more on each side, the middle ones first."""
    left, top = view.corner()
    columns = range(left // TILE - beyond, (left + view.size[0] - 1) // TILE + 1 + beyond)
    rows = range(top // TILE - beyond, (top + view.size[1] - 1) // TILE + 1 + beyond)
    middle = (columns[0] + columns[-1]) / 2, (rows[0] + rows[-1]) / 2
    places = [(column, row) for row in rows for column in columns]
    return iter(sorted(places, key=lambda place: abs(place[0] - middle[0]) + abs(place[1] - middle[1])))
