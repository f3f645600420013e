"""Sound files: WAV read and written here, OGG and others decoded by SDL_mixer."""

import struct
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from orlop.engine.error import OrlopError
from orlop.engine.paths import write_atomically
from orlop.engine.sound.sound import RATE, Sound

PCM, FLOAT, EXTENSIBLE = 1, 3, 0xFFFE
SEAM_SECONDS = 0.25
"""Over how much a loop's end is faded into its beginning where they don't fit."""

_FORMATS = {(PCM, 8): "u1", (PCM, 16): "<i2", (PCM, 32): "<i4", (FLOAT, 32): "<f4", (FLOAT, 64): "<f8"}


def load_sound(path: str | Path, loop: bool = False, name: str | None = None) -> Sound:
    """Read a sound file as one channel at `RATE`.

    Channels are averaged: where a sound comes from is the mixer's to say. A loop whose end does
    not fit its beginning is faded over, and gets shorter by that.

    Raises
    ------
    OrlopError
        If the file can't be read, is no sound, holds none, or samples that are no numbers.
    """
    path = Path(path)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise OrlopError(str(path), f"can't be read: {error.strerror or error}", "Check the path.") from error
    channels, rate = _read_wav(path, content) if content[:4] == b"RIFF" else _decode(path)
    if not len(channels):
        raise OrlopError(str(path), "it holds no samples", "Export it again.")
    if not np.isfinite(channels).all():
        raise OrlopError(str(path), "it holds samples that are no numbers", "Export it again.")
    samples = _at_rate(channels.mean(axis=1, dtype=np.float64), rate, loop)
    if loop and _seam_shows(samples):
        samples = _closed(samples)
    return Sound(name or path.stem, np.clip(samples, -1.0, 1.0).astype(np.float32), loop)


def write_wav(path: str | Path, samples: NDArray[np.float32]) -> None:
    """Write `samples` (n,) or (n, channels), -1 … 1, at `RATE` as a WAV file of 16 bits, which every player reads.

    Raises
    ------
    OrlopError
        If it can't be written.
    """
    channels = 1 if samples.ndim == 1 else samples.shape[1]
    body = np.round(np.clip(samples, -1.0, 1.0) * 32767.0).astype("<i2").tobytes()
    form = struct.pack("<HHIIHH", PCM, channels, RATE, RATE * 2 * channels, 2 * channels, 16)
    head = b"WAVEfmt " + struct.pack("<I", len(form)) + form + b"data" + struct.pack("<I", len(body))
    write_atomically(path, b"RIFF" + struct.pack("<I", len(head) + len(body)) + head + body)


def _decode(path: Path) -> tuple[NDArray[np.float32], int]:
    from orlop.engine.sound.sinks import decode  # pygame is needed for these only

    return decode(path)


def _read_wav(path: Path, content: bytes) -> tuple[NDArray[np.float32], int]:
    """Return (n, channels) and the sample rate."""
    chunks = _chunks(content)
    form, body = chunks.get(b"fmt ", b""), chunks.get(b"data")
    if content[8:12] != b"WAVE" or len(form) < 16 or body is None:
        raise OrlopError(str(path), "it is a damaged WAV file", "Export it again.")
    kind, channels, rate, _, _, bits = struct.unpack_from("<HHIIHH", form)
    if kind == EXTENSIBLE and len(form) >= 26:
        kind = struct.unpack_from("<H", form, 24)[0]
    if not (1 <= channels <= 64 and 4_000 <= rate <= 768_000):
        raise OrlopError(str(path), f"it claims {channels} channels at {rate} Hz", "Export it again.")
    frames = len(body) // (channels * max(bits // 8, 1))
    return _numbers(path, body, kind, bits, frames * channels).reshape(frames, channels), rate


def _chunks(content: bytes) -> dict[bytes, bytes]:
    """Return the first chunk of each kind; one that claims more than there is gets what there is."""
    found: dict[bytes, bytes] = {}
    at = 12
    while at + 8 <= len(content):
        length = struct.unpack_from("<I", content, at + 4)[0]
        found.setdefault(content[at : at + 4], content[at + 8 : at + 8 + length])
        at += 8 + length + length % 2
    return found


def _numbers(path: Path, body: bytes, kind: int, bits: int, count: int) -> NDArray[np.float32]:
    """Return `count` samples as -1 … 1."""
    if (kind, bits) == (PCM, 24):
        parts = np.frombuffer(body, "u1", 3 * count).reshape(-1, 3).astype(np.int32)
        whole = (parts[:, 0] << 8) | (parts[:, 1] << 16) | (parts[:, 2] << 24)
        return (whole / 2.0**31).astype(np.float32)
    if (kind, bits) not in _FORMATS:
        cure = "Export it as PCM of 16 or 24 bits, or as 32-bit float."
        raise OrlopError(str(path), f"it is a WAV of kind {kind} with {bits} bits, which Orlop does not read", cure)
    numbers = np.frombuffer(body, _FORMATS[kind, bits], count)
    if kind == FLOAT:
        return numbers.astype(np.float32)
    if bits == 8:
        return (numbers.astype(np.float32) - 128.0) / np.float32(128.0)
    return (numbers / 2.0 ** (bits - 1)).astype(np.float32)


def _at_rate(samples: NDArray[np.float64], rate: int, loop: bool) -> NDArray[np.float64]:
    """Resample by spectrum: exact for what goes round; what ends gets silence to ring out in."""
    if rate == RATE:
        return samples
    count = max(round(len(samples) * RATE / rate), 1)
    padding = 0 if loop else rate // 100
    padded = np.pad(samples, (0, padding))
    longer = max(round(len(padded) * RATE / rate), 1)
    spectrum = np.fft.rfft(padded)
    return np.fft.irfft(spectrum[: longer // 2 + 1], longer)[:count] * (longer / len(padded))


def _seam_shows(samples: NDArray[np.float64]) -> bool:
    """Tell whether the step from end to beginning is larger than nearly all steps within."""
    steps = np.abs(np.diff(samples))
    return len(steps) > 1 and bool(abs(samples[0] - samples[-1]) > 1.5 * np.quantile(steps, 0.999) + 1e-4)


def _closed(samples: NDArray[np.float64]) -> NDArray[np.float64]:
    """Fade the end into what comes before the new beginning, with equal power."""
    count = min(round(SEAM_SECONDS * RATE), len(samples) // 4)
    turn = np.linspace(0.0, np.pi / 2.0, count)
    body = samples[count:].copy()
    body[len(body) - count :] = body[len(body) - count :] * np.cos(turn) + samples[:count] * np.sin(turn)
    return body
