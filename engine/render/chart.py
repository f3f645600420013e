"""The chart: a walkway as a hand-drawn plan, with all that moves on it."""

import math
from functools import lru_cache

import numpy as np
import pygame

from orlop.engine.render.chart_content import ChartContent, MotorMark, PortalMark, PusherMark, TrapdoorMark
from orlop.engine.render.chart_furniture import frame, furniture
from orlop.engine.render.chart_legend import kinds_in
from orlop.engine.render.chart_plan import ChartPlan
from orlop.engine.render.chart_view import ChartView
from orlop.engine.render.ink import (
    INK,
    MOTOR,
    PALE_INK,
    PALE_PUSHER,
    PAPER,
    PLANKS,
    PLAYER,
    PORTAL,
    PUSHER,
    blank,
    blend,
    dashed,
    hatching,
)
from orlop.engine.render.lettering import line

LETTERED = 7.0
"""Pixels a metre from which portals are labelled: below, the words are larger than what they name."""


class Chart:
    """Draws charts with pygame alone; what stays the same from frame to frame is kept."""

    def __init__(self) -> None:
        self._plan = ChartPlan()

    def draw(
        self,
        surface: pygame.Surface,
        content: ChartContent,
        view: ChartView,
        patience: float = math.inf,
        furnished: bool = True,
    ) -> None:
        """Fill `surface`, which must have `view.size`.

        With less `patience` (seconds), parts of the plan that are new appear in the next frames.
        If not `furnished`, the sidebar is left empty, for something else to be laid there.
        """
        if surface.get_size() != view.size:
            raise ValueError(f"the view is {view.size} pixels, the surface {surface.get_size()}")
        self._plan.draw(surface, content.deck, content.others, view, patience)
        for trapdoor in content.trapdoors:
            _trapdoor(surface, trapdoor, view)
        for portal in content.portals:
            _portal(surface, portal, view)
        for begin, end in view.to_pixels(content.links):
            dashed(surface, PALE_INK, begin, end)
        for pusher in content.pushers:
            _pusher(surface, pusher, view)
        for portal in content.portals:
            _portal_label(surface, portal, view)
        for motor in sorted(content.motors, key=lambda motor: motor.player):
            _motor(surface, motor, view)
        if furnished:
            beside = furniture(view.size, view.scale, content.title, content.deck.name, kinds_in(content))
        else:
            beside = frame(view.size)
        surface.blit(beside, (0, 0))


def _trapdoor(surface: pygame.Surface, mark: TrapdoorMark, view: ChartView) -> None:
    if mark.shut:
        for triangle in view.to_pixels(mark.triangles).tolist():
            pygame.draw.polygon(surface, PLANKS, triangle)
    for begin, end in view.to_pixels(mark.rim):
        if mark.shut:
            pygame.draw.aaline(surface, INK, begin.tolist(), end.tolist(), 2)
        else:
            dashed(surface, blend(PLANKS, INK, 0.4), begin, end, 4.0)


def _portal(surface: pygame.Surface, mark: PortalMark, view: ChartView) -> None:
    left, top = view.pixel(*mark.low)
    width = max(3, round((mark.high[0] - mark.low[0]) * view.scale))
    height = max(3, round((mark.high[1] - mark.low[1]) * view.scale))
    if max(width, height) > 4096:
        return  # closer than anyone zooms, and it would cost memory
    surface.blit(_portal_sprite((width, height), mark.enabled), (round(left), round(top)))


def _portal_label(surface: pygame.Surface, mark: PortalMark, view: ChartView) -> None:
    """Write where it leads below it, on a slip of paper: a hatch has its own lines under the words."""
    if view.scale < LETTERED:
        return
    left, top = view.pixel(*mark.low)
    right, foot = view.pixel(*mark.high)
    label = line(f"to {mark.destination}", 16, PORTAL if mark.enabled else INK, slanted=True)
    slip = blank((label.get_width() + 8, label.get_height() + 4))
    slip.fill((*PAPER, 214))
    slip.blit(label, (4, 2))
    surface.blit(slip, slip.get_rect(midtop=((left + right) / 2, max(foot, top + 3) + 3)))


@lru_cache(maxsize=64)
def _portal_sprite(size: tuple[int, int], enabled: bool) -> pygame.Surface:
    colour = PORTAL if enabled else PALE_INK
    sprite = blank(size)
    sprite.fill((*colour, 30))
    sprite.blit(hatching(size, 0, 8, 1, (*colour, 120)), (0, 0))
    pygame.draw.rect(sprite, colour, sprite.get_rect(), 2 if enabled else 1)
    reach = min(size) * 0.28
    if enabled and reach > 4:
        middle = (size[0] / 2, size[1] / 2)
        pygame.draw.aacircle(sprite, PAPER, middle, reach * 1.25)
        pygame.draw.aacircle(sprite, colour, middle, reach * 1.25, 2)
        for side in (-1, 1):  # two chevrons, as on a plan's stairs
            x, y = middle[0] - reach * 0.3 + side * reach * 0.35, middle[1]
            points = [(x - reach * 0.25, y - reach * 0.6), (x + reach * 0.45, y), (x - reach * 0.25, y + reach * 0.6)]
            pygame.draw.lines(sprite, colour, False, points, 2)
    return sprite


def _pusher(surface: pygame.Surface, mark: PusherMark, view: ChartView) -> None:
    for ring in mark.rings:
        points = view.to_pixels(ring).tolist()
        if len(points) < 3:
            continue
        if mark.enabled:
            pygame.draw.polygon(surface, PUSHER, points)
        colour = PLAYER if mark.blocked else INK if mark.enabled else PALE_PUSHER
        pygame.draw.aalines(surface, colour, True, points)


def _motor(surface: pygame.Surface, mark: MotorMark, view: ChartView) -> None:
    colour = PLAYER if mark.player else MOTOR
    x, z = view.pixel(*mark.position)
    _trail(surface, mark, view, colour)
    radius = max(mark.radius * view.scale, 4.0)
    if mark.player:
        cone = _sight(max(64, round(radius * 9)), round(math.degrees(mark.heading)) % 360)
        surface.blit(cone, cone.get_rect(center=(round(x), round(z))))
    pygame.draw.aacircle(surface, colour, (x, z), radius)
    pygame.draw.aacircle(surface, INK, (x, z), radius, 1)
    ahead, aside = (math.sin(mark.heading), -math.cos(mark.heading)), (math.cos(mark.heading), math.sin(mark.heading))
    head = [
        (x + ahead[0] * f * radius + aside[0] * s * radius, z + ahead[1] * f * radius + aside[1] * s * radius)
        for f, s in ((0.72, 0.0), (-0.5, 0.5), (-0.25, 0.0), (-0.5, -0.5))
    ]
    pygame.draw.polygon(surface, PAPER, head)
    pygame.draw.aalines(surface, PAPER, True, head)


def _trail(surface: pygame.Surface, mark: MotorMark, view: ChartView, colour: tuple[int, int, int]) -> None:
    points = view.to_pixels(mark.trail)
    for index, point in enumerate(points.tolist()):
        pygame.draw.circle(surface, blend(PAPER, colour, 0.25 + 0.6 * index / len(points)), point, 1.6)


@lru_cache(maxsize=400)
def _sight(size: int, degrees: int) -> pygame.Surface:
    """A pale wedge of what the player sees, fading outwards."""
    sprite = blank((size, size))
    middle = size / 2
    turn = math.radians(degrees)
    rays = turn + np.linspace(-0.55, 0.55, 9)
    for ring in range(10, 0, -1):
        reach = middle * ring / 10
        arc = [(middle + math.sin(ray) * reach, middle - math.cos(ray) * reach) for ray in rays]
        pygame.draw.polygon(sprite, (*PLAYER, 8 + 7 * (10 - ring)), [(middle, middle), *arc])
    return sprite
