"""The voice as a compiled function that an audio thread calls, and its clock."""

from functools import cache
from typing import Any

import numpy as np
from llvmlite import ir
from numba import carray, cfunc, types  # type: ignore[attr-defined]
from numba.extending import intrinsic

from orlop.engine.kernel import kernel
from orlop.engine.sound.address import pointer
from orlop.engine.sound.render_kernel import render
from orlop.engine.sound.sound import RATE
from orlop.engine.sound.target import WIDTH
from orlop.engine.sound.voice import (
    BUS_COLUMNS,
    CUE_COLUMNS,
    DESK_COLUMNS,
    EAR_COLUMNS,
    GAIN_COLUMNS,
    MIX_ROWS,
    QUANTUM,
    TAPS,
    Ints,
    Singles,
    Voices,
    make_voices,
)

SCRATCH = 512
"""Frames rendered at a time before they are added to the stream."""

# Columns of the tally. Times are in the clock's own ticks.
CALLS, LATE, LAST, LONGEST_GAP, BUSY, LONGEST_BUSY, FRAMES, OVERDUE = 0, 1, 2, 3, 4, 5, 6, 7
TALLY_COLUMNS = 8

# Entries of the table before the addresses: voices, samples in the bank, directions of the ears,
# the clock's address, its ticks a second.
COUNT, BANK, EARS, CLOCK, FREQUENCY = 0, 1, 2, 3, 4
ADDRESSES = 5
TABLE_LENGTH = ADDRESSES + len(Voices._fields) + 2


def _address_to_count(typing_context: Any, address: Any) -> Any:
    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        function = ir.FunctionType(ir.IntType(64), ())
        return builder.call(builder.inttoptr(arguments[0], function.as_pointer()), ())

    return types.int64(types.int64), generate


_read_clock: Any = intrinsic(_address_to_count)


@kernel
def _now(clock: int) -> int:
    return _read_clock(clock) if clock != 0 else 0


@kernel
def _voices_at(table: Ints) -> Voices:
    """Put the arrays together again from their addresses, in the order of `Voices`."""
    n, at = table[COUNT], table[ADDRESSES:]
    return Voices(
        carray(pointer(at[0]), (1,), np.int64),
        carray(pointer(at[1]), (n, WIDTH), np.float32),
        carray(pointer(at[2]), (n, CUE_COLUMNS), np.int64),
        carray(pointer(at[3]), (DESK_COLUMNS,), np.float32),
        carray(pointer(at[4]), (1,), np.int64),
        carray(pointer(at[5]), (n, WIDTH), np.float32),
        carray(pointer(at[6]), (n, CUE_COLUMNS), np.int64),
        carray(pointer(at[7]), (DESK_COLUMNS,), np.float32),
        carray(pointer(at[8]), (n, CUE_COLUMNS), np.int64),
        carray(pointer(at[9]), (n,), np.int64),
        carray(pointer(at[10]), (n, GAIN_COLUMNS), np.float32),
        carray(pointer(at[11]), (n, GAIN_COLUMNS), np.float32),
        carray(pointer(at[12]), (BUS_COLUMNS,), np.float32),
        carray(pointer(at[13]), (MIX_ROWS, QUANTUM), np.float32),
        carray(pointer(at[14]), (QUANTUM, 2), np.float32),
        carray(pointer(at[15]), (QUANTUM, 2), np.float32),
        carray(pointer(at[16]), (1,), np.int64),
        carray(pointer(at[17]), (n, 2, TAPS), np.float32),
        carray(pointer(at[18]), (n, 2, TAPS), np.float32),
        carray(pointer(at[19]), (2, TAPS), np.float32),
        carray(pointer(at[20]), (QUANTUM + TAPS - 1,), np.float32),
        carray(pointer(at[21]), (table[EARS], 2 * EAR_COLUMNS), np.float32),
        carray(pointer(at[22]), (table[BANK],), np.float32),
    )


@kernel
def _add_to_stream(table: Ints, stream: Singles) -> None:
    """Add what comes next to `stream` (frames, 2), which may hold sounds of others, within -1 … 1."""
    at = table[ADDRESSES:]
    tally = carray(pointer(at[23]), (TALLY_COLUMNS,), np.int64)
    scratch = carray(pointer(at[24]), (SCRATCH, 2), np.float32)
    began = _now(table[CLOCK])
    voices = _voices_at(table)
    frames, done = stream.shape[0], 0
    while done < frames:
        count = min(frames - done, SCRATCH)
        render(voices, scratch[:count])
        part = stream[done : done + count]
        for i in range(count):
            for ear in range(2):
                part[i, ear] = min(max(part[i, ear] + scratch[i, ear], np.float32(-1.0)), np.float32(1.0))
        done += count
    _count(tally, began, _now(table[CLOCK]), frames, table[FREQUENCY])


@kernel
def _count(tally: Ints, began: int, ended: int, frames: int, frequency: int) -> None:
    """Count the call, and whether it came too late or took too long.

    A device holds at least one block in reserve while it plays another, so it runs dry when more
    than two blocks' time lies between two calls.
    """
    block = frames * frequency // RATE
    if tally[CALLS] > 0:
        gap = began - tally[LAST]
        tally[LONGEST_GAP] = max(tally[LONGEST_GAP], gap)
        if gap > 2 * block:
            tally[LATE] += 1
    busy = ended - began
    if busy > block:
        tally[OVERDUE] += 1
    tally[BUSY] += busy
    tally[LONGEST_BUSY] = max(tally[LONGEST_BUSY], busy)
    tally[LAST] = began
    tally[FRAMES] += frames
    tally[CALLS] += 1


def _post_mix(table: Any, stream: Any, length: Any) -> None:
    _add_to_stream(carray(table, (TABLE_LENGTH,), np.int64), carray(stream, (length // 8, 2), np.float32))


@cache
def _compiled() -> Any:
    """Compile, once a process; of C's type void (void *table, void *stream, int length in bytes)."""
    signature = types.void(types.voidptr, types.voidptr, types.int32)
    try:
        return cfunc(signature, cache=True)(_post_mix)
    except RuntimeError:  # neither the package nor the home can be written to
        return cfunc(signature)(_post_mix)


class Callback:
    """What an audio thread calls to hear `voices`; it must be kept as long as that may happen.

    Parameters
    ----------
    clock
        Address of a C function without arguments that returns a 64-bit count, 0 for none.
    frequency
        Its counts a second.

    Attributes
    ----------
    function
        Address of a C function: void (void *argument, void *stream, int bytes), stereo float32.
    argument
        What it wants as its first argument.
    tally
        (TALLY_COLUMNS,) what it counts.
    """

    def __init__(self, voices: Voices, clock: int = 0, frequency: int = 1) -> None:
        self.tally: Ints = np.zeros(TALLY_COLUMNS, np.int64)
        self._arrays = (*voices, self.tally, np.zeros((SCRATCH, 2), np.float32))
        head = [len(voices.ended), len(voices.bank), len(voices.ears), clock, frequency]
        self._table = np.array([*head, *(array.ctypes.data for array in self._arrays)], np.int64)
        self._compiled = _compiled()
        self.function = int(self._compiled.address)
        self.argument = int(self._table.ctypes.data)

    def __call__(self, stream: Singles) -> None:
        """Do what the audio thread does: add what comes next to `stream` (frames, 2), C-contiguous."""
        self._compiled.ctypes(self.argument, stream.ctypes.data, stream.nbytes)


def warm() -> None:
    """Compile this file's kernels and the callback, in which they are."""
    callback = Callback(make_voices(1, np.zeros(1, np.float32)))
    stream = np.zeros((QUANTUM, 2), np.float32)
    _count(callback.tally, 0, 0, QUANTUM, 1)
    _add_to_stream(callback._table, stream)
    callback(stream)
