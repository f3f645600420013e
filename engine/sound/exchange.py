"""Between the game's thread and the audio thread: a sequence number, and neither ever waits."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from orlop.engine.kernel import kernel
from orlop.engine.sound.target import VOLUME
from orlop.engine.sound.voice import Ints, Singles, Voices, make_voices


def _generate_fence(typing_context: Any) -> Any:
    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        builder.fence("seq_cst")
        return context.get_dummy_value()

    return types.void(), generate


fence: Any = intrinsic(_generate_fence)
"""No load or store crosses a call of it; processors other than x86 would reorder them."""


def hand_over(voices: Voices, wishes: Singles, gains: Singles, cues: Ints, desk: Singles) -> None:
    """Publish what the game wants, the volumes of its wishes times gains (n,); on the game's thread."""
    _write(voices.sequence, voices.wishes, voices.cues, voices.desk, wishes, gains, cues, desk)


@kernel
def _write(
    sequence: Ints,
    to_wishes: Singles,
    to_cues: Ints,
    to_desk: Singles,
    wishes: Singles,
    gains: Singles,
    cues: Ints,
    desk: Singles,
) -> None:
    sequence[0] += 1
    fence()
    to_wishes[:] = wishes
    for v in range(len(gains)):
        to_wishes[v, VOLUME] *= gains[v]
    to_cues[:] = cues
    to_desk[:] = desk
    fence()
    sequence[0] += 1


@kernel
def take_over(voices: Voices) -> bool:
    """Copy what was published since the last time, and tell whether there is a whole copy; on the audio thread.

    While the other thread writes there is none, and the voices go on as they were: the next
    quantum asks again.
    """
    sequence = voices.sequence[0]
    if sequence == voices.taken[0] or sequence % 2 == 1:
        return False
    fence()
    voices.read_wishes[:] = voices.wishes
    voices.read_cues[:] = voices.cues
    voices.read_desk[:] = voices.desk
    fence()
    if voices.sequence[0] != sequence:
        return False
    voices.taken[0] = sequence
    return True


def warm() -> None:
    """Compile this file's kernels."""
    voices = make_voices(1, np.zeros(1, np.float32))
    hand_over(voices, voices.wishes.copy(), np.ones(1, np.float32), voices.cues.copy(), voices.desk.copy())
    take_over(voices)
