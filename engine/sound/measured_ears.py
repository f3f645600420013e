"""Reads out of OpenAL Soft how measured ears hear each direction. Nothing of it is copied: it is asked, once."""

import hashlib
import io
import math
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from orlop.engine.error import OrlopError
from orlop.engine.paths import cache_folder, write_atomically
from orlop.engine.sound.ear_kernel import AZIMUTHS, ELEVATIONS
from orlop.engine.sound.hearing import HEADPHONES, Hearing
from orlop.engine.sound.openal import OpenAL, library_path
from orlop.engine.sound.voice import EAR_COLUMNS, TAPS

LATEST_ONSET = 52
"""Samples by which an ear may hear later than the first one does from anywhere: heads have been seen with 49."""

BEFORE, FRAMES = 64, 512
"""Of the sound that is played to measure: silence, a click, and silence in which it rings out."""

Singles = NDArray[np.float32]


def measured_hearing() -> Hearing:
    """Return headphones on measured ears, from the cache or asked of OpenAL Soft, which takes half a second.

    Raises
    ------
    OrlopError
        If OpenAL Soft is not there, or knows no ears.
    """
    path = cache_folder() / "ears" / f"{_digest()}.npy"
    with suppress(OSError, ValueError, EOFError):
        ears = np.load(path, allow_pickle=False)
        if ears.shape == (ELEVATIONS * AZIMUTHS, 2 * EAR_COLUMNS) and ears.dtype == np.float32:
            return Hearing(HEADPHONES.pan, HEADPHONES.head, ears)
    ears = measure_ears()
    content = io.BytesIO()
    np.save(content, ears)
    with suppress(OrlopError):
        write_atomically(path, content.getvalue())
    return Hearing(HEADPHONES.pan, HEADPHONES.head, ears)


def measure_ears() -> Singles:
    """Play a click from each direction of the grid; return (directions, 2 · EAR_COLUMNS), see `Voices`.

    Ears amplify some directions. The mean power over the sphere is set to 1, as it is without
    them, so that one hears as loudly with them as without.
    """
    click = np.zeros(FRAMES, np.float32)
    click[BEFORE] = 1.0
    openal = OpenAL(click, 1, hrtf=True, loop=False)
    try:
        heard = np.array([_heard(openal, place) for place in grid()])
    finally:
        openal.close()
    onsets = np.argmax(np.abs(heard) > 1e-4 * np.abs(heard).max(axis=1, keepdims=True), axis=1)
    lags = np.minimum(onsets - onsets.min(), LATEST_ONSET)
    ears = np.zeros((len(heard), 2, EAR_COLUMNS), np.float32)
    ears[:, :, 0] = lags
    for ear in range(2):
        begins = lags[:, ear] + onsets.min()
        ears[:, ear, 1:] = np.take_along_axis(heard[:, :, ear], begins[:, None] + np.arange(TAPS), axis=1)
    power = (ears[:, :, 1:].astype(np.float64) ** 2).sum(axis=(1, 2))
    ears[:, :, 1:] /= math.sqrt(np.average(power, weights=_areas()))
    return ears.reshape(len(heard), -1)


def grid() -> NDArray[np.float64]:
    """Return the directions, unit vectors (directions, 3) in the listener's frame."""
    up = np.repeat(np.linspace(-math.pi / 2.0, math.pi / 2.0, ELEVATIONS), AZIMUTHS)
    across = np.tile(np.arange(AZIMUTHS) * (2.0 * math.pi / AZIMUTHS), ELEVATIONS)
    return np.stack([np.sin(across) * np.cos(up), np.sin(up), -np.cos(across) * np.cos(up)], axis=1)


def _areas() -> NDArray[np.float64]:
    """Return what share of the sphere each direction stands for, times a constant."""
    return np.maximum(np.hypot(grid()[:, 0], grid()[:, 2]), 0.02)


def _heard(openal: OpenAL, direction: NDArray[np.float64]) -> Singles:
    openal.place(direction[None], np.ones(1))
    openal.play()
    out = np.zeros((FRAMES, 2), np.float32)
    openal.render(out)
    openal.render(np.zeros((FRAMES, 2), np.float32))  # till it has ended
    return out


def _digest() -> str:
    """Digest of this way to measure and of the library that knows the ears."""
    library = Path(library_path())
    digest = hashlib.sha256(Path(__file__).read_bytes())
    digest.update(str(library).encode())
    with suppress(OSError):  # a system's library may be known by name alone
        digest.update(f"{library.stat().st_size} {library.stat().st_mtime_ns}".encode())
    return digest.hexdigest()[:16]
