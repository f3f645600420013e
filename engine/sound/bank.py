"""The samples of all loaded sounds, in one block that never moves while the audio thread reads it."""

import numpy as np
from numpy.typing import NDArray

from orlop.engine.error import OrlopError
from orlop.engine.sound.sound import RATE, Sound

BEFORE = 192
"""Samples kept before each clip, for the ear that hears it later, 64 at most, two for interpolation, and
what a measured ear's filter still hears."""

AFTER = 256
"""Samples kept after each clip: a quantum can be read on from any of its samples, without a seam."""

FADE_IN, FADE_OUT = 24, 240
"""What a one-shot is faded by, in samples: a file cut off within a wave must not click."""


class Bank:
    """Clips of sound in one preallocated array.

    Around each loop lies what comes before its beginning and after its end, around each one-shot
    silence, so that kernels read straight on and never ask where a loop ends.

    Parameters
    ----------
    seconds
        How much fits in. Systems hand out memory as it is first written to, so room costs little.

    Attributes
    ----------
    samples
        (n,) float32.
    """

    def __init__(self, seconds: float = 600.0) -> None:
        self.samples: NDArray[np.float32] = np.zeros(round(seconds * RATE), np.float32)
        self._filled = 0
        self._clips: dict[str, tuple[Sound, int]] = {}

    def first(self, sound: Sound) -> int:
        """Put `sound` in, if it isn't yet, and return where its first sample lies.

        Raises
        ------
        OrlopError
            If it holds NaN or infinity, another sound has its name, or the bank is full.
        """
        known = self._clips.get(sound.name)
        if known is not None and _same(known[0], sound):
            return known[1]
        if known is not None:
            raise OrlopError(f'sound "{sound.name}"', "another sound has this name", "Give each sound its own.")
        if not np.isfinite(sound.samples).all():
            raise OrlopError(f'sound "{sound.name}"', "it holds samples that are no numbers", "Make the file anew.")
        clip = _surrounded(sound)
        if self._filled + len(clip) > len(self.samples):
            room = f"there is room for {len(self.samples) / RATE:.0f} s of sounds, and it is used up"
            raise OrlopError(f'sound "{sound.name}"', room, "Use fewer or shorter sounds, or a larger bank.")
        first = self._filled + BEFORE
        self.samples[self._filled : self._filled + len(clip)] = clip
        self._filled += len(clip)
        self._clips[sound.name] = (sound, first)
        return first


def _same(a: Sound, b: Sound) -> bool:
    return a is b or (a.loop == b.loop and np.array_equal(a.samples, b.samples))


def _surrounded(sound: Sound) -> NDArray[np.float32]:
    samples = np.clip(sound.samples, -1.0, 1.0)
    if sound.loop:
        around = np.arange(-BEFORE, len(samples) + AFTER) % len(samples)
        return samples[around]
    inward, outward = min(FADE_IN, len(samples)), min(FADE_OUT, len(samples))
    samples[:inward] *= np.linspace(0.0, 1.0, inward, endpoint=False, dtype=np.float32)
    samples[len(samples) - outward :] *= np.linspace(1.0, 0.0, outward, dtype=np.float32)
    return np.pad(samples, (BEFORE, AFTER))
