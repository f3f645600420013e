"""Shows how far the layers of the world around the player are made."""

import numpy as np
import pygame

from orlop.engine.actions import Actions
from orlop.engine.render.chart_furniture import has_sidebar, plan_room
from orlop.engine.render.chunk_marks import ChunkMarks, LayerMark, draw_chunks, layer_panel
from orlop.engine.render.ink import blank
from orlop.engine.render.label import Label
from orlop.engine.render.screen import Screen
from orlop.engine.schedule import Stage, System
from orlop.engine.worldgen.rect import chunk_bounds
from orlop.engine.worldgen.survey import LayerSurvey
from orlop.systems.chart import ChartSystem
from orlop.systems.layer_watch import LayerWatch
from orlop.systems.overlay import OverlaySystem
from orlop.systems.render import RenderSystem
from orlop.systems.screenshot import ScreenshotSystem

REFRESH = 0.1
"""Seconds between two readings of the panel."""

MARGIN = 30
"""From the picture's edge, pixels."""


class ChunkOverlaySystem(System):
    """Lays the chunks of one layer over the chart, and a panel of all layers over both views, while the screen shows chunks.

    Parameters
    ----------
    screen, actions
        Shared; actions say which layer.
    chart
        Where the picture is seen from. It shows all chunks that are wanted of the layer: see `ChartSystem.around`.
    watch
        Tells which layer it is.
    """

    stage = Stage.FRAME
    after = (RenderSystem, ChartSystem)
    before = (ScreenshotSystem, OverlaySystem)

    def __init__(self, screen: Screen, actions: Actions, chart: ChartSystem, watch: LayerWatch) -> None:
        self._screen = screen
        self._actions = actions
        self._chart = chart
        self._watch = watch
        self._panel: pygame.Surface | None = None
        self._age = 0.0
        chart.around = lambda: watch.extent() if screen.chunks else None

    def process(self, dt: float) -> None:
        """Lay this frame's marks."""
        if not self._screen.chunks:
            return
        step = self._actions.pressed("next_layer") - self._actions.pressed("previous_layer")
        if step:
            self._watch.step(step)
        survey = self._watch.survey()
        if survey is None:
            return
        canvas = self._screen.canvas
        on_chart = self._screen.view == "chart"
        if on_chart and self._chart.shown is not None:
            sheet = blank(canvas.size)
            sheet.set_clip(plan_room(canvas.size))
            draw_chunks(sheet, marks_of(survey), self._chart.shown)
            canvas.label(Label(sheet, (0, 0)))
        self._age += dt
        if self._panel is None or step or self._age >= REFRESH:
            self._age, self._panel = 0.0, self.panel(survey)
        canvas.label(Label(self._panel, self._corner(self._panel, on_chart)))

    def panel(self, survey: LayerSurvey) -> pygame.Surface:
        """Return the panel of all layers, as far as the picture has room for them."""
        layers, chosen = self._watch.layers(), self._watch.chosen()
        marks = [
            LayerMark(layer.name, progress.needed, progress.done, progress.failed)
            for layer, progress in zip(layers, self._watch.progress(), strict=True)
        ]
        fates = {fate: survey.count(fate) for fate in set(survey.chunks.values())}
        title = f"{survey.layer.name}, {survey.layer.size:,g} m"
        first, last = rows_around(chosen, len(marks), self._screen.canvas.size[1])
        return layer_panel(title, marks[first:last], chosen - first, fates)

    def _corner(self, panel: pygame.Surface, on_chart: bool) -> tuple[int, int]:
        """In the chart's sidebar, unless that is taken by the costs; else at that side of the picture which is free."""
        size = self._screen.canvas.size
        if not on_chart:
            return MARGIN, MARGIN
        beside, top, _, _ = plan_room(size)
        if has_sidebar(size) and not self._screen.overlay:
            return max(top, (beside + top - panel.get_width()) // 2), top + 8
        return size[0] - top - 8 - panel.get_width() if self._screen.overlay else beside + 8, top + 8


def rows_around(chosen: int, count: int, height: int) -> tuple[int, int]:
    """Return which of `count` layers have room in a picture `height` pixels high: from which on, and up to which."""
    room = max(3, min(count, (height - 220) // 19))
    first = max(0, min(chosen - room // 2, count - room))
    return first, first + room


def marks_of(survey: LayerSurvey) -> ChunkMarks:
    """Return a layer's chunks as the chart draws them."""
    size = survey.layer.size
    bounds = np.array([chunk_bounds(index, size) for index in survey.chunks], np.float64).reshape(-1, 4)
    return ChunkMarks(bounds, tuple(survey.chunks.values()))
