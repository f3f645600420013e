"""What the valley sounds like: the river, the wind, what one brushes past, and birds."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from orlop.components import SoundPointCollection, SoundSource, Transform
from orlop.engine.sound.attenuation import Attenuation
from orlop.engine.sound.cloud import CloudSound
from orlop.engine.sound.collision import Collision
from orlop.engine.sound.component import SoundComponent
from orlop.engine.sound.curve import cross_fade
from orlop.engine.sound.water import stretch_radius
from orlop.levels.riverbend.course import (
    FALL,
    POOL,
    STREAM,
    TORRENT,
    TRICKLE,
    WATERFALL,
    half_width,
    middle,
    stations,
    wildness,
)
from orlop.levels.riverbend.grove import WOOD, bushes, trees
from orlop.levels.riverbend.terrain import water_height

Floats = NDArray[np.float64]

UPRIGHT = np.eye(3)

REACHES = (-40.0, -20.0, 0.0, 12.0, 24.0, 50.0)
"""World z between which the river's samples are one collection: those out of earshot cost nothing."""


def clouds() -> tuple[CloudSound, ...]:
    """Return the clouds: the power law, since water here and water there know nothing of each other."""
    water = cross_fade((TRICKLE, STREAM, TORRENT, WATERFALL), equal_power=True)
    wind = cross_fade((0.0, 0.5, 1.0), equal_power=True)
    river = (("trickle", 0.9), ("stream", 0.42), ("torrent", 0.38), ("waterfall", 0.9))
    leaves = (("leaves_breeze", 0.10), ("leaves_wind", 0.12), ("leaves_gale", 0.12))
    return (
        CloudSound(
            "river",
            [SoundComponent(loop, volume, curve=curve) for (loop, volume), curve in zip(river, water, strict=True)],
            Attenuation(70.0),
            sum_law="power",
            direction_law="power",
        ),
        CloudSound(
            "wind",
            [
                SoundComponent(loop, volume, 0.7, curve=curve)
                for (loop, volume), curve in zip(leaves, wind, strict=True)
            ],
            Attenuation(35.0),
            sum_law="power",
            direction_law="power",
        ),
        CloudSound("foliage", [SoundComponent("foliage", 4.0, 0.7)], Collision()),
    )


def collections(turn: Floats = UPRIGHT) -> list[SoundPointCollection]:
    """Return the samples of all clouds, in a scene turned by `turn` (3, 3)."""
    upright = (*_river(), _wind(), _foliage())
    return [replace(collection, points=collection.points @ turn.T) for collection in upright]


def birds(turn: Floats = UPRIGHT) -> list[tuple[Transform, SoundSource]]:
    """Return birds in some crowns: finches and tits in the grove, thrushes on the single trees."""
    plants = trees()
    x0, z0, x1, z1 = WOOD
    across, along = plants.feet[:, 0], plants.feet[:, 2]
    inside = (across > x0) & (across < x1) & (along > z0) & (along < z1)
    chosen = [*np.flatnonzero(inside)[::11], *np.flatnonzero(~inside)[::6]]
    found = []
    for tree in chosen:
        sounds = ("bird_finch", "bird_tit") if inside[tree] else ("bird_thrush",)
        x, y, z = (turn @ (plants.feet[tree] + [0.0, 0.8 * plants.sizes[tree], 0.0])).tolist()
        found.append((Transform((x, y, z)), SoundSource(sounds, (5.0, 18.0), 0.45, 3.0, 55.0)))
    return found


def _river() -> list[SoundPointCollection]:
    """A sample for each stretch of water, and more where it falls and foams."""
    line = (stations()[:-1] + stations()[1:]) / 2.0
    lengths = np.linalg.norm(np.diff(stations(), axis=0), axis=1)
    x, z = line[:, 0], line[:, 1]
    narrow = np.minimum(half_width(z), 2.0)
    radii = np.array([stretch_radius(2.0 * w, length) for w, length in zip(narrow, lengths, strict=True)])
    points = np.stack([x, water_height(x, z), z], axis=1)
    fall, pool = _sheet(), _pool()
    points = np.concatenate([points, fall, pool])
    radii = np.concatenate([radii, np.full(len(fall), 0.35), np.full(len(pool), 0.7)])
    wild = np.concatenate([wildness(z), np.full(len(fall), WATERFALL), np.full(len(pool), 2.6)])
    found = []
    for begin, end in pairwise(REACHES):
        part = (points[:, 2] >= begin) & (points[:, 2] < end)
        found.append(SoundPointCollection("river", points[part], radii[part], wild[part]))
    return found


def _sheet() -> Floats:
    """Samples all over the falling water."""
    across = np.linspace(-1.8, 1.8, 7)
    ends = water_height(np.full(2, float(middle(FALL))), np.array([FALL, FALL + 0.7]))
    down = np.linspace(ends[0], ends[1], 7)
    x, y = (grid.ravel() for grid in np.meshgrid(across + float(middle(FALL)), down))
    return np.stack([x, y, np.full(len(x), FALL + 0.4)], axis=1)


def _pool() -> Floats:
    """Samples over the foaming half of the pool."""
    x, z = (grid.ravel() for grid in np.meshgrid(np.arange(-3.5, 3.6, 1.0), np.arange(-3.5, 1.0, 1.0)))
    kept = np.hypot(x, z) < POOL[1]
    x, z = x[kept] + float(middle(POOL[0])), z[kept] + POOL[0]
    return np.stack([x, water_height(x, np.full(len(x), FALL + 3.0)), z], axis=1)


def _wind() -> SoundPointCollection:
    """Two samples in each crown. Trees of the grove shelter each other; the higher one stands, the more it blows."""
    plants = trees()
    up = np.array([0.5, 0.75])
    points = np.repeat(plants.feet, 2, axis=0)
    points[:, 1] += np.outer(plants.sizes, up).ravel()
    radii = np.repeat(0.19 * plants.sizes, 2)
    neighbours = (np.linalg.norm(plants.feet[:, None] - plants.feet, axis=2) < 6.0).sum(axis=1) - 1
    exposure = 0.9 / (1.0 + 0.25 * neighbours) * np.clip(0.45 + 0.1 * plants.feet[:, 1], 0.0, 1.0)
    return SoundPointCollection("wind", points, radii, np.repeat(exposure, 2))


def _foliage() -> SoundPointCollection:
    plants = bushes()
    points = plants.feet + np.outer(plants.sizes, (0.0, 0.8, 0.0))
    return SoundPointCollection("foliage", points, plants.sizes, np.zeros(len(points)))
