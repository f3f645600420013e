"""Lays help, costs, prompts and messages over the picture."""

from collections import deque
from collections.abc import Callable, Sequence

import esper
import pygame

from orlop.components import Player, Transform, WalkwayMotor
from orlop.engine.bindings import Bindings
from orlop.engine.clock import Clock
from orlop.engine.render.chart_furniture import has_sidebar, plan_room
from orlop.engine.render.label import Label
from orlop.engine.render.panel import dot, graph, panel, rows_in, sign
from orlop.engine.render.screen import Screen
from orlop.engine.schedule import Schedule, Stage, System
from orlop.systems.chart import ChartSystem
from orlop.systems.render import RenderSystem
from orlop.systems.screenshot import ScreenshotSystem

REFRESH = 0.25
"""Seconds between two readings of the overlay: figures that flicker can't be read."""

MARGIN = 30
"""From the picture's edge, pixels."""

APART = 8
"""Between two things that stand one above the other, pixels."""

READING = 18
"""Height of the costs' letters, pixels."""

SMOOTH_FRAME = 1000 / 60
"""Milliseconds of a frame at 60 a second."""

HELP = (
    (("move_forward", "move_right"), "walk"),
    (("turn",), "look around"),
    (("sprint",), "run"),
    (("use",), "use what is in front of you"),
    (("view",), "first person or chart"),
    (("zoom_in", "zoom_out"), "zoom the chart"),
    (("zoom_fit",), "chart all of the deck"),
    (("release",), "let go of the mouse, and pause"),
    (("pause",), "pause"),
    (("help",), "this help"),
    (("overlay",), "what each system costs"),
    (("sounds",), "where sound comes from"),
    (("chunks",), "how far a world's layers are made"),
    (("previous_layer", "next_layer"), "which layer the chart shows of it"),
    (("quieter", "louder"), "turn the sound down or up"),
    (("volume",), "which sound these turn"),
    (("fullscreen",), "full screen"),
    (("screenshot",), "keep a picture"),
)


class OverlaySystem(System):
    """Draws what lies over both views.

    Parameters
    ----------
    screen, clock, schedule
        Shared; the schedule tells what each system costs.
    bindings
        Returns the bindings of now, so that help and prompts name the keys that are really bound.
    prompt
        Returns what using would do now ("open the door"), or an empty text.
    triangles
        Returns how many triangles the last frame drew.
    sound
        Returns rows about the sound.
    """

    stage = Stage.FRAME
    after = (RenderSystem, ChartSystem, ScreenshotSystem)

    def __init__(
        self,
        screen: Screen,
        clock: Clock,
        schedule: Schedule,
        bindings: Callable[[], Bindings],
        prompt: Callable[[], str] = str,
        triangles: Callable[[], int] = int,
        sound: Callable[[], Sequence[tuple[str, str]]] = tuple,
    ) -> None:
        self._screen = screen
        self._clock = clock
        self._schedule = schedule
        self._bindings = bindings
        self._prompt = prompt
        self._triangles = triangles
        self._sound = sound
        self._frames: deque[float] = deque(maxlen=120)
        self._readings: pygame.Surface | None = None
        self._age = 0.0
        self._help: tuple[Bindings, pygame.Surface] | None = None

    def process(self, dt: float) -> None:
        """Lay this frame's labels."""
        self._frames.append(dt * 1000)
        self._screen.pass_time(dt)
        self._age += dt
        for label in self.labels():
            self._screen.canvas.label(label)

    def labels(self) -> list[Label]:
        """Return what lies over the picture now, the lowest first."""
        labels = []
        if self._screen.view == "first-person" and not self._clock.paused:
            labels.append(self._centred(dot(), 0.5))
        labels += self._words()
        if self._screen.overlay:
            labels += self._costs()
        top = round(0.3 * self._screen.canvas.size[1])
        if self._screen.help:
            labels.append(self._centred(self._help_of(self._bindings()), 0.5))
            top = labels[-1].corner[1]
        if self._clock.paused:
            labels.append(self._over(sign("paused – click to go on", 30), top))
        return labels

    def _help_of(self, bindings: Bindings) -> pygame.Surface:
        if self._help is None or self._help[0] is not bindings:
            self._help = bindings, help_panel(bindings)
        return self._help[1]

    def _words(self) -> list[Label]:
        labels = []
        prompt = self._prompt()
        if prompt and not self._clock.paused and not self._screen.help:
            labels.append(self._centred(sign(prompt, 26, first_key(self._bindings(), "use")), 0.74))
        height = self._screen.canvas.size[1]
        for row, message in enumerate(reversed(self._screen.messages)):
            surface = sign(message.text, 22)
            labels.append(self._centred(surface, 0.88 - row * (surface.get_height() + 6) / height, message.opacity))
        return labels

    def _costs(self) -> list[Label]:
        bars = graph(self._frames, SMOOTH_FRAME)
        lower = MARGIN + bars.get_height() + 6
        if self._readings is None or self._age >= REFRESH:
            self._age = 0.0
            room = rows_in(self._screen.canvas.size[1] - lower - MARGIN, READING)
            self._readings = panel(self._rows()[:room], size=READING, ragged=True)
        return [Label(bars, (self._beside(bars), MARGIN)), Label(self._readings, (self._beside(self._readings), lower))]

    def _beside(self, surface: pygame.Surface) -> int:
        """Return its left: in the chart's sidebar, which the chart leaves empty for it, else at the right."""
        size, width = self._screen.canvas.size, surface.get_width()
        if self._screen.view == "chart" and has_sidebar(size):
            end, begin, _, _ = plan_room(size)
            return max(MARGIN // 4, (begin + end - width) // 2)
        return size[0] - MARGIN - width

    def _rows(self) -> list[tuple[str, str]]:
        frames = sorted(self._frames) or [0.0]
        costs = sorted(self._schedule.costs(), key=lambda cost: -cost[1])
        return [
            ("frame", f"{frames[len(frames) // 2]:.1f} ms, worst {frames[-1]:.1f}"),
            ("tick", f"{self._clock.tick}"),
            ("entities", f"{len(list(esper.get_entities()))}"),
            ("triangles", f"{self._triangles():,}"),
            *_player_rows(),
            *self._sound(),
            ("", ""),
            *((name.removesuffix("System"), f"{microseconds:.0f} µs") for name, microseconds in costs[:16]),
        ]

    def _over(self, surface: pygame.Surface, top: int) -> Label:
        """Label in the middle, clear of what begins at `top`; where there is no room for that, over it."""
        corner = ((self._screen.canvas.size[0] - surface.get_width()) // 2, top - APART - surface.get_height())
        return Label(surface, (corner[0], max(APART // 2, corner[1])))

    def _centred(self, surface: pygame.Surface, height: float, opacity: float = 1.0) -> Label:
        """Label in the middle, `height` 0 … 1 of the picture's height from its top."""
        across, down = self._screen.canvas.size
        corner = ((across - surface.get_width()) // 2, round(down * height) - surface.get_height() // 2)
        return Label(surface, corner, opacity)


def help_panel(bindings: Bindings) -> pygame.Surface:
    """Return the table of keys, as they are bound."""
    rows = [
        ("  ".join(label for label in (bindings.label(action) for action in actions) if label), meaning)
        for actions, meaning in HELP
    ]
    return panel([row for row in rows if row[0]], title="Keys")


def first_key(bindings: Bindings, action: str) -> str:
    """Return the first of the keys bound to `action`, as a prompt shows it."""
    return bindings.label(action).split(" / ")[0]


def _player_rows() -> list[tuple[str, str]]:
    rows = []
    for _, (_, transform, motor) in esper.get_components(Player, Transform, WalkwayMotor)[:1]:
        x, z = motor.position
        rows += [
            ("walkway", motor.walkway),
            ("x, z", f"{x:.2f}, {z:.2f} m"),
            ("floor", f"{motor.floor_height:.2f} m"),
            ("heading", f"{transform.heading:.2f} rad"),
        ]
    return rows
