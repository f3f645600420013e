"""A level together with what makes it heard."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np

from orlop.components import WalkwayMotor
from orlop.engine.game import Game
from orlop.engine.level import Level
from orlop.engine.sound.cloud import CloudSound
from orlop.engine.sound.mixer import Mixer
from orlop.engine.sound.repertoire import Repertoire
from orlop.systems.door_sound import DoorSoundSystem
from orlop.systems.footstep import FootstepSystem
from orlop.systems.mixing import MixingSystem
from orlop.systems.point_cloud_audio import PointCloudAudioSystem
from orlop.systems.sound_source import SoundSourceSystem
from orlop.systems.spot_sound import SpotSoundSystem


@runtime_checkable
class Sonorous(Level, Protocol):
    """A level that says what it sounds like. One that doesn't has doors, and steps on stone."""

    @property
    def repertoire(self) -> Repertoire:
        """Which sounds its names mean."""
        ...

    def clouds(self) -> Sequence[CloudSound]:
        """Return new clouds for its `SoundPointCollection`s."""
        ...

    def surface(self, motor: WalkwayMotor) -> str:
        """Return what a motor stands on: "wood", "stone", "grass" or "gravel"."""
        ...


class Sink(Protocol):
    """What the mixer's sound goes to."""

    @property
    def underruns(self) -> int:
        """How often it had nothing to play."""
        ...

    def tick(self) -> None:
        """Keep the sound going."""
        ...


class Heard:
    """Loads a level and, with it, the systems that make it heard; both go together.

    Parameters
    ----------
    level
        What is played.
    mixer
        What plays it; a sink draws from it.
    sink
        Served once a tick; offline there is none.
    """

    def __init__(self, level: Level, mixer: Mixer, sink: Sink | None = None) -> None:
        self._level = level
        self._mixer = mixer
        self._sink = sink
        self._systems: tuple[PointCloudAudioSystem, SpotSoundSystem] | None = None

    @property
    def name(self) -> str:
        """The level's own."""
        return self._level.name

    def load(self, game: Game) -> None:
        """Load the level, then add its sound to `game`."""
        self._level.load(game)
        level = self._level
        sonorous = level if isinstance(level, Sonorous) else None
        repertoire = Repertoire() if sonorous is None else sonorous.repertoire
        # Sounds have chance of their own: what is heard must not change what happens.
        chance = np.random.default_rng(game.seed)
        audio = PointCloudAudioSystem(self._mixer, () if sonorous is None else sonorous.clouds(), repertoire)
        spots = SpotSoundSystem(self._mixer, repertoire)
        for system in (
            audio,
            FootstepSystem(spots, _stone if sonorous is None else sonorous.surface, chance),
            DoorSoundSystem(spots, chance),
            SoundSourceSystem(spots, game.events, chance),
            spots,
            MixingSystem(self._mixer, game.clock, None if self._sink is None else self._sink.tick),
        ):
            game.add(system)
        for last_first in (self._mixer.publish, audio.stop, spots.stop):
            game.on_unload(last_first)
        self._systems = audio, spots

    @property
    def systems(self) -> tuple[PointCloudAudioSystem, SpotSoundSystem]:
        """Those of clouds and of single sounds; RuntimeError before it is loaded."""
        if self._systems is None:
            raise RuntimeError("the level has not been loaded")
        return self._systems

    @property
    def mixer(self) -> Mixer:
        """What plays it."""
        return self._mixer

    def rows(self) -> tuple[tuple[str, str], ...]:
        """Return what the overlay tells of the sound."""
        limit = self._mixer.limit
        told = [("voices", f"{self._mixer.sounding}"), ("limiter", "–" if limit > 0.999 else f"{limit:.2f}")]
        if self._sink is not None:
            told.append(("underruns", f"{self._sink.underruns}"))
        return tuple(told)


def _stone(motor: WalkwayMotor) -> str:
    return "stone"
