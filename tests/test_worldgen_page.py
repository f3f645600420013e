"""The world of docs/worldgen.md runs, and is what the page says."""

import itertools
import re
import runpy
from pathlib import Path

import numpy as np

PAGE = Path(__file__).parents[1] / "docs" / "worldgen.md"


def test_the_wood_grows_and_has_no_seams(tmp_path, monkeypatch, capsys):
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    Path("wood.py").write_text("\n".join(blocks), encoding="utf-8")
    said = runpy.run_path("wood.py")
    assert capsys.readouterr().out == "16 chunks, 640 trees\n"
    assert Path("wood.png").read_bytes()[:4] == b"\x89PNG"
    assert 0 < len(said["shown"]) <= said["progress"].done <= said["progress"].needed
    assert Path("wood.world").stat().st_size > 0
    trees = np.concatenate(list(said["wood"].values()))
    seeds = np.concatenate(
        [said["Seeds"]().generate(*chunk(i, j)) for i, j in itertools.product(range(-2, 2), repeat=2)]
    )
    assert nearest(seeds).min() < 1.0
    assert nearest(trees).min() > 3.0  # across the chunks' edges, too


def chunk(i, j):
    from types import SimpleNamespace

    from orlop.engine.worldgen.rect import chunk_bounds

    return chunk_bounds((i, j), 64.0), SimpleNamespace(index=(i, j)), 7


def nearest(points):
    apart = np.linalg.norm(points[:, None] - points, axis=2)
    np.fill_diagonal(apart, np.inf)
    return apart.min(axis=1)
