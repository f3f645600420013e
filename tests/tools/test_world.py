import json

import pytest

from orlop.tools.cli import main
from orlop.tools.world import PIXELS, spacing_of


def run_map(tmp_path, capsys, *more):
    out = tmp_path / "map.png"
    status = main(["world", "map", "--seed", "3", "--size", "256", "--out", str(out), "--json", *more])
    return status, out, json.loads(capsys.readouterr().out)


def test_the_map_is_drawn_and_its_digest_told(tmp_path, capsys):
    status, out, told = run_map(tmp_path, capsys)
    assert status == 0
    assert out.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert len(told["digest"]) == 32
    assert told["chunks"] == sum(told["layers"].values()) > 10
    assert told["size_m"] == 256.0
    assert run_map(tmp_path, capsys)[2]["digest"] == told["digest"]


@pytest.mark.parametrize("size", [64.0, 1000.0, 1201.0, 8192.0, 65536.0])
def test_a_map_fits_its_pixels(size):
    assert size / spacing_of(size) <= PIXELS
    assert spacing_of(size) == 1.0 or size / spacing_of(size) > PIXELS / 2


def test_a_map_without_end_is_refused(tmp_path, capsys):
    assert main(["world", "map", "--size", "1e9", "--out", str(tmp_path / "map.png")]) == 2
    assert "--size" in capsys.readouterr().err


def test_a_map_that_cannot_be_written_is_refused_before_anything_is_generated(tmp_path, capsys, monkeypatch):
    from orlop.engine.worldgen.world import World

    monkeypatch.setattr(World, "__init__", lambda *arguments, **settings: pytest.fail("a world was begun"))
    (tmp_path / "taken").touch()
    (tmp_path / "folder.png").mkdir()
    assert main(["world", "map", "--out", str(tmp_path / "taken" / "map.png")]) == 2
    assert main(["world", "map", "--out", str(tmp_path / "folder.png")]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert "taken" in lines[0]
    assert "Name a file in it." in lines[1]
