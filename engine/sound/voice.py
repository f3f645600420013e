"""The voices: what the game wants of each, and where the audio thread is with it.

Arrays of a fixed size and no objects, since the audio thread reads and writes them without
Python, without a lock and without asking for memory. Each array has one writer: the game's
thread those of the first group, the audio thread all others.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from orlop.engine.sound.target import WIDTH, silent_targets

Singles = NDArray[np.float32]
Ints = NDArray[np.int64]

QUANTUM = 128
"""Samples mixed at a time, 2.7 ms: gains ramp over it, the limiter looks ahead by it."""

RAMP = (np.arange(QUANTUM, dtype=np.float32) + np.float32(1.0)) / np.float32(QUANTUM)
"""How far a ramp has come at each sample of a quantum."""

# Columns of a cue: what a voice shall play.
TAKE, FIRST, LENGTH, LOOP, PHASE, STOP = 0, 1, 2, 3, 4, 5
CUE_COLUMNS = 6
# Columns of the gains: low and high frequencies of the direct sound at each ear, the diffuse sound
# at both, and by how many samples each ear hears the direct one later.
LOW_LEFT, HIGH_LEFT, LOW_RIGHT, HIGH_RIGHT, DIFFUSE, LAG_LEFT, LAG_RIGHT = 0, 1, 2, 3, 4, 5, 6
GAIN_COLUMNS = 7
# The desk: settings of all voices together.
GOING, PAN, HEAD = 0, 1, 2
DESK_COLUMNS = 3
# The bus: where the audio thread is with what all voices share.
FADE, EAR_LEFT, EAR_RIGHT, LIMIT, ALLOWED = 0, 1, 2, 3, 4
BUS_COLUMNS = 5
# Rows of the mix.
MIX_LOW_LEFT, MIX_HIGH_LEFT, MIX_LOW_RIGHT, MIX_HIGH_RIGHT, HEARD, THEN = 0, 1, 2, 3, 4, 5
MIX_ROWS = 6

TAPS = 64
"""Length of a measured ear's filter, 1.3 ms: what OpenAL Soft's have."""
EAR_COLUMNS = 1 + TAPS
"""Of one ear in a table: by how many samples it hears later, and its filter."""


class Voices(NamedTuple):
    """A pool of n voices.

    A cue's TAKE is a number that grows with each sound the voice is given; STOP lets it fade
    and end. LENGTH 0 means that the voice has nothing to play.

    Attributes
    ----------
    sequence
        (1,): odd while the game's thread writes, else twice the number of times it has.
    wishes, cues, desk
        (n, WIDTH) targets, (n, CUE_COLUMNS), (DESK_COLUMNS,).
    taken
        (1,): the sequence that was taken over last.
    read_wishes, read_cues, read_desk
        A copy, torn if the game's thread wrote meanwhile, and then not used.
    playing
        (n, CUE_COLUMNS): the cues being played, PHASE where each is.
    ended
        (n,): the last TAKE that came to its end.
    gains, aims
        (n, GAIN_COLUMNS): now, and where to.
    bus
        (BUS_COLUMNS,).
    mix
        (MIX_ROWS, QUANTUM): the sums over the voices, and one voice as an ear hears it at first and then.
    ahead, ready
        (QUANTUM, 2): what the limiter looks at, and what can go out, of which `left` (1,) frames are left.
    filters, filter_aims
        (n, 2, TAPS): each ear's filter, now and where to; not used without measured ears.
    filter, past
        (2, TAPS), the filters at the end of a quantum, and (QUANTUM + TAPS - 1,), what they are laid over.
    ears
        (directions, 2 · EAR_COLUMNS): measured ones, left and right, see `ear_kernel`; no rows without.
    bank
        (m,): `Bank.samples`.
    """

    sequence: Ints
    wishes: Singles
    cues: Ints
    desk: Singles
    taken: Ints
    read_wishes: Singles
    read_cues: Ints
    read_desk: Singles
    playing: Ints
    ended: Ints
    gains: Singles
    aims: Singles
    bus: Singles
    mix: Singles
    ahead: Singles
    ready: Singles
    left: Ints
    filters: Singles
    filter_aims: Singles
    filter: Singles
    past: Singles
    ears: Singles
    bank: Singles


def make_voices(count: int, bank: Singles, ears: Singles | None = None) -> Voices:
    """Make `count` voices with nothing to play, that read their samples from `bank`, heard by `ears` if given."""
    bus = np.zeros(BUS_COLUMNS, np.float32)
    bus[LIMIT] = bus[ALLOWED] = 1.0
    return Voices(
        sequence=np.zeros(1, np.int64),
        wishes=silent_targets(count),
        cues=np.zeros((count, CUE_COLUMNS), np.int64),
        desk=np.zeros(DESK_COLUMNS, np.float32),
        taken=np.zeros(1, np.int64),
        read_wishes=np.zeros((count, WIDTH), np.float32),
        read_cues=np.zeros((count, CUE_COLUMNS), np.int64),
        read_desk=np.zeros(DESK_COLUMNS, np.float32),
        playing=np.zeros((count, CUE_COLUMNS), np.int64),
        ended=np.zeros(count, np.int64),
        gains=np.zeros((count, GAIN_COLUMNS), np.float32),
        aims=np.zeros((count, GAIN_COLUMNS), np.float32),
        bus=bus,
        mix=np.zeros((MIX_ROWS, QUANTUM), np.float32),
        ahead=np.zeros((QUANTUM, 2), np.float32),
        ready=np.zeros((QUANTUM, 2), np.float32),
        left=np.zeros(1, np.int64),
        filters=np.zeros((count, 2, TAPS), np.float32),
        filter_aims=np.zeros((count, 2, TAPS), np.float32),
        filter=np.zeros((2, TAPS), np.float32),
        past=np.zeros(QUANTUM + TAPS - 1, np.float32),
        ears=np.zeros((0, 2 * EAR_COLUMNS), np.float32) if ears is None else ears,
        bank=bank,
    )
