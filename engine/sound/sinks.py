"""Where the mixer's sound goes: a device, by a compiled callback or by queued blocks. The one file that imports pygame."""

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

import numpy as np
import pygame
from numpy.typing import NDArray

from orlop.engine.error import OrlopError
from orlop.engine.sound.bus_kernel import FADE_SECONDS
from orlop.engine.sound.callback import BUSY, CALLS, FRAMES, LATE, LONGEST_BUSY, LONGEST_GAP, OVERDUE, Callback
from orlop.engine.sound.mixer import Mixer
from orlop.engine.sound.sdl import SDL
from orlop.engine.sound.sound import RATE

CHUNK = 512
"""Frames a callback, 10.7 ms."""

QUEUED = 2048
"""Frames a queued block, 43 ms: a multiple of the chunk, else there are gaps; shorter ones were seen to leave some."""

RETRY_SECONDS = 10.0
"""How often a device is looked for while there is none."""

DUMMY = "dummy"
"""SDL's driver that takes sound and time, but needs no device."""


class Route(Protocol):
    """How sound gets from the mixer to an open device."""

    def pump(self) -> None:
        """Do what has to be done once a tick."""

    def close(self) -> None:
        """Let the device go on in silence."""

    @property
    def underruns(self) -> int:
        """How often the device had nothing to play."""


class PostMix:
    """The device's own thread calls the compiled voice: the game's thread may be as busy as it likes.

    Raises
    ------
    OSError
        If SDL_mixer can't be reached.
    """

    def __init__(self, mixer: Mixer) -> None:
        self._sdl = SDL()
        self._callback = Callback(mixer.voices, self._sdl.clock, self._sdl.frequency)
        self._sdl.set_post_mix(self._callback.function, self._callback.argument)

    def pump(self) -> None:
        """Do nothing: the device asks for what it needs."""

    def close(self) -> None:
        """Take the callback away; it is not running any more then."""
        self._sdl.set_post_mix(0, 0)

    @property
    def underruns(self) -> int:
        """Calls that came too late or took too long."""
        return int(self.tally[LATE] + self.tally[OVERDUE])

    @property
    def tally(self) -> NDArray[np.int64]:
        """What the callback counts, as it counts; see `orlop.engine.sound.callback`."""
        return self._callback.tally

    def timing(self) -> dict[str, float]:
        """Return calls, seconds of sound, and the longest gap between calls, longest and mean call, in milliseconds."""
        tally, thousandth = self.tally, self._sdl.frequency / 1000.0
        calls = int(tally[CALLS])
        return {
            "calls": calls,
            "seconds": int(tally[FRAMES]) / RATE,
            "longest_gap_ms": int(tally[LONGEST_GAP]) / thousandth,
            "longest_call_ms": int(tally[LONGEST_BUSY]) / thousandth,
            "mean_call_ms": int(tally[BUSY]) / max(calls, 1) / thousandth,
        }


class Queue:
    """Blocks queued from the game's thread, where the callback can't be had: 85 ms late, and a stall of 43 ms is heard."""

    def __init__(self, mixer: Mixer) -> None:
        self._mixer = mixer
        self._channel = pygame.mixer.Channel(0)
        self._underruns = 0
        self._began = False

    def pump(self) -> None:
        """Keep one block playing and one waiting."""
        if self._began and not self._channel.get_busy():
            self._underruns += 1
        while self._channel.get_queue() is None:
            self._channel.queue(self._next_block())  # plays at once if nothing does
            self._began = True

    def close(self) -> None:
        """Stop the channel."""
        self._channel.stop()

    @property
    def underruns(self) -> int:
        """Ticks at which both blocks had been played."""
        return self._underruns

    def _next_block(self) -> pygame.mixer.Sound:
        block = np.zeros((QUEUED, 2), np.float32)
        self._mixer.render(block)
        return pygame.mixer.Sound(buffer=block.tobytes())


class DeviceSink:
    """Plays a mixer on the default device; without one the game goes on, and sound comes when a device does.

    Parameters
    ----------
    mixer
        What to play.
    queued
        Use queued blocks though the callback could be had.

    Attributes
    ----------
    line
        What the player should know, in a sentence; changes when a device comes or goes.
    device
        Whether there is one.
    """

    def __init__(self, mixer: Mixer, queued: bool = False) -> None:
        self._mixer = mixer
        self._queued = queued
        self._route: Route | None = None
        self._past_underruns = 0
        self._asked = 0.0
        self.device = False
        self.line = ""
        self._open()

    def take(self, events: Iterable[pygame.event.Event]) -> None:
        """Heed devices that come and go, among a frame's events of `pygame.event.get()`."""
        for event in events:
            lost = event.type == pygame.AUDIODEVICEREMOVED and event.which != 0  # 0: one that nobody had opened
            came = event.type == pygame.AUDIODEVICEADDED
            if ((lost and self.device) or (came and not self.device)) and not event.iscapture:
                self._open()

    def tick(self) -> None:
        """Keep the sound going; call it once a tick."""
        if not self.device and time.monotonic() - self._asked > RETRY_SECONDS and not _silenced():
            self._open()
        if self._route is not None:
            self._route.pump()

    def close(self) -> None:
        """Fade out and let the device go."""
        if self.device and self._route is not None:
            self._mixer.paused = True
            self._mixer.publish()
            end = time.monotonic() + FADE_SECONDS + 0.1
            while time.monotonic() < end:
                self._route.pump()
                time.sleep(0.005)
        self._shut()

    @property
    def route(self) -> Route | None:
        """How the sound gets to the device."""
        return self._route

    @property
    def underruns(self) -> int:
        """How often the device had nothing to play, since the start."""
        return self._past_underruns + (self._route.underruns if self._route is not None else 0)

    def _open(self) -> None:
        self._shut()
        self._asked = time.monotonic()
        problem = _open_device()
        self.device = not problem
        if problem:
            _open_device(DUMMY)
        self._mixer.start_from_silence()
        self._route = self._make_route()
        self.line = f"No sound: {problem}. It comes back with a device." if problem else self._description()

    def _make_route(self) -> Route | None:
        if pygame.mixer.get_init() is None:
            return None
        if not self._queued:
            with suppress(OSError):
                return PostMix(self._mixer)
        return Queue(self._mixer)

    def _description(self) -> str:
        way = "called back" if isinstance(self._route, PostMix) else "queued"
        return f"Sound by {pygame.mixer.get_driver()}, {way}, {RATE // 1000} kHz."

    def _shut(self) -> None:
        if self._route is not None:
            self._past_underruns += self._route.underruns
            self._route.close()
            self._route = None
        pygame.mixer.quit()
        self.device = False


def decode(path: Path) -> tuple[NDArray[np.float32], int]:
    """Read a sound file of any kind that SDL_mixer knows (OGG, FLAC, MP3), as (n, 2) at `RATE`.

    Raises
    ------
    OrlopError
        If it is not audio.
    """
    borrowed = pygame.mixer.get_init() is None
    if borrowed:
        _open_device(DUMMY)
    try:
        sound = pygame.mixer.Sound(str(path))
        return np.frombuffer(sound.get_raw(), np.float32).reshape(-1, 2).copy(), RATE
    except pygame.error as error:
        raise OrlopError(str(path), f"it is no sound: {error}", "Give a WAV or an OGG file.") from error
    finally:
        if borrowed:
            pygame.mixer.quit()


def _open_device(driver: str | None = None) -> str:
    """Open SDL_mixer's device in our format and return what is wrong, nothing if it is open."""
    with _driver(driver), _hushed():
        try:
            pygame.mixer.init(RATE, 32, 2, CHUNK, allowedchanges=0)
        except pygame.error as error:
            return str(error).rstrip(".")
    if pygame.mixer.get_init() != (RATE, -32, 2):
        pygame.mixer.quit()
        return "the device takes no floating point stereo at 48 kHz"
    return ""


def _silenced() -> bool:
    """Tell whether the player chose to have no device."""
    return os.environ.get("SDL_AUDIODRIVER") == DUMMY


@contextmanager
def _driver(name: str | None) -> Iterator[None]:
    """Have SDL use a driver while it opens a device, and the player's choice again afterwards."""
    chosen = os.environ.get("SDL_AUDIODRIVER")
    if name is not None:
        os.environ["SDL_AUDIODRIVER"] = name
    try:
        yield
    finally:
        if name is not None:
            os.environ.pop("SDL_AUDIODRIVER")
            if chosen is not None:
                os.environ["SDL_AUDIODRIVER"] = chosen


@contextmanager
def _hushed() -> Iterator[None]:
    """Keep ALSA from writing a page to standard error about a device that isn't there; one line says it."""
    try:
        kept = os.dup(2)
    except OSError:  # there is no standard error
        yield
        return
    try:
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
