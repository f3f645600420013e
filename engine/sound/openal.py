"""OpenAL Soft without a device: sources rendered to an array. It knows measured ears, and is a peer to compare with."""

import ctypes
import ctypes.util
import math
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from orlop.engine.error import OrlopError
from orlop.engine.sound.sound import RATE

# Names as in OpenAL's headers.
ALC_FREQUENCY, ALC_MONO_SOURCES = 0x1007, 0x1010
ALC_FORMAT_CHANNELS_SOFT, ALC_FORMAT_TYPE_SOFT, ALC_HRTF_SOFT = 0x1990, 0x1991, 0x1992
ALC_STEREO_SOFT, ALC_FLOAT_SOFT, ALC_OUTPUT_LIMITER_SOFT = 0x1501, 0x1406, 0x199A
AL_FORMAT_MONO_FLOAT32 = 0x10010
AL_POSITION, AL_ORIENTATION, AL_LOOPING, AL_BUFFER, AL_GAIN = 0x1004, 0x100F, 0x1007, 0x1009, 0x100A
AL_SAMPLE_OFFSET = 0x1025


class OpenAL:
    """Sources that play one sound, each with its own position and gain; loops begin at different places in it.

    Parameters
    ----------
    samples
        (n,) float32 at `RATE`.
    sources
        How many.
    hrtf
        Whether each is filtered by measured ears; else it is panned.
    loop
        Whether they go on until they are closed; else each `play` plays them once.

    Raises
    ------
    OrlopError
        If OpenAL Soft is not installed, can't render to an array, or knows no ears.
    """

    def __init__(self, samples: NDArray[np.float32], sources: int, hrtf: bool, loop: bool = True) -> None:
        self._al = _library()
        self._device = self._al.alcLoopbackOpenDeviceSOFT(None)
        attributes = [ALC_FORMAT_CHANNELS_SOFT, ALC_STEREO_SOFT, ALC_FORMAT_TYPE_SOFT, ALC_FLOAT_SOFT]
        attributes += [ALC_FREQUENCY, RATE, ALC_MONO_SOURCES, sources + 1, ALC_HRTF_SOFT, int(hrtf)]
        attributes += [ALC_OUTPUT_LIMITER_SOFT, 0, 0]
        self._context = self._al.alcCreateContext(self._device, (ctypes.c_int * len(attributes))(*attributes))
        if not self._context:
            raise _cannot("it can't render to an array")
        self._al.alcMakeContextCurrent(self._context)
        if hrtf and not self._uses_ears():
            self._close_device()
            raise _cannot("it has no measured ears for 48 kHz")
        self._al.alDistanceModel(0)  # gains are given
        self._buffer = ctypes.c_uint()
        self._al.alGenBuffers(1, ctypes.byref(self._buffer))
        pointer = samples.ctypes.data_as(ctypes.c_void_p)
        self._al.alBufferData(self._buffer, AL_FORMAT_MONO_FLOAT32, pointer, samples.nbytes, RATE)
        self._sources = (ctypes.c_uint * sources)()
        self._al.alGenSources(sources, self._sources)
        offsets = np.random.default_rng(5).integers(0, len(samples), sources)
        for source, offset in zip(self._sources, offsets, strict=True):
            self._al.alSourcei(source, AL_BUFFER, int(self._buffer.value))
            if loop:
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
        self._close_device()

    def _uses_ears(self) -> bool:
        answer = ctypes.c_int(0)
        self._al.alcGetIntegerv(self._device, ALC_HRTF_SOFT, 1, ctypes.byref(answer))
        return answer.value == 1

    def _close_device(self) -> None:
        self._al.alcMakeContextCurrent(None)
        self._al.alcDestroyContext(self._context)
        self._al.alcCloseDevice(self._device)


def _library() -> Any:
    try:
        al = ctypes.CDLL(library_path())
    except OSError as error:
        raise _cannot(f"can't be loaded: {error}") from error
    try:
        al.alcLoopbackOpenDeviceSOFT.restype = ctypes.c_void_p
    except AttributeError as error:
        raise _cannot("it can't render to an array") from error
    al.alcCreateContext.restype = ctypes.c_void_p
    al.alcCreateContext.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
    for name in ("alcMakeContextCurrent", "alcDestroyContext", "alcCloseDevice"):
        getattr(al, name).argtypes = (ctypes.c_void_p,)
    al.alcGetIntegerv.argtypes = (ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_void_p)
    al.alcRenderSamplesSOFT.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)
    al.alSource3f.argtypes = (ctypes.c_uint, ctypes.c_int, *3 * (ctypes.c_float,))
    al.alSourcef.argtypes = (ctypes.c_uint, ctypes.c_int, ctypes.c_float)
    return al


def library_path() -> str:
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
        raise _cannot("is not installed")
    return system


def _cannot(problem: str) -> OrlopError:
    return OrlopError("OpenAL Soft", problem, "`pip install orlop[hrtf]` or the system's package brings 1.19 or later.")
