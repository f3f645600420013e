"""What both ears hear of one voice in a quantum: its direct sound, modelled or measured, and its diffuse one."""

import math

import numpy as np

from orlop.engine.kernel import kernel
from orlop.engine.sound.ear_kernel import convolve
from orlop.engine.sound.sound import RATE
from orlop.engine.sound.voice import (
    CUE_COLUMNS,
    DIFFUSE,
    FIRST,
    GAIN_COLUMNS,
    HEARD,
    HIGH_LEFT,
    LAG_LEFT,
    LENGTH,
    LOW_LEFT,
    MIX_HIGH_LEFT,
    MIX_LOW_LEFT,
    MIX_ROWS,
    PHASE,
    QUANTUM,
    RAMP,
    TAPS,
    THEN,
    Ints,
    Singles,
)

SLEW = 1.0 - math.exp(-QUANTUM / (0.012 * RATE))
"""Share of the way to its aim that a gain goes in a quantum: a time constant of 12 ms, so that the
steps of 60 ticks a second melt into each other."""

SETTLED = 2e-5
"""A gain this close to its aim goes there: -94 dB."""


@kernel
def add_direct(bank: Singles, first: int, mix: Singles, gains: Singles, aims: Singles) -> None:
    """Add the sound as each ear hears it, once for low frequencies and once for high ones."""
    heard = mix[HEARD]
    for ear in range(2):
        lag0 = gains[LAG_LEFT + ear]
        lag1 = approach(lag0, aims[LAG_LEFT + ear])
        if lag0 == 0.0 and lag1 == 0.0:
            heard[:] = bank[first : first + QUANTUM]
        else:
            _hear_late(bank, first, lag0, lag1, heard)
        low, high = gains[LOW_LEFT + 2 * ear], gains[HIGH_LEFT + 2 * ear]
        _add(heard, mix[MIX_LOW_LEFT + 2 * ear], low, approach(low, aims[LOW_LEFT + 2 * ear]))
        _add(heard, mix[MIX_HIGH_LEFT + 2 * ear], high, approach(high, aims[HIGH_LEFT + 2 * ear]))


@kernel
def add_filtered(
    bank: Singles,
    first: int,
    mix: Singles,
    gains: Singles,
    aims: Singles,
    filters: Singles,
    filter_aims: Singles,
    after: Singles,
    past: Singles,
) -> None:
    """Add the sound as measured ears hear it; while the head turns, one hearing fades into the next."""
    turns = _turn(filters, filter_aims, after)
    heard, then = mix[HEARD], mix[THEN]
    for ear in range(2):
        lag0 = gains[LAG_LEFT + ear]
        lag1 = approach(lag0, aims[LAG_LEFT + ear])
        _hear_filtered(bank, first, lag0, past, filters[ear], heard)
        if turns or lag1 != lag0:
            _hear_filtered(bank, first, lag1, past, after[ear], then)
            for i in range(QUANTUM):
                heard[i] += (then[i] - heard[i]) * RAMP[i]
        low, high = gains[LOW_LEFT + 2 * ear], gains[HIGH_LEFT + 2 * ear]
        _add(heard, mix[MIX_LOW_LEFT + 2 * ear], low, approach(low, aims[LOW_LEFT + 2 * ear]))
        _add(heard, mix[MIX_HIGH_LEFT + 2 * ear], high, approach(high, aims[HIGH_LEFT + 2 * ear]))
    filters[:, :] = after


@kernel
def add_diffuse(bank: Singles, playing: Ints, mix: Singles, gains: Singles, aims: Singles) -> None:
    """Add the loop as read a third of its length on to the left, two thirds on to the right.

    With the direct sound these are three that have nothing in common.
    """
    gain, length = gains[DIFFUSE], playing[LENGTH]
    aim = approach(gain, aims[DIFFUSE])
    for ear in range(2):
        start = playing[FIRST] + (playing[PHASE] + (ear + 1) * length // 3) % length
        _add(bank[start : start + QUANTUM], mix[MIX_LOW_LEFT + 2 * ear], gain, aim)
        _add(bank[start : start + QUANTUM], mix[MIX_HIGH_LEFT + 2 * ear], gain, aim)


@kernel
def _add(heard: Singles, total: Singles, gain: np.float32, aim: np.float32) -> None:
    step = aim - gain
    for i in range(QUANTUM):
        total[i] += heard[i] * (gain + step * RAMP[i])


@kernel
def _turn(filters: Singles, aims: Singles, after: Singles) -> bool:
    """Fill `after` with the filters at the quantum's end, all (2, TAPS), and tell whether they differ."""
    differ = False
    for ear in range(2):
        for k in range(TAPS):
            after[ear, k] = approach(filters[ear, k], aims[ear, k])
            differ |= after[ear, k] != filters[ear, k]
    return differ


@kernel
def _hear_late(bank: Singles, first: int, lag0: np.float32, lag1: np.float32, heard: Singles) -> None:
    """Read a quantum from `first` on, later by `lag0` samples at its start and by `lag1` at its end.

    One reading fades into the other: when the head turns they lie a fraction of a sample
    apart, and when a jump through a portal turns it there is no howl.
    """
    begin, a, b, c, d = _curve(first, lag0)
    near = bank[begin : begin + QUANTUM + 3]
    for i in range(QUANTUM):
        heard[i] = a * near[i] + b * near[i + 1] + c * near[i + 2] + d * near[i + 3]
    if lag1 != lag0:
        begin, a, b, c, d = _curve(first, lag1)
        then = bank[begin : begin + QUANTUM + 3]
        for i in range(QUANTUM):
            sample = a * then[i] + b * then[i + 1] + c * then[i + 2] + d * then[i + 3]
            heard[i] += (sample - heard[i]) * RAMP[i]


@kernel
def _hear_filtered(bank: Singles, first: int, late: np.float32, past: Singles, taps: Singles, heard: Singles) -> None:
    """Read a quantum from `first` on, later by `late` samples, through an ear's filter."""
    begin, a, b, c, d = _curve(first - TAPS + 1, late)
    near = bank[begin : begin + QUANTUM + TAPS + 2]
    for i in range(QUANTUM + TAPS - 1):
        past[i] = a * near[i] + b * near[i + 1] + c * near[i + 2] + d * near[i + 3]
    convolve(past, taps, heard)


@kernel
def _curve(first: int, late: np.float32) -> tuple[int, np.float32, np.float32, np.float32, np.float32]:
    """Return where in the bank to begin, and how much to take of four samples from there on, to read between them.

    Catmull-Rom: a straight line would dull the ear by up to 3 dB at 12 kHz.
    """
    whole = math.ceil(late)
    half, one, more = np.float32(0.5), np.float32(1.0), np.float32(1.5)
    t = np.float32(whole) - late
    s = one - t
    a, b, c, d = -half * t * s * s, s * (one + t - more * t * t), t * (one + s - more * s * s), -half * s * t * t
    return first - whole - 1, a, b, c, d


@kernel
def approach(now: np.float32, aim: np.float32) -> np.float32:
    """Return a gain or a lag a quantum later, on its way to its aim."""
    if abs(aim - now) < np.float32(SETTLED):
        return aim
    return now + (aim - now) * np.float32(SLEW)


def warm() -> None:
    """Compile this file's kernels."""
    bank, mix, taps = (
        np.zeros(4 * QUANTUM, np.float32),
        np.zeros((MIX_ROWS, QUANTUM), np.float32),
        np.zeros((2, TAPS), np.float32),
    )
    gains, playing = np.ones(GAIN_COLUMNS, np.float32), np.ones(CUE_COLUMNS, np.int64)
    add_direct(bank, QUANTUM, mix, gains, gains)
    add_filtered(bank, QUANTUM, mix, gains, gains, taps, taps, taps.copy(), np.zeros(QUANTUM + TAPS - 1, np.float32))
    add_diffuse(bank, playing, mix, gains, gains)
