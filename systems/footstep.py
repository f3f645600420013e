"""Lets walkers be heard on what they walk on."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import esper
from numpy.random import Generator

from orlop.components import Transform, WalkwayMotor
from orlop.engine.schedule import Stage, System
from orlop.systems.spot_sound import SpotSoundSystem

SLOWEST = 0.3
"""Below this speed feet shuffle and are not heard, metres a second."""

JUMP = 0.5
"""A motor that moved further than this in one tick was put there, metres."""

SIDE = 0.11
"""Half the distance between the feet, metres."""


@dataclass(slots=True)
class _Gait:
    """Since the last step: metres; which foot is next, -1 left or 1 right; whether the walker goes on."""

    way: float
    foot: int = 1
    walking: bool = False


class FootstepSystem(System):
    """Plays a step for each stride of every motor.

    Strides grow with speed, as people's do; the first one is taken at once, and whoever stops sets the
    other foot down beside the first.

    Parameters
    ----------
    spots
        Plays them.
    surface
        Returns what a motor stands on: "wood", "stone", "grass" or "gravel".
    random
        Which of a ground's steps it is; not the game's own, since what is heard changes nothing.
    """

    stage = Stage.RESPOND
    before = (SpotSoundSystem,)

    def __init__(self, spots: SpotSoundSystem, surface: Callable[[WalkwayMotor], str], random: Generator) -> None:
        self._spots = spots
        self._surface = surface
        self._random = random
        self._gaits: dict[int, _Gait] = {}
        self._last: dict[str, int] = {}

    def process(self, dt: float) -> None:
        """Take the steps of this tick."""
        walkers = sorted(esper.get_components(WalkwayMotor, Transform), key=lambda found: found[0])
        self._gaits = {entity: self._gaits.get(entity) or _Gait(math.inf) for entity, _ in walkers}
        for entity, (motor, transform) in walkers:
            self._walk(self._gaits[entity], motor, transform, dt)

    def _walk(self, gait: _Gait, motor: WalkwayMotor, transform: Transform, dt: float) -> None:
        moved = math.dist(motor.position, motor.previous)
        if moved > JUMP:
            return
        speed = moved / dt
        if speed < SLOWEST:
            if gait.walking and gait.way > 0.4 * stride(SLOWEST):
                self._step(gait, motor, transform, 0.15)
            gait.walking, gait.way = False, math.inf
            return
        gait.walking = True
        gait.way += moved
        if gait.way >= stride(speed):
            self._step(gait, motor, transform, loudness(speed))
            gait.way = 0.0

    def _step(self, gait: _Gait, motor: WalkwayMotor, transform: Transform, volume: float) -> None:
        x, z = motor.position
        aside = gait.foot * SIDE
        place = (x + aside * math.cos(transform.heading), motor.floor_height, z + aside * math.sin(transform.heading))
        name = f"footstep_{self._surface(motor)}"
        self._spots.play(name, place, variant=self._variant(name), volume=volume, radius=1.6, reach=25.0)
        gait.foot = -gait.foot

    def _variant(self, name: str) -> int:
        """Choose any step but the last one: two alike in a row are heard to be a recording."""
        count = self._spots.variants(name)
        if count == 1:
            return 0
        last = self._last.get(name, count - 1)
        drawn = int(self._random.integers(count - 1))
        self._last[name] = drawn + (drawn >= last)
        return self._last[name]


def stride(speed: float) -> float:
    """Return how long a step is at `speed` metres a second, metres: 0.75 in a walk, 1.5 in a run."""
    return 0.55 + 0.18 * speed


def loudness(speed: float) -> float:
    """Return a step's volume, 0 … 1: twice as loud in a run as in a stroll."""
    return min(1.0, 0.16 + 0.07 * speed)
