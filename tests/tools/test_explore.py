"""`orlop walkway explore`."""

import json

import numpy as np
import pytest

from orlop.engine.scene.scene import Material, Node, Scene
from orlop.engine.scene.write import write_glb
from orlop.levels.solids import box
from orlop.tools.cli import main


@pytest.fixture(autouse=True)
def _cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("ORLOP_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


def node(name, triangles):
    return Node(name, None, np.eye(4), triangles, (Material(),), np.zeros(len(triangles), np.int32))


def test_a_sound_level_answers_with_status_0_and_pictures(tmp_path, capsys):
    assert main(["walkway", "explore", "quayside", "--json", "--pitch", "0.4", "--out", str(tmp_path)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert {"reached_m2", "unreached_m2", "stuck", "one_way", "dead_ends"} <= answer.keys()
    assert answer["dead_ends"] == 0
    assert {path.name for path in tmp_path.iterdir()} == {"explored-quay.png", "explored-cellar.png"}


def test_a_dead_end_answers_with_status_1_and_its_place(tmp_path, capsys):
    nodes = (
        node("floor.up", box((0, -0.2, 0), (8, 0, 4))),
        node("floor.down", box((0, -3.2, 0), (6, -3, 4))),
        node("portal.up.down", box((4, 0, 1), (5, 1, 3))),
    )
    write_glb(Scene("pit.glb", nodes), tmp_path / "pit.glb")
    assert main(["walkway", "explore", str(tmp_path / "pit.glb")]) == 1
    assert "dead end: walkway down" in capsys.readouterr().out


@pytest.mark.parametrize("pitch", ["0", "-1", "nan", "wide", "0.001", "5"])
def test_a_pitch_that_is_none_is_refused(pitch, capsys):
    assert main(["walkway", "explore", "quayside", "--pitch", pitch]) == 2
    assert "pitch" in capsys.readouterr().err
