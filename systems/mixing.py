"""Hands what the other systems want heard to the audio thread, once a tick."""

from collections.abc import Callable

from orlop.engine.clock import Clock
from orlop.engine.schedule import Stage, System
from orlop.engine.sound.mixer import Mixer
from orlop.systems.point_cloud_audio import PointCloudAudioSystem
from orlop.systems.spot_sound import SpotSoundSystem


class MixingSystem(System):
    """Publishes the mixer's wishes, fades everything out while the clock is paused, and serves the sink.

    Parameters
    ----------
    mixer, clock
        Shared.
    serve
        What the sink wants done once a tick.
    """

    stage = Stage.RESPOND
    after = (PointCloudAudioSystem, SpotSoundSystem)
    runs_paused = True

    def __init__(self, mixer: Mixer, clock: Clock, serve: Callable[[], object] | None = None) -> None:
        self._mixer = mixer
        self._clock = clock
        self._serve = serve

    def process(self, dt: float) -> None:
        """Publish."""
        self._mixer.paused = self._clock.paused
        self._mixer.publish()
        if self._serve is not None:
            self._serve()
