import hashlib
import subprocess
import sys
import wave

import numpy as np
import pytest

from orlop.engine.sound.sound import RATE
from orlop.engine.sound.synthesis.library import LOOPS, SHOTS, make, sound
from orlop.engine.sound.synthesis.loudness import LOOP_LOUDNESS, PEAK, loudness


def digest(samples):
    return hashlib.sha256(samples.tobytes()).hexdigest()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ORLOP_CACHE", str(tmp_path))
    return tmp_path / "sounds"


@pytest.mark.parametrize("name", LOOPS)
def test_a_loop_has_its_loudness_no_offset_and_room_above(made, name):
    samples = made(name)
    assert np.isfinite(samples).all()
    assert np.abs(samples).max() <= PEAK
    assert loudness(samples) == pytest.approx(LOOP_LOUDNESS, abs=0.3)
    assert abs(samples.mean()) < 1e-5
    assert 6.0 <= len(samples) / RATE <= 14.0


@pytest.mark.parametrize("name", LOOPS)
def test_nothing_tells_where_a_loop_begins(made, name):
    samples = made(name)
    steps = np.abs(np.diff(samples, append=samples[:1]))
    assert steps[-1] <= steps[:-1].max()
    bends = np.abs(np.diff(samples, n=2, append=samples[:2]))[-3:]  # a broken slope clicks as well
    assert bends.max() <= np.abs(np.diff(samples, n=2)).max()
    window = RATE // 4
    seam = np.sqrt(np.mean(np.concatenate([samples[-window:], samples[:window]]) ** 2))
    blocks = np.sqrt(np.mean(samples[: len(samples) // window * window].reshape(-1, window) ** 2, axis=1))
    assert blocks.min() * 0.7 <= seam <= blocks.max() * 1.3


def test_loops_have_lengths_that_seldom_meet(made):
    """Played together, they would fall into step only after minutes."""
    together = [round(len(made(name)) / RATE) for name in ("trickle", "stream", "torrent", "waterfall")]
    assert np.lcm.reduce(together) > 3600


@pytest.mark.parametrize("name", SHOTS)
def test_a_shot_begins_and_ends_in_silence(made, name):
    samples = made(name)
    assert np.abs(samples).max() == pytest.approx(PEAK)
    assert np.abs(samples[:2]).max() < 0.01
    assert np.abs(samples[-200:]).max() < 0.02
    assert abs(samples.mean()) < 1e-3


@pytest.mark.parametrize("name", ["footstep_gravel", "bird_thrush", "door_open", "bell"])
def test_another_seed_is_another_sound_and_the_same_is_the_same(name):
    assert digest(make(name, 1)) == digest(make(name, 1))
    assert digest(make(name, 1)) != digest(make(name, 2))


def test_another_process_makes_the_same(made):
    code = (
        "import hashlib; from orlop.engine.sound.synthesis.library import make;"
        "print(*(hashlib.sha256(make(name).tobytes()).hexdigest() for name in ('footstep_grass', 'foliage')))"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.split() == [digest(made("footstep_grass")), digest(made("foliage"))]


def test_a_sound_is_kept_as_a_file_that_anything_plays(folder):
    first = sound("footstep_wood", 3)
    (file,) = folder.iterdir()
    with wave.open(str(file)) as wav:
        assert (wav.getnchannels(), wav.getframerate(), wav.getsampwidth()) == (1, RATE, 2)
        assert wav.getnframes() == len(first.samples)
    assert first.samples.dtype == np.float32
    assert not first.loop


def test_the_second_hearing_comes_from_the_file_and_is_the_same(folder, monkeypatch):
    first = sound("footstep_stone")
    monkeypatch.setitem(SHOTS, "footstep_stone", lambda random: pytest.fail("made again"))
    assert np.array_equal(sound("footstep_stone").samples, first.samples)


def test_a_damaged_file_is_made_anew(folder):
    first = sound("footstep_stone")
    (file,) = folder.iterdir()
    for damage in (b"", b"RIFF", file.read_bytes()[:-100]):
        file.write_bytes(damage)
        assert np.array_equal(sound("footstep_stone").samples, first.samples)
        assert len(file.read_bytes()) > 10_000


def test_without_a_place_for_files_there_is_sound_all_the_same(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("ORLOP_CACHE", str(tmp_path / "file"))
    assert len(sound("footstep_wood").samples)


def test_a_loop_says_that_it_is_one(folder):
    assert sound("foliage").loop


def test_an_unknown_sound_is_refused_with_the_names_there_are():
    with pytest.raises(ValueError, match="trickle"):
        sound("trickel")
