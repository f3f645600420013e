"""OpenAL Soft without a device: many sources rendered to an array, as a peer for the one voice."""

import ctypes
import ctypes.util
import math
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from orlop.engine.sound.sound import RATE
from orlop.tools.bench.measure import PeerMissingError

# Names as in OpenAL's headers.
ALC_FREQUENCY, ALC_MONO_SOURCES = 0x1007, 0x1010
ALC_FORMAT_CHANNELS_SOFT, ALC_FORMAT_TYPE_SOFT, ALC_HRTF_SOFT = 0x1990, 0x1991, 0x1992
ALC_STEREO_SOFT, ALC_FLOAT_SOFT, ALC_OUTPUT_LIMITER_SOFT = 0x1501, 0x1406, 0x199A
AL_FORMAT_MONO_FLOAT32 = 0x10010
AL_POSITION, AL_ORIENTATION, AL_LOOPING, AL_BUFFER, AL_GAIN = 0x1004, 0x100F, 0x1007, 0x1009, 0x100A
AL_SAMPLE_OFFSET = 0x1025


class OpenAL:
    """Sources that play one loop from different places in it, each with its own position and gain.

    Parameters
    ----------
    loop
        (n,) float32 at `RATE`.
    sources
        How many.
    hrtf
        Whether each is filtered by measured ears; else it is panned.

    Raises
    ------
    PeerMissingError
        If OpenAL Soft is not installed, or can't render to an array.
    """

    def __init__(self, loop: NDArray[np.float32], sources: int, hrtf: bool) -> None:
        self._al = _library()
        self._device = self._al.alcLoopbackOpenDeviceSOFT(None)
        attributes = [ALC_FORMAT_CHANNELS_SOFT, ALC_STEREO_SOFT, ALC_FORMAT_TYPE_SOFT, ALC_FLOAT_SOFT]
        attributes += [ALC_FREQUENCY, RATE, ALC_MONO_SOURCES, sources + 1, ALC_HRTF_SOFT, int(hrtf)]
        attributes += [ALC_OUTPUT_LIMITER_SOFT, 0, 0]
        self._context = self._al.alcCreateContext(self._device, (ctypes.c_int * len(attributes))(*attributes))
        if not self._context:
            raise PeerMissingError("this OpenAL can't render to an array; OpenAL Soft 1.19 or later can.")
        self._al.alcMakeContextCurrent(self._context)
        self._al.alDistanceModel(0)  # gains are given
        self._buffer = ctypes.c_uint()
        self._al.alGenBuffers(1, ctypes.byref(self._buffer))
        pointer = loop.ctypes.data_as(ctypes.c_void_p)
        self._al.alBufferData(self._buffer, AL_FORMAT_MONO_FLOAT32, pointer, loop.nbytes, RATE)
        self._sources = (ctypes.c_uint * sources)()
        self._al.alGenSources(sources, self._sources)
        offsets = np.random.default_rng(5).integers(0, len(loop), sources)
        for source, offset in zip(self._sources, offsets, strict=True):
            self._al.alSourcei(source, AL_BUFFER, int(self._buffer.value))
            self._al.alSourcei(source, AL_LOOPING, 1)
            self._al.alSourcei(source, AL_SAMPLE_OFFSET, int(offset))

    def place(self, positions: NDArray[np.float64], gains: NDArray[np.float64]) -> None:
        """Put the sources at positions (n, 3) from the listener, metres, x right, y up, z back, with gains (n,)."""
        for source, (x, y, z), gain in zip(self._sources, positions, gains, strict=True):
            self._al.alSource3f(source, AL_POSITION, x, y, z)
            self._al.alSourcef(source, AL_GAIN, gain)

    def turn(self, heading: float) -> None:
        """Turn the listener's head, radians: every source is heard from somewhere else then."""
        ahead_and_up = (ctypes.c_float * 6)(math.sin(heading), 0.0, -math.cos(heading), 0.0, 1.0, 0.0)
        self._al.alListenerfv(AL_ORIENTATION, ahead_and_up)

    def play(self) -> None:
        """Start all sources at once."""
        self._al.alSourcePlayv(len(self._sources), self._sources)

    def render(self, out: NDArray[np.float32]) -> None:
        """Fill `out` (frames, 2)."""
        self._al.alcRenderSamplesSOFT(self._device, out.ctypes.data_as(ctypes.c_void_p), len(out))

    def close(self) -> None:
        """Let everything go."""
        self._al.alDeleteSources(len(self._sources), self._sources)
        self._al.alDeleteBuffers(1, ctypes.byref(self._buffer))
        self._al.alcMakeContextCurrent(None)
        self._al.alcDestroyContext(self._context)
        self._al.alcCloseDevice(self._device)


def _library() -> Any:
    try:
        al = ctypes.CDLL(_path())
    except OSError as error:
        raise PeerMissingError(f"OpenAL Soft can't be loaded: {error}") from error
    try:
        al.alcLoopbackOpenDeviceSOFT.restype = ctypes.c_void_p
    except AttributeError as error:
        raise PeerMissingError("this OpenAL can't render to an array; OpenAL Soft 1.19 or later can.") from error
    al.alcCreateContext.restype = ctypes.c_void_p
    al.alcCreateContext.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
    for name in ("alcMakeContextCurrent", "alcDestroyContext", "alcCloseDevice"):
        getattr(al, name).argtypes = (ctypes.c_void_p,)
    al.alcRenderSamplesSOFT.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)
    al.alSource3f.argtypes = (ctypes.c_uint, ctypes.c_int, *3 * (ctypes.c_float,))
    al.alSourcef.argtypes = (ctypes.c_uint, ctypes.c_int, ctypes.c_float)
    return al


def _path() -> str:
    """Return where OpenAL Soft lies: within cyal's wheel, or where the system keeps it."""
    spec = find_spec("cyal")
    if spec is not None and spec.origin is not None:
        pattern = {"win32": "*openal*.dll", "darwin": "libopenal*.dylib"}.get(sys.platform, "libopenal.so*")
        for folder in (Path(spec.origin).parent, Path(spec.origin).parent / ".dylibs"):
            found = sorted(folder.glob(pattern))
            if found:
                return str(found[0])
    system = ctypes.util.find_library("openal") or ctypes.util.find_library("OpenAL32")
    if system is None:
        raise PeerMissingError(
            "OpenAL Soft is not installed; `pip install orlop[bench]` or the system's package brings it."
        )
    return system
