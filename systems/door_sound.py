"""Lets doors and hatches be heard."""

import esper
from numpy.random import Generator

from orlop.components import Door, Transform
from orlop.engine.schedule import Stage, System
from orlop.systems.spot_sound import SpotSoundSystem

HEIGHT = 1.0
"""Of a door's middle over its foot, metres."""


class DoorSoundSystem(System):
    """Plays a creak when a door leaves its frame and a blow when it falls into it.

    It watches how far each is open, so it hears doors that a player, a walker or a script moves.

    Parameters
    ----------
    spots
        Plays them.
    random
        Which creak it is; not the game's own, since what is heard changes nothing.
    """

    stage = Stage.RESPOND
    before = (SpotSoundSystem,)

    def __init__(self, spots: SpotSoundSystem, random: Generator) -> None:
        self._spots = spots
        self._random = random
        self._openness: dict[int, float] = {}

    def process(self, dt: float) -> None:
        """Compare each door with a tick ago."""
        doors = sorted(esper.get_components(Door, Transform), key=lambda found: found[0])
        before = self._openness
        self._openness = {entity: door.openness for entity, (door, _) in doors}
        for entity, (door, transform) in doors:
            was = before.get(entity, door.openness)
            if was == 0.0 < door.openness:
                self._play("door_open", transform)
            elif door.openness == 0.0 < was:
                self._play("door_shut", transform)

    def _play(self, name: str, transform: Transform) -> None:
        x, y, z = transform.position
        variant = int(self._random.integers(self._spots.variants(name)))
        self._spots.play(name, (x, y + HEIGHT, z), variant=variant, volume=0.6, radius=1.2, reach=35.0)
