"""Sound made visible: samples where they are, voices where they are heard from."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pygame
from numpy.typing import NDArray

from orlop.engine.render.chart_view import ChartView
from orlop.engine.render.ink import Colour, blank
from orlop.engine.render.lettering import line
from orlop.engine.render.panel import DIM, PADDING, TEXT, sign, slip
from orlop.engine.render.view import View

HUES: tuple[Colour, ...] = (
    (38, 128, 214),
    (22, 168, 150),
    (230, 150, 30),
    (206, 60, 52),
    (138, 84, 190),
    (96, 158, 44),
    (222, 98, 160),
    (120, 108, 92),
    (64, 60, 58),
)
"""Colours of the components, in turn; the last one is for sounds at single places."""

FAINTEST = -60.0
"""Decibels: what is fainter is not drawn."""

MOST = 1500
"""Samples drawn; the loudest, if there are more."""

DIAL = 148
"""Width of the dial, pixels."""

SILENCE = "no sounds here but steps and doors"
"""Of a level without clouds."""


@dataclass(frozen=True, slots=True, eq=False)
class SampleMarks:
    """Samples as the listener hears them.

    Attributes
    ----------
    points, radii
        (n, 3) world and (n,), metres.
    decibels
        (n,) loudness, each in its loudest component.
    hues
        (n,) which component that is, an index into `HUES`.
    """

    points: NDArray[np.float64]
    radii: NDArray[np.float64]
    decibels: NDArray[np.float64]
    hues: NDArray[np.int64]

    def loudest(self) -> "SampleMarks":
        """Return those that can be heard, at most `MOST`, the loudest last."""
        order = np.argsort(self.decibels)[-MOST:]
        order = order[self.decibels[order] > FAINTEST]
        return SampleMarks(self.points[order], self.radii[order], self.decibels[order], self.hues[order])


@dataclass(frozen=True, slots=True)
class VoiceMark:
    """A voice: its loudness in decibels, where it is heard from, and its hue.

    `right` and `back` are its direction in the listener's frame; `spread` 0 … 1.
    """

    name: str
    decibels: float
    right: float
    back: float
    spread: float
    hue: int


def draw_on_chart(surface: pygame.Surface, marks: SampleMarks, view: ChartView) -> None:
    """Draw samples as disks of their radius, the louder the more opaque."""
    places = view.to_pixels(marks.points[:, [0, 2]])
    _disks(surface, places, np.maximum(marks.radii * view.scale, 2.0), marks)


def draw_in_view(surface: pygame.Surface, marks: SampleMarks, view: View) -> None:
    """Draw samples as the first person would see spheres of their radius, through all walls."""
    width, height = surface.get_size()
    clip = (marks.points - np.array(view.eye)) @ view.clip(width / height)[:, :3].T + view.clip(width / height)[:, 3]
    depth = clip[:, 3]
    ahead = depth > 0.2
    with np.errstate(divide="ignore", invalid="ignore"):
        places = (clip[:, :2] / depth[:, None] * (0.5, -0.5) + 0.5) * (width, height)
        sizes = marks.radii / depth * height / (2.0 * math.tan(view.field_of_view / 2.0))
    seen = ahead & (np.abs(places[:, 0] - width / 2) < width) & (np.abs(places[:, 1] - height / 2) < height)
    part = SampleMarks(marks.points[seen], marks.radii[seen], marks.decibels[seen], marks.hues[seen])
    _disks(surface, places[seen], np.clip(sizes[seen], 2.0, height / 4.0), part)


def voice_panel(voices: Sequence[VoiceMark]) -> pygame.Surface:
    """Return a dial, up being ahead, with an arc for each voice, and their names and levels.

    An arc is as wide as the voice is spread: all round where it comes from everywhere. Without voices it says so.
    """
    if not voices:
        return sign(SILENCE, 20)
    names = [line(voice.name, 18, HUES[voice.hue % len(HUES)]) for voice in voices]
    levels = [line(_level(voice), 18, TEXT if voice.decibels > FAINTEST else DIM) for voice in voices]
    wide = max((name.get_width() for name in names), default=0) + 14
    tall = max(DIAL, 22 * len(voices))
    sheet = slip((DIAL + wide + 150 + 3 * PADDING, tall + 2 * PADDING))
    _dial(sheet, (PADDING + DIAL // 2, PADDING + tall // 2), voices)
    for row, (name, level) in enumerate(zip(names, levels, strict=True)):
        top = PADDING + row * 22
        sheet.blit(name, (2 * PADDING + DIAL, top))
        sheet.blit(level, (2 * PADDING + DIAL + wide, top))
    return sheet


def _level(voice: VoiceMark) -> str:
    if voice.decibels <= FAINTEST:
        return "silent"
    return f"{voice.decibels:.0f} dB, spread {voice.spread:.2f}".replace("-", "−")


def _dial(sheet: pygame.Surface, middle: tuple[int, int], voices: Sequence[VoiceMark]) -> None:
    rim = DIAL / 2 - 2
    pygame.draw.aacircle(sheet, DIM, middle, rim, 1)
    pygame.draw.aaline(sheet, DIM, middle, (middle[0], middle[1] - 10))
    heard = [voice for voice in voices if voice.decibels > FAINTEST]
    for ring, voice in enumerate(heard):
        radius = rim - 6 - ring * (rim - 22) / max(len(heard), 6)
        ahead = math.atan2(voice.right, -voice.back)
        half = max(0.05, voice.spread * math.pi)
        turns = np.linspace(ahead - half, ahead + half, 40)
        points = [(middle[0] + radius * math.sin(turn), middle[1] - radius * math.cos(turn)) for turn in turns]
        thick = 1 + round(5 * _share(voice.decibels))
        pygame.draw.lines(sheet, HUES[voice.hue % len(HUES)], False, points, thick)


def _disks(
    surface: pygame.Surface, places: NDArray[np.float64], sizes: NDArray[np.float64], marks: SampleMarks
) -> None:
    for (x, y), size, decibels, hue in zip(
        places.tolist(), sizes.tolist(), marks.decibels.tolist(), marks.hues.tolist(), strict=True
    ):
        colour = HUES[hue % len(HUES)]
        disk = blank((round(2 * size) + 2, round(2 * size) + 2))
        middle = (size + 1, size + 1)
        pygame.draw.circle(disk, (*colour, round(20 + 110 * _share(decibels))), middle, size)
        pygame.draw.circle(disk, (*colour, 190), middle, size, 1)
        surface.blit(disk, (x - size - 1, y - size - 1))


def _share(decibels: float) -> float:
    return min(1.0, max(0.0, 1.0 - decibels / FAINTEST))
