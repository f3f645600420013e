"""A level together with what makes it heard."""

from collections.abc import Callable, Sequence
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


class Heard:
    """Loads a level and, with it, the systems that make it heard; both go together.

    Parameters
    ----------
    level
        What is played.
    mixer
        What plays it; a sink draws from it.
    serve
        What the sink wants done once a tick.

    Attributes
    ----------
    audio, spots
        The systems of clouds and of single sounds, once loaded.
    """

    def __init__(self, level: Level, mixer: Mixer, serve: Callable[[], object] | None = None) -> None:
        self.mixer = mixer
        self._level = level
        self._serve = serve
        self.audio: PointCloudAudioSystem | None = None
        self.spots: SpotSoundSystem | None = None

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
        self.audio = PointCloudAudioSystem(self.mixer, () if sonorous is None else sonorous.clouds(), repertoire)
        self.spots = SpotSoundSystem(self.mixer, repertoire)
        for system in (
            self.audio,
            FootstepSystem(self.spots, _stone if sonorous is None else sonorous.surface, chance),
            DoorSoundSystem(self.spots, chance),
            SoundSourceSystem(self.spots, chance),
            self.spots,
            MixingSystem(self.mixer, game.clock, self._serve),
        ):
            game.add(system)
        for last_first in (self.mixer.publish, self.audio.stop, self.spots.stop):
            game.on_unload(last_first)


def _stone(motor: WalkwayMotor) -> str:
    return "stone"
