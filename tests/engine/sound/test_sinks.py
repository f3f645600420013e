import time

import numpy as np
import pygame
import pytest

from orlop.engine.error import OrlopError
from orlop.engine.sound import sinks
from orlop.engine.sound.mixer import Mixer
from orlop.engine.sound.sinks import DeviceSink, PostMix, Queue, decode
from orlop.engine.sound.sound import RATE


@pytest.fixture
def dummy(monkeypatch):
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    yield
    pygame.mixer.quit()


@pytest.fixture
def no_device(monkeypatch):
    """A machine whose only driver is one that SDL has not got."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "gramophone")
    yield
    pygame.mixer.quit()


@pytest.fixture
def mixer(tone, target):
    mixer = Mixer()
    voice = mixer.loop(tone(seconds=5.0))
    mixer.steer([voice], target(0.5))
    mixer.publish()
    return mixer


def phase(mixer):
    return int(mixer.voices.playing[0, 4])


def passes(sink, condition, seconds=3.0):
    """Tick until the condition holds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and not condition():
        sink.tick()
        time.sleep(0.005)
    return condition()


@pytest.mark.parametrize(("queued", "route"), [(False, PostMix), (True, Queue)])
def test_a_device_draws_from_the_mixer(dummy, mixer, queued, route):
    sink = DeviceSink(mixer, queued)
    assert isinstance(sink.route, route)
    assert sink.device
    assert "dummy" in sink.line
    assert passes(sink, lambda: phase(mixer) > RATE // 5)
    sink.close()
    assert sink.route is None
    assert pygame.mixer.get_init() is None


def test_closing_fades_out_first(dummy, mixer):
    sink = DeviceSink(mixer)
    assert passes(sink, lambda: mixer.voices.bus[0] == 1.0)
    sink.close()
    assert mixer.voices.bus[0] < 1.0


def test_the_callback_is_not_called_after_closing(dummy, mixer):
    sink = DeviceSink(mixer)
    passes(sink, lambda: phase(mixer) > 0)
    sink.close()
    stopped = phase(mixer)
    time.sleep(0.05)
    assert phase(mixer) == stopped


def test_it_tells_how_the_callback_keeps_time(dummy, mixer):
    sink = DeviceSink(mixer)
    passes(sink, lambda: phase(mixer) > RATE // 5)
    timing = sink.route.timing()
    assert timing["calls"] >= 19
    assert timing["seconds"] == pytest.approx(timing["calls"] * 512 / RATE)
    assert 0.0 < timing["mean_call_ms"] <= timing["longest_call_ms"]
    assert timing["longest_gap_ms"] > 5.0
    sink.close()


def test_without_a_device_it_says_so_and_time_goes_on(no_device, mixer):
    sink = DeviceSink(mixer)
    assert not sink.device
    assert sink.line.startswith("No sound: ")
    assert passes(sink, lambda: phase(mixer) > RATE // 10)
    sink.close()


def test_sound_comes_when_a_device_is_plugged_in(no_device, mixer, monkeypatch):
    sink = DeviceSink(mixer)
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    sink.take([pygame.event.Event(pygame.AUDIODEVICEADDED, which=0, iscapture=1)])
    assert not sink.device, "a microphone"
    sink.take([pygame.event.Event(pygame.AUDIODEVICEADDED, which=0, iscapture=0)])
    assert sink.device
    before = phase(mixer)
    assert passes(sink, lambda: phase(mixer) > before)
    sink.close()


def test_a_device_is_looked_for_from_time_to_time(no_device, mixer, monkeypatch, tmp_path):
    sink = DeviceSink(mixer)
    monkeypatch.setattr(sinks, "RETRY_SECONDS", 0.05)
    monkeypatch.setenv("SDL_AUDIODRIVER", "disk")
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(tmp_path / "device"))
    assert passes(sink, lambda: sink.device)
    sink.close()


def test_the_game_goes_on_when_the_device_is_pulled_out(dummy, mixer, monkeypatch):
    sink = DeviceSink(mixer)
    monkeypatch.setenv("SDL_AUDIODRIVER", "gramophone")
    sink.take([pygame.event.Event(pygame.AUDIODEVICEREMOVED, which=0, iscapture=0)])
    assert sink.device, "another one that nobody had opened"
    sink.take([pygame.event.Event(pygame.AUDIODEVICEREMOVED, which=2, iscapture=0)])
    assert not sink.device
    before = phase(mixer)
    assert passes(sink, lambda: phase(mixer) > before)
    sink.close()


def test_blocks_that_run_out_are_counted(dummy, mixer):
    sink = DeviceSink(mixer, queued=True)
    sink.tick()
    time.sleep(0.25)
    sink.tick()
    counted = sink.underruns
    assert 1 <= counted <= 2  # on a busy machine the first block may run out before the second is queued
    sink.close()
    assert counted <= sink.underruns <= 2


def test_without_the_library_blocks_are_queued(dummy, mixer, monkeypatch):
    def missing():
        raise OSError("no SDL_mixer")

    monkeypatch.setattr(sinks, "SDL", missing)
    sink = DeviceSink(mixer)
    assert isinstance(sink.route, Queue)
    sink.close()


def test_what_is_no_audio_is_refused_by_name(tmp_path):
    path = tmp_path / "poem.ogg"
    path.write_text("Full fathom five thy father lies")
    with pytest.raises(OrlopError, match=r"poem\.ogg: it is no sound"):
        decode(path)
    assert pygame.mixer.get_init() is None


def test_a_file_that_sdl_decodes_comes_as_floats(tmp_path):
    from orlop.engine.sound.sound_file import write_wav

    wave = (0.5 * np.sin(np.arange(4800) / 20.0)).astype(np.float32)
    write_wav(tmp_path / "tone.wav", wave)
    decoded, rate = decode(tmp_path / "tone.wav")
    assert rate == RATE
    assert np.abs(decoded - wave[:, None]).max() < 1e-4
