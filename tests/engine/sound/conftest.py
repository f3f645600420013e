import numpy as np
import pytest

from orlop.engine.sound.sound import RATE, Sound
from orlop.engine.sound.target import SPREAD, VOLUME, X, Z, silent_targets


@pytest.fixture
def tone():
    """A loop of a second of a 100 Hz sine at full scale, which any step shows in."""

    def make(name="tone", loop=True, hertz=100.0, seconds=1.0, level=1.0):
        wave = level * np.sin(2.0 * np.pi * hertz * np.arange(round(seconds * RATE)) / RATE)
        return Sound(name, wave.astype(np.float32), loop)

    return make


@pytest.fixture
def noise():
    """A loop of seconds of white noise, RMS 0.1."""

    def make(name="noise", seconds=4.0, seed=1):
        wave = np.random.default_rng(seed).standard_normal(round(seconds * RATE)) * 0.1
        return Sound(name, wave.astype(np.float32), True)

    return make


@pytest.fixture
def target():
    """One row: a volume, a side -1 … 1 (in front), a spread."""

    def make(volume=1.0, side=0.0, spread=0.0):
        row = silent_targets(1)
        row[0, VOLUME], row[0, X], row[0, Z], row[0, SPREAD] = volume, side, -np.sqrt(1.0 - side**2), spread
        return row

    return make
