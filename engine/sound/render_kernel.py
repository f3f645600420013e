"""The voice: mixes all sounds into two ears. Pure: no allocation, no lock, no Python.

A quantum goes four ways: what the game wants is taken over, each voice adds what each ear hears
of it, the head's shadow and the fade are laid over the sum, and the limiter lets it out a quantum later.
"""

import math

import numpy as np

from orlop.engine.kernel import kernel
from orlop.engine.sound.bus_kernel import let_out, next_fade
from orlop.engine.sound.ear_kernel import convolve, look_up
from orlop.engine.sound.exchange import hand_over, take_over
from orlop.engine.sound.hearing import lag, pan_gains, shaded
from orlop.engine.sound.sound import RATE
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
    MIX_HIGH_LEFT,
    MIX_LOW_LEFT,
    PAN,
    PHASE,
    QUANTUM,
    RAMP,
    STOP,
    TAKE,
    TAPS,
    THEN,
    Singles,
    Voices,
    make_voices,
)

SLEW = 1.0 - math.exp(-QUANTUM / (0.012 * RATE))
"""Share of the way to its aim that a gain goes in a quantum: a time constant of 12 ms, so that the
steps of 60 ticks a second melt into each other."""

SETTLED = 2e-5
"""A gain this close to its aim goes there: -94 dB."""

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
            playing = voices.playing[v]
            if playing[LENGTH] > 0 and _play(voices, v):
                playing[LENGTH] = 0
                voices.ended[v] = playing[TAKE]
    let_out(voices, faded, fade)


@kernel
def _follow_cue(voices: Voices, v: int) -> None:
    """Begin what a new cue says; else only learn whether to stop."""
    playing, cue = voices.playing[v], voices.read_cues[v]
    if playing[TAKE] == cue[TAKE]:
        playing[STOP] = cue[STOP]
        return
    playing[:] = cue
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
def _play(voices: Voices, v: int) -> bool:
    """Add a quantum of one voice to the mix and go on by it; tell whether it came to its end."""
    bank, mix, playing, gains, aims = voices.bank, voices.mix, voices.playing[v], voices.gains[v], voices.aims[v]
    first, length, phase = playing[FIRST], playing[LENGTH], playing[PHASE]
    if not (_silent(gains) and _silent(aims)):
        _add_direct(voices, v, first + phase)
        if gains[DIFFUSE] != 0.0 or aims[DIFFUSE] != 0.0:
            _add_diffuse(bank, first, length, phase, mix, gains[DIFFUSE], _approach(gains[DIFFUSE], aims[DIFFUSE]))
    for k in range(GAIN_COLUMNS):
        gains[k] = _approach(gains[k], aims[k])
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


@kernel
def _approach(now: np.float32, aim: np.float32) -> np.float32:
    if abs(aim - now) < np.float32(SETTLED):
        return aim
    return now + (aim - now) * np.float32(SLEW)


@kernel
def _add_direct(voices: Voices, v: int, first: int) -> None:
    """Add the sound as each ear hears it, once for low frequencies and once for high ones."""
    bank, mix, gains, aims = voices.bank, voices.mix, voices.gains[v], voices.aims[v]
    heard = mix[HEARD]
    measured = len(voices.ears) > 0
    turns = measured and _turn(voices.filters[v], voices.filter_aims[v], voices.filter)
    for ear in range(2):
        lag0 = gains[LAG_LEFT + ear]
        lag1 = _approach(lag0, aims[LAG_LEFT + ear])
        if measured:
            _read(bank, first - TAPS + 1, lag0, voices.past)
            convolve(voices.past, voices.filters[v, ear], heard)
            if turns or lag1 != lag0:
                _read(bank, first - TAPS + 1, lag1, voices.past)
                convolve(voices.past, voices.filter[ear], mix[THEN])
                _fade_over(heard, mix[THEN])
        elif lag0 == 0.0 and lag1 == 0.0:
            heard[:] = bank[first : first + QUANTUM]
        else:
            _hear_late(bank, first, lag0, lag1, heard, mix[THEN])
        low, high = gains[LOW_LEFT + 2 * ear], gains[HIGH_LEFT + 2 * ear]
        _add(heard, mix[MIX_LOW_LEFT + 2 * ear], low, _approach(low, aims[LOW_LEFT + 2 * ear]))
        _add(heard, mix[MIX_HIGH_LEFT + 2 * ear], high, _approach(high, aims[HIGH_LEFT + 2 * ear]))
    if turns:
        voices.filters[v] = voices.filter


@kernel
def _turn(filters: Singles, aims: Singles, after: Singles) -> bool:
    """Fill `after` with the filters at the quantum's end, all (2, TAPS), and tell whether they differ."""
    differ = False
    for ear in range(2):
        for k in range(TAPS):
            after[ear, k] = _approach(filters[ear, k], aims[ear, k])
            differ |= after[ear, k] != filters[ear, k]
    return differ


@kernel
def _hear_late(bank: Singles, first: int, lag0: np.float32, lag1: np.float32, heard: Singles, then: Singles) -> None:
    """Read a quantum from `first` on, later by `lag0` samples at its start and by `lag1` at its end.

    One reading fades into the other: when the head turns they lie a fraction of a sample
    apart, and when a jump through a portal turns it there is no howl.
    """
    _read(bank, first, lag0, heard)
    if lag1 != lag0:
        _read(bank, first, lag1, then)
        _fade_over(heard, then)


@kernel
def _fade_over(heard: Singles, then: Singles) -> None:
    for i in range(QUANTUM):
        heard[i] += (then[i] - heard[i]) * RAMP[i]


@kernel
def _read(bank: Singles, first: int, late: np.float32, heard: Singles) -> None:
    """Read between samples on a Catmull-Rom curve; a straight line would dull the ear by up to 3 dB at 12 kHz."""
    whole = math.ceil(late)
    half, one, more = np.float32(0.5), np.float32(1.0), np.float32(1.5)
    t = np.float32(whole) - late
    s = one - t
    a, b, c, d = -half * t * s * s, s * (one + t - more * t * t), t * (one + s - more * s * s), -half * s * t * t
    count = len(heard)
    k = first - whole - 1
    near, into = bank[k : k + count + 3], heard[:count]
    for i in range(count):
        into[i] = a * near[i] + b * near[i + 1] + c * near[i + 2] + d * near[i + 3]


@kernel
def _add(heard: Singles, total: Singles, gain: np.float32, aim: np.float32) -> None:
    step = aim - gain
    for i in range(QUANTUM):
        total[i] += heard[i] * (gain + step * RAMP[i])


@kernel
def _add_diffuse(
    bank: Singles, first: int, length: int, phase: int, mix: Singles, gain: np.float32, aim: np.float32
) -> None:
    """Add the loop as read a third of its length on to the left, two thirds on to the right.

    With the direct sound these are three that have nothing in common.
    """
    for ear in range(2):
        start = first + (phase + (ear + 1) * length // 3) % length
        _add(bank[start : start + QUANTUM], mix[MIX_LOW_LEFT + 2 * ear], gain, aim)
        _add(bank[start : start + QUANTUM], mix[MIX_HIGH_LEFT + 2 * ear], gain, aim)


def warm() -> None:
    """Compile this file's kernels."""
    voices = make_voices(2, np.zeros(3 * QUANTUM, np.float32))
    cues = voices.cues.copy()
    cues[:, TAKE], cues[:, FIRST], cues[:, LENGTH] = 1, QUANTUM, 1
    cues[1, LOOP] = 1
    hand_over(voices, silent_targets(2), np.ones(2, np.float32), cues, np.ones(3, np.float32))
    render(voices, np.zeros((QUANTUM, 2), np.float32))
