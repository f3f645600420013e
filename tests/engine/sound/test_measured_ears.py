import math

import numpy as np
import pytest

from orlop.engine.error import OrlopError
from orlop.engine.sound import measured_ears, openal
from orlop.engine.sound.hearing import HEADPHONES
from orlop.engine.sound.measured_ears import measured_hearing
from orlop.engine.sound.mixer import Mixer
from orlop.engine.sound.openal import OpenAL
from orlop.engine.sound.sound import RATE
from orlop.engine.sound.target import VOLUME, X, Z, silent_targets

DEGREES = [(0, 0), (17, 0), (33, 12), (57, -23), (91, 0), (122, 33), (161, 5), (222, -7), (287, 48), (341, 3)]
"""Azimuth to the right and elevation, most of them off the grid."""


@pytest.fixture(scope="module")
def hearing(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ORLOP_CACHE", str(tmp_path_factory.mktemp("cache")))
        try:
            yield measured_hearing()
        except OrlopError as missing:
            pytest.skip(str(missing))


@pytest.fixture
def both(hearing, noise):
    """What OpenAL Soft and what our voice makes of a noise from a direction."""
    loop = noise(seconds=2.0)
    peer = OpenAL(loop.samples, 1, hrtf=True)
    peer.play()

    def hear(direction):
        peer.place(direction[None], np.ones(1))
        mixer = Mixer(hearing)
        mixer.steer([mixer.loop(loop)], row(direction))
        mixer.publish()
        return settled(peer.render), settled(mixer.render)

    yield hear
    peer.close()


def row(direction):
    target = silent_targets(1)
    target[0, VOLUME], target[0, X : Z + 1] = 1.0, direction
    return target


def settled(render):
    out = np.zeros((RATE, 2), np.float32)
    render(out[: RATE // 2])
    render(out)
    return out.astype(np.float64)


def toward(azimuth, elevation):
    a, e = math.radians(azimuth), math.radians(elevation)
    return np.array([math.sin(a) * math.cos(e), math.sin(e), -math.cos(a) * math.cos(e)])


def levels(out):
    """Level, and that of the right ear over the left one, dB."""
    left, right = np.mean(out**2, axis=0)
    return 10.0 * math.log10(left + right), 10.0 * math.log10(right / left)


def delay(out):
    """By how many microseconds the right ear hears later what lies below 1500 Hz."""
    spectra = np.fft.rfft(out[:16384], 65536, axis=0)
    spectra[np.fft.rfftfreq(65536, 1.0 / RATE) > 1500.0] = 0.0
    alike = np.fft.irfft(spectra[:, 0].conj() * spectra[:, 1], 8 * 65536)
    lag = int(np.argmax(alike))
    return (lag if lag < len(alike) // 2 else lag - len(alike)) / 8.0 / RATE * 1e6


def test_ears_differ_by_as_much_as_openals_own_in_level_and_in_time(both):
    between, gains = [], []
    for azimuth, elevation in DEGREES:
        theirs, ours = both(toward(azimuth, elevation))
        between.append(levels(ours)[1] - levels(theirs)[1])
        gains.append(levels(ours)[0] - levels(theirs)[0])
        assert delay(ours) == pytest.approx(delay(theirs), abs=35.0)
    assert np.abs(between).max() < 1.2
    assert np.sqrt(np.mean(np.square(between))) < 0.8
    assert np.std(gains) < 0.6  # all but the one gain that makes ears as loud as none


def test_front_and_back_sound_unlike_and_left_mirrors_right(both):
    _, front = both(toward(20, 0))
    _, back = both(toward(160, 0))
    _, left = both(toward(-20, 0))
    assert levels(front)[1] == pytest.approx(-levels(left)[1], abs=0.2)
    spectra = [
        np.abs(np.fft.rfft(out[:, 1])).reshape(-1)[:20_000].reshape(20, 1000).mean(axis=1) for out in (front, back)
    ]
    assert np.ptp(20.0 * np.log10(spectra[0] / spectra[1])) > 6.0


def test_measured_ears_are_as_loud_as_none_on_average(hearing, noise):
    loop = noise()
    power = {}
    for name, one in (("measured", hearing), ("modelled", HEADPHONES)):
        mixer = Mixer(one)
        voices = [mixer.loop(loop)]
        power[name] = []
        for azimuth in range(0, 360, 30):
            mixer.steer(voices, row(toward(azimuth, 0)))
            mixer.publish()
            power[name].append(np.mean(settled(mixer.render) ** 2))
    assert 10.0 * math.log10(np.mean(power["measured"]) / np.mean(power["modelled"])) == pytest.approx(0.0, abs=1.5)


def test_ears_are_asked_for_once(hearing, monkeypatch):
    monkeypatch.setattr(measured_ears, "measure_ears", lambda: pytest.fail("measured again"))
    assert np.array_equal(measured_hearing().ears, hearing.ears)


def test_without_openal_one_line_says_what_brings_it(monkeypatch, tmp_path):
    monkeypatch.setenv("ORLOP_CACHE", str(tmp_path))
    monkeypatch.setattr(openal, "find_spec", lambda name: None)
    monkeypatch.setattr(openal.ctypes.util, "find_library", lambda name: None)
    with pytest.raises(OrlopError, match=r"OpenAL Soft: is not installed.*pip install orlop\[hrtf\]"):
        measured_hearing()
