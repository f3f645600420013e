"""How loud a level's clouds are, and how spread out, wherever one can stand."""

import math
from types import TracebackType
from typing import Self

import esper
import numpy as np
import pygame
from numpy.typing import NDArray

from orlop.components import SoundPointCollection
from orlop.engine.game import Game
from orlop.engine.render.chart_plan import ChartPlan
from orlop.engine.render.chart_view import ChartView
from orlop.engine.render.ink import INK, PAPER, blank
from orlop.engine.render.lettering import line
from orlop.engine.sound.cloud import CloudSound
from orlop.engine.sound.listener import Listener
from orlop.engine.sound.target import SPREAD, VOLUME
from orlop.engine.walkway.walkway import Walkway
from orlop.levels.scene_level import SceneLevel
from orlop.systems.chart import chart_deck
from orlop.systems.point_cloud_audio import samples_of

Floats = NDArray[np.float64]

EARS = 1.65
"""Metres over the floor."""

PACE = 1.4
"""Metres a second of a walker, for what is heard as it is brushed."""

STEP = 0.5
"""Metres between two places that are listened at."""

QUIETEST = -48.0
"""Decibels at the pale end of the scale."""

HEAD = 52
"""Pixels over each map for its title."""

FOOT = 34
"""Pixels under all for the scale."""

EDGE = 12
"""Pixels left of what is written."""

_LOUDNESS = np.array([(238, 232, 214), (150, 196, 206), (52, 140, 176), (34, 84, 140), (150, 44, 96), (236, 96, 40)])
_SPREAD = np.array([(40, 52, 110), (38, 130, 150), (140, 190, 120), (246, 222, 120)])


class SoundMap:
    """A level's clouds, evaluated over its walkways.

    Attributes
    ----------
    clouds
        By name; those that have samples.
    """

    def __init__(self, level: SceneLevel) -> None:
        self._level = level
        self._game = Game()
        self._levels: dict[str, float] = {}
        self.clouds: dict[str, CloudSound] = {}
        try:
            self._game.load(level)
            self._gather(level)
        except BaseException:
            self._game.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._game.close()

    def paint(self, scale: float) -> pygame.Surface:
        """Return the picture, `scale` pixels a metre: a row for each walkway, for each cloud loudness and spread."""
        rows = [self._row(walkway, scale) for walkway in self._level.build.walkways]
        bars = _scale_bars()
        width = max(each.get_width() for each in (*rows, bars))
        picture = blank((width, sum(row.get_height() for row in rows) + FOOT), PAPER)
        top = 0
        for row in rows:
            picture.blit(row, (0, top))
            top += row.get_height()
        picture.blit(bars, (0, top))
        return picture

    def loudest(self) -> dict[str, float]:
        """Return how loud each cloud is where it was found to be loudest, decibels; after `paint`."""
        return dict(self._levels)

    def listen(self, cloud: CloudSound, walkway: Walkway, places: Floats) -> tuple[Floats, Floats]:
        """Return decibels (n,) and spread (n,) of a cloud at world places (n, 2) over a walkway's floor.

        Of several components: the level of their sum, and their spreads' mean by power. NaN where
        there is no floor.
        """
        level, spread = np.full(len(places), np.nan), np.full(len(places), np.nan)
        for index, (x, z) in enumerate(places.tolist()):
            ground = walkway.floor.at(*walkway.to_local(x, z))
            if ground is None:
                continue
            ears = (x, ground[0] + float(walkway.origin[1]) + EARS, z)
            targets = cloud.evaluate(Listener(ears, speed=PACE)).astype(np.float64)
            power = targets[:, VOLUME] ** 2
            total = float(power.sum())
            level[index] = 10.0 * math.log10(max(total, 1e-12))
            spread[index] = float(power @ targets[:, SPREAD]) / total if total > 0.0 else np.nan
        return level, spread

    def _gather(self, level: SceneLevel) -> None:
        clouds = {cloud.name: cloud for cloud in level.clouds()}
        for entity, collection in sorted(esper.get_component(SoundPointCollection), key=lambda found: found[0]):
            cloud = clouds[collection.sound]
            cloud.add(samples_of(collection, entity))
            self.clouds[cloud.name] = cloud

    def _row(self, walkway: Walkway, scale: float) -> pygame.Surface:
        deck = chart_deck(walkway, self._level.settings.radius)
        low, high = deck.bounds()
        size = (round((high[0] - low[0]) * scale) + 40, round((high[1] - low[1]) * scale) + 40)
        view = ChartView((float((low + high)[0] / 2), float((low + high)[1] / 2)), scale, size)
        plan = blank(size, PAPER)
        ChartPlan().draw(plan, deck, (), view)
        xs, zs = np.arange(low[0], high[0], STEP) + STEP / 2, np.arange(low[1], high[1], STEP) + STEP / 2
        x, z = np.meshgrid(xs, zs, indexing="ij")
        places = np.stack([x.ravel(), z.ravel()], axis=1)
        titles = [line(f"{name} on {walkway.name}", 20, INK) for name in self.clouds]
        wide = max(size[0], *(title.get_width() + 2 * EDGE for title in titles))
        row = blank((2 * len(self.clouds) * wide, size[1] + HEAD), PAPER)
        for column, (name, cloud) in enumerate(self.clouds.items()):
            level, spread = self.listen(cloud, walkway, places)
            self._levels[name] = max(self._levels.get(name, -120.0), float(np.nanmax(level, initial=-120.0)))
            audible = np.where(level > QUIETEST, spread, np.nan)
            for side, (what, share, ramp) in enumerate(
                (("loudness", 1.0 - level / QUIETEST, _LOUDNESS), ("spread", audible, _SPREAD))
            ):
                left = (2 * column + side) * wide
                row.blit(plan, (left, HEAD))
                _tint(row, share.reshape(x.shape), ramp, (xs[0] - STEP / 2, zs[0] - STEP / 2), view, (left, HEAD))
                row.blit(titles[column], (left + EDGE, 10))
                row.blit(line(what, 18, INK), (left + EDGE, 31))
        return row


def _tint(
    row: pygame.Surface, share: Floats, ramp: Floats, corner: tuple[float, float], view: ChartView, at: tuple[int, int]
) -> None:
    """Lay colours for `share` (x, z), 0 … 1, over a plan; NaN leaves it bare."""
    known = np.isfinite(share)
    position = np.clip(np.where(known, share, 0.0), 0.0, 1.0) * (len(ramp) - 1)
    colours = [np.interp(position, np.arange(len(ramp)), ramp[:, k]) for k in range(3)]
    small = blank(share.shape)
    pygame.surfarray.blit_array(small, np.zeros(share.shape, np.int32))
    pygame.surfarray.pixels3d(small)[:] = np.stack(colours, axis=-1).astype(np.uint8)
    pygame.surfarray.pixels_alpha(small)[:] = np.where(known, 205, 0).astype(np.uint8)
    large = pygame.transform.scale_by(small, STEP * view.scale)
    left, top = view.pixel(*corner)
    row.blit(large, (at[0] + round(left), at[1] + round(top)))


def _scale_bars() -> pygame.Surface:
    """Return what the colours mean, side by side."""
    sheet, left = blank((2 * 320, FOOT), PAPER), EDGE
    for ramp, words in ((_LOUDNESS, (f"{QUIETEST:.0f} dB", "0 dB")), (_SPREAD, ("spread 0", "1"))):
        first = line(words[0].replace("-", "−"), 18, INK)
        sheet.blit(first, (left, 8))
        left += first.get_width() + 8
        for step in range(160):
            position = step / 159 * (len(ramp) - 1)
            colour = [round(float(np.interp(position, np.arange(len(ramp)), ramp[:, k]))) for k in range(3)]
            pygame.draw.line(sheet, colour, (left + step, 9), (left + step, 23))
        last = line(words[1], 18, INK)
        sheet.blit(last, (left + 168, 8))
        left += 168 + last.get_width() + 40
    return sheet.subsurface((0, 0, left, FOOT))
