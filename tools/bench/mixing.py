"""What mixing costs, and whether it is in time while the main thread is busy."""

import math
import os
import threading
import time
from collections.abc import Callable
from statistics import median

import numpy as np
from numpy.typing import NDArray

from orlop.engine.sound.callback import CALLS, LATE, OVERDUE, Callback
from orlop.engine.sound.mixer import Mixer
from orlop.engine.sound.sound import RATE, Sound
from orlop.engine.sound.target import SPREAD, VOLUME, X, Z, silent_targets
from orlop.tools.bench.measure import Measure, PeerMissingError, compare

TICK = RATE // 60
TICKS = 600
BUSY_SECONDS = 2.0
Singles = NDArray[np.float32]


def mix8() -> Measure:
    """Mix 8 components that all go round the listener, in percent of a core, beside a plain mix in NumPy.

    Ours has the publishing of targets in it, delays, shadows and diffuse parts; NumPy's only pans and ramps.
    """
    sounds = [running_water(f"water {seed}", seed) for seed in range(8)]
    return compare(_share(_our_mix(sounds)), _share(_numpy_mix(sounds)), "%", "pan and ramps alone, in NumPy")


def deadline() -> Measure:
    """Have SDL's dummy device call back while the main thread computes in Python: share of blocks in time, in percent.

    Beside a Python thread that renders as often. Here more is better, so the ratio is our share over its.
    """
    pairs = [(_callback_in_time(), _thread_in_time()) for _ in range(3)]
    ours, theirs = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    ratio = median(ours) / max(median(theirs), 1e-9)
    return Measure(value=median(ours), unit="%", best=max(ours), against="a Python thread", ratio=ratio)


def running_water(name: str, seed: int) -> Sound:
    """Make noise with the spectrum of a stream, 6 seconds round."""
    rng = np.random.default_rng(seed)
    frequencies = np.fft.rfftfreq(6 * RATE + 14 * seed, 1.0 / RATE)[1:]
    power = 1.0 / (1.0 + (frequencies / 900.0 - 900.0 / frequencies) ** 2)
    spectrum = np.sqrt(power) * np.exp(2j * np.pi * rng.random(len(frequencies)))
    wave = np.fft.irfft(np.concatenate([[0.0], spectrum]))
    return Sound(name, (0.5 * wave / np.abs(wave).max()).astype(np.float32), True)


def going_round(tick: int, count: int) -> Singles:
    """Return targets (count, WIDTH) that go round the listener at different speeds."""
    angles = tick / 60.0 * np.linspace(0.5, 2.0, count) + np.arange(count)
    targets = silent_targets(count)
    targets[:, VOLUME], targets[:, SPREAD] = 0.3, np.linspace(0.1, 0.8, count)
    targets[:, X], targets[:, Z] = np.sin(angles), -np.cos(angles)
    return targets


def _our_mix(sounds: list[Sound]) -> Callable[[int], None]:
    mixer = Mixer()
    voices = [mixer.loop(sound) for sound in sounds]
    callback, stream = Callback(mixer.voices), np.zeros((TICK, 2), np.float32)

    def mix(tick: int) -> None:
        mixer.steer(voices, going_round(tick, len(voices)))
        mixer.publish()
        stream[:] = 0.0
        callback(stream)

    return mix


def _numpy_mix(sounds: list[Sound]) -> Callable[[int], None]:
    before = np.zeros((len(sounds), 2), np.float32)
    ramp = np.linspace(0.0, 1.0, TICK, dtype=np.float32)[:, None]

    def mix(tick: int) -> None:
        targets = going_round(tick, len(sounds))
        angles = (targets[:, X] + 1.0) * (math.pi / 4.0)
        gains = targets[:, VOLUME, None] * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        stream = np.zeros((TICK, 2), np.float32)
        for sound, old, new in zip(sounds, before, gains, strict=True):
            samples = sound.samples.take(range(tick * TICK, (tick + 1) * TICK), mode="wrap")
            stream += samples[:, None] * (old + (new - old) * ramp)
        np.tanh(stream, out=stream)
        before[:] = gains

    return mix


def _share(call: Callable[[int], object]) -> Callable[[], float]:
    """Time ticks on this thread, in percent of a core."""

    def percent() -> float:
        began = time.thread_time()
        for tick in range(TICKS):
            call(tick)
        return (time.thread_time() - began) / (TICKS / 60.0) * 100.0

    return percent


def _callback_in_time() -> float:
    from orlop.engine.sound.sinks import CHUNK, DeviceSink, PostMix

    chosen = os.environ.get("SDL_AUDIODRIVER")
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    try:
        sink = DeviceSink(_loud_mixer())
        if not isinstance(sink.route, PostMix):
            raise PeerMissingError(f"the callback can't be had: {sink.line}")
        tally = sink.route.tally
        before = tally.copy()
        seconds = _busy()
        came = tally - before
        sink.close()
    finally:
        os.environ.pop("SDL_AUDIODRIVER")
        if chosen is not None:
            os.environ["SDL_AUDIODRIVER"] = chosen
    in_time = int(came[CALLS] - came[LATE] - came[OVERDUE])
    return min(100.0 * in_time / (seconds * RATE / CHUNK), 100.0)


def _thread_in_time() -> float:
    from orlop.engine.sound.sinks import CHUNK

    mixer, block, block_seconds = _loud_mixer(), np.zeros((CHUNK, 2), np.float32), CHUNK / RATE
    mixer.render(block)
    ends: list[float] = []
    over = threading.Event()

    def render() -> None:
        while not over.is_set():
            time.sleep(block_seconds)
            mixer.render(block)
            ends.append(time.perf_counter())

    thread = threading.Thread(target=render)
    thread.start()
    seconds = _busy()
    over.set()
    thread.join()
    in_time = int(np.count_nonzero(np.diff(ends) <= 2.0 * block_seconds))
    return min(100.0 * in_time / (seconds / block_seconds), 100.0)


def _loud_mixer() -> Mixer:
    mixer = Mixer()
    voices = [mixer.loop(running_water(f"water {seed}", seed)) for seed in range(8)]
    mixer.steer(voices, going_round(0, len(voices)))
    mixer.publish()
    return mixer


def _busy() -> float:
    """Compute in pure Python for a while; return for how long."""
    began = time.perf_counter()
    total = 0
    while (now := time.perf_counter()) - began < BUSY_SECONDS:
        total += sum(i * i for i in range(200))
    return now - began
