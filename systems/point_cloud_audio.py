"""Lets rivers, woods and leaking hulls be heard, each as one voice a loop."""

from collections.abc import Sequence

import esper

from orlop.components import SoundPointCollection
from orlop.engine.error import OrlopError
from orlop.engine.schedule import Stage, System
from orlop.engine.sound.block import SampleBlock
from orlop.engine.sound.cloud import CloudSound
from orlop.engine.sound.collection import SampleCollection
from orlop.engine.sound.mixer import Bus, Mixer, Voice
from orlop.engine.sound.repertoire import Repertoire
from orlop.systems.listening import listener_now

Found = list[tuple[int, SoundPointCollection]]


class PointCloudAudioSystem(System):
    """Evaluates every cloud where the listener is, and steers its voices.

    A `SoundPointCollection` that comes is faded in, one that goes is faded out.

    Parameters
    ----------
    mixer
        Gets a loop for each component of each cloud, which go with `stop`.
    clouds
        Named as the collections name them.
    repertoire
        Says what the components' loops are.

    Attributes
    ----------
    clouds
        By name; their `targets` are what is heard now.
    """

    stage = Stage.RESPOND

    def __init__(self, mixer: Mixer, clouds: Sequence[CloudSound], repertoire: Repertoire) -> None:
        self.clouds = {cloud.name: cloud for cloud in clouds}
        self._mixer = mixer
        self._voices: dict[str, list[Voice]] = {
            cloud.name: [mixer.loop(repertoire.loop(part.loop), Bus.AMBIENCE) for part in cloud.components]
            for cloud in clouds
        }
        self._found: Found = []
        self._handles: dict[int, tuple[SoundPointCollection, CloudSound, int]] = {}

    def process(self, dt: float) -> None:
        """Do one tick."""
        found = esper.get_component(SoundPointCollection)
        if found is not self._found:  # esper makes a new list when any entity came or went
            self._found = found
            self._bind(found)
        listener = listener_now()
        if listener is None:
            return
        for name, cloud in self.clouds.items():
            self._mixer.steer(self._voices[name], cloud.evaluate(listener, dt))

    def stop(self) -> None:
        """Let all voices fade out, as a level does when it goes."""
        for voices in self._voices.values():
            for voice in voices:
                self._mixer.stop(voice)

    def _bind(self, found: Found) -> None:
        present = dict(found)
        for entity, (collection, cloud, handle) in list(self._handles.items()):
            if present.get(entity) is not collection:
                cloud.remove(handle)
                del self._handles[entity]
        for entity, collection in sorted(found, key=lambda each: each[0]):
            if entity not in self._handles:
                cloud = self._cloud(collection.sound)
                packed = collection.packed
                samples = packed if isinstance(packed, SampleBlock) else samples_of(collection, entity)
                self._handles[entity] = collection, cloud, cloud.add(samples)

    def _cloud(self, name: str) -> CloudSound:
        if name not in self.clouds:
            known = ", ".join(f'"{cloud}"' for cloud in self.clouds) or "none"
            raise OrlopError(f'sound "{name}"', f"no cloud has this name; there is {known}", "Name one of the level's.")
        return self.clouds[name]


def samples_of(collection: SoundPointCollection, entity: int) -> SampleCollection:
    """Return the samples of an entity's collection, or OrlopError if they can't be used."""
    name = f'samples of "{collection.sound}", entity {entity}'
    return SampleCollection(collection.points, collection.radii, collection.parameters, name)
