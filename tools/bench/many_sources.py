"""How close one voice comes to as many real sources as there are samples, and at what cost."""

import math
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from orlop.engine.error import OrlopError
from orlop.engine.sound.attenuation import Attenuation
from orlop.engine.sound.callback import Callback
from orlop.engine.sound.cloud import CloudSound
from orlop.engine.sound.collection import SampleCollection
from orlop.engine.sound.component import SoundComponent
from orlop.engine.sound.listener import Listener
from orlop.engine.sound.measured_ears import measured_hearing
from orlop.engine.sound.mixer import Mixer
from orlop.engine.sound.openal import OpenAL
from orlop.engine.sound.sound import RATE, Sound
from orlop.engine.sound.target import VOLUME, X, Z
from orlop.engine.sound.water import stretch_radius
from orlop.tools.bench.measure import Measure, PeerMissingError, compare
from orlop.tools.bench.mixing import going_round, running_water

SAMPLES = 256
MAX_DISTANCE = 60.0
GAIN = 0.5
"""Of a sample at a metre."""

PLACES = 11
LISTEN_SECONDS = 1.0
WITHIN = 1.5
"""Decibels by which the voice may differ, at any place in level and in RMS of all between the ears."""

TICK = RATE // 60

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]


def openal() -> Measure:
    """Hear a river of 256 samples through one voice, in percent of a core, beside 256 sources of OpenAL Soft with HRTF.

    The audio thread's work and the game's, which weighs samples and places what it heard, on either side.
    """
    return _compared(place_too=True)


def openal_voice() -> Measure:
    """Mix that voice, beside those sources: the audio thread's work alone, while the listener's head turns."""
    return _compared(place_too=False)


def hrtf8() -> Measure:
    """Mix 8 voices through measured ears while they go round the listener, beside 8 sources of OpenAL Soft with the same.

    In percent of a core, with the steering of voices and the placing of sources.
    """
    try:
        hearing = measured_hearing()
    except OrlopError as missing:
        raise PeerMissingError(str(missing)) from missing
    sounds = [running_water(f"water {seed}", seed) for seed in range(8)]
    peer, mixer = many_sources(sounds[0], len(sounds)), Mixer(hearing)
    voices = [mixer.loop(sound) for sound in sounds]
    callback, stream = Callback(mixer.voices), np.zeros((TICK, 2), np.float32)

    def place_voices(tick: int) -> None:
        mixer.steer(voices, going_round(tick, len(voices)))
        mixer.publish()

    def place_sources(tick: int) -> None:
        targets = going_round(tick, len(voices)).astype(np.float64)
        peer.place(targets[:, X : Z + 1], targets[:, VOLUME])

    try:
        peer.play()
        ours = _share(place_voices, lambda: callback(stream), True, 600)
        theirs = _share(place_sources, lambda: peer.render(stream), True, 600)
        return compare(ours, theirs, "%", f"{len(sounds)} OpenAL Soft sources")
    finally:
        peer.close()


def _compared(place_too: bool) -> Measure:
    """Compare what sounds alike: as loud, and as different between the ears."""
    loop = running_water("river", 1)
    peer = many_sources(loop)
    try:
        hold_alike(heard_by_peer(peer), heard_by_voice(loop))
        mixer, steer = _river(loop)
        callback, stream = Callback(mixer.voices), np.zeros((TICK, 2), np.float32)

        def place_voice(tick: int) -> None:
            steer(_listener(tick % PLACES), 1.0 / 60.0)

        def place_sources(tick: int) -> None:
            if place_too:
                peer.place(*_sources(_listener(tick % PLACES)))
            else:
                peer.turn(0.05 * tick)

        ours = _share(place_voice, lambda: callback(stream), place_too, 600)
        theirs = _share(place_sources, lambda: peer.render(stream), place_too, 20)
        return compare(ours, theirs, "%", f"{SAMPLES} OpenAL Soft sources")
    finally:
        peer.close()


def hold_alike(theirs: Floats, ours: Floats) -> None:
    """Refuse to compare what does not sound alike: levels and differences between the ears, (2, places), decibels."""
    level = float(np.abs(ours[0] - theirs[0]).max())
    between = math.sqrt(float(np.mean((ours[1] - theirs[1]) ** 2)))
    if level > WITHIN or between > WITHIN:
        raise AssertionError(f"the voice is off by {level:.2f} dB in level and {between:.2f} dB RMS between the ears")


def many_sources(loop: Sound, count: int = SAMPLES) -> OpenAL:
    """Make so many sources of OpenAL Soft with measured ears, or PeerMissingError if it isn't there."""
    try:
        return OpenAL(loop.samples, count, hrtf=True)
    except OrlopError as missing:
        raise PeerMissingError(str(missing)) from missing


def heard_by_peer(peer: OpenAL) -> Floats:
    """Return levels over those of one source all around, and those between the ears, (2, places), in decibels."""
    alone = np.zeros(SAMPLES)
    alone[0] = 1.0
    peer.play()

    def hear_one(direction: Floats) -> tuple[float, float]:
        peer.place(np.tile(direction, (SAMPLES, 1)), alone)
        return _decibels(_listened(peer.render))

    def hear_river(listener: Listener) -> tuple[float, float]:
        peer.place(*_sources(listener))
        return _decibels(_listened(peer.render))

    return _over_one(hear_one, hear_river)


def heard_by_voice(loop: Sound) -> Floats:
    """Return the same of one voice, steered by the cloud with the power law."""
    lone, (mixer, steer) = Mixer(), _river(loop)
    voice = lone.loop(loop)

    def hear_one(direction: Floats) -> tuple[float, float]:
        lone.steer([voice], np.array([[1.0, *direction, 0.0]], np.float32))
        lone.publish()
        return _decibels(_listened(lone.render))

    def hear_river(listener: Listener) -> tuple[float, float]:
        steer(listener, math.inf)
        return _decibels(_listened(mixer.render))

    return _over_one(hear_one, hear_river)


def _over_one(
    hear_one: Callable[[Floats], tuple[float, float]], hear_river: Callable[[Listener], tuple[float, float]]
) -> Floats:
    """Hear the river at all places; levels count from the mean of one source around, as measured ears have a gain."""
    angles = np.arange(8) * (math.pi / 4.0)
    around = [hear_one(np.array([math.sin(angle), 0.0, -math.cos(angle)]))[0] for angle in angles]
    river = np.array([hear_river(_listener(place)) for place in range(PLACES)]).T
    return river - [[10.0 * math.log10(np.mean(10.0 ** (np.array(around) / 10.0)))], [0.0]]


def _bed() -> tuple[Floats, Floats]:
    """Return points (n, 3) and radii (n,) of a river with bends, 2 m wide."""
    along = np.linspace(-40.0, 40.0, SAMPLES)
    points = np.stack([along, np.zeros(SAMPLES), 6.0 * np.sin(along / 9.0) - 4.0], axis=1)
    return points, np.full(SAMPLES, stretch_radius(2.0, 80.0 / SAMPLES))


def _listener(place: int) -> Listener:
    return Listener((-50.0 + 10.0 * place, 1.7, 6.0), heading=0.3 * place)


def _sources(listener: Listener) -> tuple[Floats, Floats]:
    """Return positions in the listener's frame (n, 3) and gains (n,), as a game with a source a sample would."""
    points, radii = _bed()
    own = (points - np.asarray(listener.position)) @ listener.axes().T
    distances = np.linalg.norm(own, axis=1)
    return own, GAIN * np.maximum(0.0, 1.0 / np.maximum(distances, radii) - 1.0 / MAX_DISTANCE)


def _river(loop: Sound) -> tuple[Mixer, Callable[[Listener, float], None]]:
    """Return a mixer, and what steers its one voice by the cloud."""
    points, radii = _bed()
    component = SoundComponent(loop.name, GAIN / (math.pi * radii[0] ** 2))
    river = CloudSound("river", [component], Attenuation(MAX_DISTANCE), sum_law="power", direction_law="power")
    river.add(SampleCollection(points, radii))
    mixer = Mixer()
    voices = [mixer.loop(loop)]

    def steer(listener: Listener, dt: float) -> None:
        mixer.steer(voices, river.evaluate(listener, dt))
        mixer.publish()

    return mixer, steer


def _listened(render: Callable[[Singles], object]) -> Singles:
    """Render what is heard once gains have settled."""
    frames = np.zeros((round((0.5 + LISTEN_SECONDS) * RATE), 2), np.float32)
    render(frames)
    return frames[round(0.5 * RATE) :]


def _decibels(frames: Singles) -> tuple[float, float]:
    left, right = np.mean(frames.astype(np.float64) ** 2, axis=0)
    return 10.0 * math.log10(left + right), 10.0 * math.log10(right / left)


def _share(
    place: Callable[[int], object], render: Callable[[], object], place_too: bool, ticks: int
) -> Callable[[], float]:
    """Time ticks of 1/60 s on this thread, in percent of a core; placing may be left out."""

    def percent() -> float:
        seconds = 0.0
        for tick in range(ticks):
            began = time.thread_time()
            place(tick)
            placed = time.thread_time()
            render()
            seconds += time.thread_time() - (began if place_too else placed)
        return seconds / (ticks / 60.0) * 100.0

    return percent
