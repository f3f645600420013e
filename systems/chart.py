"""Draws the walkway as a chart."""

import math
from collections.abc import Callable
from itertools import pairwise

import esper
import numpy as np

from orlop.components import Player, Portal, Route, Transform, Trapdoor, WalkwayMotor, WalkwayPusher
from orlop.engine.clock import Clock
from orlop.engine.deck.decks import Decks
from orlop.engine.render.chart import Chart
from orlop.engine.render.chart_content import (
    ChartContent,
    ChartDeck,
    MotorMark,
    PortalMark,
    PusherMark,
    TrapdoorMark,
    rim_of,
)
from orlop.engine.render.chart_furniture import plan_room
from orlop.engine.render.chart_view import FOLLOWING, NEAREST, ChartView, fitting, looking_at, scale_of
from orlop.engine.render.screen import Screen
from orlop.engine.schedule import Stage, System
from orlop.engine.walkway.walkway import Walkway
from orlop.engine.worldgen.bounds import Bounds
from orlop.systems.pose import between
from orlop.systems.trail import TrailSystem

CLOSE = 5.0
"""A deck that needs fewer pixels a metre to fit is not shown whole at first: the chart follows the player."""


class ChartSystem(System):
    """Draws the walkway that the player is on, and what moves on it, while the screen shows the chart.

    Parameters
    ----------
    screen
        Any canvas will do: this view needs no OpenGL.
    decks
        Whose walkways it shows.
    clock
        Says when, between two ticks.
    trail
        Where the player walked, if that is to be shown.
    title
        Of the level.
    patience
        Seconds a frame for drawing new parts of the plan: large decks appear piece by piece
        instead of holding up the game. For single pictures, infinite.

    Attributes
    ----------
    shown
        The part of the world that was drawn last.
    around
        Returns what else there is to see around the deck, if anything: the chart then shows all of it.
    """

    stage = Stage.FRAME

    def __init__(
        self,
        screen: Screen,
        decks: Decks,
        clock: Clock,
        trail: TrailSystem | None = None,
        title: str = "",
        patience: float = 0.008,
    ) -> None:
        self._screen = screen
        self._decks = decks
        self._clock = clock
        self._trail = trail
        self._title = title
        self._patience = patience
        self._chart = Chart()
        self.shown: ChartView | None = None
        self.around: Callable[[], Bounds | None] = lambda: None
        self._drawn: dict[tuple[str, float], tuple[Walkway, ChartDeck]] = {}
        self._rims: dict[int, tuple[Trapdoor, TrapdoorMark]] = {}

    def process(self, dt: float) -> None:
        """Draw a frame."""
        if self._screen.view != "chart":
            return
        content = self.content()
        if content is None:
            return
        canvas = self._screen.canvas
        self.shown = self.view(content, canvas.size)
        self._screen.shown_zoom = self.shown.zoom
        self._chart.draw(
            canvas.sheet(),
            content,
            self.shown,
            self._patience,
            furnished=not (self._screen.overlay or self._screen.chunks),
        )
        canvas.lay()

    def content(self) -> ChartContent | None:
        """Return what the chart shows now, None without any walkway."""
        walkways = {deck.walkway.name: deck.walkway for deck in self._decks}
        if not walkways:
            return None
        player = next((motor for _, (_, motor) in esper.get_components(Player, WalkwayMotor)), None)
        name = player.walkway if player and player.walkway in walkways else next(iter(walkways))
        radius = player.radius if player else walkways[name].settings.radius
        return ChartContent(
            self._deck(walkways[name], radius),
            tuple(self._deck(walkway, radius) for other, walkway in walkways.items() if other != name),
            portals_of(name),
            self._trapdoors(name),
            self._pushers(name),
            self._motors(name),
            _legs(name),
            self._title,
        )

    def view(self, content: ChartContent, size: tuple[int, int]) -> ChartView:
        """Return the part of the deck to show: all of it, or a part around the player."""
        low, high = content.deck.bounds()
        around = self.around()
        if around is not None:
            low, high = np.minimum(low, around[:2]), np.maximum(high, around[2:])
        room = plan_room(size)
        whole = fitting(low, high, room)
        centre = ((low + high) / 2).tolist()
        place = next((motor.position for motor in content.motors if motor.player), (centre[0], centre[1]))
        return looking_at(place, self._zoom(whole, around is not None), low, high, size, room)

    def _zoom(self, whole: int, all_of_it: bool) -> int:
        """Return the zoom asked for; none is smaller than the `whole` deck, which would lie on blank paper."""
        screen = self._screen
        if screen.zoom is not None:
            return max(whole, min(screen.zoom, NEAREST))
        return whole if all_of_it or screen.whole or scale_of(whole) >= CLOSE else FOLLOWING

    def _deck(self, walkway: Walkway, radius: float) -> ChartDeck:
        known = self._drawn.get((walkway.name, radius))
        if known is None or known[0] is not walkway:
            known = self._drawn[walkway.name, radius] = walkway, chart_deck(walkway, radius)
        return known[1]

    def _trapdoors(self, name: str) -> tuple[TrapdoorMark, ...]:
        marks = []
        for entity, trapdoor in sorted(esper.get_component(Trapdoor), key=lambda found: found[0]):
            if trapdoor.walkway != name:
                continue
            known = self._rims.get(entity)
            if known is None or known[0] is not trapdoor or known[1].shut != trapdoor.enabled:
                flat = trapdoor.triangles[:, :, [0, 2]]
                known = self._rims[entity] = trapdoor, TrapdoorMark(flat, rim_of(flat), trapdoor.enabled)
            marks.append(known[1])
        return tuple(marks)

    def _pushers(self, name: str) -> tuple[PusherMark, ...]:
        marks = []
        for _, (transform, pusher) in esper.get_components(Transform, WalkwayPusher):
            if pusher.walkway == name:
                (x, _, z), heading, _ = between(transform, self._clock.alpha)
                cos, sin = math.cos(heading), math.sin(heading)
                turn = np.array([[cos, sin], [-sin, cos]])
                rings = tuple(ring @ turn + (x, z) for ring in pusher.outlines)
                marks.append(PusherMark(rings, pusher.enabled, pusher.blocked))
        return tuple(marks)

    def _motors(self, name: str) -> tuple[MotorMark, ...]:
        marks = []
        for entity, (transform, motor) in esper.get_components(Transform, WalkwayMotor):
            if motor.walkway == name:
                (x, _, z), heading, _ = between(transform, self._clock.alpha)
                player = esper.has_component(entity, Player)
                trail = self._trail.on(name) if player and self._trail else np.zeros((0, 2))
                marks.append(MotorMark((x, z), motor.radius, heading, trail, player))
        return tuple(marks)


def chart_deck(walkway: Walkway, radius: float) -> ChartDeck:
    """Return what a chart draws of `walkway` for motors of `radius` metres, in world coordinates."""
    origin = np.asarray(walkway.origin, np.float64)
    flat, corners = origin[[0, 2]], origin[[0, 2, 0, 2]]
    seams = [seam.rectangles + corners for seam in walkway.seams]
    return ChartDeck(
        walkway.name,
        walkway.floor.triangles + origin,
        tuple(outline.points + flat for outline in walkway.outlines),
        tuple(ring + flat for ring in walkway.air(radius).rings()),
        np.concatenate(seams) if seams else np.zeros((0, 4)),
    )


def portals_of(walkway: str) -> tuple[PortalMark, ...]:
    """Return the portals that start on `walkway`."""
    return tuple(
        PortalMark(portal.low, portal.high, portal.destination, portal.enabled)
        for _, portal in sorted(esper.get_component(Portal), key=lambda found: found[0])
        if portal.source == walkway
    )


def _legs(walkway: str) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Ways that motors on `walkway` still have to go along their routes, (n, 2, 2)."""
    legs = []
    for _, (motor, route) in esper.get_components(WalkwayMotor, Route):
        if motor.walkway == walkway and route.next < len(route.waypoints):
            stops = [motor.position, *route.waypoints[route.next :]]
            legs += list(pairwise(stops))
    return np.array(legs, np.float64).reshape(-1, 2, 2)
