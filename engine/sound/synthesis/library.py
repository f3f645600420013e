"""Every sound that is made by code, by name."""

import hashlib
import wave
import zlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from orlop.engine.error import OrlopError
from orlop.engine.paths import cache_folder
from orlop.engine.sound.sound import Sound
from orlop.engine.sound.sound_file import write_wav
from orlop.engine.sound.synthesis import bell, birdsong, door, footstep, hull, leaves, water
from orlop.engine.sound.synthesis.circle import Floats, Random
from orlop.engine.sound.synthesis.loudness import balance_loop, balance_shot

Recipe = Callable[[Random], Floats]

LOOPS: dict[str, Recipe] = {
    "trickle": water.trickle,
    "stream": water.stream,
    "torrent": water.torrent,
    "waterfall": water.waterfall,
    "leaves_breeze": leaves.leaves_breeze,
    "leaves_wind": leaves.leaves_wind,
    "leaves_gale": leaves.leaves_gale,
    "foliage": leaves.foliage,
    "hull": hull.hull,
}
"""Sounds without an end, all equally strong."""

SHOTS: dict[str, Recipe] = {
    "door_open": door.door_open,
    "door_shut": door.door_shut,
    "footstep_wood": footstep.footstep_wood,
    "footstep_stone": footstep.footstep_stone,
    "footstep_grass": footstep.footstep_grass,
    "footstep_gravel": footstep.footstep_gravel,
    "bird_finch": birdsong.bird_finch,
    "bird_tit": birdsong.bird_tit,
    "bird_thrush": birdsong.bird_thrush,
    "bell": bell.bell,
}
"""Sounds heard once, all with the same peak. Another seed is another step, another strophe."""


VARIANTS: dict[str, int] = {
    **dict.fromkeys(LOOPS, 1),
    **dict.fromkeys(("door_open", "door_shut"), 3),
    **dict.fromkeys(("footstep_wood", "footstep_stone", "footstep_grass", "footstep_gravel"), 6),
    **dict.fromkeys(("bird_finch", "bird_tit", "bird_thrush"), 8),
    "bell": 1,
}
"""How many seeds of each a game uses, from 0: enough that no two steps in a row are alike."""


def sound(name: str, seed: int = 0) -> Sound:
    """Return a sound by name, from the cache if it has been made before.

    The same name and seed give the same samples, in any process. A damaged cache file is made
    anew; a cache that cannot be written is no error.

    Raises
    ------
    ValueError
        If there is no such sound.
    """
    loop = name in LOOPS
    if not loop and name not in SHOTS:
        raise ValueError(f"there is no sound {name!r}; there are {', '.join([*LOOPS, *SHOTS])}")
    path = _kept_at(name, seed)
    samples = _read(path)
    if samples is None:
        exact = make(name, seed).astype(np.float32)
        samples = _as_kept(exact)
        with suppress(OrlopError):
            write_wav(path, exact)
    return Sound(f"{name}.{seed}", samples, loop)


def is_kept(name: str, seed: int = 0) -> bool:
    """Tell whether `sound` would find it in the cache."""
    return _kept_at(name, seed).is_file()


def make(name: str, seed: int = 0) -> Floats:
    """Make a sound anew: (n,) float64."""
    random = np.random.Generator(np.random.PCG64([seed, zlib.crc32(name.encode())]))
    return balance_loop(LOOPS[name](random)) if name in LOOPS else balance_shot(SHOTS[name](random))


def _kept_at(name: str, seed: int) -> Path:
    return cache_folder() / "sounds" / f"{name}-{seed}-{_code_digest()}.wav"


def _read(path: Path) -> NDArray[np.float32] | None:
    """Return the samples of a cache file, or None if it isn't there or is damaged."""
    with suppress(OSError, EOFError, wave.Error), wave.open(str(path), "rb") as file:
        frames, content = file.getnframes(), file.readframes(file.getnframes())
        if frames and len(content) == 2 * frames:
            return np.frombuffer(content, "<i2").astype(np.float32) / np.float32(32768.0)
    return None


def _as_kept(samples: NDArray[np.float32]) -> NDArray[np.float32]:
    """Round to a file's 16 bits here already, so that the first hearing and the later ones are alike."""
    return (np.round(samples * 32767.0) / 32768.0).astype(np.float32)


@cache
def _code_digest() -> str:
    """Digest of the source of everything that makes a sound."""
    digest = hashlib.sha256()
    for file in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(file.name.encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
