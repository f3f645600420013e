"""Lets birds, bells and the like be heard now and then, and when they are used."""

import esper
from numpy.random import Generator

from orlop.components import SoundSource, Transform
from orlop.engine.events import Events
from orlop.engine.schedule import Stage, System
from orlop.engine.sound.mixer import Bus
from orlop.systems.interaction import InteractionSystem, Used
from orlop.systems.spot_sound import SpotSoundSystem


class SoundSourceSystem(System):
    """Plays each `SoundSource` after its pauses, and whenever it is used.

    Parameters
    ----------
    spots
        Plays them.
    events
        Tell what was used.
    random
        When and which; not the game's own, since what is heard changes nothing.
    """

    stage = Stage.RESPOND
    after = (InteractionSystem,)
    before = (SpotSoundSystem,)

    def __init__(self, spots: SpotSoundSystem, events: Events, random: Generator) -> None:
        self._spots = spots
        self._events = events
        self._random = random

    def process(self, dt: float) -> None:
        """Let time pass for each source."""
        used = {event.entity for event in self._events.of(Used)}
        for entity, (source, transform) in sorted(
            esper.get_components(SoundSource, Transform), key=lambda each: each[0]
        ):
            if entity in used:
                self._play(source, transform)
            if source.pause is None:
                continue
            if source.left < 0.0:
                source.left = float(self._random.uniform(0.0, source.pause[1]))
                continue
            source.left -= dt
            if source.left < 0.0:
                self._play(source, transform)
                source.left = float(self._random.uniform(*source.pause))

    def _play(self, source: SoundSource, transform: Transform) -> None:
        x, y, z = transform.position
        name = source.sounds[int(self._random.integers(len(source.sounds)))]
        self._spots.play(
            name,
            (x, y + source.height, z),
            variant=int(self._random.integers(self._spots.variants(name))),
            volume=source.volume,
            radius=source.radius,
            reach=source.reach,
            bus=Bus.AMBIENCE,
        )
