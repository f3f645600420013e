"""Sounds in, one pair of ears out: loops and one-shots, buses, pauses."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from orlop.engine.sound.bank import Bank
from orlop.engine.sound.exchange import hand_over
from orlop.engine.sound.hearing import HEADPHONES, Hearing
from orlop.engine.sound.render_kernel import render
from orlop.engine.sound.sound import Sound
from orlop.engine.sound.target import VOLUME, WIDTH, silent_targets
from orlop.engine.sound.voice import (
    CUE_COLUMNS,
    DESK_COLUMNS,
    FADE,
    FIRST,
    GOING,
    HEAD,
    LENGTH,
    LIMIT,
    LOOP,
    PAN,
    PHASE,
    STOP,
    TAKE,
    make_voices,
)

GOLDEN = 0.6180339887
"""Loops begin at multiples of this share of their length: no two of any number start close together."""


class Bus(Enum):
    """What volumes can be set of: everything, or one kind of sound."""

    MASTER = "master"
    EFFECTS = "effects"
    AMBIENCE = "ambience"


BUSES = (Bus.EFFECTS, Bus.AMBIENCE)
"""What a sound can belong to."""


@dataclass(frozen=True, slots=True)
class Voice:
    """A sound that a mixer plays: the row of the pool, and the how manieth sound it is."""

    row: int
    take: int


class Mixer:
    """Mixes sounds; a sink draws from it.

    What is asked of it takes effect all at once with `publish`, which a game calls once a tick.

    Parameters
    ----------
    hearing
        What the sound comes out of.
    voices
        How many sounds can be heard at once.
    bank_seconds
        How much sound can be loaded, in seconds.

    Attributes
    ----------
    voices
        What the audio thread works on.
    paused
        Fades all out and holds every sound where it is; set back, they go on.
    refused
        One-shots that were not played since all voices were taken.
    """

    def __init__(self, hearing: Hearing = HEADPHONES, voices: int = 64, bank_seconds: float = 600.0) -> None:
        if voices < 1:
            raise ValueError(f"voices must be at least 1, got {voices}")
        self._bank = Bank(bank_seconds)
        self.voices = make_voices(voices, self._bank.samples, hearing.ears)
        self.paused = False
        self.refused = 0
        self.hearing = hearing
        self._targets = silent_targets(voices)
        self._cues = np.zeros((voices, CUE_COLUMNS), np.int64)
        self._desk = np.zeros(DESK_COLUMNS, np.float32)
        self._buses = [Bus.EFFECTS] * voices
        self._gains = np.ones(voices, np.float32)
        self._current = [0] * voices  # each voice's take, as its cue says too
        self._volumes = dict.fromkeys(Bus, 1.0)
        self._takes = 0
        self._loops = 0

    def loop(self, sound: Sound, bus: Bus = Bus.AMBIENCE, phase: float | None = None) -> Voice:
        """Start a loop, silent until it is steered.

        Parameters
        ----------
        phase
            Where to begin, as a share of its length, 0 … 1. Default: away from where the others began.

        Raises
        ------
        OrlopError
            If the sound can't be banked; see `Bank.first`.
        ValueError
            If the sound is no loop, or no voice is free: loops are few and stay, so a larger pool is the cure.
        """
        if not sound.loop:
            raise ValueError(f'"{sound.name}" is no loop; `play` is for sounds that end')
        row = self._free_row()
        if row is None:
            raise ValueError(f"all {len(self._cues)} voices are taken; give Mixer more")
        share = self._loops * GOLDEN if phase is None else phase
        self._loops += 1
        return self._give(row, sound, bus, int(share % 1.0 * len(sound.samples)))

    def play(self, sound: Sound, target: NDArray[np.float32] | None = None, bus: Bus = Bus.EFFECTS) -> Voice | None:
        """Play a sound that ends by itself, at `target` (WIDTH,), or straight ahead at its own loudness.

        Returns None if no voice is free; then it is not heard, and counted in `refused`.

        Raises
        ------
        OrlopError
            If the sound can't be banked; see `Bank.first`.
        ValueError
            If the sound is a loop.
        """
        if sound.loop:
            raise ValueError(f'"{sound.name}" is a loop and would never end; start it with `loop`')
        row = self._free_row()
        if row is None:
            self.refused += 1
            return None
        voice = self._give(row, sound, bus, 0)
        self._targets[row, VOLUME] = 1.0
        if target is not None:
            self.steer((voice,), target[None])
        return voice

    def steer(self, voices: Sequence[Voice], targets: NDArray[np.float32]) -> None:
        """Say what `voices` shall sound like from now on: `targets` (n, WIDTH), their rows.

        A voice whose sound has ended is passed over.
        """
        if targets.shape != (len(voices), WIDTH):
            raise ValueError(f"targets must be ({len(voices)}, {WIDTH}), got {targets.shape}")
        for voice, target in zip(voices, targets, strict=True):
            if self._current[voice.row] == voice.take:
                self._targets[voice.row] = target

    def stop(self, voice: Voice) -> None:
        """Let a sound fade out, which takes about a tenth of a second, and end."""
        if self._current[voice.row] == voice.take:
            self._cues[voice.row, STOP] = 1

    def sounds(self, voice: Voice) -> bool:
        """Tell whether a sound has not ended yet."""
        return bool(self._current[voice.row] == voice.take and self.voices.ended[voice.row] != voice.take)

    def volume(self, bus: Bus) -> float:
        """Return the volume of a bus, 0 … 1."""
        return self._volumes[bus]

    def set_volume(self, bus: Bus, volume: float) -> None:
        """Set the volume of a bus, a gain of 0 … 1."""
        if not 0.0 <= volume <= 1.0:
            raise ValueError(f"volume must be 0 … 1, got {volume}")
        self._volumes[bus] = volume
        self._gains[:] = [self._gain(own) for own in self._buses]

    def publish(self) -> None:
        """Hand what was asked for to whoever renders; never waits for it."""
        self._desk[GOING] = not self.paused
        self._desk[PAN], self._desk[HEAD] = self.hearing.pan, self.hearing.head
        hand_over(self.voices, self._targets, self._gains, self._cues, self._desk)

    def render(self, out: NDArray[np.float32]) -> None:
        """Fill `out` (frames, 2) with what comes next, on the calling thread.

        For sinks: one at a time draws from a mixer.
        """
        render(self.voices, out)

    def start_from_silence(self) -> None:
        """Fade in from here: for a sink that has just opened a device, while nothing renders."""
        self.voices.bus[FADE] = 0.0

    @property
    def sounding(self) -> int:
        """How many voices have something to play."""
        return int(np.count_nonzero(self._cues[:, TAKE] != self.voices.ended))

    @property
    def limit(self) -> float:
        """The limiter's gain, 1 while nothing is too loud."""
        return float(self.voices.bus[LIMIT])

    def _gain(self, bus: Bus) -> float:
        return self._volumes[bus] * self._volumes[Bus.MASTER]

    def _free_row(self) -> int | None:
        free = np.flatnonzero(self._cues[:, TAKE] == self.voices.ended)
        return int(free[0]) if len(free) else None

    def _give(self, row: int, sound: Sound, bus: Bus, phase: int) -> Voice:
        if bus not in BUSES:
            raise ValueError("a sound belongs to effects or ambience; the master bus is their sum")
        first = self._bank.first(sound)
        self._takes += 1
        cue = self._cues[row]
        cue[TAKE], cue[FIRST], cue[LENGTH], cue[LOOP] = self._takes, first, len(sound.samples), sound.loop
        cue[PHASE], cue[STOP] = phase, 0
        self._targets[row] = silent_targets(1)[0]
        self._buses[row], self._gains[row], self._current[row] = bus, self._gain(bus), self._takes
        return Voice(row, self._takes)
