"""What all voices share on their way out: the head's shadow, the fade, the limiter."""

import math

import numpy as np

from orlop.engine.kernel import kernel
from orlop.engine.sound.hearing import SHADOW_CORNER
from orlop.engine.sound.sound import RATE
from orlop.engine.sound.voice import (
    ALLOWED,
    EAR_LEFT,
    EAR_RIGHT,
    FADE,
    LIMIT,
    MIX_HIGH_LEFT,
    MIX_HIGH_RIGHT,
    MIX_LOW_LEFT,
    MIX_LOW_RIGHT,
    QUANTUM,
    RAMP,
    Voices,
    make_voices,
)

FADE_SECONDS = 0.3
"""How long it takes to fade to a pause and back."""

FADE_STEP = QUANTUM / (FADE_SECONDS * RATE)

CEILING = 0.97
"""What no sample exceeds, -0.26 dBFS: room for the wave between the samples."""

RELEASE = QUANTUM / (0.25 * RATE)
"""By how much the limiter lets go in a quantum."""

_K = 2.0 * RATE
EAR_IN = np.float32(SHADOW_CORNER / (_K + SHADOW_CORNER))
EAR_BACK = np.float32((_K - SHADOW_CORNER) / (_K + SHADOW_CORNER))
EAR_ON = np.float32(1.0) + EAR_BACK
"""Bilinear transform of the low-pass beta / (s + beta): y = in (x + last x) + back (last y).

Between samples it keeps in (last x) + back (last y), which is back times what it kept and on times the input."""


@kernel
def next_fade(faded: np.float32, going: bool) -> np.float32:
    """Return the fade's root a quantum later, 0 … 1: on its way to a pause or back."""
    step = np.float32(FADE_STEP)
    return min(faded + step, np.float32(1.0)) if going else max(faded - step, np.float32(0.0))


@kernel
def let_out(voices: Voices, faded: np.float32, fade: np.float32) -> None:
    """Lay shadow, fade and limiter over the mix; `ready` gets the quantum before, `ahead` this one.

    The limiter's gain goes straight from one border of quanta to the next, and at a border is no
    more than either side allows, so no sample anywhere exceeds the ceiling.
    """
    bus = voices.bus
    allowed, limit = bus[ALLOWED], bus[LIMIT]
    for i in range(QUANTUM):
        voices.ready[i, 0] = voices.ahead[i, 0]
        voices.ready[i, 1] = voices.ahead[i, 1]
    _shade(voices, faded, fade)
    peak = np.float32(0.0)
    for i in range(QUANTUM):
        peak = max(peak, max(abs(voices.ahead[i, 0]), abs(voices.ahead[i, 1])))
    next_allowed = np.float32(CEILING) / peak if peak > np.float32(CEILING) else np.float32(1.0)
    next_limit = min(min(allowed, next_allowed), limit + np.float32(RELEASE))
    if limit != 1.0 or next_limit != 1.0:
        for i in range(QUANTUM):
            gain = limit + (next_limit - limit) * RAMP[i]
            voices.ready[i, 0] *= gain
            voices.ready[i, 1] *= gain
    bus[FADE], bus[LIMIT], bus[ALLOWED] = fade, next_limit, next_allowed


@kernel
def _shade(voices: Voices, faded: np.float32, fade: np.float32) -> None:
    """Put the mix through the head's shadow and the fade into `ahead`.

    Brown & Duda's filter is (alpha s + beta) / (s + beta) with one beta for every direction, that
    is, a low-pass plus alpha times the rest. Low and high gains are laid on before, voice by
    voice, so one low-pass an ear serves them all.
    """
    bus, ahead = voices.bus, voices.ahead
    low_left, high_left = voices.mix[MIX_LOW_LEFT], voices.mix[MIX_HIGH_LEFT]
    low_right, high_right = voices.mix[MIX_LOW_RIGHT], voices.mix[MIX_HIGH_RIGHT]
    left, right = bus[EAR_LEFT], bus[EAR_RIGHT]
    for i in range(QUANTUM):
        in_left = EAR_IN * (low_left[i] - high_left[i])
        in_right = EAR_IN * (low_right[i] - high_right[i])
        root = faded + (fade - faded) * RAMP[i]
        ahead[i, 0] = (high_left[i] + in_left + left) * (root * root)
        ahead[i, 1] = (high_right[i] + in_right + right) * (root * root)
        left = EAR_BACK * left + EAR_ON * in_left
        right = EAR_BACK * right + EAR_ON * in_right
    bus[EAR_LEFT], bus[EAR_RIGHT] = _kept(left), _kept(right)


@kernel
def _kept(state: np.float32) -> np.float32:
    """Return a filter's state, or 0 where it has faded below any hearing or is no number: that would mute it for ever."""
    return state if abs(state) > np.float32(1e-15) and math.isfinite(state) else np.float32(0.0)


def warm() -> None:
    """Compile this file's kernels."""
    voices = make_voices(1, np.zeros(1, np.float32))
    let_out(voices, next_fade(np.float32(0.0), True), np.float32(0.0))
