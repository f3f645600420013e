"""Plays sounds at places, and keeps them there while the listener moves and turns."""

from dataclasses import dataclass

from orlop.engine.schedule import Stage, System
from orlop.engine.sound.listener import Listener
from orlop.engine.sound.mixer import Bus, Mixer, Voice
from orlop.engine.sound.repertoire import Repertoire
from orlop.engine.sound.spot import spot_target
from orlop.systems.listening import listener_now


@dataclass(frozen=True, slots=True)
class Spot:
    """A sound that is playing: world position in metres; volume, radius and reach as for `spot_target`."""

    voice: Voice
    position: tuple[float, float, float]
    volume: float
    radius: float
    reach: float


class SpotSoundSystem(System):
    """Other systems ask it to `play`; it steers what plays until it ends.

    Parameters
    ----------
    mixer
        What plays them.
    repertoire
        Says which sound a name means.

    Attributes
    ----------
    playing
        The sounds that have not ended.
    """

    stage = Stage.RESPOND

    def __init__(self, mixer: Mixer, repertoire: Repertoire) -> None:
        self.playing: list[Spot] = []
        self._mixer = mixer
        self._repertoire = repertoire

    def variants(self, name: str) -> int:
        """Return how many variants of a sound there are to choose from, from 0."""
        return self._repertoire.variants(name)

    def play(
        self,
        name: str,
        position: tuple[float, float, float],
        *,
        variant: int = 0,
        volume: float = 1.0,
        radius: float = 0.5,
        reach: float = 40.0,
        bus: Bus = Bus.EFFECTS,
    ) -> None:
        """Play a sound at a world position, metres; nothing if nobody could hear it from where the listener is.

        Raises
        ------
        OrlopError
            If no sound has this name.
        """
        sound = self._repertoire.shot(name, variant)
        listener = listener_now()
        if listener is None or _distance(listener, position) >= reach:
            return
        target = spot_target(listener, position, volume, radius, reach)
        voice = self._mixer.play(sound, target, bus)
        if voice is not None:
            self.playing.append(Spot(voice, position, volume, radius, reach))

    def process(self, dt: float) -> None:
        """Steer what plays."""
        self.playing = [spot for spot in self.playing if self._mixer.sounds(spot.voice)]
        listener = listener_now()
        if listener is None:
            return
        for spot in self.playing:
            target = spot_target(listener, spot.position, spot.volume, spot.radius, spot.reach)
            self._mixer.steer((spot.voice,), target[None])

    def stop(self) -> None:
        """Let all fade out, as a level does when it goes."""
        for spot in self.playing:
            self._mixer.stop(spot.voice)
        self.playing.clear()


def _distance(listener: Listener, position: tuple[float, float, float]) -> float:
    return float(sum((a - b) ** 2 for a, b in zip(listener.position, position, strict=True)) ** 0.5)
