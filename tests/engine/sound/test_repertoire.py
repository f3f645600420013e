import numpy as np
import pytest

from orlop.engine.error import OrlopError
from orlop.engine.sound.repertoire import Repertoire
from orlop.engine.sound.sound_file import write_wav
from orlop.engine.sound.synthesis.library import LOOPS, SHOTS, VARIANTS


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("ORLOP_CACHE", str(tmp_path))


@pytest.fixture
def tone(tmp_path):
    path = tmp_path / "tone.wav"
    write_wav(path, (0.5 * np.sin(np.arange(4800) * 2 * np.pi / 48)).astype(np.float32))
    return path


def test_a_sound_is_made_once():
    repertoire = Repertoire()
    assert repertoire.shot("footstep_wood") is repertoire.shot("footstep_wood")
    assert repertoire.shot("footstep_wood") is not repertoire.shot("footstep_wood", 1)


def test_an_authors_file_goes_before_a_sound_made_by_code(tone):
    repertoire = Repertoire({"stream": tone, "footstep_wood": tone})
    assert len(repertoire.loop("stream").samples) == 4800
    assert repertoire.shot("footstep_wood", 5) is repertoire.shot("footstep_wood", 0)
    assert repertoire.variants("footstep_wood") == 1
    assert repertoire.variants("footstep_stone") == VARIANTS["footstep_stone"]


def test_a_misspelt_name_is_refused_with_the_nearest_ones():
    with pytest.raises(OrlopError, match="waterfall"):
        Repertoire().loop("waterfal")


def test_a_loop_is_no_shot_and_a_shot_is_no_loop():
    with pytest.raises(OrlopError, match="ends"):
        Repertoire().shot("foliage")
    with pytest.raises(OrlopError, match="goes round"):
        Repertoire().loop("door_shut")


def test_a_file_that_is_missing_is_named(tmp_path):
    with pytest.raises(OrlopError, match=r"nothing\.wav"):
        Repertoire({"stream": tmp_path / "nothing.wav"}).loop("stream")


def test_every_sound_has_its_number_of_variants():
    assert set(VARIANTS) == {*LOOPS, *SHOTS}
