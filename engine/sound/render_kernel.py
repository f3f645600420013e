"""The voice: mixes all sounds into two ears. Pure: no allocation, no lock, no Python.

A quantum goes four ways: what the game wants is taken over, each voice adds what each ear hears
of it, the head's shadow and the fade are laid over the sum, and the limiter lets it out a quantum later.
"""

import math

import numpy as np

from orlop.engine.kernel import kernel
from orlop.engine.sound.bus_kernel import let_out, next_fade
from orlop.engine.sound.ear_kernel import look_up
from orlop.engine.sound.exchange import hand_over, take_over
from orlop.engine.sound.heard_kernel import add_diffuse, add_direct, add_filtered, approach
from orlop.engine.sound.hearing import lag, pan_gains, shaded
from orlop.engine.sound.target import SPREAD, VOLUME, X, Y, Z, silent_targets
from orlop.engine.sound.voice import (
    DIFFUSE,
    FADE,
    FIRST,
    GAIN_COLUMNS,
    GOING,
    HEAD,
    HEARD,
    HIGH_LEFT,
    HIGH_RIGHT,
    LAG_LEFT,
    LAG_RIGHT,
    LENGTH,
    LOOP,
    LOW_LEFT,
    LOW_RIGHT,
    PAN,
    PHASE,
    QUANTUM,
    STOP,
    TAKE,
    Ints,
    Singles,
    Voices,
    make_voices,
)

LATEST = 120
"""Samples after its end during which a one-shot is still heard at the ear that hears it later, through its filter."""


@kernel
def render(voices: Voices, out: Singles) -> None:
    """Fill `out` (frames, 2), any number of frames, with what comes next."""
    done = 0
    frames = out.shape[0]
    while done < frames:
        if voices.left[0] == 0:
            _next_quantum(voices)
            voices.left[0] = QUANTUM
        begin = QUANTUM - voices.left[0]
        count = min(voices.left[0], frames - done)
        part, ready = out[done : done + count], voices.ready[begin : begin + count]
        for i in range(count):
            part[i, 0], part[i, 1] = ready[i, 0], ready[i, 1]
        done += count
        voices.left[0] -= count


@kernel
def _next_quantum(voices: Voices) -> None:
    if take_over(voices):
        for v in range(voices.playing.shape[0]):
            _follow_cue(voices, v)
            if voices.playing[v, LENGTH] > 0:
                _aim(voices, v)
    faded = voices.bus[FADE]
    fade = next_fade(faded, voices.read_desk[GOING] > 0.0)
    voices.mix[:HEARD, :] = 0.0
    if fade > 0.0 or faded > 0.0:  # else it pauses: everything stays where it is
        for v in range(voices.playing.shape[0]):
            if voices.playing[v, LENGTH] == 0:  # most of them: not even a view is taken
                continue
            playing, gains, aims = voices.playing[v], voices.gains[v], voices.aims[v]
            if not (_silent(gains) and _silent(aims)):
                first = playing[FIRST] + playing[PHASE]
                if len(voices.ears) > 0:
                    filters, filter_aims = voices.filters[v], voices.filter_aims[v]
                    add_filtered(
                        voices.bank, first, voices.mix, gains, aims, filters, filter_aims, voices.filter, voices.past
                    )
                else:
                    add_direct(voices.bank, first, voices.mix, gains, aims)
                if gains[DIFFUSE] != 0.0 or aims[DIFFUSE] != 0.0:
                    add_diffuse(voices.bank, playing, voices.mix, gains, aims)
            if _go_on(playing, gains, aims):
                playing[LENGTH] = 0
                voices.ended[v] = playing[TAKE]
    let_out(voices, faded, fade)


@kernel
def _follow_cue(voices: Voices, v: int) -> None:
    """Begin what a new cue says; else only learn whether to stop."""
    if voices.playing[v, TAKE] == voices.read_cues[v, TAKE]:
        voices.playing[v, STOP] = voices.read_cues[v, STOP]
        return
    voices.playing[v, :] = voices.read_cues[v]
    voices.gains[v, :] = 0.0


@kernel
def _aim(voices: Voices, v: int) -> None:
    """Turn the voice's target into gains, lags and filters to go to."""
    wish, playing = voices.read_wishes[v], voices.playing[v]
    volume, x, y, z, spread = wish[VOLUME], wish[X], wish[Y], wish[Z], wish[SPREAD]
    if not math.isfinite(volume + x + y + z + spread):
        volume, x, y, z, spread = np.float32(0.0), np.float32(0.0), np.float32(0.0), np.float32(-1.0), np.float32(0.0)
    if playing[STOP] == 1:
        volume = np.float32(0.0)
    x, spread = min(max(x, -1.0), 1.0), min(max(spread, 0.0), 1.0)
    if len(voices.ears) > 0:
        late = look_up(voices.ears, x, y, z, voices.filter_aims[v])
        _aim_measured(voices.aims[v], volume, spread, playing[LOOP] == 1, late)
    else:
        _aim_modelled(voices.aims[v], voices.read_desk, volume, x, spread, playing[LOOP] == 1)
    if playing[LOOP] == 0 and playing[PHASE] == 0:
        voices.gains[v, :] = voices.aims[v]  # a ramp would take a footstep its heel
        voices.filters[v] = voices.filter_aims[v]
    elif _silent(voices.gains[v]):
        voices.gains[v, LAG_LEFT:] = voices.aims[v, LAG_LEFT:]  # what was not heard need not glide
        voices.filters[v] = voices.filter_aims[v]


@kernel
def _aim_modelled(aims: Singles, desk: Singles, volume: float, side: float, spread: float, loops: bool) -> None:
    left, right, diffuse = pan_gains(side * desk[PAN], spread)
    if not loops:  # it has one place to be read at, so its diffuse part is panned in
        left, right, diffuse = math.hypot(left, diffuse), math.hypot(right, diffuse), 0.0
    head = desk[HEAD]
    high_left, high_right = shaded(left, right, side, head)
    aims[LOW_LEFT], aims[HIGH_LEFT] = volume * left, volume * high_left
    aims[LOW_RIGHT], aims[HIGH_RIGHT] = volume * right, volume * high_right
    aims[DIFFUSE] = volume * diffuse
    aims[LAG_LEFT] = head * lag(side) if side > 0.0 else 0.0
    aims[LAG_RIGHT] = head * lag(side) if side < 0.0 else 0.0


@kernel
def _aim_measured(aims: Singles, volume: float, spread: float, loops: bool, late: tuple[float, float]) -> None:
    """Aim for what the filters are not: they pan and shade, so low and high frequencies at both ears are alike."""
    direct = volume * math.sqrt(1.0 - spread) if loops else volume
    aims[LOW_LEFT : HIGH_RIGHT + 1] = direct
    aims[DIFFUSE] = volume * math.sqrt(0.5 * spread) if loops else 0.0
    aims[LAG_LEFT], aims[LAG_RIGHT] = late


@kernel
def _go_on(playing: Ints, gains: Singles, aims: Singles) -> bool:
    """Go on by a quantum; tell whether the sound came to its end."""
    length = playing[LENGTH]
    for k in range(GAIN_COLUMNS):
        gains[k] = approach(gains[k], aims[k])
    playing[PHASE] += QUANTUM
    if playing[LOOP] == 1:
        playing[PHASE] %= length
    if playing[STOP] == 1 and _silent(gains):
        return True
    return bool(playing[PHASE] >= length + LATEST)


@kernel
def _silent(gains: Singles) -> bool:
    loudest = np.float32(0.0)
    for k in range(LAG_LEFT):
        loudest = max(loudest, gains[k])
    return bool(loudest == 0.0)


def warm() -> None:
    """Compile this file's kernels."""
    voices = make_voices(2, np.zeros(3 * QUANTUM, np.float32))
    cues = voices.cues.copy()
    cues[:, TAKE], cues[:, FIRST], cues[:, LENGTH] = 1, QUANTUM, 1
    cues[1, LOOP] = 1
    hand_over(voices, silent_targets(2), np.ones(2, np.float32), cues, np.ones(3, np.float32))
    render(voices, np.zeros((QUANTUM, 2), np.float32))
