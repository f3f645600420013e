import struct
import wave

import numpy as np
import pytest

from orlop.engine.error import OrlopError
from orlop.engine.sound.sound import RATE
from orlop.engine.sound.sound_file import load_sound, write_wav


def sine(count=4800, hertz=1000.0, rate=RATE):
    return (0.5 * np.sin(2.0 * np.pi * hertz * np.arange(count) / rate)).astype(np.float32)


def riff(kind, channels, rate, bits, body, extra=b""):
    form = struct.pack("<HHIIHH", kind, channels, rate, rate * channels * bits // 8, channels * bits // 8, bits) + extra
    chunks = b"fmt " + struct.pack("<I", len(form)) + form + b"data" + struct.pack("<I", len(body)) + body
    return b"RIFF" + struct.pack("<I", 4 + len(chunks)) + b"WAVE" + chunks


@pytest.fixture
def saved(tmp_path):
    def save(content):
        path = tmp_path / "tone.wav"
        path.write_bytes(content)
        return path

    return save


def test_what_is_written_is_read_back(tmp_path):
    write_wav(tmp_path / "tone.wav", sine())
    sound = load_sound(tmp_path / "tone.wav")
    assert sound.name == "tone"
    assert not sound.loop
    assert np.abs(sound.samples - sine()).max() < 1e-4


def test_pythons_own_reader_understands_what_is_written(tmp_path):
    write_wav(tmp_path / "both.wav", np.stack([sine(), -sine()], axis=1))
    with wave.open(str(tmp_path / "both.wav")) as file:
        assert (file.getnchannels(), file.getframerate(), file.getsampwidth(), file.getnframes()) == (2, RATE, 2, 4800)
        frames = np.frombuffer(file.readframes(4800), "<i2").reshape(-1, 2)
    assert np.array_equal(frames[:, 0], -frames[:, 1])
    assert frames[:, 0].max() == 16384


def whole(wave, bits):
    scaled = np.round(wave * (2.0 ** (bits - 1) - 1)).astype(np.int64)
    if bits == 8:
        return (scaled + 128).astype("u1").tobytes()
    return b"".join(int(number).to_bytes(bits // 8, "little", signed=True) for number in scaled)


@pytest.mark.parametrize(("bits", "within"), [(8, 1e-2), (16, 1e-4), (24, 1e-6), (32, 1e-6)])
def test_whole_numbers_of_any_size_are_read(saved, bits, within):
    samples = load_sound(saved(riff(1, 1, RATE, bits, whole(sine(), bits)))).samples
    assert np.abs(samples - sine()).max() < within


@pytest.mark.parametrize("bits", [32, 64])
def test_floats_are_read(saved, bits):
    samples = load_sound(saved(riff(3, 1, RATE, bits, sine().astype(f"<f{bits // 8}").tobytes()))).samples
    assert np.array_equal(samples, sine())


def test_the_extensible_form_is_read(saved):
    extra = struct.pack("<HHIH", 22, 16, 0, 1) + bytes(14)
    samples = load_sound(saved(riff(0xFFFE, 1, RATE, 16, whole(sine(), 16), extra))).samples
    assert np.abs(samples - sine()).max() < 1e-4


def test_channels_are_averaged(saved):
    both = np.stack([sine(), np.zeros(4800, np.float32)], axis=1).astype("<f4").tobytes()
    assert np.abs(load_sound(saved(riff(3, 2, RATE, 32, both))).samples - 0.5 * sine()).max() < 1e-7


@pytest.mark.parametrize("rate", [22_050, 44_100, 96_000])
def test_another_rate_is_brought_to_ours(saved, rate):
    content = riff(3, 1, rate, 32, sine(rate, rate=rate).astype("<f4").tobytes())
    looped = load_sound(saved(content), loop=True).samples
    assert len(looped) == RATE
    assert np.abs(looped - sine(RATE)).max() < 1e-5
    shot = load_sound(saved(content)).samples
    assert np.abs(shot - sine(RATE))[480:-480].max() < 1e-2


def test_a_loop_that_fits_is_left_as_it_is(saved):
    content = riff(3, 1, RATE, 32, sine().astype("<f4").tobytes())
    assert np.array_equal(load_sound(saved(content), loop=True).samples, sine())


def test_a_loop_that_does_not_fit_is_faded_over(saved):
    broken = sine(RATE * 2 + 12)
    assert abs(broken[-1] - broken[0]) > 0.4
    samples = load_sound(saved(riff(3, 1, RATE, 32, broken.astype("<f4").tobytes())), loop=True).samples
    around = np.abs(np.diff(np.tile(samples, 2)))
    assert around.max() < 1.5 * np.abs(np.diff(sine())).max()
    assert len(samples) == RATE * 2 + 12 - RATE // 4


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"RIFF\0\0\0\0WAVE", "damaged"),
        (b"RIFF\0\0\0\0AVI fmt ", "damaged"),
        (riff(2, 1, RATE, 4, b"\0" * 100), "kind 2 with 4 bits"),
        (riff(1, 0, RATE, 16, b"\0" * 100), "0 channels"),
        (riff(1, 1, 1, 16, b"\0" * 100), "at 1 Hz"),
        (riff(1, 1, RATE, 16, b""), "no samples"),
        (riff(3, 1, RATE, 32, struct.pack("<f", float("nan")) * 9), "no numbers"),
        (b"", "no sound"),
        (b"<html>not found</html>", "no sound"),
    ],
)
def test_what_is_no_sound_is_refused_by_name(saved, content, problem):
    with pytest.raises(OrlopError, match=rf"tone\.wav: .*{problem}"):
        load_sound(saved(content))


def test_a_cut_off_file_gives_what_there_is(saved):
    content = riff(1, 1, RATE, 16, whole(sine(), 16))
    assert len(load_sound(saved(content[:-1001])).samples) == 4800 - 501


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(OrlopError, match=r"bell\.wav: can't be read"):
        load_sound(tmp_path / "bell.wav")
