"""Sound as a picture: a spectrogram, low frequencies at the bottom."""

import struct
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from orlop.engine.paths import write_atomically
from orlop.engine.sound.sound import RATE

WINDOW = 2048
LOWEST, HIGHEST = 40.0, 20_000.0
"""Hertz at the lower and the upper edge; octaves are equally high."""

QUIETEST = -100.0
"""Decibels that are drawn black; 0, a full sine, is white."""

_RAMP = np.array(
    [(0, 0, 4), (40, 11, 84), (120, 28, 109), (190, 55, 82), (237, 105, 37), (251, 180, 26), (252, 255, 200)]
)


def spectrogram(samples: NDArray[np.float32], width: int = 1200, height: int = 400) -> NDArray[np.uint8]:
    """Draw (n,) or (n, channels) at `RATE` as (height, width, 3); channels lie one above the other."""
    channels = (samples[:, None] if samples.ndim == 1 else samples).T.astype(np.float64)
    rows = height // len(channels)
    return np.concatenate([_painted(_decibels(channel, width, rows)) for channel in channels])


def write_spectrogram(path: str | Path, samples: NDArray[np.float32], width: int = 1200, height: int = 400) -> None:
    """Write the spectrogram as a PNG file.

    Raises
    ------
    OrlopError
        If it can't be written.
    """
    write_atomically(path, _png(spectrogram(samples, width, height)))


def _decibels(wave: NDArray[np.float64], width: int, rows: int) -> NDArray[np.float64]:
    """Return (rows, width) levels, the top row the highest frequency."""
    padded = np.pad(wave, (WINDOW // 2, WINDOW // 2))
    starts = np.linspace(0, len(padded) - WINDOW, width).astype(np.int64)
    window = np.hanning(WINDOW)
    edges = np.geomspace(LOWEST, HIGHEST, rows + 1) / RATE * WINDOW
    low = np.floor(edges[:-1]).astype(np.int64)
    end = int(np.ceil(edges[-1]))
    picture = np.empty((rows, width))
    for column, start in enumerate(starts):
        level = np.abs(np.fft.rfft(padded[start : start + WINDOW] * window)) * (2.0 / window.sum())
        picture[:, column] = np.maximum.reduceat(level[:end], low)
    return np.asarray(20.0 * np.log10(np.maximum(picture[::-1], 1e-9)))


def _painted(decibels: NDArray[np.float64]) -> NDArray[np.uint8]:
    share = np.clip(1.0 - decibels / QUIETEST, 0.0, 1.0) * (len(_RAMP) - 1)
    colours = [np.interp(share, np.arange(len(_RAMP)), _RAMP[:, k]) for k in range(3)]
    return np.stack(colours, axis=-1).astype(np.uint8)


def _png(picture: NDArray[np.uint8]) -> bytes:
    """Encode (height, width, 3); rows are stored as they are."""
    height, width, _ = picture.shape
    rows = np.concatenate([np.zeros((height, 1), np.uint8), picture.reshape(height, -1)], axis=1).tobytes()
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks
    )
