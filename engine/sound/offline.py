"""A sink without a device: what a game sounds like, as an array."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from orlop.engine.sound.mixer import Mixer
from orlop.engine.sound.sound import RATE
from orlop.engine.sound.sound_file import write_wav


class OfflineSink:
    """Renders a mixer as fast as it can, in step with the game's own time."""

    def __init__(self, mixer: Mixer) -> None:
        self._mixer = mixer
        self._blocks: list[NDArray[np.float32]] = []
        self._frames = 0
        self._seconds = 0.0

    def advance(self, seconds: float) -> NDArray[np.float32]:
        """Render what is heard in the next `seconds` and return it, (frames, 2); the rest of a frame is carried on."""
        if not seconds >= 0.0:
            raise ValueError(f"seconds must be 0 or more, got {seconds}")
        self._seconds += seconds
        block = np.zeros((round(self._seconds * RATE) - self._frames, 2), np.float32)
        self._mixer.render(block)
        self._frames += len(block)
        self._blocks.append(block)
        return block

    @property
    def samples(self) -> NDArray[np.float32]:
        """All that was rendered, (frames, 2)."""
        return np.concatenate(self._blocks) if self._blocks else np.zeros((0, 2), np.float32)

    def write(self, path: str | Path) -> None:
        """Write all that was rendered as a WAV file.

        Raises
        ------
        OrlopError
            If it can't be written.
        """
        write_wav(path, self.samples)
