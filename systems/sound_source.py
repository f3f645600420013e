"""Lets birds, bells and the like be heard now and then."""

import esper
from numpy.random import Generator

from orlop.components import SoundSource, Transform
from orlop.engine.schedule import Stage, System
from orlop.engine.sound.mixer import Bus
from orlop.systems.spot_sound import SpotSoundSystem


class SoundSourceSystem(System):
    """Plays each `SoundSource` after its pauses.

    Parameters
    ----------
    spots
        Plays them.
    random
        When and which; not the game's own, since what is heard changes nothing.
    """

    stage = Stage.RESPOND
    before = (SpotSoundSystem,)

    def __init__(self, spots: SpotSoundSystem, random: Generator) -> None:
        self._spots = spots
        self._random = random

    def process(self, dt: float) -> None:
        """Let time pass for each source."""
        for _, (source, transform) in sorted(esper.get_components(SoundSource, Transform), key=lambda found: found[0]):
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
