"""What the forest sounds like: water and leaves."""

from orlop.engine.sound.attenuation import Attenuation
from orlop.engine.sound.cloud import CloudSound
from orlop.engine.sound.component import SoundComponent
from orlop.engine.sound.curve import cross_fade

WATER = (("trickle", 0.9), ("stream", 0.42), ("torrent", 0.38), ("waterfall", 0.9))
"""Loops and volumes, from a still pool to a fall."""
PEAKS = (0.04, 0.2, 0.5, 1.0)
"""Loudness at which each of them is heard alone; see `sounds.loudness`."""
LEAVES = (("leaves_breeze", 0.05), ("leaves_wind", 0.05))
"""From needles to broad leaves."""


def forest_clouds() -> tuple[CloudSound, ...]:
    """Return the clouds, by the power law: water here and water there know nothing of each other."""
    water, leaves = cross_fade(PEAKS, equal_power=True), cross_fade((0.25, 1.0), equal_power=True)
    return (
        CloudSound(
            "river",
            [SoundComponent(loop, volume, curve=curve) for (loop, volume), curve in zip(WATER, water, strict=True)],
            Attenuation(90.0),
            sum_law="power",
            direction_law="power",
        ),
        CloudSound(
            "wind",
            [
                SoundComponent(loop, volume, 0.7, curve=curve)
                for (loop, volume), curve in zip(LEAVES, leaves, strict=True)
            ],
            Attenuation(40.0),
            sum_law="power",
            direction_law="power",
        ),
    )
