import json
import wave

import numpy as np
import pygame
import pytest

from orlop.engine.sound.synthesis import library
from orlop.engine.sound.synthesis.library import LOOPS, SHOTS
from orlop.levels.catalogue import export_level
from orlop.levels.quayside.level import quayside
from orlop.levels.sound_map import EDGE, HEAD, SoundMap
from orlop.tools import cli, sound, warmup

MAKE_IF_NEEDED = sound.make_if_needed


@pytest.fixture(scope="module", autouse=True)
def own_cache(tmp_path_factory):
    """One cache for all, and only the sounds that are asked for in it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ORLOP_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setattr(warmup, "warm_if_needed", lambda *areas, force=False: None)
        patch.setattr(sound, "make_if_needed", lambda: None)
        yield


def asked(capsys, *arguments, status=0):
    assert cli.main(["sound", *map(str, arguments), "--json"]) == status
    return json.loads(capsys.readouterr().out)


def test_sounds_are_made_as_files_that_anything_plays(capsys, tmp_path):
    report = asked(capsys, "make", "bell", "foliage", "--out", tmp_path)
    assert [entry["name"] for entry in report["sounds"]] == ["bell", "foliage"]
    assert [entry["kind"] for entry in report["sounds"]] == ["shot", "loop"]
    assert report["clicks"] == 0
    assert report["peak_dbfs"] <= -2.9
    assert report["seconds"] == pytest.approx(14.0)
    with wave.open(str(tmp_path / "bell.wav")) as file:
        assert (file.getnchannels(), file.getframerate(), file.getnframes()) == (1, 48_000, 7 * 48_000)


def test_another_seed_writes_another_sound(capsys, tmp_path):
    for seed in (0, 1):
        asked(capsys, "make", "footstep_gravel", "--seed", seed, "--out", tmp_path / str(seed))
    first, second = ((tmp_path / str(seed) / "footstep_gravel.wav").read_bytes() for seed in (0, 1))
    assert first != second


def test_a_misspelt_sound_is_refused_with_the_nearest_one(capsys, tmp_path):
    assert cli.main(["sound", "make", "footstep_wod", "--out", str(tmp_path)]) == 2
    assert "footstep_wood" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_walk_is_written_with_its_spectrogram(capsys, tmp_path):
    out = tmp_path / "walk.wav"
    report = asked(capsys, "render", "quayside", "--path", "0,-2.5", "1.5,-2.5", "--out", out)
    assert report["clicks"] == 0
    assert -40.0 < report["peak_dbfs"] < 0.0
    with wave.open(str(out)) as file:
        assert file.getnchannels() == 2
        assert file.getnframes() / 48_000 == pytest.approx(report["seconds"], abs=0.001)
        heard = np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(float) / 32768
    assert 20 * np.log10(np.abs(heard).max()) == pytest.approx(report["peak_dbfs"], abs=0.1)
    assert pygame.image.load(str(tmp_path / "walk.png")).get_size() == (1600, 700)


def test_the_same_walk_sounds_the_same(capsys, tmp_path):
    for name in ("a.wav", "b.wav"):
        asked(capsys, "render", "quayside", "--seconds", "3", "--seed", "4", "--out", tmp_path / name)
    assert (tmp_path / "a.wav").read_bytes() == (tmp_path / "b.wav").read_bytes()


def test_loudspeakers_get_another_mix_than_headphones(capsys, tmp_path):
    asked(capsys, "render", "quayside", "--seconds", "2", "--out", tmp_path / "head.wav")
    asked(capsys, "render", "quayside", "--seconds", "2", "--speakers", "--out", tmp_path / "room.wav")
    assert (tmp_path / "head.wav").read_bytes() != (tmp_path / "room.wav").read_bytes()


@pytest.mark.parametrize("word", ["3", "1,2,3", "a,b", "1,nan"])
def test_a_place_that_is_none_is_refused(capsys, tmp_path, word):
    assert cli.main(["sound", "render", "quayside", "--path", word, "--out", str(tmp_path / "x.wav")]) == 2
    assert "--path" in capsys.readouterr().err


def test_a_map_of_a_valley_is_a_picture_with_colours(capsys, tmp_path):
    out = tmp_path / "map.png"
    report = asked(capsys, "map", "riverbend", "--out", out, "--scale", "2")
    assert set(report["loudest_dbfs"]) == {"river", "wind", "foliage"}
    assert report["loudest_dbfs"]["river"] > report["loudest_dbfs"]["wind"]
    picture = pygame.surfarray.array3d(pygame.image.load(str(out)))
    assert len(np.unique(picture.reshape(-1, 3) // 16, axis=0)) > 60


def test_a_level_without_clouds_has_no_map(capsys, tmp_path):
    export_level("quayside", tmp_path / "silent.glb")
    assert cli.main(["sound", "map", str(tmp_path / "silent.glb"), "--out", str(tmp_path / "map.png")]) == 2
    assert "riverbend" in capsys.readouterr().err


def test_all_that_a_game_uses_is_made_beforehand(monkeypatch):
    made = []
    monkeypatch.setattr(library, "is_kept", lambda name, seed: name in LOOPS)
    monkeypatch.setattr(library, "sound", lambda name, seed: made.append((name, seed)))
    MAKE_IF_NEEDED()
    assert {name for name, _ in made} == set(SHOTS)
    assert ("footstep_wood", 5) in made


@pytest.mark.parametrize(("verb", "name"), [("render", "taken.wav"), ("map", "taken.png")])
def test_a_file_that_cannot_be_written_is_told_before_anything_is_heard(capsys, tmp_path, monkeypatch, verb, name):
    monkeypatch.setattr(sound, "make_level", None)
    monkeypatch.setattr(sound, "make_scene_level", None)
    (tmp_path / name).mkdir()
    assert cli.main(["sound", verb, "riverbend", "--out", str(tmp_path / name)]) == 2
    assert "is a folder" in capsys.readouterr().err


def test_the_titles_of_a_maps_pictures_stand_apart_however_small_these_are():
    with SoundMap(quayside()) as sound_map:
        picture = sound_map.paint(2.0)
    head = pygame.surfarray.array3d(picture)[:, :HEAD].astype(int)
    written = (np.abs(head - head[0, 0]).sum(axis=2) > 100).any(axis=1)
    gaps = np.diff(np.flatnonzero(written))
    assert (gaps > EDGE).sum() == 2 * len(sound_map.clouds) - 1
    assert not written[-EDGE:].any()
